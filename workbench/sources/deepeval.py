"""DeepEval: traces with one list of spans per type, and test runs whose cases contain such a trace or a chat's turns.

Only the spans of model calls contain what was sent, and its integrations rewrite it for people: calls lose their ids,
get quotes around their names or become texts. So only what was said is read, and the calls are omitted. A function that
is observed as it is called (`args`) has the request itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from workbench.conversation import Note
from workbench.json.pointer import Path
from workbench.json.text import JsonObject, compact
from workbench.origin import NO_FACTS, Facts
from workbench.sources.chat_turns import FORMAT, ChatTurns
from workbench.sources.contract import Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import as_text, has, member, objects, text_of
from workbench.sources.recorded_calls import answer_in, call_in, longest_histories

_CASES = ("testCases", "conversationalTestCases")
_ROLES = {"system": "system", "user": "user", "human": "user", "assistant": "assistant", "ai": "assistant"}
_NOTHING = frozenset({"", "None"})


def recognise(material: Material) -> bool:
    return _is_run(material.object) or material.mostly(_is_trace)


def _is_trace(record: JsonObject) -> bool:
    return isinstance(record.get("llmSpans"), list) and ("agentSpans" in record or "toolSpans" in record)


def _is_run(value: JsonObject) -> bool:
    return any(isinstance(value.get(key), list) for key in _CASES) and has(value, "metricsScores")


def read(material: Material) -> Iterator[Found]:
    found = [*longest_histories(list(_calls(material))), *_chats(material)]
    if not found:
        raise NothingToJudgeError("none of its spans is a model call with messages")
    yield from found


def _calls(material: Material) -> Iterator[Found]:
    """Yield what was said before each call. Calls that only differ in what is omitted are one conversation."""
    for place, trace in _traces(material):
        said = set[str]()
        for at, span in objects(trace.get("llmSpans"), (*place, "llmSpans")):
            facts = Facts(as_text(trace.get("name")), as_text(span.get("model")), as_text(span.get("startTime")))
            sent, way = span.get("input"), (*at, "input")
            if has(sent, "args") and (call := call_in(sent, way)) is not None:
                response = answer_in(span.get("output"))
                yield replace(call, label=as_text(span.get("uuid")), facts=facts, response=response)
                continue
            if isinstance(inner := member(sent, "messages"), list):
                sent, way = inner, (*way, "messages")
            for found in _texts(sent, way, as_text(span.get("uuid")), facts):
                if (words := compact(found.messages)) not in said:
                    said.add(words)
                    yield found


def _texts(messages: object, at: Path, label: str, facts: Facts) -> Iterator[Found]:
    """Yield a conversation of the texts in a list of messages, if there are any."""
    turns = ChatTurns()
    omitted = 0
    for place, message in objects(messages, at):
        role, text = _ROLES.get(as_text(message.get("role"))), text_of(message.get("content"))
        if role is None or text in _NOTHING:
            omitted += 1
        else:
            turns.say(role, text, place)
    if turns.messages:
        text = f"{omitted} messages without a text are omitted, because DeepEval does not store calls as they were sent"
        notes = (Note("calls-left-out", text),) if omitted else ()
        yield Found(turns.messages, turns.places, FORMAT, label=label, facts=facts, notes=notes)


def _traces(material: Material) -> Iterator[tuple[Path, JsonObject]]:
    for place, record in material.records:
        if _is_trace(record):
            yield place, record
        for at, case in objects(record.get("testCases"), (*place, "testCases")):
            if isinstance(trace := case.get("trace"), dict):
                yield (*at, "trace"), trace


def _chats(material: Material) -> Iterator[Found]:
    """Yield the cases that are chats."""
    for place, case in objects(member(material.value, "conversationalTestCases"), ("conversationalTestCases",)):
        yield from _texts(case.get("turns"), (*place, "turns"), as_text(case.get("name")), NO_FACTS)


SOURCE = Source(
    "deepeval",
    "DeepEval trace",
    recognise,
    read,
    stored=False,
    signs=frozenset({"llmSpans", "testCases", "conversationalTestCases"}),
)
