"""A result without a call."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.pairing import pairs_of
from workbench.checks.similar_ids import are_alike, mismatch_cause
from workbench.formats.contract import Event
from workbench.json.description import WITHOUT_ID, quoted
from workbench.rules.contract import Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.placeholders import is_answered, kept_as_note
from workbench.rules.editing.rethreading import is_safe, rethread
from workbench.rules.occasions import has_orphan, has_orphan_or_mismatch
from workbench.targets.contract import INFO, WARNING, Target

_STORED_SETTINGS = frozenset({"previous_response_id", "conversation"})


def keep_orphan(context: RepairContext, finding: Finding) -> Fix | None:
    """Keep the result as a note, word for word."""
    result = context.event(finding.at, "result")
    if result is None:
        return None
    call = context.event(finding.partner, "call")
    if call is not None and is_safe(context, result, call):
        return rethread(context, finding)  # its call has another id
    if any(is_answered(context, call) for call in context.calls_of(result)):
        return None  # its call is in the file, but the conversion loses it
    why = "Its call is not in the file. The result is kept word for word, as a note from the user's side."
    return kept_as_note(context, [result], why)


@rule(
    "TC101",
    "tool-result-orphan",
    may_be_healed=True,
    with_rules=("history-trimmed-mid-pair",),
    fix=keep_orphan,
    last_resort=True,
    occasion=has_orphan_or_mismatch,
)
def tool_result_orphan(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool result answers a call that is not in the conversation.

    Providers refuse the whole request, and every later request with this history too. The usual cause is a history
    that was trimmed or summarised between the call and its result. The next most common is a call that was never
    stored because the turn was cancelled. The result is real: keep it, and restore its call.

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
            text = f"The call {quoted(result.id, WITHOUT_ID)} is not in the file; the provider may have stored it."
            yield at(result, text, severity=INFO, cause=cause)
        else:
            yield at(result, _without_call(result), cause=cause)
    for result, call in pairs_of(chat, target.pairing).mismatches:
        if target.pairing == "anywhere" or not are_alike(result.id, call.id):
            text = f"{_without_call(result)} It may belong to call {quoted(call.id, WITHOUT_ID)}."
            yield at(result, text, partner=call, cause=mismatch_cause(result.id, call.id))


def _without_call(result: Event) -> str:
    if result.id is None:
        return "This result has no id, and no call in the conversation matches it."
    return f"This result answers call {quoted(result.id)}, which is not in the conversation."


def orphan_cause(chat: Chat, result: Event) -> str:
    """A shared key for all results whose calls were trimmed at the beginning, else a key for this result."""
    first_call = chat.calls[0].message if chat.calls else len(chat.messages)
    return "trimmed" if result.message < first_call else f"orphan {result.id}"


def _continues_stored(chat: Chat) -> bool:
    """Whether the request continues something that the provider stored: a conversation, or an item by reference."""
    if not _STORED_SETTINGS.isdisjoint(chat.settings):
        return True
    return bool(chat.rest) and any(event.name == "item_reference" for event in chat.of_kind("other"))


@rule("TC114", "history-trimmed-mid-pair", default=WARNING, with_rules=("tool-result-orphan",), occasion=has_orphan)
def history_trimmed_mid_pair(chat: Chat, target: Target) -> Iterator[Violation]:
    """The history begins between a call and its result: it was cut in the middle of a pair.

    Trimming to the last N messages or tokens must never separate a call from its results. Cut at a user message.

    Bad (openai):
        [{"role": "tool", "tool_call_id": "call_1", "content": "a.txt"},
         {"role": "user", "content": "next"}]
    Good (openai):
        [{"role": "user", "content": "next"}]
    """
    for result in [] if _continues_stored(chat) else pairs_of(chat, target.pairing).orphans:
        if orphan_cause(chat, result) == "trimmed":
            yield at(result, "The history was cut between this result and its call.", cause="trimmed")
