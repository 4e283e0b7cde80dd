"""Pack a conversation into bytes and unpack it: a small record, and each large value under the hash of its content.

Versions of a conversation, and conversations of one file, share common values. An unpacked conversation equals the
packed one, except for the credentials of a recording (`credentials`) and the other branches of a session, which are
read from the file on demand.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from msgspec.structs import asdict, replace

from workbench.conversation import Conversation, Detection, KeptReplay, Note
from workbench.credentials import (
    address_without_credentials,
    members_without_credentials,
    report_without_credentials,
    without_credentials,
)
from workbench.json.pointer import Path, PointerError, follow_or_none, list_index, replaced, to_path
from workbench.json.text import Json, JsonObject
from workbench.loading.capsule import CAPSULE
from workbench.origin import Facts, Origin
from workbench.store.encoding import decode, encode

_PLAIN = ("name", "base", "places", "endpoint", "refusal", "judged_for", "around")
_ORIGIN_FIELDS = ("source", "title", "kind", "lines", "remark", "side", "stored", "started_by")
_ENVELOPE = ("headers", "url", "uri")
"""Members next to the body of a recorded request."""
_IDENTIFYING = ("payload", "document", "response", "base", "places", "endpoint", "refusal", "around")


@dataclass(frozen=True, slots=True)
class Packed:
    record: bytes
    contents: dict[str, bytes]
    """Uncompressed bytes by their hash."""
    identity: str
    """Equal for equal content, whatever the file name."""

    @property
    def size(self) -> int:
        return len(self.record) + sum(map(len, self.contents.values()))


class Packing:
    """Packs the conversations of one file; encodes a value that several of them share only once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[object, str, bytes]] = {}

    def pack(self, conversation: Conversation) -> Packed:
        contents: dict[str, bytes] = {}
        record: dict[str, Json] = {name: getattr(conversation, name) for name in _PLAIN}
        record["endpoint"] = address_without_credentials(conversation.endpoint)
        record["refusal"] = report_without_credentials(conversation.refusal)
        record["around"] = report_without_credentials(conversation.around)
        record["payload"] = self._put(payload_without_credentials(conversation), contents)
        record["response"] = self._put(conversation.response, contents)
        record["notes"] = [asdict(note) for note in conversation.notes]
        record["detection"] = asdict(conversation.detection)
        if conversation.refusal_status is not None:
            record["refusal_status"] = conversation.refusal_status
        if conversation.previews is not None:
            record["previews"] = list(conversation.previews)
        if conversation.replays:
            record["replays"] = self._put([_replay_record(replay) for replay in conversation.replays], contents)
        if (origin := conversation.origin) is not None:
            record["origin"] = _origin_record(origin)
            record["document"] = self._put(origin.document, contents, document=True)
            record["decoded"] = [
                [list(path), self._put(value, contents, document=True)] for path, value in origin.decoded.items()
            ]
            if origin.messages is not conversation.messages:
                record["as_read"] = self._put(origin.messages, contents)
        identifying = [record.get(name) for name in _IDENTIFYING] + [conversation.previews] * ("previews" in record)
        identity = _hash(encode([*identifying, *_from_capsule(conversation, record)]))
        if not _follows_from_payload(conversation):
            record["messages"] = self._put(conversation.messages, contents)
            record["settings"] = self._put(members_without_credentials(conversation.settings), contents)
        elif not conversation.base:
            record["settings"] = self._put(members_without_credentials(conversation.settings), contents)
        return Packed(encode(record), contents, identity)

    def _put(self, value: object, contents: dict[str, bytes], document: bool = False) -> str:
        known = self._known.get(id(value))
        if known is None:
            data = encode(value)
            if document and (masked := without_credentials(value, data)) is not value:
                data = encode(masked)
            # The value itself is stored too, so that no other object can get its id.
            known = self._known[id(value)] = (value, _hash(data), data)
        contents[known[1]] = known[2]
        return known[1]


def payload_without_credentials(conversation: Conversation) -> Json:
    """Return the payload with masked credentials outside the messages of a recorded request."""
    payload = conversation.payload
    path = _steps(payload, to_path(conversation.base)[:-1])
    body = follow_or_none(payload, path)
    if (masked_body := members_without_credentials(body)) is not body:
        payload = replaced(payload, path, masked_body)
    request = follow_or_none(payload, path[:-1]) if path else None
    if not isinstance(request, dict) or request.keys().isdisjoint(_ENVELOPE):
        return payload
    exchange: Path = path[:-2] if path[-2:-1] == ("request",) else path[:-1]
    around_body = replaced(follow_or_none(payload, exchange), path[len(exchange) :], None)
    masked = without_credentials(around_body, encode(around_body))
    if masked is around_body:
        return payload
    return replaced(payload, exchange, replaced(masked, path[len(exchange) :], follow_or_none(payload, path)))


def _steps(value: Json, path: Path) -> Path:
    """Return the path with numbers for the indexes of lists; empty if it leads nowhere."""
    steps: list[str | int] = []
    for step in path:
        index = list_index(step) if isinstance(value, list) else None
        value = follow_or_none(value, (step,))
        steps.append(step if index is None else index)
    return tuple(steps) if value is not None else ()


def _hash(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=32).hexdigest()


def is_intact(digest: str, data: bytes) -> bool:
    return _hash(data) == digest


def _follows_from_payload(conversation: Conversation) -> bool:
    """Whether messages and settings can be read from the payload, so that they need not be stored separately."""
    try:
        reread = conversation.with_payload(conversation.payload)
    except (PointerError, TypeError, AttributeError):
        return False
    same_settings = not conversation.base or reread.settings == conversation.settings
    return reread.messages == conversation.messages and reread.base == conversation.base and same_settings


def _from_capsule(conversation: Conversation, record: dict[str, Json]) -> list[Json]:
    """Return the replays and notes from a capsule. With them, the same conversation is a different case."""
    notes = [note.text for note in conversation.notes if note.kind == CAPSULE]
    return [record.get("replays"), notes] if conversation.replays or notes else []


def _replay_record(replay: KeptReplay) -> list[Json]:
    return [replay.record, replay.messages, replay.in_table]


def _origin_record(origin: Origin) -> dict[str, Json]:
    return {
        **{name: getattr(origin, name) for name in _ORIGIN_FIELDS},
        "places": [[list(path), list(place)] for path, place in origin.places.items()],
        "joined": [[list(path), [list(place) for place in places]] for path, places in origin.joined.items()],
        "facts": asdict(origin.facts),
        "program_repairs": dict(origin.program_repairs),
    }


def unpack(record: bytes, content: Callable[[str], Any]) -> Conversation:
    """Return the conversation of a record; `content` returns the value for a hash."""
    values: JsonObject = decode(record)
    plain = {name: values[name] for name in _PLAIN}
    plain["places"] = None if values["places"] is None else tuple(values["places"])
    payload = content(values["payload"])
    bare = Conversation(
        **plain,
        refusal_status=values.get("refusal_status"),
        previews=tuple(values["previews"]) if "previews" in values else None,
        payload=payload,
        messages=[],
        response=content(values["response"]),
        notes=tuple(Note(**note) for note in values["notes"]),
        replays=tuple(KeptReplay(*replay) for replay in content(values["replays"])) if "replays" in values else (),
        detection=_detection(values["detection"]),
    )
    if "settings" in values:
        bare = replace(bare, settings=content(values["settings"]))
    read = replace(bare, messages=content(values["messages"])) if "messages" in values else bare.with_payload(payload)
    return replace(read, origin=_origin(values, content, read.messages)) if "origin" in values else read


def _detection(values: JsonObject) -> Detection:
    """Return the stored detection, without fields that only another version of the workbench knows."""
    known = {name: value for name, value in values.items() if name in Detection.__struct_fields__}
    odd = tuple((index, name) for index, name in values["odd"])
    return Detection(**{**known, "candidates": tuple(values["candidates"]), "odd": odd})


def _origin(record: JsonObject, content: Callable[[str], Any], messages: list[Json]) -> Origin:
    """Return the stored origin. What older versions of the workbench did not store is empty."""
    values = record["origin"]
    return Origin(
        **{**{name: values[name] for name in _ORIGIN_FIELDS}, "lines": tuple(values["lines"])},
        document=content(record["document"]),
        places={tuple(path): tuple(place) for path, place in values["places"]},
        joined={tuple(path): [tuple(place) for place in places] for path, places in values.get("joined", ())},
        decoded={tuple(path): content(digest) for path, digest in record.get("decoded", ())},
        messages=content(record["as_read"]) if "as_read" in record else messages,
        facts=Facts(**values["facts"]),
        program_repairs=values["program_repairs"],
    )
