"""A result whose id differs from the id of its call."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.pairing import pairs_of
from workbench.checks.similar_ids import mismatch_cause
from workbench.json.description import quoted
from workbench.rules.contract import Violation, at, rule
from workbench.rules.editing.rethreading import rethread
from workbench.rules.occasions import has_mismatch
from workbench.targets.contract import Target


@rule(
    "ID305",
    "tool-id-mismatch",
    with_rules=("tool-result-missing",),
    fix=rethread,
    explains="cause",
    occasion=has_mismatch,
)
def tool_id_mismatch(chat: Chat, target: Target) -> Iterator[Violation]:
    """A result is in the right place for its call, but has another id.

    The history has both the call and its result, but an id was rewritten on one side only. This usually comes from
    a provider switch, or from a converter that changes the prefix of calls and forgets the results. Other tools delete
    such a result; this repair keeps it and gives it the id of its call.

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
        text = f"The result has the id {quoted(result.id)}; the call before it has {quoted(call.id, 'none')}."
        yield at(result, text, "id", partner=call, cause=mismatch_cause(result.id, call.id), call_id=call.id)
