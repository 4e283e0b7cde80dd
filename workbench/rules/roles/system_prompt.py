"""System prompts that are not where the target keeps them."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.patch import add, remove
from workbench.json.text import Json
from workbench.rules.contract import Violation, at_role, rule
from workbench.rules.editing.context import RepairContext
from workbench.targets.contract import WARNING, Target


def system_beside(context: RepairContext, finding: Finding) -> Fix | None:
    """A leading system message becomes the system prompt of the body; in a bare list there is no place for it."""
    conversation = context.conversation
    if not conversation.base or not context.in_list or finding.message_index != 0 or context.chat.roles[0] != "system":
        return None
    body = conversation.base.rsplit("/", 1)[0]
    texts = [
        event.value for event in context.chat.of_message(0) if event.kind == "text" and isinstance(event.value, str)
    ]
    present = conversation.settings.get("system")
    blocks: list[Json] = [{"type": "text", "text": text} for text in texts]
    if conversation.format == "bedrock-converse":
        blocks = [{"text": text} for text in texts]
    if isinstance(present, str):
        blocks = [{"type": "text", "text": present}, *blocks]
    elif isinstance(present, list):
        blocks = [*present, *blocks]
    why = "The same words, where this API keeps them."
    patch = (add(f"{body}/system", blocks), remove(context.of_message(0)))
    return Fix("Move the system prompt beside the messages", patch, True, why, 0.95)


@rule("RO405", "role-system-misplaced", fix=system_beside)
def role_system_misplaced(chat: Chat, target: Target) -> Iterator[Violation]:
    """A system message stands among the messages, and the target keeps the system prompt beside them.

    It usually comes from sending an OpenAI history as it is. The newest models take such a message; if the model is
    not known and the message stands in the middle, it is a warning.

    Bad (anthropic):
        {"model": "claude-3-haiku", "max_tokens": 100, "messages": [{"role": "system", "content": "Be brief."},
         {"role": "user", "content": "Hello"}]}
    Good (anthropic):
        {"model": "claude-3-haiku", "max_tokens": 100, "system": "Be brief.",
         "messages": [{"role": "user", "content": "Hello"}]}
    """
    taken = chat.facts.takes_system_messages
    if taken:
        return
    leading = True
    for index, role in enumerate(chat.roles):
        leading = leading and role == "system"
        if role == "system":
            text = "The system prompt stands among the messages; here it belongs beside them."
            milder = None if leading or taken is False else WARNING
            yield at_role(chat, index, text, severity=milder, role="system")
