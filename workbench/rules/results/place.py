"""Results in the wrong place."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.pairing import pairs_of
from workbench.formats.contract import Event
from workbench.json.description import WITHOUT_ID, call_of, quoted
from workbench.json.patch import add, remove
from workbench.rules.contract import PARTNER, Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.moving import all_answer, place_after
from workbench.rules.editing.splitting import split_calls_from_results
from workbench.rules.occasions import has_result_before_call, has_results, may_have_something_after_call
from workbench.targets.contract import WARNING, Target


def move_after_call(context: RepairContext, finding: Finding) -> Fix | None:
    result = context.event(finding.at, "result")
    call = context.event(finding.partner, "call")
    if result is None and call is not None:
        return _move_text_before_calls(context, finding, call)
    if result is None or call is None or not context.in_list:
        return None
    if result.message == call.message:
        return split_calls_from_results(context, call.message)
    place = place_after(context, call.message)
    title = f"Move the result after its call in message {call.message} and keep both"
    why = "Call and result have the same id; only their order is wrong."
    if context.is_alone(result) or all_answer(context, result.message, call.message):
        return Fix(title, context.moved_message(result.message, place), True, why, 0.98)
    message = context.envelope([context.value(context.at(result))]) if len(result.path) == 2 else None
    if message is None:
        return None
    return Fix(title, (add(context.pointer(place), message), remove(context.at(result))), True, why, 0.95)


def _move_text_before_calls(context: RepairContext, finding: Finding, call: Event) -> Fix | None:
    """Move text that follows the calls of its message before them."""
    if (split := split_calls_from_results(context, call.message)) is not None:
        return split
    content = context.event(finding.at, "text", "thought")
    if content is None or content.message != call.message or len(content.path) != 2:
        return None
    first = next(event for event in context.chat.of_message(call.message) if event.kind == "call")
    if len(first.path) != 2:
        return None
    why = "Nothing may come between a call and its result; the text stays in the same message."
    patch = (add(context.at(first), content.raw), remove(context.at(content)))
    return Fix("Move the text before the call", patch, True, why, 0.95)


@rule("TC104", "tool-result-before-call", may_be_healed=True, fix=move_after_call, occasion=has_result_before_call)
def tool_result_before_call(chat: Chat, target: Target) -> Iterator[Violation]:
    """A result comes before the call it answers.

    Nothing is missing, only the order is wrong, so the repair moves the result. This usually comes from two writers:
    one stored the tool's result as soon as it arrived, the other stored the assistant's message after its stream ended.

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
        text = f"The result of {call_of(result.id)} comes before its call, which is in message {PARTNER}."
        yield at(result, text, partner=call, cause=f"order {result.id}")


@rule("TC105", "tool-result-not-adjacent", fix=move_after_call, occasion=may_have_something_after_call)
def tool_result_not_adjacent(chat: Chat, target: Target) -> Iterator[Violation]:
    """Something comes between a call and its result.

    Providers look for the results directly after the call, and report them as missing. This usually comes from a user
    who typed while the tool ran, or from a stream whose text was stored after its call.

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
        text = f"The result of {call_of(result.id)} does not directly follow its call in message {PARTNER}."
        yield at(result, text, partner=call, cause=f"order {result.id}", call=call.message, ids=call.id)
    for result, call in pairs_of(chat, target.pairing).interrupted:
        text = f"There is other content between the calls in message {PARTNER} and this result."
        severity = WARNING if target.pairing == "name" else None
        cause = f"order {result.id}"
        yield at(result, text, partner=call, severity=severity, cause=cause, call=call.message, ids=call.id)
    if target.limits.refuses_text_after_calls:
        yield from _text_after_calls(chat, target)


def _text_after_calls(chat: Chat, target: Target) -> Iterator[Violation]:
    """Text that follows a call in its message, and so comes between the call and its result."""
    answered = dict.fromkeys(call.message for call, _ in pairs_of(chat, target.pairing).of_calls(chat.calls))
    for index in answered:
        kinds = chat.kinds[chat.spans[index] : chat.spans[index + 1]]
        first = kinds.index("call")
        if all(kind == "call" for kind in kinds[first:]):
            continue  # nearly always
        events = chat.of_message(index)
        last = max(place for place, kind in enumerate(kinds) if kind == "call")
        call = events[first]
        for place, event in enumerate(events[first + 1 :], start=first + 1):
            if event.kind == "call":
                call = event
            elif _has_content(event) and len(event.path) == len(call.path):
                text = f"There is text after the call {quoted(call.id, WITHOUT_ID)}, where its result must follow."
                severity = WARNING if place < last else None  # some models accept it between calls
                yield at(event, text, partner=call, severity=severity, cause=f"after {index}", call=index, ids=call.id)
                if severity is None:
                    break


def _has_content(event: Event) -> bool:
    return bool(event.value) if event.kind == "text" else event.kind == "thought"


def move_to_front(context: RepairContext, finding: Finding) -> Fix | None:
    result = context.event(finding.at, "result")
    if result is None:
        return None
    if (split := split_calls_from_results(context, result.message)) is not None:
        return split  # at the front of the message, it would come before its call
    if len(result.path) != 2 or not isinstance(result.path[1], int):
        return _move_up(context, result)
    leading = _leading_results(context, result)
    if result.path[1] <= leading:
        return _move_up(context, result)  # it is first in the file; the conversion merges other content before it
    target = context.pointer(result.message, (result.path[0], leading))
    why = "Results must come first in their message; the text follows them."
    patch = (add(target, context.value(context.at(result))), remove(context.at(result)))
    return Fix("Move the result to the front of its message", patch, True, why, 0.98)


def _leading_results(context: RepairContext, result: Event) -> int:
    """The number of results at the beginning of the message, counted once per message."""

    def count() -> int:
        leading = 0
        for event in context.chat.of_message(result.message):
            if event.kind == "result" and event.path == (result.path[0], leading):
                leading += 1
        return leading

    return context.once(("leading results", result.message), count)


def _move_up(context: RepairContext, result: Event) -> Fix | None:
    """Move a result after its call, before the messages that the conversion would merge in front of it."""
    call = next((call for call in reversed(context.calls_of(result)) if call.message < result.message), None)
    if call is None or not context.in_list:
        return None
    if not context.is_alone(result) and not all_answer(context, result.message, call.message):
        return None
    place = place_after(context, call.message)
    if place >= result.message:
        return None
    why = "Results must come first in their turn; everything else follows them."
    patch = context.moved_message(result.message, place)
    return Fix(f"Move the result after its call in message {call.message} and keep both", patch, True, why, 0.95)


@rule("TC106", "tool-result-not-first", fix=move_to_front, occasion=has_results)
def tool_result_not_first(chat: Chat, target: Target) -> Iterator[Violation]:
    """Text comes before the tool results in the turn that answers the calls.

    Results must come first in the turn; text may follow. This usually comes from a reminder or user text inserted
    before them.

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
        text_depths: set[int] = set()  # content inside a result is deeper than the result
        for event in chat.of_message(index):
            if event.kind in ("text", "image", "file"):
                text_depths.add(len(event.path))
            elif event.kind == "result" and len(event.path) in text_depths:
                text = f"The result of {call_of(event.id)} does not come first in its message."
                yield at(event, text, cause=f"order {event.id}", call=index - 1, ids=event.id)
