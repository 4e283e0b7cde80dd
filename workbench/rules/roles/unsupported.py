"""Roles that the target does not accept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.description import quoted
from workbench.json.patch import add, replace
from workbench.rules.contract import Violation, at_role, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.speaker import SPEAKERS, role_by_content, write_role
from workbench.rules.editing.splitting import split_calls_from_results
from workbench.rules.editing.system_setting import move_to_system_setting
from workbench.rules.editing.unpacking import unpack_message
from workbench.rules.occasions import may_have_refused_role
from workbench.targets.contract import WARNING, Target
from workbench.targets.templates import template_named


def write_native_role(context: RepairContext, finding: Finding) -> Fix | None:
    index, key = finding.message_index, context.format.role_key
    message = context.message(index)
    if not isinstance(message, dict) or not message:
        return unpack_message(context, finding)
    word = message.get(key)
    limits = context.target.limits
    if word == "developer" and word in limits.refused_roles | limits.doubtful_roles:
        why = "The same prompt, under this server's name for the role."
        return Fix("Write the role as system", (replace(context.pointer(index, (key,)), "system"),), True, why, 0.95)
    if word == "system" and word in limits.refused_roles and "developer" in context.format.roles:
        why = "The same prompt, under the name of the role that this server accepts."
        place = context.pointer(index, (key,))
        return Fix("Write the role as developer", (replace(place, "developer"),), True, why, 0.95)
    if (edit := split_calls_from_results(context, index) or role_by_content(context, index)) is not None:
        return edit
    if context.chat.roles[index] == "system" and finding.rule == "role-unsupported":
        why = "This model does not accept a system prompt."
        return prompt_by_user(context, index, why) or _as_user(context, index, why)
    if context.chat.roles[index] == "other" and word in ("system", "developer"):
        return move_to_system_setting(context) if index == 0 else None
    role = _native_role(context, word) if context.chat.roles[index] == "other" else None
    if role is not None:
        return write_role(context, index, role)
    is_dropped = finding.rule == "message-dropped" and context.chat.roles[index] in ("other", "tool")
    return _as_user(context, index, "A message with this role never reaches the model.") if is_dropped else None


PROMPT = "System instructions:\n"


def prompt_by_user(context: RepairContext, index: int, why: str) -> Fix | None:
    """The system prompt as a user message that states what it is."""
    role, key = context.native_role("user"), context.format.traits.parts_key
    content = context.chat.messages[index].get(key)
    if role is None or not content or not isinstance(content, (str, list)):
        return None
    noted = PROMPT + content if isinstance(content, str) else _noted(content)
    if noted is None:
        return None
    patch = (
        replace(context.pointer(index, (context.format.role_key,)), role),
        replace(context.pointer(index, (key,)), noted),
    )
    why = f"{why} The message keeps its words and states what they are."
    return Fix("Send the system prompt as a user message", patch, True, why, 0.7)


def _noted(parts: list[Any]) -> list[Any] | None:
    """The parts, the first of which begins with the note; None if that is not a text."""
    first = parts[0]
    if not isinstance(first, dict) or not isinstance(first.get("text"), str):
        return None
    return [{**first, "text": PROMPT + first["text"]}, *parts[1:]]


def _as_user(context: RepairContext, index: int, why: str) -> Fix | None:
    """Change the role to the user's. Not safe: the words get another speaker."""
    role = context.native_role("user")
    if role is None:
        return None
    place = context.pointer(index, (context.format.role_key,))
    why = f"{why} The words stay, but become the user's."
    return Fix("Change the role to user", (add(place, role),), False, why, 0.6)


def _native_role(context: RepairContext, word: object) -> str | None:
    """This format's name for a role that another program names differently."""
    return context.native_role(SPEAKERS.get(word.lower())) if isinstance(word, str) else None


@rule("RO401", "role-unsupported", fix=write_native_role, occasion=may_have_refused_role)
def role_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """The target, or this model, does not accept the role of a message.

    Some reasoning models refuse `system` and `developer`; servers other than OpenAI refuse `developer`. An unknown role
    usually comes from another format.

    Bad (openai):
        {"model": "o1-mini", "messages": [{"role": "system", "content": "Be brief."},
         {"role": "user", "content": "Hello"}]}
    Good (openai):
        {"model": "gpt-5", "messages": [{"role": "system", "content": "Be brief."},
         {"role": "user", "content": "Hello"}]}
    """
    by_model = chat.facts.refused_roles or frozenset()
    if target.turns.by_template and template_named(chat.facts.template).takes_system:
        by_model -= {"system"}
    doubtful = frozenset() if chat.facts.first_party else target.limits.doubtful_roles
    refused = target.limits.refused_roles | by_model | doubtful
    for index, role in enumerate(chat.roles):
        if role != "other" and not refused:
            continue
        message = chat.messages[index]
        if not isinstance(message, dict) or chat.format.role_key not in message:
            continue
        word = message[chat.format.role_key]
        if role != "other" and (not isinstance(word, str) or word not in refused):
            continue
        if isinstance(word, str) and word in doubtful and word not in target.limits.refused_roles | by_model:
            text = f"Not every server of this kind accepts the role {quoted(word)}, and not with every model."
            yield at_role(chat, index, text, severity=WARNING, role=word)._replace(variant="doubtful")
            continue
        suffix = " by this model" if isinstance(word, str) and word in by_model else ""
        text = f"The role {quoted(word)} is not supported{suffix}." if word is not None else "The role is null."
        variant = "unknown" if role == "other" else ""
        severity = WARNING if _is_read(target, word) else None
        yield at_role(chat, index, text, severity=severity, role=word)._replace(variant=variant)


def _is_read(target: Target, word: object) -> bool:
    """Whether the server itself reads the role, so that only the model's template may refuse it."""
    return isinstance(word, str) and word.lower() in target.limits.known_roles
