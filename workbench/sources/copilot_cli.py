"""Copilot CLI sessions (`~/.copilot/session-state/<id>/events.jsonl`): a log of events.

Events of a subagent name the call that started it. They are a conversation of their own, and its answer is the result
of that call. VS Code logs an answer when it is complete, so the results of its calls may come first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import Found, Material, Source
from workbench.sources.reading import as_text, in_text, member, objects

_EVENTS = frozenset({"user.message", "assistant.message", "tool.execution_complete", "session.start"})


class _Event(NamedTuple):
    kind: str
    when: str
    data: dict[str, Json]
    at: Path


def recognise(material: Material) -> bool:
    kinds = [as_text(event.get("type")) for event in material.sample]
    known = [kind for kind in kinds if kind in _EVENTS]
    with_data = any("data" in event or "session_id" in event for event in material.sample)
    return bool(known) and with_data and any(kind.endswith(".message") for kind in kinds)


def read(material: Material) -> Iterator[Found]:
    threads: dict[str, ChatTurns] = defaultdict(ChatTurns)
    facts = Facts()
    for event in _in_order(material):
        if event.kind == "session.start":
            facts = Facts(when=event.when, who=as_text(member(event.data, "context", "cwd")))
        else:
            _add(threads[as_text(member(event.data, "parentToolCallId"))], event.kind, event.data, event.at)
    main = threads.pop("", ChatTurns())
    remark = f"{len(threads)} subagent{'' if len(threads) == 1 else 's'}" if threads else ""
    asked = next((event.data for event in map(_event, material.records) if event.kind == "user.message"), {})
    facts = replace(facts, title=in_text(asked.get("content", asked.get("prompt")))[:80])
    if main.messages:
        yield Found(main.messages, main.places, FORMAT, facts=facts, remark=remark)
    for number, (started_by, turns) in enumerate(threads.items(), 1):
        if turns.messages:
            label = f"subagent {number}"
            yield Found(
                turns.messages, turns.places, FORMAT, label=label, facts=facts, side=True, started_by=started_by
            )


def _in_order(material: Material) -> Iterator[_Event]:
    """Yield the events, with each result after the answer that made its call."""
    events = list(map(_event, material.records))
    made_at = {
        as_text(call.get("toolCallId")): number
        for number, event in reversed(list(enumerate(events)))
        if event.kind == "assistant.message"
        for _, call in objects(event.data.get("toolRequests"))
    }
    waiting = defaultdict(list)
    for number, event in enumerate(events):
        made = made_at.get(as_text(event.data.get("toolCallId")), -1)
        if event.kind == "tool.execution_complete" and made > number:
            waiting[made].append(event)
            continue
        yield event
        yield from waiting.pop(number, ())


def _event(record: tuple[Path, dict[str, Json]]) -> _Event:
    place, event = record
    kind, when = as_text(event.get("type")), as_text(event.get("timestamp"))
    held = event.get("data")
    return _Event(kind, when, held, (*place, "data")) if isinstance(held, dict) else _Event(kind, when, event, place)


def _add(turns: ChatTurns, kind: str, data: dict[str, Json], at: Path) -> None:
    """Add an event. Older logs only have texts, as `prompt` and `output`."""
    if kind == "user.message":
        turns.say("user", in_text(data.get("content", data.get("prompt"))), at)
    elif kind == "assistant.message":
        calls = [
            Call(call.get("toolCallId"), call.get("name") or call.get("toolName"), call.get("arguments"), place)
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
