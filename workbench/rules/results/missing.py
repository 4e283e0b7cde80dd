"""A call without a result."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.approvals import calls_decided_by_user, is_about_to_run
from workbench.checks.chat import Chat
from workbench.checks.pairing import pairs_of
from workbench.checks.similar_ids import mismatch_cause
from workbench.formats.contract import Event
from workbench.json.description import WITHOUT_ID, quoted, tool_of
from workbench.rules.contract import Violation, at, rule
from workbench.rules.editing.placeholders import add_missing_result
from workbench.rules.occasions import has_open_call
from workbench.targets.contract import WARNING, Target


@rule(
    "TC102",
    "tool-result-missing",
    fix=add_missing_result,
    last_resort=True,
    noticed_later=True,
    occasion=has_open_call,
)
def tool_result_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool call has no result, but the conversation goes on.

    Every call needs its result before the next turn. This usually comes from a tool that was cancelled or crashed, from
    a result stored under another id, or from a history cut after the call. A call in the very last message may still be
    running: that is a warning.

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
    decided = calls_decided_by_user(chat) if pairs.missing else set()
    for call in pairs.missing:
        if call.id in decided:
            continue
        result = mismatched.get(id(call))
        cause = mismatch_cause(result.id, call.id) if result else f"missing {call.id}"
        text = f"{_named(call)} has no result."
        yield at(call, text, partner=result, cause=cause, closes=call.message + 1, ids=call.id)
    for call in pairs.pending:
        if is_about_to_run(chat, call):
            continue
        text = f"{_named(call)} has no result yet. It may still be running."
        cause = f"missing {call.id}"
        yield at(call, text, severity=WARNING, pending=True, cause=cause, closes=call.message + 1, ids=call.id)


def _named(call: Event) -> str:
    return f"The call {quoted(call.id, WITHOUT_ID)} of {tool_of(call.name)}"
