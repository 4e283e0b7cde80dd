"""A conversation as bytes and back: a small record, and its large values each under the hash of their content.

Versions of a conversation, and conversations of one file, share the values they have in common. What comes back is
equal to what was packed, but for keys of a recording (`credentials`) and the other branches of a session, which are
read from the file when somebody asks for them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import asdict, replace

from workbench.conversation import Conversation, Detection, KeptReplay, Note
from workbench.json.pointer import PointerError
from workbench.json.text import Json
from workbench.loading.capsule import CAPSULE
from workbench.origin import Facts, Origin
from workbench.store.credentials import address_without_key, without_credentials
from workbench.store.exact import decode, encode

_PLAIN = ("name", "base", "places", "endpoint", "refusal", "judged_for", "around")
_OF_ORIGIN = ("source", "title", "kind", "lines", "remark", "side", "stored", "started_by")
_IDENTIFYING = ("payload", "document", "response", "base", "places", "endpoint", "refusal", "around")


@dataclass(frozen=True, slots=True)
class Packed:
    record: bytes
    contents: dict[str, bytes]
    """Hash → bytes, not yet compressed."""
    identity: str
    """Equal for equal content, whatever the file is called."""

    @property
    def size(self) -> int:
        return len(self.record) + sum(map(len, self.contents.values()))


class Packing:
    """For conversations that came together: a value that several of them hold is written once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[object, str, bytes]] = {}

    def pack(self, conversation: Conversation) -> Packed:
        contents: dict[str, bytes] = {}
        record: dict[str, Json] = {name: getattr(conversation, name) for name in _PLAIN}
        record["endpoint"] = address_without_key(conversation.endpoint)
        record["payload"] = self._put(conversation.payload, contents)
        record["response"] = self._put(conversation.response, contents)
        record["notes"] = [asdict(note) for note in conversation.notes]
        record["detection"] = asdict(conversation.detection)
        if conversation.replays:
            record["replays"] = self._put([_replay_record(one) for one in conversation.replays], contents)
        if (origin := conversation.origin) is not None:
            record["origin"] = _origin_record(origin)
            record["document"] = self._put(origin.document, contents, document=True)
        identity = _hash(encode([*(record.get(name) for name in _IDENTIFYING), *_handed_on(conversation, record)]))
        if not _follows(conversation):
            record["messages"] = self._put(conversation.messages, contents)
            record["settings"] = self._put(conversation.settings, contents)
        elif not conversation.base:
            record["settings"] = self._put(conversation.settings, contents)
        return Packed(encode(record), contents, identity)

    def _put(self, value: object, contents: dict[str, bytes], document: bool = False) -> str:
        known = self._known.get(id(value))
        if known is None:
            data = encode(value)
            if document and (kept := without_credentials(value, data)) is not value:
                data = encode(kept)
            known = self._known[id(value)] = (value, _hash(data), data)  # holds the value, so that its id stays its own
        contents[known[1]] = known[2]
        return known[1]


def _hash(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=32).hexdigest()


def is_intact(digest: str, data: bytes) -> bool:
    return _hash(data) == digest


def _follows(conversation: Conversation) -> bool:
    """Whether messages and settings are what the payload says, so that they need not be kept beside it."""
    try:
        read = conversation.with_payload(conversation.payload)
    except (PointerError, TypeError, AttributeError):
        return False
    same_settings = not conversation.base or read.settings == conversation.settings
    return read.messages == conversation.messages and read.base == conversation.base and same_settings


def _handed_on(conversation: Conversation, record: dict[str, Json]) -> list[Json]:
    """What a capsule brought: opened without it, the same conversation is another case, which replaces none of this."""
    notes = [note.text for note in conversation.notes if note.kind == CAPSULE]
    return [record.get("replays"), notes] if conversation.replays or notes else []


def _replay_record(kept: KeptReplay) -> list[Json]:
    return [kept.record, kept.messages, kept.in_table]


def _origin_record(origin: Origin) -> dict[str, Json]:
    return {
        **{name: getattr(origin, name) for name in _OF_ORIGIN},
        "places": [[list(path), list(place)] for path, place in origin.places.items()],
        "facts": asdict(origin.facts),
        "program_repairs": dict(origin.program_repairs),
    }


def unpack(record: bytes, content: Callable[[str], Json]) -> Conversation:
    """`content` gives the value of a hash."""
    held: dict[str, Json] = decode(record)
    plain = {name: held[name] for name in _PLAIN}
    plain["places"] = None if held["places"] is None else tuple(held["places"])
    payload = content(held["payload"])
    bare = Conversation(
        **plain,
        payload=payload,
        messages=[],
        response=content(held["response"]),
        notes=tuple(Note(**note) for note in held["notes"]),
        replays=tuple(KeptReplay(*one) for one in content(held["replays"])) if "replays" in held else (),
        detection=_detection(held["detection"]),
        origin=_origin(held["origin"], content(held["document"])) if "origin" in held else None,
    )
    if "settings" in held:
        bare = replace(bare, settings=content(held["settings"]))
    return replace(bare, messages=content(held["messages"])) if "messages" in held else bare.with_payload(payload)


def _detection(held: dict[str, Json]) -> Detection:
    kept = {name: value for name, value in held.items() if name in Detection.__struct_fields__}
    odd = tuple((index, name) for index, name in held["odd"])
    return Detection(**{**kept, "candidates": tuple(held["candidates"]), "odd": odd})


def _origin(held: dict[str, Json], document: object) -> Origin:
    return Origin(
        **{**{name: held[name] for name in _OF_ORIGIN}, "lines": tuple(held["lines"])},
        document=document,
        places={tuple(path): tuple(place) for path, place in held["places"]},
        facts=Facts(**held["facts"]),
        program_repairs=held["program_repairs"],
    )
