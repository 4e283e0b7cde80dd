"""The role of a message, derived from its content: only the model makes calls, and it never writes their results."""

from __future__ import annotations

from workbench.checks.findings import Fix
from workbench.json.patch import add
from workbench.rules.editing.context import RepairContext

SPEAKERS = {
    "assistant": "assistant",
    "model": "assistant",
    "ai": "assistant",
    "bot": "assistant",
    "agent": "assistant",
}
SPEAKERS |= {"user": "user", "human": "user"}


def role_by_content(context: RepairContext, index: int) -> Fix | None:
    """Correct the role of a message whose content allows only one role."""
    return context.once(("speaker", index), lambda: _role_by_content(context, index))


def _role_by_content(context: RepairContext, index: int) -> Fix | None:
    message = context.message(index)
    role = _results_role(context, index) or _callers_role(context, index) if isinstance(message, dict) else None
    if role is None or context.format.roles.get(role) == context.chat.roles[index]:
        return None
    return write_role(context, index, role)


def write_role(context: RepairContext, index: int, role: str) -> Fix:
    why = "The same message and speaker, under this format's name for the role."
    place = context.pointer(index, (context.format.role_key,))
    return Fix(f"Write the role as {role}", (add(place, role),), True, why, 0.95)


def _callers_role(context: RepairContext, index: int) -> str | None:
    """The assistant's role, if the message makes calls. Results next to them must be part of the calls."""
    kinds = {event.kind for event in context.events(index)}
    makes_calls = "call" in kinds and ("result" not in kinds or context.format.complete is not None)
    return context.native_role("assistant") if makes_calls else None


def _results_role(context: RepairContext, index: int) -> str | None:
    """The role for results in this format, if the message contains nothing else.

    Content next to them stays in their turn if that is the user's and the message names no speaker that is known.
    """
    envelope = context.format.envelope([]) if context.format.envelope else None
    if envelope is None and isinstance(context.message(index).get("tool_call_id"), str):
        return context.native_role("tool")
    events = context.chat.of_message(index)
    results = [event.path for event in events if event.kind == "result"]
    alone = all(event.kind == "result" or any(event.path[: len(path)] == path for path in results) for event in events)
    if not results or not isinstance(envelope, dict):
        return None
    role = envelope.get(context.format.role_key)
    return role if alone or (_is_of_users_turn(context, index, role) and _names_no_speaker(context, index)) else None


def _is_of_users_turn(context: RepairContext, index: int, role: object) -> bool:
    is_users = isinstance(role, str) and context.format.roles.get(role) == "user"
    return is_users and not any(event.kind == "call" for event in context.chat.of_message(index))


def _names_no_speaker(context: RepairContext, index: int) -> bool:
    word = context.message(index).get(context.format.role_key)
    return context.chat.roles[index] == "other" and isinstance(word, str) and word.lower() not in SPEAKERS
