"""The end of a request whose last message is from the assistant."""

from __future__ import annotations

from workbench.checks.findings import Finding, Fix
from workbench.json.patch import add
from workbench.rules.editing.context import RepairContext
from workbench.targets.severities import ERROR

NOTHING_FOLLOWS = "No message of the user follows this answer."
"""The placeholder for the missing turn. It states the fact and asks for nothing."""


def end_with_user_turn(context: RepairContext, finding: Finding) -> Fix | None:
    """Add a user turn that states that there is none. Where the request may be accepted, only suggest a mark."""
    index = finding.message_index
    if not context.in_list or index != len(context.chat.messages) - 1:
        return None
    message = context.message(index)
    if isinstance(message, dict) and "tool_call_id" in message:
        return None  # it is the result of a tool, in a message of the wrong role
    placeholder = context.user_message([NOTHING_FOLLOWS])
    if finding.severity != ERROR or placeholder is None:
        return _marked_as_beginning(context, index)
    mark = context.target.limits.prefill_mark
    hint = f" To let the model continue its message, mark the message with {mark} instead." if mark else ""
    why = f"The request must end with a user turn, which is not in the file.{hint}"
    patch = (add(context.pointer(index + 1), placeholder),)
    return Fix("Add a user turn that states that none follows", patch, True, why, 0.7)


def _marked_as_beginning(context: RepairContext, index: int) -> Fix | None:
    """Mark the message as the beginning of the answer, if the API has a field for that."""
    mark = context.target.limits.prefill_mark
    if (
        mark is None
        or not isinstance(context.message(index), dict)
        or context.format.name not in context.target.formats
    ):
        return None
    patch = (add(context.pointer(index, (mark,)), True),)
    why = "The model then continues the message. If it is complete, add the user's next message instead."
    return Fix(f"Mark the message with {mark}", patch, False, why, 0.6)
