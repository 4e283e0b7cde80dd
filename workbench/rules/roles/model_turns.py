"""Missing roles, final model turns and system instructions that some of Google's models refuse."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.patch import add
from workbench.rules.contract import Violation, at_message, at_role, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.ending import end_with_user_turn
from workbench.targets.contract import WARNING, Target


def set_role_by_content(context: RepairContext, finding: Finding) -> Fix | None:
    """Set the role to the model's if the message has calls, else to the user's."""
    calls = any(event.kind == "call" for event in context.events(finding.message_index))
    role = context.native_role("assistant" if calls else "user")
    if role is None or not isinstance(context.message(finding.message_index), dict):
        return None
    place = context.pointer(finding.message_index, (context.format.role_key,))
    return Fix(
        f"Set the role to {role}", (add(place, role),), True, "APIs that allow a missing role read it this way.", 0.9
    )


@rule("RO415", "role-missing", fix=set_role_by_content)
def role_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A message has no role.

    AI Studio treats it as a user message; Vertex refuses it.

    Bad (vertex-gemini):
        {"contents": [{"parts": [{"text": "Hello"}]}]}
    Good (vertex-gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}]}
    """
    if not target.turns.needs_role:
        return
    for index, message in enumerate(chat.messages):
        if isinstance(message, dict) and message.get(chat.format.role_key) is None:
            yield at_message(index, "The message has no role.")


@rule("RO416", "role-last-model", fix=end_with_user_turn)
def role_last_model(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request ends with a model turn, which the newest models do not continue.

    Older models accept it, unless it is the only message. For models that are not known to refuse it, it is a warning.

    Bad (gemini):
        {"model": "gemini-3.7-flash", "contents": [{"role": "user", "parts": [{"text": "Hello"}]},
         {"role": "model", "parts": [{"text": "Hi"}]}]}
    Good (gemini):
        {"model": "gemini-2.5-flash", "contents": [{"role": "user", "parts": [{"text": "Hello"}]},
         {"role": "model", "parts": [{"text": "Hi"}]}]}
    """
    if not chat.roles or chat.roles[-1] != "assistant":
        return
    last = len(chat.roles) - 1
    if last == 0 and chat.settings and not chat.calls:
        text = "The only message of the request is the model's."
        yield at_role(chat, last, text)._replace(variant="alone")
        return
    if not chat.facts.prefix or chat.facts.follows_model_turn:
        return
    if not any(event.kind == "call" for event in chat.of_message(last)):
        is_certain = chat.facts.follows_model_turn is False
        newest = f"the model {chat.model} refuses" if is_certain else "the newest models refuse"
        text = f"The request ends with a model turn, which {newest}."
        yield at_role(chat, last, text, severity=None if is_certain else WARNING)


@rule("RO417", "system-instruction-unsupported")
def system_instruction_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request has a system instruction, which this model does not accept.

    Gemma and the speech models accept none. Put it in the first user message instead.

    Bad (gemini):
        {"model": "gemma-3-27b-it", "systemInstruction": {"parts": [{"text": "Be brief."}]},
         "contents": [{"role": "user", "parts": [{"text": "Hello"}]}]}
    Good (gemini):
        {"model": "gemma-3-27b-it", "contents": [{"role": "user", "parts": [{"text": "Be brief. Hello"}]}]}
    """
    key = next((key for key in ("systemInstruction", "system_instruction") if chat.settings.get(key)), None)
    if key is not None and chat.facts.refused_roles and "system" in chat.facts.refused_roles:
        text = f"The model {chat.model} does not accept a system instruction."
        yield Violation(-1, (key,), text, facts={"model": chat.model}, severity=WARNING)
