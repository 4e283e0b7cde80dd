"""Tool ids: missing, doubled, of the wrong kind, or not what the target's alphabet and length allow."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.pairing import pairs_of
from workbench.formats.contract import Event
from workbench.json.pointer import follow
from workbench.rules.contract import PARTNER, Violation, at, rule
from workbench.rules.similar_ids import mismatch_cause
from workbench.targets.contract import WARNING, Target

_NINE_LETTERS = re.compile(r"[a-zA-Z0-9]{9}")


@rule("ID305", "tool-id-mismatch", with_rules=("tool-result-missing",))
def tool_id_mismatch(chat: Chat, target: Target) -> Iterator[Violation]:
    """A result stands where its call's result belongs, under another id.

    Call and result are both there, and their ids differ: an id was rewritten on one side only. It usually comes from
    a provider switch, or from a converter that changes the prefix of calls and forgets the results. Other tools
    delete such a result; the repair here is to give it its call's id and keep it.

    Bad (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "hist_tool_abc", "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_abc", "content": "a.txt"}]
    Good (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "hist_tool_abc", "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "hist_tool_abc", "content": "a.txt"}]
    """
    for result, call in pairs_of(chat, target.pairing).mismatches:
        text = f"The result says {result.id!r}; the call it follows is {call.id!r}."
        yield at(result, text, "id", partner=call, cause=mismatch_cause(result.id, call.id), call_id=call.id)


@rule("ID306", "tool-id-duplicate", default=WARNING)
def tool_id_duplicate(chat: Chat, target: Target) -> Iterator[Violation]:
    """Two calls have the same id.

    Then nobody can tell whose result is whose. It usually comes from cumulative stream snapshots read as deltas, or
    from models that count their ids anew in every turn (`functions.read:0`). Twins in different turns, each with its
    own result, are taken by most providers: that is a warning.

    Bad (anthropic):
        [{"role": "user", "content": "go"},
         {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "f", "input": {}},
           {"type": "tool_use", "id": "t1", "name": "f", "input": {}}]},
         {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "r"}]}]
    Good (anthropic):
        [{"role": "user", "content": "go"},
         {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "f", "input": {}}]},
         {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "r"}]}]
    """
    if len(chat.calls_by_id) == len(chat.calls):
        return
    for calls in chat.calls_by_id.values():
        if len(calls) == 1:
            continue
        made_in = Counter(call.message for call in calls)
        for again in calls[1:]:
            text = f"The id {again.id!r} was already used by a call in message {PARTNER}."
            severity = WARNING if made_in[again.message] == 1 else None
            yield at(again, text, "id", partner=calls[0], severity=severity, cause=f"duplicate id {again.id}")


@rule("ID307", "tool-id-missing", with_rules=("tool-result-missing", "message-dropped"), on="file")
def tool_id_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A call or a result has no id.

    Without an id nothing pairs. It usually comes from a stream whose first delta, the one with the id, was dropped.

    Bad (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "content": "a.txt"}]
    Good (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    """
    if chat.format.name == "gemini":
        return  # there ids are optional
    for event in chat.without_id:
        if event.id is None or event.id == "":
            cause = _waiting_cause(chat, event, target) if event.kind == "result" else ""
            yield at(event, f"This {event.kind} has no id.", "id" if _has_place(event, "id") else "", cause=cause)


def _waiting_cause(chat: Chat, result: Event, target: Target) -> str:
    """The word for the call that this result leaves without an answer: the last unanswered one before it."""
    missing = pairs_of(chat, target.pairing).missing
    before = bisect_left(missing, result.message, key=lambda call: call.message)
    return f"missing {missing[before - 1].id}" if before else ""


def _has_place(event: Event, part: str) -> bool:
    """Whether the key is there, with nothing in it."""
    try:
        follow(event.raw, event.places[part])
    except LookupError:
        return False
    return True


@rule("ID308", "tool-id-too-long", mended_on_the_way=True)
def tool_id_too_long(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool id is longer than the provider takes.

    It usually comes from ids of another provider, or a prefix put before a UUID: `hist_tool_` plus a UUID is 46
    characters, `call_` plus a UUID 41. What the provider's limit is has changed over time.

    Bad (openai-responses):
        {"input": [{"role": "user", "content": "x"},
         {"type": "function_call", "call_id": "call_0123456789012345678901234567890123456789012345678901234567890123",
          "name": "f", "arguments": "{}"},
         {"type": "function_call_output",
          "call_id": "call_0123456789012345678901234567890123456789012345678901234567890123", "output": "r"}]}
    Good (openai-responses):
        {"input": [{"role": "user", "content": "x"},
         {"type": "function_call", "call_id": "call_0123", "name": "f", "arguments": "{}"},
         {"type": "function_call_output", "call_id": "call_0123", "output": "r"}]}
    """
    limit = target.limits.id_max
    if limit is None:
        return
    for event in chat.with_id(lambda tool_id: len(tool_id) > limit):
        length = len(event.id)
        text = f"The id has {length} characters; the limit is {limit}."
        yield at(event, text, "id", cause=f"id {event.id}", length=length, limit=limit)


@rule("ID309", "tool-id-bad-chars", mended_on_the_way=True)
def tool_id_bad_chars(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool id holds characters that the provider does not take.

    It usually comes from a history made with another model: Kimi's ids look like `functions.read:0`.

    Bad (anthropic):
        [{"role": "user", "content": "go"},
         {"role": "assistant", "content": [{"type": "tool_use", "id": "functions.read:0", "name": "read",
           "input": {}}]},
         {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "functions.read:0", "content": "r"}]}]
    Good (anthropic):
        [{"role": "user", "content": "go"},
         {"role": "assistant", "content": [{"type": "tool_use", "id": "functions_read_0", "name": "read",
           "input": {}}]},
         {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "functions_read_0", "content": "r"}]}]
    """
    pattern = target.limits.id_pattern
    if pattern is None:
        return
    for event in chat.with_id(lambda tool_id: not pattern.fullmatch(tool_id)):
        text = f"The id {event.id!r} has characters outside {pattern.pattern}."
        yield at(event, text, "id", cause=f"id {event.id}", pattern=pattern.pattern)
    yield from _bad_server_ids(chat, target)


def _bad_server_ids(chat: Chat, target: Target) -> Iterator[Violation]:
    """Tools that the provider runs have ids of their own kind."""
    pattern = target.limits.server_id_pattern
    for event in chat.of_kind("server_call") if pattern else ():
        is_server_tool = isinstance(event.raw, dict) and event.raw.get("type") == "server_tool_use"
        if pattern and is_server_tool and isinstance(event.id, str) and not pattern.fullmatch(event.id):
            text = f"The id {event.id!r} of a server tool does not match {pattern.pattern}."
            yield at(event, text, "id", cause=f"id {event.id}", pattern=pattern.pattern)


@rule("ID310", "tool-id-format-mistral")
def tool_id_format_mistral(chat: Chat, target: Target) -> Iterator[Violation]:
    """Mistral takes ids of exactly nine letters and digits.

    Ids of every other provider break this. Newer tokenizers take any id; which one serves a model cannot be seen
    from the history.

    Bad (mistral):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": "", "tool_calls": [{"id": "call_0fypS1hVX", "type": "function",
           "function": {"name": "f", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_0fypS1hVX", "name": "f", "content": "r"}]
    Good (mistral):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": "", "tool_calls": [{"id": "0fypS1hVX", "type": "function",
           "function": {"name": "f", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "0fypS1hVX", "name": "f", "content": "r"}]
    """
    for event in chat.with_id(lambda tool_id: not _NINE_LETTERS.fullmatch(tool_id)):
        yield at(event, f"The id {event.id!r} is not nine letters and digits.", "id", cause=f"id {event.id}")


@rule("ID311", "tool-id-not-string")
def tool_id_not_string(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool id is a number or something else that is not text.

    Numbers on one side and text on the other never match. It usually comes from a database that counts, or from a
    model that was asked to write the call itself.

    Bad (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": 1, "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": 1, "content": "a.txt"}]
    Good (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "1", "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "1", "content": "a.txt"}]
    """
    for event in chat.without_id:
        if event.id is not None and not isinstance(event.id, str):
            kind = type(event.id).__name__
            text = f"The id {event.id!r} is not text but {'a number' if kind in ('int', 'float') else kind}."
            yield at(event, text, "id", cause=f"id {event.id!r}", kind=kind)
