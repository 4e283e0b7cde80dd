"""Kimi Code sessions (`~/.kimi-code/sessions/…/agents/*/wire.jsonl`): a log of changes to the context.

An answer is logged piece by piece (a step, its parts, its calls). Clearing, undoing and compacting change earlier
entries. The program sends the resulting context.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import Found, Material, Source
from workbench.sources.kimi_cli import without_thoughts
from workbench.sources.reading import Object, as_text, in_text, member, objects, text_of


@dataclass(slots=True)
class _Turn:
    role: str
    at: Path
    content: Any = None
    calls: list[Call] = field(default_factory=list)
    answers: Json = None
    """The id of the call that a tool message answers."""
    origin: str = "user"
    """Who wrote a user message: the user, the program or a compaction."""


def recognise(material: Material) -> bool:
    first = material.sample[0] if material.sample else {}
    if first.get("type") == "metadata" and "protocol_version" in first:
        return True
    return any(as_text(line.get("type")).startswith("context.append_") for line in material.sample)


def read(material: Material) -> Iterator[Found]:
    context = _Context()
    model = ""
    for place, line in material.records:
        context.apply(line, place)
        model = as_text(line.get("modelAlias")) or model
    turns = ChatTurns()
    for turn in context.settled():
        _add(turns, turn)
    if turns.messages:
        title = text_of(next((turn.content for turn in context.turns if turn.role == "user"), ""))[:80]
        yield Found(turns.messages, turns.places, FORMAT, facts=Facts(title, model))


class _Context:
    """The context that the program would load, following its `contextOps` and `loopEventFold` for messages."""

    def __init__(self) -> None:
        self.turns: list[_Turn] = []
        self._open: dict[str, _Turn] = {}
        self._pending: set[str] = set()
        self._deferred: list[_Turn] = []

    def apply(self, line: Object, place: Path) -> None:
        kind = line.get("type")
        if kind == "context.append_message" and isinstance(line.get("message"), dict):
            self._append(_message(line["message"], (*place, "message")))
        elif kind == "context.append_loop_event" and isinstance(line.get("event"), dict):
            self._step(line["event"], (*place, "event"))
        elif kind == "context.clear":
            self._reset([])
        elif kind == "context.undo":
            self._reset(self._before_prompts(line.get("count")))
        elif kind == "context.apply_compaction":
            self._reset(self._compacted(line, place))

    def settled(self) -> list[_Turn]:
        """Return the turns without empty answers. Messages that still wait for results come last."""
        kept = [turn for turn in self.turns if turn.role != "assistant" or turn.calls or turn.content]
        return [*kept, *self._deferred]

    def _append(self, turn: _Turn) -> None:
        """Add a message. If it arrives between a call and its result, it is added after the result."""
        (self._deferred if self._pending else self.turns).append(turn)

    def _step(self, event: Object, place: Path) -> None:
        kind, step = event.get("type"), as_text(event.get("stepUuid"))
        if kind == "step.begin":
            self._open[as_text(event.get("uuid"))] = turn = _Turn("assistant", place, [])
            self.turns.append(turn)
        elif kind == "content.part" and step in self._open:
            self._open[step].content.append(event.get("part"))
        elif kind == "tool.call" and step in self._open:
            call_id = event.get("toolCallId")
            self._open[step].calls.append(Call(call_id, event.get("name"), event.get("args"), place))
            self._pending.add(in_text(call_id))
        elif kind == "tool.result":
            output = member(event, "result", "output")
            self.turns.append(_Turn("tool", place, output, answers=event.get("toolCallId")))
            self._pending.discard(in_text(event.get("toolCallId")))
            if not self._pending:
                self.turns += self._deferred
                self._deferred = []

    def _reset(self, turns: list[_Turn]) -> None:
        self.turns = turns
        self._open, self._pending, self._deferred = {}, set(), []

    def _before_prompts(self, count: object) -> list[_Turn]:
        """Return the turns before the last `count` prompts of the user."""
        prompts = [n for n, turn in enumerate(self.turns) if turn.role == "user" and turn.origin == "user"]
        number = count if isinstance(count, int) and not isinstance(count, bool) else 0
        return self.turns[: prompts[-number]] if 0 < number <= len(prompts) else self.turns

    def _compacted(self, line: Object, place: Path) -> list[_Turn]:
        """Return the turns after a compaction. Older versions keep the end of the history, newer ones some prompts."""
        key = "contextSummary" if line.get("contextSummary") else "summary"
        summary = _Turn("user", (*place, key), text_of(line.get(key)) or in_text(line.get(key)), origin="compaction")
        kept, head = line.get("keptUserMessageCount"), line.get("keptHeadUserMessageCount")
        if not isinstance(kept, int):
            count = line.get("compactedCount")
            return [summary, *self.turns[count if isinstance(count, int) else len(self.turns) :]]
        prompts = [turn for turn in self.turns if turn.role == "user" and turn.origin == "user"]
        first = head if isinstance(head, int) else 0
        last = min(kept, len(prompts)) - first
        return [*prompts[:first], *(prompts[-last:] if last > 0 else []), summary]


def _message(message: Object, place: Path) -> _Turn:
    calls = [
        Call(call.get("id"), call.get("name"), call.get("arguments"), spot)
        for spot, call in objects(message.get("toolCalls"), (*place, "toolCalls"))
    ]
    origin = as_text(member(message, "origin", "kind")) or "user"
    role = as_text(message.get("role"))
    return _Turn(role, place, message.get("content"), calls, message.get("toolCallId"), origin)


def _add(turns: ChatTurns, turn: _Turn) -> None:
    if turn.role == "assistant":
        turns.answer(without_thoughts(turn.content), turn.calls, turn.at)
    elif turn.role == "tool":
        turns.result(turn.answers, text_of(turn.content), turn.at)
    elif turn.role:
        turns.say(turn.role, without_thoughts(turn.content), turn.at)


SOURCE = Source(
    "kimi-code",
    "Kimi Code session",
    recognise,
    read,
    program_repairs={"tool-result-missing": "Kimi Code answers this call as interrupted when it loads the session."},
    homes=(".kimi-code/sessions/*/*/agents/*/wire.jsonl", "$KIMI_CODE_HOME/sessions/*/*/agents/*/wire.jsonl"),
    signs=frozenset({"protocol_version", "event", "message"}),
)
