"""System messages between the turns of a model that accepts them only in certain places."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.patch import move
from workbench.rules.content.empty import only_changes_settings
from workbench.rules.contract import Violation, at_role, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.value_shapes import first_of
from workbench.rules.roles.system_prompt import move_leading_prompt
from workbench.targets.contract import Target


def move_after_user(context: RepairContext, finding: Finding) -> Fix | None:
    """Move the user turn that follows in front of the prompt, so that the model reads both before the same answer."""
    index, roles = finding.message_index, context.chat.roles
    if not context.in_list or index == 0:
        return None
    end = next((at for at in range(index, len(roles)) if roles[at] != "system"), len(roles))
    last = next((at for at in range(end, len(roles)) if roles[at] != "user"), len(roles))
    if last == end:
        return None
    patch = tuple(move(context.pointer(at), context.pointer(index + at - end)) for at in range(end, last))
    why = "Every word stays; the model reads the prompt before the same answer."
    return Fix("Move the system prompt after the user turn", patch, True, why, 0.8)


@rule("RO419", "system-between-turns", fix=first_of(move_leading_prompt, move_after_user))
def system_between_turns(chat: Chat, target: Target) -> Iterator[Violation]:
    """A system message is in a place where the model does not accept one, though it accepts them elsewhere.

    The newest Claude models accept it only after a user turn or the result of a tool that the provider ran, and only if
    the assistant follows or nothing does. One that changes only settings may be anywhere. This usually comes from a
    program that writes its reminders before the next user turn.

    Bad (anthropic):
        {"model": "claude-opus-4-8", "max_tokens": 100, "messages": [{"role": "user", "content": "Hello"},
         {"role": "system", "content": "Be brief."}, {"role": "user", "content": "Anybody?"}]}
    Good (anthropic):
        {"model": "claude-opus-4-8", "max_tokens": 100, "messages": [{"role": "user", "content": "Hello"},
         {"role": "user", "content": "Anybody?"}, {"role": "system", "content": "Be brief."}]}
    """
    if not chat.facts.accepts_system_messages or "system" not in chat.roles:
        return
    roles = [
        None if only_changes_settings(message) else role
        for message, role in zip(chat.messages, chat.roles, strict=True)
    ]
    for index, role in enumerate(roles):
        if role != "system" or (index and roles[index - 1] == "system"):
            continue  # adjacent ones count as one
        after = next((other for other in roles[index:] if other != "system"), None)
        if index == 0:
            text, variant = "The first message may not be a system message; the prompt has a separate field.", "first"
        elif roles[index - 1] == "assistant" and not _ends_with_result(chat.messages[index - 1]):
            text, variant = "A system message may not follow an answer, only a user turn.", "after answer"
        elif after == "user":
            text, variant = "A system message may not be followed by a user turn.", ""
        else:
            continue
        yield at_role(chat, index, text, role="system")._replace(variant=variant)


def _ends_with_result(message: object) -> bool:
    """Whether an answer ends with the result of a tool that the provider ran."""
    content = message.get("content") if isinstance(message, dict) else None
    last = content[-1] if isinstance(content, list) and content else None
    return isinstance(last, dict) and str(last.get("type")).endswith("_tool_result")
