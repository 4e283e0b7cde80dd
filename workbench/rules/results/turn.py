"""The results of one turn: split over messages, more or fewer than the calls, or mixed with text."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.pairing import pairs_of, unmatched
from workbench.formats.contract import Event
from workbench.json.description import call_of, tool_of
from workbench.json.patch import Operation, add, remove, replace
from workbench.json.text import JsonObject, compact
from workbench.rules.contract import Violation, at, at_message, rule
from workbench.rules.editing.context import NO_RESULT, RepairContext
from workbench.rules.editing.moving import place_after
from workbench.rules.editing.placeholders import kept_as_note
from workbench.rules.occasions import has_calls, has_results
from workbench.targets.contract import INFO, WARNING, Target
from workbench.targets.models import facts_of
from workbench.targets.severities import Severity


def join_results(context: RepairContext, finding: Finding) -> Fix | None:
    """Move a result into the message with the first result of its turn."""
    result = context.event(finding.at, "result")
    call = context.event(finding.partner, "call")
    if result is None or call is None or len(result.path) != 2 or not context.in_list:
        return None
    turn = {str(event.id) for event in context.chat.of_message(call.message) if event.kind == "call"}
    answers = [
        event.message for event in context.chat.results if str(event.id) in turn and event.message > call.message
    ]
    if not answers or answers[0] >= result.message:
        return None
    target = context.pointer(answers[0], (result.path[0], "-"))
    removal = remove(context.pointer(result.message)) if context.is_alone(result) else remove(context.at(result))
    patch = (add(target, context.value(context.at(result))), removal)
    why = "All results of a turn belong in one message."
    return Fix("Move the result to the other results of its turn", patch, True, why)


@rule("TC107", "tool-result-split", with_rules=("role-consecutive",), fix=join_results, explains="cause")
def tool_result_split(chat: Chat, target: Target) -> Iterator[Violation]:
    """The results of one turn's calls are spread over several messages.

    This provider requires all of them in the one message after the calls. This usually comes from a converter that
    makes one message per result.

    Bad (bedrock):
        {"toolConfig": {"tools": [{"toolSpec": {"name": "f", "inputSchema": {"json": {"type": "object"}}}}]},
         "messages": [{"role": "user", "content": [{"text": "q"}]},
         {"role": "assistant", "content": [{"toolUse": {"toolUseId": "a", "name": "f", "input": {}}},
           {"toolUse": {"toolUseId": "b", "name": "f", "input": {}}}]},
         {"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": [{"text": "1"}]}}]},
         {"role": "user", "content": [{"toolResult": {"toolUseId": "b", "content": [{"text": "2"}]}}]}]}
    Good (bedrock):
        {"toolConfig": {"tools": [{"toolSpec": {"name": "f", "inputSchema": {"json": {"type": "object"}}}}]},
         "messages": [{"role": "user", "content": [{"text": "q"}]},
         {"role": "assistant", "content": [{"toolUse": {"toolUseId": "a", "name": "f", "input": {}}},
           {"toolUse": {"toolUseId": "b", "name": "f", "input": {}}}]},
         {"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": [{"text": "1"}]}},
           {"toolResult": {"toolUseId": "b", "content": [{"text": "2"}]}}]}]}
    """
    first_answer: dict[int, int] = {}
    for call, result in pairs_of(chat, target.pairing).of_calls(chat.calls):
        first = first_answer.setdefault(call.message, result.message)
        if result.message != first and call.message != result.message:
            text = f"The result of {call_of(result.id)} is separate from the other results of its turn."
            yield at(result, text, partner=call, cause=f"split {call.message}", first=first, ids=result.id)
    if target.pairing == "name" and any(result.id is None for result in chat.results):
        yield from _split_without_ids(chat)


def _split_without_ids(chat: Chat) -> Iterator[Violation]:
    """Split results in a format with optional ids, where a turn's results are those in the next turn."""
    for turn, answers in _turns_with_calls(chat):
        answering = [event for index in answers for event in chat.of_message(index) if event.kind == "result"]
        if not answering or answering[0].message == answering[-1].message:
            continue
        call = next(event for index in turn for event in chat.of_message(index) if event.kind == "call")
        for result in answering:
            if result.id is None and result.message != answering[0].message:
                text = f"The result of {tool_of(result.name)} is separate from the other results of its turn."
                facts: JsonObject = {"first": answering[0].message, "ids": result.name}
                yield at(result, text, partner=call, cause=f"split {turn.start}", **facts)


def even_out(context: RepairContext, finding: Finding) -> Fix | None:
    """Make a model turn that has only results a user turn; else add a placeholder for each call of the turn without a
    result, and keep all surplus results as notes."""
    start = context.conversation.index_of(finding.partner or "")
    if start is None or context.format.answer is None or not context.in_list:
        return None
    roles = context.chat.roles
    stop = next((index for index in range(start, len(roles)) if roles[index] != "assistant"), len(roles))
    if patch := _results_as_user_turns(context, range(start + 1, stop)):
        return Fix(
            "Make the turn of the results a user turn", patch, True, "The content of the results stays the same."
        )
    calls = context.of_kind("call", range(start, stop))
    results = context.of_kind("result", range(stop, context.next_assistant(stop)))
    lacking, surplus = unmatched(calls, results)
    if surplus and not lacking and (copies := _without_copies(context, surplus, results)):
        return copies
    if surplus and not lacking:
        why = "The turn has fewer calls than results. What is surplus is kept, as a note from the user's side."
        return kept_as_note(context, surplus, why)
    patch = _answers(context, lacking, results, stop)
    if surplus or not patch:
        return None
    why = "The file has the other results of the turn, but none for these calls."
    return Fix("Add results stating that none was recorded", patch, True, why, 0.7)


def _without_copies(context: RepairContext, surplus: list[Event], results: list[Event]) -> Fix | None:
    """Remove the surplus results if each is an equal copy of another result of its call."""
    others = [result for result in results if all(result is not copy for copy in surplus)]
    kept = {_name(result): context.at(result) for result in others if isinstance(result.id, str)}
    names = list(map(_name, surplus))
    if any(context.is_alone(copy) or len(copy.path) != 2 for copy in surplus) or not kept.keys() >= set(names):
        return None
    patch = tuple(remove(context.at(copy)) for copy in reversed(surplus))
    why = "Both have the same content."
    return Fix("Remove the copy of the result", patch, True, why, 0.98, tuple(kept[name] for name in names))


def _name(result: Event) -> tuple[str, str]:
    return compact(result.id), compact(result.value)


def _results_as_user_turns(context: RepairContext, turn: range) -> tuple[Operation, ...]:
    """Return the changed roles of the messages that only have results, although they are in a turn of the model."""
    patch: list[Operation] = []
    for index in turn:
        events = context.events(index)
        results = {event.path for event in events if event.kind == "result"}
        envelope = context.envelope([])
        if results and isinstance(envelope, dict) and all(event.path[:2] in results for event in events):
            key = context.format.role_key
            patch.append(replace(context.pointer(index, (key,)), envelope[key]))
    return tuple(patch)


def _answers(context: RepairContext, lacking: list[Event], results: list[Event], stop: int) -> tuple[Operation, ...]:
    answer = context.format.answer
    blocks = [answer(call.id, call.name, NO_RESULT) for call in lacking] if answer else []
    if not blocks:
        return ()
    envelope = context.envelope(blocks)
    if envelope is None:
        place = place_after(context, lacking[0].message)
        return tuple(add(context.pointer(place), block) for block in blocks)
    if results and len(results[-1].path) == 2:
        last = results[-1]
        key, place = last.path[0], int(last.path[1]) + 1
        return tuple(add(context.pointer(last.message, (key, place)), block) for block in blocks)
    return (add(context.pointer(stop), envelope),)


@rule("TC108", "tool-count-mismatch", fix=even_out, last_resort=True)
def tool_count_mismatch(chat: Chat, target: Target) -> Iterator[Violation]:
    """The number of results differs from the number of calls in the previous turn.

    The provider pairs by position (and name), so a missing result shifts all others. This usually comes from
    compressing a history with parallel calls.

    Bad (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Look."}]},
         {"role": "model", "parts": [{"functionCall": {"name": "read", "args": {}}},
           {"functionCall": {"name": "grep", "args": {}}}]},
         {"role": "user", "parts": [{"functionResponse": {"name": "read", "response": {"output": "ok"}}}]},
         {"role": "user", "parts": [{"text": "Go on."}]}]}
    Good (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Look."}]},
         {"role": "model", "parts": [{"functionCall": {"name": "read", "args": {}}},
           {"functionCall": {"name": "grep", "args": {}}}]},
         {"role": "user", "parts": [{"functionResponse": {"name": "read", "response": {"output": "ok"}}},
           {"functionResponse": {"name": "grep", "response": {"output": "ok"}}}]}]}
    """
    elsewhere = {call.message for _, call in pairs_of(chat, target.pairing).not_adjacent}
    for turn, answers in _turns_with_calls(chat):
        if not elsewhere.isdisjoint(turn):
            continue  # its result is in the wrong place
        calls = [event for index in turn for event in chat.of_message(index) if event.kind == "call"]
        results = [event for index in answers for event in chat.of_message(index) if event.kind == "result"]
        if len(calls) == len(results) or (not results and _may_be_running(chat, calls[-1])):
            continue
        lacking, place = _lacking(calls, results)
        counts = f"{len(calls)} call{'s' * (len(calls) != 1)}, {len(results)} result{'s' * (len(results) != 1)}"
        lacking_id, cause = lacking.id, f"missing {lacking.id}"
        if lacking_id is None:
            lacking_id, cause = lacking.name, f"count {turn[0]}"
        facts: JsonObject = {"calls": len(calls), "results": len(results), "id": lacking_id}
        yield at_message(place, f"The turn has {counts}.", partner=turn[0], cause=cause, **facts)


def _lacking(calls: list[Event], results: list[Event]) -> tuple[Event, int]:
    """The first call without a result, and the message where the counts differ."""
    without_result, without_call = unmatched(calls, results)
    lacking = without_result[0] if without_result else calls[0]
    if len(results) > len(calls):
        return lacking, without_call[0].message
    last_to_call = lacking.message == calls[-1].message
    return lacking, results[0].message if results and last_to_call else lacking.message


def _turns_with_calls(chat: Chat) -> Iterator[tuple[range, range]]:
    """Each turn that calls tools, and the turn after it; adjacent messages of one role are one turn."""
    starts = [
        index for index, role in enumerate(chat.roles) if index == 0 or _side(role) != _side(chat.roles[index - 1])
    ]
    bounds = [*starts, len(chat.roles)]
    calling = {call.message for call in chat.calls}
    for number in range(len(starts)):
        turn = range(bounds[number], bounds[number + 1])
        if chat.roles[turn.start] == "assistant" and not calling.isdisjoint(turn):
            after = bounds[number + 2] if number + 2 < len(bounds) else turn.stop
            yield turn, range(turn.stop, after)


def _side(role: str) -> str:
    return "assistant" if role == "assistant" else "user"


def _may_be_running(chat: Chat, call: Event) -> bool:
    """Whether the history ends with a call. If the model has said more in a later message, its result was lost."""
    return call.message == len(chat.roles) - 1


def split_text_from_results(context: RepairContext, finding: Finding) -> Fix | None:
    """Move content that follows the results to its own turn, if the target accepts consecutive turns of one role.

    A role that the format does not have is corrected first: the results show what it should be, the rest does not.
    """
    index, message = finding.message_index, context.message(finding.message_index)
    if context.chat.roles[index] == "other" and context.format.role_key in message:
        return None
    results = [event.path for event in context.events(index) if event.kind == "result"]
    if not context.in_list or "role-consecutive" in context.target.rules or any(len(path) != 2 for path in results):
        return None
    key, last = results[0][0], max(int(path[1]) for path in results)
    following = message[key][last + 1 :]
    if not following:
        return None
    patch = (
        replace(context.pointer(index, (key,)), message[key][: last + 1]),
        add(context.pointer(index + 1), {**message, key: following}),
    )
    why = "Every part keeps its content and order."
    return Fix("Move the content after the results to its own turn", patch, True, why, 0.9)


@rule("TC109", "tool-result-mixed-with-text", fix=split_text_from_results, occasion=has_results)
def tool_result_mixed_with_text(chat: Chat, target: Target) -> Iterator[Violation]:
    """A turn of tool results also contains other content.

    Some models accept results and text in one turn, others refuse it; for unknown models it is a warning. This usually
    comes from a converter that merges the user's next words into the turn of the results.

    Bad (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Look."}]},
         {"role": "model", "parts": [{"functionCall": {"name": "read", "args": {}}}]},
         {"role": "user", "parts": [{"functionResponse": {"name": "read", "response": {"output": "ok"}}},
           {"text": "Go on."}]}]}
    Good (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Look."}]},
         {"role": "model", "parts": [{"functionCall": {"name": "read", "args": {}}}]},
         {"role": "user", "parts": [{"functionResponse": {"name": "read", "response": {"output": "ok"}}}]},
         {"role": "user", "parts": [{"text": "Go on."}]}]}
    """
    severity: Severity | None = None
    if facts_of(chat.model).mixes_results is not False:
        severity = INFO if target.turns.mixed_by_model or facts_of(chat.model).mixes_results else WARNING
    for index in sorted({result.message for result in chat.results}):
        if chat.roles[index] == "assistant":
            continue
        results = [event.path for event in chat.of_message(index) if event.kind == "result"]
        depth, first = min(map(len, results)), min(results)
        for event in chat.of_message(index):
            if event.kind not in ("text", "image", "file") or not 0 < len(event.path) <= depth:
                continue
            if not target.turns.accepts_text_before_results or event.path > first:
                text, cause = "Tool results and other content are in one turn.", f"mixed turn {index}"
                yield at(event, text, cause=cause, severity=severity)
                break


@rule("TC127", "tool-call-mixed-with-text", occasion=has_calls)
def tool_call_mixed_with_text(chat: Chat, target: Target) -> Iterator[Violation]:
    """A turn contains both text and tool calls, which this model does not accept together.

    Other models write such turns, so this usually comes from continuing their history with this model. Moving the text
    to its own turn does not help, because turns must alternate.

    Bad (bedrock):
        {"modelId": "us.meta.llama3-3-70b-instruct-v1:0", "messages": [{"role": "user", "content": [{"text": "Look."}]},
         {"role": "assistant", "content": [{"text": "One moment."},
           {"toolUse": {"toolUseId": "t1", "name": "ls", "input": {}}}]},
         {"role": "user", "content": [{"toolResult": {"toolUseId": "t1", "content": [{"text": "a.py"}]}}]}],
         "toolConfig": {"tools": [{"toolSpec": {"name": "ls", "inputSchema": {"json": {"type": "object"}}}}]}}
    Good (bedrock):
        {"modelId": "us.meta.llama3-3-70b-instruct-v1:0", "messages": [{"role": "user", "content": [{"text": "Look."}]},
         {"role": "assistant", "content": [{"toolUse": {"toolUseId": "t1", "name": "ls", "input": {}}}]},
         {"role": "user", "content": [{"toolResult": {"toolUseId": "t1", "content": [{"text": "a.py"}]}}]}],
         "toolConfig": {"tools": [{"toolSpec": {"name": "ls", "inputSchema": {"json": {"type": "object"}}}}]}}
    """
    if not target.turns.mixed_by_model or chat.facts.mixes_calls is not False:
        return
    for index in sorted({call.message for call in chat.calls}):
        text = next((event for event in chat.of_message(index) if event.kind == "text"), None)
        if text is not None:
            yield at(text, f"The model {chat.model} does not accept text and tool calls in one turn.")
