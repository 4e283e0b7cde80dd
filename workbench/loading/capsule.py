"""Read the conversation from a capsule, which is a web page with the conversation in it as data."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from workbench.conversation import Conversation, Detection, KeptReplay, Note
from workbench.json.pointer import PointerError
from workbench.json.text import Json, JsonObject, parse_or_none
from workbench.loading.error import LoadError
from workbench.origin import WITHOUT_FILE, Facts, Origin

VERSION = 1
CAPSULE = "capsule"
"""The kind of the note that the sender wrote."""
BEGIN = '<script type="application/json" id="workbench-capsule">'
END = "</script>"


def is_capsule(text: str) -> bool:
    return text.lstrip()[:15].lower() == "<!doctype html>" and BEGIN in text


def from_capsule(text: str, name: str) -> Conversation:
    """Return the conversation of a capsule. Raise `LoadError` if its data is damaged or of a later version."""
    data = parse_or_none(text.rpartition(BEGIN)[2].partition(END)[0])
    if not isinstance(data, dict) or data.get("capsule") != VERSION:
        version = data.get("capsule") if isinstance(data, dict) else None
        raise LoadError(
            "a capsule that cannot be read",
            f"a capsule of version {VERSION}",
            f"it has version {version}; a newer workbench can read it" if version else "its data is damaged",
            name=name,
        )
    try:
        return _conversation(data)
    except (PointerError, TypeError, AttributeError, ValueError) as fault:
        raise LoadError("a damaged capsule", "a conversation", f"its data is invalid: {fault}", name=name) from fault


def _conversation(data: JsonObject) -> Conversation:
    places, previews = data.get("places"), data.get("previews")
    note = str(data.get("note") or "")
    bare = Conversation(
        name=str(data.get("name") or "capsule"),
        payload=data.get("payload"),
        messages=[],
        base=str(data.get("base") or ""),
        places=tuple(map(str, places)) if isinstance(places, list) else None,
        settings=data["settings"] if isinstance(data.get("settings"), dict) else {},
        response=data.get("response"),
        notes=(Note(CAPSULE, note),) if note else (),
        endpoint=str(data.get("endpoint") or ""),
        refusal=str(data.get("refusal") or ""),
        judged_for=str(data.get("target") or ""),
        previews=tuple(map(str, previews)) if isinstance(previews, list) else None,
    )
    if isinstance(origin := data.get("origin"), dict):
        bare = replace(bare, origin=_origin(origin), detection=Detection(str(data.get("format"))))
    read = bare.with_payload(bare.payload)
    if not isinstance(read.messages, list):
        raise ValueError("there is no list of messages")
    return replace(read, replays=tuple(_replays(data, len(read.messages))))


def _origin(data: dict[str, Json]) -> Origin:
    """Return the program that wrote the file. The file itself is not in the capsule."""
    repairs = data.get("program_repairs")
    return Origin(
        source=str(data.get("source") or ""),
        title=str(data.get("title") or ""),
        kind=WITHOUT_FILE,
        facts=Facts(model=str(data.get("model") or "")),
        side=data.get("side") is True,
        stored=data.get("stored") is True,
        program_repairs={str(rule): str(how) for rule, how in repairs.items()} if isinstance(repairs, dict) else {},
    )


def _replays(data: dict[str, Json], count: int) -> Iterator[KeptReplay]:
    records, drawn = data.get("replays"), data.get("drawn")
    for number, record in enumerate(records if isinstance(records, list) else ()):
        if isinstance(record, dict):
            yield KeptReplay(record, count, isinstance(drawn, list) and number in drawn)
