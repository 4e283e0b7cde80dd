"""Calls and their results: one of the two is missing, or there are two of one."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.pairing import pairs_of
from workbench.formats.contract import Event
from workbench.json.text import Json
from workbench.rules.contract import PARTNER, Violation, at, rule
from workbench.rules.similar_ids import are_alike, mismatch_cause
from workbench.targets.contract import INFO, WARNING, Target


@rule("TC101", "tool-result-orphan", with_rules=("history-trimmed-mid-pair",))
def tool_result_orphan(chat: Chat, target: Target) -> Iterator[Violation]:
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
    stored = _continues_stored(chat)
    for result in pairs_of(chat, target.pairing).orphans:
        cause = orphan_cause(chat, result)
        if stored:
            text = f"The call {result.id!r} is not in the file; it may be in the conversation that the provider stored."
            yield at(result, text, severity=INFO, cause=cause)
        else:
            yield at(result, f"No message made the call {result.id!r} that this result answers.", cause=cause)
    for result, call in pairs_of(chat, target.pairing).mismatches:
        if target.pairing == "anywhere" or not are_alike(result.id, call.id):
            text = f"No message made the call {result.id!r}. The result may be of the call {call.id!r}."
            yield at(result, text, partner=call, cause=mismatch_cause(result.id, call.id))


def orphan_cause(chat: Chat, result: Event) -> str:
    """One word for all results that were cut off from their calls at the beginning; else a word for this one alone."""
    first_call = chat.calls[0].message if chat.calls else len(chat.messages)
    return "trimmed" if result.message < first_call else f"orphan {result.id}"


def _continues_stored(chat: Chat) -> bool:
    """Whether the request goes on from something the provider keeps: a stored conversation or an item by reference."""
    by_reference = any(event.name == "item_reference" for event in chat.of_kind("other"))
    return bool(chat.settings.keys() & {"previous_response_id", "conversation"}) or by_reference


@rule("TC102", "tool-result-missing")
def tool_result_missing(chat: Chat, target: Target) -> Iterator[Violation]:
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
    decided = _decided_by_user(chat) if pairs.missing else set()
    for call in pairs.missing:
        if call.id in decided:
            continue
        result = mismatched.get(id(call))
        cause = mismatch_cause(result.id, call.id) if result else f"missing {call.id}"
        text = f"The call {call.id!r} of {call.name!r} has no result."
        yield at(call, text, partner=result, cause=cause, closes=call.message + 1, ids=call.id)
    for call in pairs.pending:
        text = f"The call {call.id!r} of {call.name!r} has no result yet. It may just be running."
        yield at(call, text, severity=WARNING, cause=f"missing {call.id}", closes=call.message + 1, ids=call.id)


def _decided_by_user(chat: Chat) -> set[Json]:
    """The calls that the user approved or denied: the SDK runs or answers those itself, before it sends anything."""
    decided = {repr(event.raw["approvalId"]) for event in chat.of_kind("other") if _is_approval(event, "response")}
    requests = [event for event in chat.of_kind("other") if _is_approval(event, "request")]
    return {event.id for event in requests if isinstance(event.id, str) and repr(event.raw["approvalId"]) in decided}


def _is_approval(event: Event, side: str) -> bool:
    return event.name == f"tool-approval-{side}" and "approvalId" in event.raw


@rule("TC103", "tool-result-duplicate", default=WARNING)
def tool_result_duplicate(chat: Chat, target: Target) -> Iterator[Violation]:
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


@rule("TC113", "server-tool-result-orphan")
def server_tool_result_orphan(chat: Chat, target: Target) -> Iterator[Violation]:
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
def history_trimmed_mid_pair(chat: Chat, target: Target) -> Iterator[Violation]:
    """The history begins after a call and before its result: it was cut in the middle of a pair.

    Trimming to the last N messages or tokens must never part a call from its results. Cut at a user message.

    Bad (openai):
        [{"role": "tool", "tool_call_id": "call_1", "content": "a.txt"},
         {"role": "user", "content": "next"}]
    Good (openai):
        [{"role": "user", "content": "next"}]
    """
    for result in [] if _continues_stored(chat) else pairs_of(chat, target.pairing).orphans:
        if orphan_cause(chat, result) == "trimmed":
            yield at(result, "The history was cut between this result and its call.", cause="trimmed")
