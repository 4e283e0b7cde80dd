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
    """The role for results in this format, if the message contains nothing else."""
    envelope = context.format.envelope([]) if context.format.envelope else None
    if envelope is None and isinstance(context.message(index).get("tool_call_id"), str):
        return context.native_role("tool")
    results = [event.path for event in context.chat.of_message(index) if event.kind == "result"]
    alone = results and all(
        event.kind == "result" or any(event.path[: len(path)] == path for path in results)
        for event in context.chat.of_message(index)
    )
    return envelope.get(context.format.role_key) if alone and isinstance(envelope, dict) else None
