"""A capsule that somebody sent: the conversation is in the page as data, and is read as it was when it left."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from workbench.conversation import Conversation, Detection, KeptReplay, Note
from workbench.json.pointer import PointerError
from workbench.json.text import Json, parse_or_none
from workbench.loading.error import LoadError
from workbench.origin import HANDED_ON, Facts, Origin

VERSION = 1
CAPSULE = "capsule"
"""The kind of the note that whoever sent it wrote."""
BEGIN = '<script type="application/json" id="workbench-capsule">'
END = "</script>"


def is_capsule(text: str) -> bool:
    return text.lstrip()[:15].lower() == "<!doctype html>" and BEGIN in text


def from_capsule(text: str, name: str) -> Conversation:
    """The conversation of a capsule. Raises `LoadError` where the data in it is damaged, or of a later version."""
    held = parse_or_none(text.rpartition(BEGIN)[2].partition(END)[0])
    if not isinstance(held, dict) or held.get("capsule") != VERSION:
        version = held.get("capsule") if isinstance(held, dict) else None
        raise LoadError(
            "a capsule that cannot be read",
            f"a capsule of version {VERSION}",
            f"it has version {version}; a newer workbench can read it" if version else "its data is damaged",
            name=name,
        )
    try:
        return _conversation(held)
    except (PointerError, TypeError, AttributeError, ValueError) as fault:
        raise LoadError("a damaged capsule", "a conversation", f"its data does not fit: {fault}", name=name) from fault


def _conversation(held: dict[str, Json]) -> Conversation:
    places = held.get("places")
    note = str(held.get("note") or "")
    bare = Conversation(
        name=str(held.get("name") or "capsule"),
        payload=held.get("payload"),
        messages=[],
        base=str(held.get("base") or ""),
        places=tuple(map(str, places)) if isinstance(places, list) else None,
        settings=held["settings"] if isinstance(held.get("settings"), dict) else {},
        response=held.get("response"),
        notes=(Note(CAPSULE, note),) if note else (),
        endpoint=str(held.get("endpoint") or ""),
        refusal=str(held.get("refusal") or ""),
        judged_for=str(held.get("target") or ""),
    )
    if isinstance(origin := held.get("origin"), dict):
        bare = replace(bare, origin=_origin(origin), detection=Detection(str(held.get("format"))))
    read = bare.with_payload(bare.payload)
    if not isinstance(read.messages, list):
        raise ValueError("there is no list of messages")
    return replace(read, replays=tuple(_replays(held, len(read.messages))))


def _origin(held: dict[str, Json]) -> Origin:
    """The program that wrote the file; the file itself stayed with whoever sent the capsule."""
    repairs = held.get("program_repairs")
    return Origin(
        source=str(held.get("source") or ""),
        title=str(held.get("title") or ""),
        kind=HANDED_ON,
        facts=Facts(model=str(held.get("model") or "")),
        side=held.get("side") is True,
        stored=held.get("stored") is True,
        program_repairs={str(rule): str(how) for rule, how in repairs.items()} if isinstance(repairs, dict) else {},
    )


def _replays(held: dict[str, Json], count: int) -> Iterator[KeptReplay]:
    records, drawn = held.get("replays"), held.get("drawn")
    for number, record in enumerate(records if isinstance(records, list) else ()):
        if isinstance(record, dict):
            yield KeptReplay(record, count, isinstance(drawn, list) and number in drawn)
