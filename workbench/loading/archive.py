"""Gzip and zip → the bytes inside. Read in memory only, never written to disk, and never beyond a limit."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator

from workbench.conversation import Note
from workbench.loading.error import LoadError
from workbench.loading.folder import is_known

LIMIT = 2 * 1024**3
"""How many bytes one archive may unpack to. A real history is far smaller; a decompression bomb is not."""

_ZIP_FAULTS = (zipfile.BadZipFile, NotImplementedError, RuntimeError, zlib.error, EOFError, OSError, ValueError)


def is_gzip(data: bytes) -> bool:
    return data.startswith(b"\x1f\x8b")


def is_zip(data: bytes) -> bool:
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def gunzip(data: bytes) -> tuple[bytes, list[Note]]:
    """Everything that can be unpacked; a cut or damaged end is a note, because what precedes it is still good."""
    pieces: list[bytes] = []
    room = LIMIT
    while is_gzip(data):
        unpacker = zlib.decompressobj(wbits=31)
        try:
            piece = unpacker.decompress(data, room + 1)
        except zlib.error as fault:
            return _damaged(pieces, str(fault))
        pieces.append(piece)
        room -= len(piece)
        if room < 0:
            raise _too_large()
        if not unpacker.eof:
            return _damaged(pieces, "it ends too early")
        data = unpacker.unused_data
    return b"".join(pieces), []


def zip_members(data: bytes) -> Iterator[tuple[str, bytes | LoadError]]:
    """Each readable file of a zip by name. A member that cannot be unpacked is reported in its place."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except _ZIP_FAULTS as fault:
        raise LoadError("a damaged zip archive", "a zip archive", f"the archive says: {fault}") from fault
    names = sorted(info.filename for info in archive.infolist() if not info.is_dir())
    known = [name for name in names if is_known(name)]
    if not known:
        inside = ", ".join(names[:3]) or "nothing"
        raise LoadError(f"a zip archive that holds {inside}", "a zip of .json, .jsonl, .har or .txt files")
    room = LIMIT
    for name in known:
        content = _member(archive, name, room)
        if isinstance(content, bytes):
            room -= len(content)
        yield name, content


def _member(archive: zipfile.ZipFile, name: str, room: int) -> bytes | LoadError:
    try:
        with archive.open(name) as member:
            content = member.read(room + 1)
    except (*_ZIP_FAULTS, KeyError) as fault:
        return LoadError("a member that cannot be unpacked", "a file", f"the archive says: {fault}")
    return content if len(content) <= room else _too_large()


def _damaged(pieces: list[bytes], reason: str) -> tuple[bytes, list[Note]]:
    content = b"".join(pieces)
    if not content:
        raise LoadError("a damaged gzip file", "gzip data", f"the unpacker says: {reason}")
    return content, [Note("gzip-cut", f"the gzip file is damaged ({reason}); what could be unpacked was read")]


def _too_large() -> LoadError:
    return LoadError(
        f"an archive that unpacks to more than {LIMIT:,} bytes",
        "a conversation",
        "unpack it and load the part you need",
    )
