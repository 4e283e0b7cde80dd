"""Copilot CLI sessions (`~/.copilot/session-state/<id>/events.jsonl`): a log of events.

Events of a subagent name the call that started it. They are a conversation of their own, and its answer is the result
of that call.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import Found, Material, Source
from workbench.sources.reading import as_object, as_text, in_text, member, objects

_EVENTS = frozenset({"user.message", "assistant.message", "tool.execution_complete", "session.start"})


def recognise(material: Material) -> bool:
    kinds = [as_text(event.get("type")) for event in material.sample]
    known = [kind for kind in kinds if kind in _EVENTS]
    with_data = any("data" in event or "session_id" in event for event in material.sample)
    return bool(known) and with_data and any(kind.endswith(".message") for kind in kinds)


def read(material: Material) -> Iterator[Found]:
    threads: dict[str, ChatTurns] = defaultdict(ChatTurns)
    facts = Facts()
    for place, event in material.records:
        data, at = (event["data"], (*place, "data")) if isinstance(event.get("data"), dict) else (event, place)
        kind = event.get("type")
        if kind == "session.start":
            facts = Facts(when=as_text(event.get("timestamp")), who=as_text(member(data, "context", "cwd")))
        else:
            _add(threads[as_text(member(data, "parentToolCallId"))], as_text(kind), as_object(data), at)
    main = threads.pop("", ChatTurns())
    remark = f"{len(threads)} subagent{'' if len(threads) == 1 else 's'}" if threads else ""
    if main.messages:
        yield Found(main.messages, main.places, FORMAT, facts=facts, remark=remark)
    for number, (started_by, turns) in enumerate(threads.items(), 1):
        if turns.messages:
            label = f"subagent {number}"
            yield Found(
                turns.messages, turns.places, FORMAT, label=label, facts=facts, side=True, started_by=started_by
            )


def _add(turns: ChatTurns, kind: str, data: dict[str, Json], at: Path) -> None:
    """Add an event. Older logs only have texts, as `prompt` and `output`."""
    if kind == "user.message":
        turns.say("user", in_text(data.get("content", data.get("prompt"))), at)
    elif kind == "assistant.message":
        calls = [
            Call(call.get("toolCallId"), call.get("name"), call.get("arguments"), place)
            for place, call in objects(data.get("toolRequests"), (*at, "toolRequests"))
        ]
        words = in_text(data.get("content", data.get("output")))
        if words or calls:
            turns.answer(words, calls, at)
    elif kind == "tool.execution_complete":
        result = data.get("result")
        turns.result(data.get("toolCallId"), member(result, "content") or result, at)


SOURCE = Source(
    slug="copilot-cli",
    title="Copilot CLI session",
    recognise=recognise,
    read=read,
    homes=(".copilot/session-state/*/events.jsonl", ".copilot/session-state/*.jsonl"),
    signs=frozenset({"data", "session_id"}),
)
