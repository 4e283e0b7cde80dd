"""Results that are there and stand in the wrong place."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.pairing import pairs_of, unmatched
from workbench.formats.contract import Event
from workbench.rules.contract import PARTNER, Violation, at, at_message, rule
from workbench.targets.contract import WARNING, Target


@rule("TC104", "tool-result-before-call")
def tool_result_before_call(chat: Chat, target: Target) -> Iterator[Violation]:
    """A result stands before the call it answers.

    Nothing is missing; the order is wrong, so the repair is to move. It usually comes from two writers: the tool's
    result was stored as soon as it came, the assistant's message when its stream had ended.

    Bad (openai):
        [{"role": "user", "content": "Start."},
         {"role": "tool", "tool_call_id": "call_1", "content": "ok"},
         {"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "add", "arguments": "{}"}}]},
         {"role": "user", "content": "Nice."}]
    Good (openai):
        [{"role": "user", "content": "Start."},
         {"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "add", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "ok"},
         {"role": "user", "content": "Nice."}]
    """
    for result, call in pairs_of(chat, target.pairing).before_call:
        text = f"The result of {result.id!r} stands before its call, which is in message {PARTNER}."
        yield at(result, text, partner=call, cause=f"order {result.id}")


@rule("TC105", "tool-result-not-adjacent")
def tool_result_not_adjacent(chat: Chat, target: Target) -> Iterator[Violation]:
    """Something stands between a call and its result.

    Providers look for the results directly after the call, and say that they are missing. It usually comes from a
    user who typed while the tool ran, or from a stream whose text was stored after its call.

    Bad (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "get_weather", "arguments": "{}"}}]},
         {"role": "user", "content": "Hurry up."},
         {"role": "tool", "tool_call_id": "call_1", "content": "72F"}]
    Good (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "get_weather", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "72F"},
         {"role": "user", "content": "Hurry up."}]
    """
    for result, call in pairs_of(chat, target.pairing).not_adjacent:
        text = f"The result of {result.id!r} does not follow its call in message {PARTNER} directly."
        yield at(result, text, partner=call, cause=f"order {result.id}", call=call.message, ids=call.id)
    for result, call in pairs_of(chat, target.pairing).interrupted:
        text = f"Words stand between the calls in message {PARTNER} and this result."
        milder = WARNING if target.pairing == "name" else None
        cause = f"order {result.id}"
        yield at(result, text, partner=call, severity=milder, cause=cause, call=call.message, ids=call.id)
    if target.limits.refuses_words_behind_calls:
        yield from _words_behind_calls(chat, target)


def _words_behind_calls(chat: Chat, target: Target) -> Iterator[Violation]:
    """Some want the results right behind the calls: words of the same message that follow them are in between."""
    answered = (call.message for call, _ in pairs_of(chat, target.pairing).of_calls(chat.calls))
    speaking = {index for index in answered if chat.kinds[chat.spans[index + 1] - 1] != "call"}
    for index in sorted(speaking):  # of nearly all, a call is the last event
        events = chat.of_message(index)
        place = max(place for place, event in enumerate(events) if event.kind == "call")
        call = events[place]
        for event in events[place + 1 :]:
            if event.kind == "text" and event.value and len(event.path) == len(call.path):
                text = f"Words stand behind the call {call.id!r}, where its result must follow."
                yield at(event, text, partner=call, cause=f"behind {index}", call=index, ids=call.id)
                break


@rule("TC106", "tool-result-not-first")
def tool_result_not_first(chat: Chat, target: Target) -> Iterator[Violation]:
    """Text stands before the tool results in the turn that answers the calls.

    Results must lead the turn; text may follow. It usually comes from a reminder or a user's words put in front.

    Bad (anthropic):
        [{"role": "user", "content": "Go."},
         {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "todo", "input": {}}]},
         {"role": "user", "content": [{"type": "text", "text": "A reminder."},
           {"type": "tool_result", "tool_use_id": "toolu_1", "content": "done"}]}]
    Good (anthropic):
        [{"role": "user", "content": "Go."},
         {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "todo", "input": {}}]},
         {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "done"},
           {"type": "text", "text": "A reminder."}]}]
    """
    for index in dict.fromkeys(result.message for result in chat.results):
        said_at: set[int] = set()  # how deep: what is said inside a result stands deeper than results do
        for event in chat.of_message(index):
            if event.kind in ("text", "image", "file"):
                said_at.add(len(event.path))
            elif event.kind == "result" and len(event.path) in said_at:
                text = f"The result of {event.id!r} does not come first in its message."
                yield at(event, text, cause=f"order {event.id}", call=index - 1, ids=event.id)


@rule("TC107", "tool-result-split", with_rules=("role-consecutive",))
def tool_result_split(chat: Chat, target: Target) -> Iterator[Violation]:
    """The results of one turn's calls are spread over several messages.

    This provider wants them all in the one message after the calls. It usually comes from a converter that makes a
    message of every result.

    Bad (bedrock):
        {"toolConfig": {"tools": []}, "messages": [{"role": "user", "content": [{"text": "q"}]},
         {"role": "assistant", "content": [{"toolUse": {"toolUseId": "a", "name": "f", "input": {}}},
           {"toolUse": {"toolUseId": "b", "name": "f", "input": {}}}]},
         {"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": [{"text": "1"}]}}]},
         {"role": "user", "content": [{"toolResult": {"toolUseId": "b", "content": [{"text": "2"}]}}]}]}
    Good (bedrock):
        {"toolConfig": {"tools": []}, "messages": [{"role": "user", "content": [{"text": "q"}]},
         {"role": "assistant", "content": [{"toolUse": {"toolUseId": "a", "name": "f", "input": {}}},
           {"toolUse": {"toolUseId": "b", "name": "f", "input": {}}}]},
         {"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": [{"text": "1"}]}},
           {"toolResult": {"toolUseId": "b", "content": [{"text": "2"}]}}]}]}
    """
    first_answer: dict[int, int] = {}
    for call, result in pairs_of(chat, target.pairing).of_calls(chat.calls):
        first = first_answer.setdefault(call.message, result.message)
        if result.message != first and call.message != result.message:
            text = f"The result of {result.id!r} stands apart from the other results of its turn."
            yield at(result, text, partner=call, cause=f"split {call.message}", first=first, ids=result.id)


@rule("TC108", "tool-count-mismatch")
def tool_count_mismatch(chat: Chat, target: Target) -> Iterator[Violation]:
    """The number of results is not the number of calls in the turn before.

    The provider pairs by number (and by name), so one result too few shifts all. It usually comes from compressing
    a history that held parallel calls.

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
            continue  # its result is there, in the wrong place
        calls = [event for index in turn for event in chat.of_message(index) if event.kind == "call"]
        results = [event for index in answers for event in chat.of_message(index) if event.kind == "result"]
        if len(calls) == len(results) or (not results and not _goes_on(chat, turn)):
            continue
        lacking, place = _lacking(calls, results)
        counts = f"{len(calls)} call{'s' * (len(calls) != 1)}, {len(results)} result{'s' * (len(results) != 1)}"
        known_by, cause = lacking.id, f"missing {lacking.id}"
        if known_by is None:
            known_by, cause = lacking.name, f"count {turn[0]}"
        facts = {"calls": len(calls), "results": len(results), "id": known_by}
        yield at_message(place, f"The turn has {counts}.", partner=turn[0], cause=cause, **facts)


def _lacking(calls: list[Event], results: list[Event]) -> tuple[Event, int]:
    """The first call without a result, and the message in which the counts are seen to differ."""
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


def _goes_on(chat: Chat, turn: range) -> bool:
    return turn.stop < len(chat.roles)


@rule("TC109", "tool-result-mixed-with-text")
def tool_result_mixed_with_text(chat: Chat, target: Target) -> Iterator[Violation]:
    """A turn of tool results also holds other content.

    Some models take results and text in one turn and some refuse it, so this is a warning. It usually comes from a
    converter that merges the user's next words into the turn of the results.

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
    for index in sorted({result.message for result in chat.results}):
        if chat.roles[index] == "assistant":
            continue
        depth = min(len(event.path) for event in chat.of_message(index) if event.kind == "result")
        for event in chat.of_message(index):
            if event.kind in ("text", "image", "file") and 0 < len(event.path) <= depth:
                yield at(event, "Tool results and other content stand in one turn.", cause=f"mixed turn {index}")
                break
