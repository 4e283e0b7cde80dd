"""System prompts in the list of messages, where the target has a separate field."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.rules.contract import Violation, at_role, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.system_setting import move_to_system_setting
from workbench.rules.editing.value_shapes import first_of
from workbench.rules.roles.unsupported import prompt_by_user
from workbench.targets.contract import ERROR, WARNING, Target


def move_leading_prompt(context: RepairContext, finding: Finding) -> Fix | None:
    """Move a leading system message to the request's field for it. A bare list has no such field."""
    leading = finding.message_index == 0 and context.chat.roles[0] == "system"
    return move_to_system_setting(context) if leading else None


def send_later_prompt_as_user(context: RepairContext, finding: Finding) -> Fix | None:
    """Send a prompt that follows other messages as a message of the user: at the beginning, it would mean more."""
    index = finding.message_index
    if finding.severity != ERROR or all(role == "system" for role in context.chat.roles[:index]):
        return None
    return prompt_by_user(context, index, "This model accepts no system message here.")


@rule("RO405", "role-system-misplaced", fix=first_of(move_leading_prompt, send_later_prompt_as_user))
def role_system_misplaced(chat: Chat, target: Target) -> Iterator[Violation]:
    """A system message is in the list of messages, but the target has a separate field for the system prompt.

    This usually comes from sending an OpenAI history unchanged. The newest models accept such a message; if the model
    is unknown and the message is in the middle, it is a warning.

    Bad (anthropic):
        {"model": "claude-3-haiku", "max_tokens": 100, "messages": [{"role": "system", "content": "Be brief."},
         {"role": "user", "content": "Hello"}]}
    Good (anthropic):
        {"model": "claude-3-haiku", "max_tokens": 100, "system": "Be brief.",
         "messages": [{"role": "user", "content": "Hello"}]}
    """
    accepted = chat.facts.accepts_system_messages
    if accepted:
        return
    leading = True
    for index, role in enumerate(chat.roles):
        leading = leading and role == "system"
        if role == "system":
            text = "The system prompt is in the list of messages; here it has a separate field."
            severity = None if leading or accepted is False else WARNING
            variant = "" if leading else "later"
            yield at_role(chat, index, text, severity=severity, role="system")._replace(variant=variant)
