"""The database of a Cursor CLI chat (`store.db`): blobs that refer to each other by their hashes.

The newest root is a protobuf message that lists the hashes of the chat's messages in order; a message is a JSON text in
the AI SDK's format. Blobs that no root lists are earlier states.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from workbench.json.pointer import Path
from workbench.json.text import Json, parse_or_none
from workbench.origin import Facts
from workbench.sources.contract import Found, Material, NothingToJudgeError
from workbench.sources.reading import as_object, as_text, has, member, objects
from workbench.sources.transcript import Transcript

_FORMAT = "vercel-v4-core"
_BLOBS, _META = "blobs", "meta"
_REFERENCES = (b"\x0a\x20", b"\x12\x20")
"""The start of a protobuf field with 32 bytes, as field 1 or 2."""
_HASH = 32
_Blobs = Mapping[str, tuple[Path, bytes]]


def is_store(material: Material) -> bool:
    row = member(material.value, _META, 0)
    return has(row, "key", "value") and _BLOBS in material.object and has(_header(material), "latestRootBlobId")


def _header(material: Material) -> dict[str, Json]:
    """Return what is known about the chat: JSON written as hexadecimal digits."""
    for _, row in objects(material.object.get(_META)):
        try:
            header = parse_or_none(bytes.fromhex(as_text(row.get("value"))).decode())
        except ValueError:
            continue
        if isinstance(header, dict):
            return header
    return {}


def read_store(material: Material) -> Iterator[Found]:
    header = _header(material)
    blobs = {
        as_text(row.get("id")): ((*place, "data"), data)
        for place, row in objects(material.object.get(_BLOBS), (_BLOBS,))
        if isinstance(data := row.get("data"), bytes)
    }
    transcript = Transcript()
    decoded = dict[Path, Json]()
    for place, data in _listed(as_text(header.get("latestRootBlobId")), blobs):
        message = as_object(parse_or_none(data.decode("utf-8", "replace")))
        if has(message, "role", "content"):
            decoded[place] = message
            transcript.add({key: message[key] for key in ("role", "content")}, place)
    if not transcript.messages:
        raise NothingToJudgeError("its newest state lists no messages")
    facts = Facts(as_text(header.get("name")), as_text(header.get("lastUsedModel")))
    yield Found(transcript.messages, transcript.places, _FORMAT, facts=facts, decoded=decoded)


def _listed(root: str, blobs: _Blobs) -> Iterator[tuple[Path, bytes]]:
    """Yield the blobs that the root lists, in order, each once."""
    _, data = blobs.get(root, ((), b""))
    seen = set[str]()
    index = 0
    while index + _HASH + 2 <= len(data):
        name = data[index + 2 : index + 2 + _HASH].hex() if data[index : index + 2] in _REFERENCES else ""
        if name not in blobs:
            index += 1
            continue
        index += _HASH + 2
        if name not in seen:
            seen.add(name)
            yield blobs[name]
