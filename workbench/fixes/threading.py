"""Re-thread: give a result the id of the call it belongs to, and keep the result."""

from __future__ import annotations

from workbench.findings import Finding, Fix
from workbench.fixes.contract import Patient, fixer, replace
from workbench.formats.contract import Event
from workbench.tool_ids import bare


@fixer("tool-id-mismatch", "tool-id-mismatch-created", "tool-id-mismatch-healed")
def rethread(patient: Patient, finding: Finding) -> Fix | None:
    """The partner is the call; if only the prefix differs, or no other pairing is possible, this is safe."""
    result = patient.event(finding.at, "result")
    call = patient.event(finding.partner, "call")
    if result is None or call is None or "id" not in result.places or not isinstance(call.id, str):
        return None
    same_but_prefix = isinstance(result.id, str) and bare(result.id) == bare(call.id)
    safe = same_but_prefix or str(result.id) == str(call.id) or _only_pairing(patient, result, call)
    if same_but_prefix:
        why = f"The two ids differ only in their prefix: {result.id!r} and {call.id!r} are the same call."
    elif safe:
        why = "It is the only result without a call and the only call without a result there."
    else:
        why = "It stands where the result of that call belongs; other pairings are possible."
    patch = (replace(patient.at(result, "id"), call.id),)
    return Fix(f"Re-thread to {call.id}, keeps the result", patch, safe, why, 0.98 if same_but_prefix else 0.8)


def _only_pairing(patient: Patient, result: Event, call: Event) -> bool:
    """Whether one result and one call are left over between this call's message and the next."""
    names_fit = result.name is None or call.name is None or result.name == call.name
    calls = [other for other in patient.chat.of_message(call.message) if other.kind == "call"]
    known = {str(other.id) for other in calls}
    later = [index for index, role in enumerate(patient.chat.roles) if index > call.message and role == "assistant"]
    window = range(call.message + 1, later[0] if later else len(patient.chat.roles))
    results = [event for index in window for event in patient.chat.of_message(index) if event.kind == "result"]
    strangers = [event for event in results if str(event.id) not in known]
    answered = {str(event.id) for event in results}
    waiting = [other for other in calls if str(other.id) not in answered]
    if len(strangers) == 1 and len(waiting) == 1:
        return names_fit
    by_name = [other for other in waiting if result.name is not None and other.name == result.name]
    same_name = [event for event in strangers if event.name == result.name]
    return len(by_name) == 1 and len(same_name) == 1 and by_name[0] is call
