"""Calls and their results: missing, orphaned, doubled, or in the wrong place."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.chat import Chat
from workbench.rules.alike import are_alike, mismatch_cause
from workbench.rules.contract import PARTNER, Fault, at, rule
from workbench.rules.pairs import pairs_of, unmatched
from workbench.targets.contract import INFO, WARNING, Target


@rule("TC101", "tool-result-orphan", with_rules=("history-trimmed-mid-pair",))
def tool_result_orphan(chat: Chat, target: Target) -> Iterator[Fault]:
    """A tool result answers a call that no message made.

    Providers refuse the whole request, and every later request with this history too. The usual cause is a history
    that was trimmed or summarised between the call and its result; the next, a call that was never stored because
    the turn was cancelled. The result is real: keep it, and bring its call back.

    Bad (openai):
        [{"role": "user", "content": "List the files."},
         {"role": "tool", "tool_call_id": "call_9", "content": "a.txt"}]
    Good (openai):
        [{"role": "user", "content": "List the files."},
         {"role": "assistant", "content": null, "tool_calls": [{"id": "call_9", "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_9", "content": "a.txt"}]
    """
    first_call = chat.calls[0].message if chat.calls else len(chat.messages)
    stored = _continues_stored(chat)
    for result in pairs_of(chat, target.pairing).orphans:
        cause = "trimmed" if result.message < first_call else f"orphan {result.id}"
        if stored:
            text = f"The call {result.id!r} is not in the file; it may be in the conversation that the provider stored."
            yield at(result, text, severity=INFO, cause=cause)
        else:
            yield at(result, f"No message made the call {result.id!r} that this result answers.", cause=cause)
    for result, call in pairs_of(chat, target.pairing).mismatches:
        if target.pairing == "anywhere" or not are_alike(result.id, call.id):
            text = f"No message made the call {result.id!r}. The result may be of the call {call.id!r}."
            yield at(result, text, partner=call, cause=mismatch_cause(result.id, call.id))


def _continues_stored(chat: Chat) -> bool:
    """Whether the request goes on from something the provider keeps: a stored conversation or an item by reference."""
    by_reference = any(event.name == "item_reference" for event in chat.of_kind("other"))
    return bool(chat.settings.keys() & {"previous_response_id", "conversation"}) or by_reference


@rule("TC102", "tool-result-missing")
def tool_result_missing(chat: Chat, target: Target) -> Iterator[Fault]:
    """A tool call is never answered, and the conversation goes on.

    Every call needs its result before the next turn. It usually comes from a tool that was cancelled or crashed,
    from a result stored under another id, or from a history cut after the call. A call in the very last message may
    just be running: that is a warning.

    Bad (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "user", "content": "And?"}]
    Good (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"},
         {"role": "user", "content": "And?"}]
    """
    pairs = pairs_of(chat, target.pairing)
    mismatched = {id(call): result for result, call in pairs.mismatches}
    for call in pairs.missing:
        result = mismatched.get(id(call))
        cause = mismatch_cause(result.id, call.id) if result else f"missing {call.id}"
        text = f"The call {call.id!r} of {call.name!r} has no result."
        yield at(call, text, partner=result, cause=cause, closes=call.message + 1, ids=call.id)
    for call in pairs.pending:
        text = f"The call {call.id!r} of {call.name!r} has no result yet. It may just be running."
        yield at(call, text, severity=WARNING, cause=f"missing {call.id}", closes=call.message + 1, ids=call.id)


@rule("TC103", "tool-result-duplicate", default=WARNING)
def tool_result_duplicate(chat: Chat, target: Target) -> Iterator[Fault]:
    """One call has two results.

    Strict providers refuse it; others read both, and the model sees two answers. It usually comes from a filler
    ("no result") left beside the real result, or from a turn that was stored twice.

    Bad (moonshot):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "No result provided"},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    Good (moonshot):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    """
    for second, first in pairs_of(chat, target.pairing).duplicates:
        text = f"The call {second.id!r} was already answered in message {PARTNER}."
        yield at(second, text, partner=first, cause=f"duplicate {second.id}")


@rule("TC104", "tool-result-before-call")
def tool_result_before_call(chat: Chat, target: Target) -> Iterator[Fault]:
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
def tool_result_not_adjacent(chat: Chat, target: Target) -> Iterator[Fault]:
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


@rule("TC106", "tool-result-not-first")
def tool_result_not_first(chat: Chat, target: Target) -> Iterator[Fault]:
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
    for result in chat.results:
        for event in chat.of_message(result.message):
            if event is result:
                break
            if event.kind in ("text", "image", "file") and len(event.path) == len(result.path):
                text = f"The result of {result.id!r} does not come first in its message."
                yield at(result, text, cause=f"order {result.id}", call=result.message - 1, ids=result.id)
                break


@rule("TC107", "tool-result-split", with_rules=("role-consecutive",))
def tool_result_split(chat: Chat, target: Target) -> Iterator[Fault]:
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
    answered = pairs_of(chat, target.pairing).answered
    first_answer: dict[int, int] = {}
    for position, result in sorted(answered.items()):
        call = chat.calls[position]
        first = first_answer.setdefault(call.message, result.message)
        if result.message != first and call.message != result.message:
            text = f"The result of {result.id!r} stands apart from the other results of its turn."
            yield at(result, text, partner=call, cause=f"split {call.message}", first=first, ids=result.id)


@rule("TC108", "tool-count-mismatch")
def tool_count_mismatch(chat: Chat, target: Target) -> Iterator[Fault]:
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
        without_result, without_call = unmatched(calls, results)
        lacking = without_result[0] if without_result else calls[0]
        if len(results) > len(calls):
            place = without_call[0].message
        else:
            last_to_call = lacking.message == calls[-1].message
            place = results[0].message if results and last_to_call else lacking.message
        counts = f"{len(calls)} call{'s' * (len(calls) != 1)}, {len(results)} result{'s' * (len(results) != 1)}"
        yield Fault(
            place,
            (),
            f"The turn has {counts}.",
            lacking.id if lacking.id is not None else lacking.name,
            {"message": place, "calls": len(calls), "results": len(results)},
            (turn[0], ()),
            cause=f"missing {lacking.id}" if lacking.id is not None else f"count {turn[0]}",
        )


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
def tool_result_mixed_with_text(chat: Chat, target: Target) -> Iterator[Fault]:
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


@rule("TC110", "tool-result-name-missing")
def tool_result_name_missing(chat: Chat, target: Target) -> Iterator[Fault]:
    """A tool result does not say which tool it is of.

    The schema requires the name (or pairs by it). Spec 000 leaves `toolName` out of its results, which every version
    of the AI SDK refuses. The name is the call's.

    Bad (ai@4):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "f", "args": {}}]},
         {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "c1", "result": "r"}]}]
    Good (ai@4):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "f", "args": {}}]},
         {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "c1", "toolName": "f", "result": "r"}]}]
    """
    odd = {index for index, _ in chat.odd}
    for result in chat.results:
        if result.message in odd or "name" not in result.places or (isinstance(result.name, str) and result.name):
            continue
        yield at(result, f"The result of {result.id!r} does not name its tool.", "" if result.name is None else "name")


@rule("TC111", "tool-result-empty-error")
def tool_result_empty_error(chat: Chat, target: Target) -> Iterator[Fault]:
    """A failed tool's result is empty.

    The provider demands that an error says something. It usually comes from a converter that carries the flag and
    drops the text.

    Bad (bedrock):
        {"toolConfig": {"tools": []}, "messages": [{"role": "user", "content": [{"text": "q"}]},
         {"role": "assistant", "content": [{"toolUse": {"toolUseId": "a", "name": "f", "input": {}}}]},
         {"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": [], "status": "error"}}]}]}
    Good (bedrock):
        {"toolConfig": {"tools": []}, "messages": [{"role": "user", "content": [{"text": "q"}]},
         {"role": "assistant", "content": [{"toolUse": {"toolUseId": "a", "name": "f", "input": {}}}]},
         {"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": [{"text": "denied"}],
           "status": "error"}}]}]}
    """
    for result in chat.results:
        if result.failed and not result.value:
            yield at(result, f"The failed result of {result.id!r} says nothing.", "value")


@rule("TC112", "tool-config-missing")
def tool_config_missing(chat: Chat, target: Target) -> Iterator[Fault]:
    """The history holds tool calls or results, and the request defines no tools.

    It usually comes from a follow-up request (a title, a summary) that reuses the history without the tools. Only a
    whole request body can show this fault.

    Bad (bedrock):
        {"inferenceConfig": {}, "messages": [{"role": "user", "content": [{"text": "q"}]},
         {"role": "assistant", "content": [{"toolUse": {"toolUseId": "a", "name": "f", "input": {}}}]},
         {"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": [{"text": "1"}]}}]}]}
    Good (bedrock):
        {"inferenceConfig": {}, "toolConfig": {"tools": []}, "messages": [
         {"role": "user", "content": [{"text": "q"}]},
         {"role": "assistant", "content": [{"toolUse": {"toolUseId": "a", "name": "f", "input": {}}}]},
         {"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": [{"text": "1"}]}}]}]}
    """
    is_whole_request = bool(chat.settings.keys() - {"system"})
    if chat.calls and is_whole_request and not chat.settings.keys() & {"toolConfig", "tools"}:
        yield at(chat.calls[0], "The history uses tools, and the request defines none.")


@rule("TC113", "server-tool-result-orphan")
def server_tool_result_orphan(chat: Chat, target: Target) -> Iterator[Fault]:
    """The result of a tool that the provider runs itself has no call before it.

    It usually comes from dropping the `server_tool_use` block and keeping its result.

    Bad (anthropic):
        [{"role": "user", "content": "News?"},
         {"role": "assistant", "content": [{"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1",
           "content": []}]},
         {"role": "user", "content": "More?"}]
    Good (anthropic):
        [{"role": "user", "content": "News?"},
         {"role": "assistant", "content": [{"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search",
           "input": {}}, {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}]},
         {"role": "user", "content": "More?"}]
    """
    seen = set()
    for event in chat.of_kind("server_call", "server_result"):
        if event.kind == "server_call":
            seen.add(repr(event.id))
        elif event.id is not None and repr(event.id) not in seen:
            kind = event.raw.get("type") if isinstance(event.raw, dict) else ""
            yield at(event, f"No server tool call {event.id!r} stands before this result.", kind=kind)


@rule("TC114", "history-trimmed-mid-pair", default=WARNING, with_rules=("tool-result-orphan",))
def history_trimmed_mid_pair(chat: Chat, target: Target) -> Iterator[Fault]:
    """The history begins after a call and before its result: it was cut in the middle of a pair.

    Trimming to the last N messages or tokens must never part a call from its results. Cut at a user message.

    Bad (openai):
        [{"role": "tool", "tool_call_id": "call_1", "content": "a.txt"},
         {"role": "user", "content": "next"}]
    Good (openai):
        [{"role": "user", "content": "next"}]
    """
    first_call = chat.calls[0].message if chat.calls else len(chat.messages)
    for result in [] if _continues_stored(chat) else pairs_of(chat, target.pairing).orphans:
        if result.message < first_call:
            yield at(result, "The history was cut between this result and its call.", cause="trimmed")


@rule("TC115", "content-and-tool-calls")
def content_and_tool_calls(chat: Chat, target: Target) -> Iterator[Fault]:
    """An assistant message has both text and tool calls.

    Older validators of this provider refuse it, newer ones take it. Only a note.

    Bad (mistral):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": "Let me see.", "tool_calls": [{"id": "abcdefghi", "type": "function",
           "function": {"name": "f", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "abcdefghi", "name": "f", "content": "r"}]
    Good (mistral):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": "", "tool_calls": [{"id": "abcdefghi", "type": "function",
           "function": {"name": "f", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "abcdefghi", "name": "f", "content": "r"}]
    """
    calling = {call.message for call in chat.calls}
    for text in chat.texts:
        if text.message in calling and isinstance(text.value, str) and text.value.strip():
            yield at(text, "The message has both content and tool calls.", severity=INFO)


@rule("TC116", "tool-call-type-missing")
def tool_call_type_missing(chat: Chat, target: Target) -> Iterator[Fault]:
    """A tool call has no `type`.

    Each call needs `"type": "function"`. It usually comes from assembling a stream and keeping only id and function.

    Bad (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    Good (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    """
    for call in chat.calls:
        if isinstance(call.raw, dict) and "function" in call.raw and "type" not in call.raw:
            yield at(call, f"The call {call.id!r} has no type.")
