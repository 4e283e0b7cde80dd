"""System messages in a list that must not contain any."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.patch import add, replace
from workbench.json.text import Json
from workbench.rules.contract import Violation, at_role, rule
from workbench.rules.editing.context import RepairContext
from workbench.targets.contract import Target


def into_instructions(context: RepairContext, finding: Finding) -> Fix | None:
    """Move all system messages, in order, to the instructions option. A bare list becomes a body with that option."""
    conversation = context.conversation
    if not context.in_list or not (conversation.base or isinstance(conversation.payload, list)):
        return None
    prompts = [
        message for message, role in zip(context.chat.messages, context.chat.roles, strict=True) if role == "system"
    ]
    others = [
        message for message, role in zip(context.chat.messages, context.chat.roles, strict=True) if role != "system"
    ]
    if not prompts or not others or not all(_has_text(message) for message in prompts):
        return None  # there are none if the conversion made them
    why = "The same words, where this version of the SDK expects them."
    title = "Move the system messages to the instructions option"
    key = next(
        (key for key in ("instructions", "system") if conversation.settings.get(key) is not None), "instructions"
    )
    present = conversation.settings.get(key)
    before = present if isinstance(present, list) else [] if present is None else [present]
    instructions = _as_option([*before, *prompts])
    if not conversation.base:
        body = {"instructions": instructions, "messages": others}
        return Fix(title, (replace("", body),), True, why, 0.95)
    body_at = conversation.base.rsplit("/", 1)[0]
    return Fix(title, (add(f"{body_at}/{key}", instructions), replace(conversation.base, others)), True, why, 0.95)


def _has_text(message: object) -> bool:
    return isinstance(message, dict) and isinstance(message.get("content"), str)


def _as_option(prompts: list[Any]) -> Json:
    """One plain text alone is a text; anything else is a list of system messages."""
    messages = [{"role": "system", "content": prompt} if isinstance(prompt, str) else prompt for prompt in prompts]
    only = messages[0]
    return only["content"] if len(messages) == 1 and only.keys() == {"role", "content"} else messages


@rule("RO418", "role-system-among-messages", fix=into_instructions)
def role_system_among_messages(chat: Chat, target: Target) -> Iterator[Violation]:
    """A system message is in `messages`, but the SDK accepts instructions only as a separate option.

    From version 7 on the SDK refuses it, because a stored conversation could smuggle in instructions. Move it to
    `instructions`, or set `allowSystemInMessages: true` if the messages come only from your own program.

    Bad (ai@7):
        {"messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello"}]}
    Good (ai@7):
        {"instructions": "Be brief.", "messages": [{"role": "user", "content": "Hello"}]}
    """
    for index, role in enumerate(chat.roles):
        if role == "system" and index >= chat.own_prompt:
            text = "A system message is in the list of messages; here it belongs in the instructions option."
            yield at_role(chat, index, text, cause="system among messages")
