"""Events of Anthropic's managed agents: user messages, agent messages, and tools that the client runs."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.contract import Found, Material, Source
from workbench.sources.reading import as_text, in_text, member, objects, text_of
from workbench.sources.transcript import Transcript

_CALLS = ("agent.custom_tool_use", "agent.tool_use", "agent.mcp_tool_use")
_RESULTS = {
    "user.custom_tool_result": "custom_tool_use_id",
    "agent.tool_result": "tool_use_id",
    "agent.mcp_tool_result": "mcp_tool_use_id",
}
"""Type of result → the key of its call id. Anthropic runs the tools that the client does not."""
_EVENTS = ("user.message", "user.define_outcome", "agent.message", *_CALLS, *_RESULTS)
_Placed = tuple[Path, dict[str, Json]]


def recognise(material: Material) -> bool:
    if not isinstance(material.value, list):
        return False
    first = [event for number, item in enumerate(material.value[:20]) for event in _events(item, (number,))]
    return any(as_text(event.get("type")) in _EVENTS[1:] for _, event in first)


def _events(value: object, at: Path) -> Iterator[_Placed]:
    """Yield an event, or the events in the arguments of a recorded call."""
    if isinstance(value, dict):
        if as_text(value.get("type")) in _EVENTS:
            yield at, value
        yield from (spot for spot in objects(value.get("events"), (*at, "events")))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            if isinstance(item, (dict, list)):
                yield from _events(item, (*at, number))


def read(material: Material) -> Iterator[Found]:
    transcript = Transcript()
    seen: set[str] = set()
    for number, item in enumerate(material.value):
        for place, event in _events(item, (number,)):
            block = _block(event)
            if block is not None and not _is_echo(event, seen):
                _add_message(transcript, *block, place)
    if transcript.messages:
        yield Found(transcript.messages, transcript.places, "anthropic")


def _is_echo(event: dict[str, Json], seen: set[str]) -> bool:
    """Whether the stream repeats an event that the client sent, now with an id."""
    content_key = f"{event.get('type')} {_answered(event)} {text_of(event.get('content') or event.get('description'))}"
    names = {name for name in (as_text(event.get("id")), content_key) if name}
    echo = as_text(event.get("id")) in seen or (as_text(event.get("type")).startswith("user.") and content_key in seen)
    seen |= names
    return echo


def _block(event: dict[str, Json]) -> tuple[str, list[Json]] | None:
    kind = as_text(event.get("type"))
    if kind == "user.define_outcome":
        return "user", _blocks(event.get("description"))
    if kind in {"user.message", "agent.message"}:
        return ("user" if kind.startswith("user") else "assistant"), _blocks(event.get("content"))
    if kind in _CALLS:
        use = {"type": "tool_use", "id": event.get("id"), "name": event.get("name"), "input": event.get("input")}
        return "assistant", [use]
    if kind in _RESULTS:
        result = {"type": "tool_result", "tool_use_id": _answered(event), "content": event.get("content")}
        return "user", [result | ({"is_error": True} if event.get("is_error") else {})]
    return None


def _blocks(content: Json) -> list[Json]:
    """Return the blocks of a message. A text or an unexpected value becomes one block."""
    if isinstance(content, list):
        return list(content)
    return [{"type": "text", "text": in_text(content)}] if content else []


def _answered(event: dict[str, Json]) -> Json:
    return event.get(_RESULTS.get(as_text(event.get("type")), ""))


def _add_message(transcript: Transcript, role: str, blocks: list[Json], place: Path) -> None:
    """Add blocks. Consecutive blocks of one role are one message."""
    if transcript.messages and member(transcript.messages[-1], "role") == role:
        held = transcript.messages[-1]["content"]
        transcript.note(len(transcript) - 1, ((("content", len(held) + n), place) for n in range(len(blocks))))
        held.extend(blocks)
    else:
        transcript.add_blocks(role, [(block, place) for block in blocks], place)


SOURCE = Source(
    "anthropic-managed-agents",
    "managed agent session",
    recognise,
    read,
    signs=frozenset({"custom_tool_use_id", "input", "[", "events"}),
)
