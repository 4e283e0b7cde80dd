"""Gzip and zip → the bytes inside. Read in memory only, never written to disk, and never beyond a limit."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from functools import partial

from workbench.conversation import Note
from workbench.loading.error import LoadError
from workbench.loading.folder import is_known

LIMIT = 256 * 1024**2
"""How many bytes one archive may unpack to: as much as a page can hold. A real history is far smaller."""
_ALWAYS = 32 * 1024**2
_MOST_TIMES = 200
"""Beyond the first bytes, how many times its packed size an archive may unpack to. Text shrinks to a tenth; what
shrinks to a thousandth was made to fill the memory."""
_CHUNK = 1024**2

_EXPORTED = re.compile(r"(^|/)conversations(-\d+)?\.json$")
"""What the exports of chat products keep conversations in; the account and the feedback beside them are none."""
_ZIP_FAULTS = (zipfile.BadZipFile, NotImplementedError, RuntimeError, zlib.error, EOFError, OSError, ValueError)


def is_gzip(data: bytes) -> bool:
    return data.startswith(b"\x1f\x8b")


def is_zip(data: bytes) -> bool:
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def unpacked(chunks: Iterable[bytes], packed: int) -> bytes:
    """All chunks as one, but no more than fits; LoadError beyond that."""
    room = min(LIMIT, max(_ALWAYS, _MOST_TIMES * packed))
    content = bytearray()
    for chunk in chunks:
        content += chunk
        if len(content) > room:
            raise _too_large(room)
    return bytes(content)


def gunzip(data: bytes) -> tuple[bytes, list[Note]]:
    """Everything that can be unpacked; a cut or damaged end is a note, because what precedes it is still good."""
    damage: list[str] = []
    content = unpacked(_gunzipped(data, damage), len(data))
    if not damage:
        return content, []
    if not content:
        raise LoadError("a damaged gzip file", "gzip data", f"decompression failed: {damage[0]}")
    return content, [Note("gzip-cut", f"the gzip file is damaged ({damage[0]}); what could be unpacked was read")]


def _gunzipped(data: bytes, damage: list[str]) -> Iterator[bytes]:
    """The members of the file, one after the other, in chunks. Ends where it is damaged, and tells how."""
    while is_gzip(data):
        unpacker = zlib.decompressobj(wbits=31)
        while data and not unpacker.eof:
            try:
                yield unpacker.decompress(data, _CHUNK)
            except zlib.error as fault:
                damage.append(str(fault))
                return
            data = unpacker.unconsumed_tail
        if not unpacker.eof:
            damage.append("it ends too early")
            return
        data = unpacker.unused_data


def zip_members(data: bytes) -> Iterator[tuple[str, bytes | LoadError]]:
    """Each readable file of a zip by name. A member that cannot be unpacked is reported in its place."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except _ZIP_FAULTS as fault:
        raise LoadError("a damaged zip archive", "a complete one", f"the reader reports: {fault}") from fault
    names = sorted(info.filename for info in archive.infolist() if not info.is_dir())
    known = [name for name in names if is_known(name)]
    known = [name for name in known if _EXPORTED.search(name)] or known
    if not known:
        inside = ", ".join(names[:3]) or "nothing"
        raise LoadError(f"a zip archive that contains {inside}", "a zip of .json, .jsonl, .har or .txt files")
    whole = 0
    for name in known:
        content = _member(archive, name, len(data))
        if isinstance(content, bytes):
            whole += len(content)
        yield name, content if whole <= LIMIT else _too_large(LIMIT)


def _member(archive: zipfile.ZipFile, name: str, packed: int) -> bytes | LoadError:
    try:
        with archive.open(name) as member:
            return unpacked(iter(partial(member.read, _CHUNK), b""), packed)
    except LoadError as fault:
        return fault
    except (*_ZIP_FAULTS, KeyError) as fault:
        return LoadError("a member that cannot be unpacked", "a file", f"the archive is damaged: {fault}")


def _too_large(room: int) -> LoadError:
    return LoadError(
        f"an archive that unpacks to more than {room:,} bytes",
        "a conversation",
        "unpack it and load the part you need",
    )
