"""Who speaks, told by what a message holds: only the model makes calls, and it never says their results."""

from __future__ import annotations

from workbench.findings import Fix
from workbench.fixes.contract import Patient
from workbench.patch import add


def role_by_content(patient: Patient, index: int) -> Fix | None:
    """Who speaks, where what the message holds leaves no doubt and its role says something else."""
    message = patient.message(index)
    role = _results_role(patient, index) or _callers_role(patient, index) if isinstance(message, dict) else None
    if role is None or patient.format.roles.get(role) == patient.chat.roles[index]:
        return None
    return spoken_by(patient, index, role)


def spoken_by(patient: Patient, index: int, role: str) -> Fix:
    why = "The same message of the same speaker, in the word that this format has for it."
    place = patient.of_message(index, (patient.format.role_key,))
    return Fix(f"Write the role as {role}", (add(place, role),), True, why, 0.95)


def _callers_role(patient: Patient, index: int) -> str | None:
    """Only the model makes calls, whatever the message says; where results are part of calls, it holds both."""
    kinds = {event.kind for event in patient.events(index)}
    makes_calls = "call" in kinds and ("result" not in kinds or patient.format.complete is not None)
    return patient.own_role("assistant") if makes_calls else None


def _results_role(patient: Patient, index: int) -> str | None:
    """Who says results in this format, if the message holds nothing else."""
    envelope = patient.format.envelope([]) if patient.format.envelope else None
    if envelope is None and isinstance(patient.message(index).get("tool_call_id"), str):
        return patient.own_role("tool")
    results = [event.path for event in patient.chat.of_message(index) if event.kind == "result"]
    alone = results and all(
        event.kind == "result" or any(event.path[: len(path)] == path for path in results)
        for event in patient.chat.of_message(index)
    )
    return envelope.get(patient.format.role_key) if alone and isinstance(envelope, dict) else None
