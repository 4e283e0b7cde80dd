"""Who speaks, derived from what a message holds: only the model makes calls, and it never gives their results."""

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
    """Who speaks, where what the message holds leaves no doubt and its role says something else."""
    return context.once(("speaker", index), lambda: _role_by_content(context, index))


def _role_by_content(context: RepairContext, index: int) -> Fix | None:
    message = context.message(index)
    role = _results_role(context, index) or _callers_role(context, index) if isinstance(message, dict) else None
    if role is None or context.format.roles.get(role) == context.chat.roles[index]:
        return None
    return spoken_by(context, index, role)


def spoken_by(context: RepairContext, index: int, role: str) -> Fix:
    why = "The same message and speaker, under this format's name for the role."
    place = context.of_message(index, (context.format.role_key,))
    return Fix(f"Write the role as {role}", (add(place, role),), True, why, 0.95)


def _callers_role(context: RepairContext, index: int) -> str | None:
    """Only the model makes calls, whatever the message says; where results are part of calls, it holds both."""
    kinds = {event.kind for event in context.events(index)}
    makes_calls = "call" in kinds and ("result" not in kinds or context.format.complete is not None)
    return context.own_role("assistant") if makes_calls else None


def _results_role(context: RepairContext, index: int) -> str | None:
    """Who says results in this format, if the message holds nothing else."""
    envelope = context.format.envelope([]) if context.format.envelope else None
    if envelope is None and isinstance(context.message(index).get("tool_call_id"), str):
        return context.own_role("tool")
    results = [event.path for event in context.chat.of_message(index) if event.kind == "result"]
    alone = results and all(
        event.kind == "result" or any(event.path[: len(path)] == path for path in results)
        for event in context.chat.of_message(index)
    )
    return envelope.get(context.format.role_key) if alone and isinstance(envelope, dict) else None
