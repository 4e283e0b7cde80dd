"""Move a setting to the place that this API has for it."""

from __future__ import annotations

from workbench.checks.findings import Finding, Fix
from workbench.json.patch import add, remove
from workbench.json.pointer import to_pointer
from workbench.json.text import Json
from workbench.rules.editing.context import RepairContext
from workbench.targets.severities import ERROR

_INSTRUCTIONS = "systemInstruction"
_PASSED_ON = "additionalModelRequestFields"


def move_to_place_here(context: RepairContext, finding: Finding) -> Fix | None:
    """Move a setting of another provider's API, if the value is accepted in its place here."""
    terms, body = context.target.request.settings, context.conversation.body
    if finding.message_index >= 0 or finding.severity != ERROR or not finding.at.startswith(f"{body}/"):
        return None
    place = terms.elsewhere.get(finding.at[len(body) + 1 :].replace("/", "."))
    value = None if place is None else _in_shape(place, context.value(finding.at))
    if place is None or value is None or (place.startswith(_PASSED_ON) and not _is_claude(context)):
        return None
    least, most = terms.bounds(tuple(place.split("."))) or (None, None)
    if isinstance(value, (int, float)) and ((least or 0) > value or (most is not None and most < value)):
        return None
    return move_setting(context, finding, place, value)


def move_setting(context: RepairContext, finding: Finding, place: str, value: Json) -> Fix | None:
    """Write the value at a place of the request, with dots for nested fields, unless that is in use."""
    body, steps = context.conversation.body, place.split(".")
    holder, depth = context.value(body), 0
    while isinstance(holder, dict) and holder.get(steps[depth]) is not None:
        holder, depth = holder[steps[depth]], depth + 1
        if depth == len(steps):
            return None
    if not isinstance(holder, dict):
        return None
    for name in reversed(steps[depth + 1 :]):
        value = {name: value}
    written = add(body + to_pointer(tuple(steps[: depth + 1])), value)
    why = "The same setting, where this API expects it."
    return Fix(f"Move it to {place}", (written, remove(finding.at)), True, why, 0.95)


def _in_shape(place: str, value: Json) -> Json:
    """The value as this place has it; None if it has no such values."""
    key = place.rpartition(".")[2]
    if key in ("system", _INSTRUCTIONS) and not (key == _INSTRUCTIONS and isinstance(value, dict)):
        if not isinstance(value, str) or not value.strip():
            return None
        return {"parts": [{"text": value}]} if key == _INSTRUCTIONS else value
    if key in ("stopSequences", "stop_sequences") and isinstance(value, str):
        return [value]
    return value


def _is_claude(context: RepairContext) -> bool:
    """Whether the model accepts the settings of Claude's own API, which the service passes on."""
    return (context.chat.facts.prefix or "").startswith("claude")
