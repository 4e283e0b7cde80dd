"""Settings with the name that an earlier API of the same provider uses."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.request_problems import is_request
from workbench.json.patch import add, remove
from workbench.json.text import Json
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.request.definitions import at_setting
from workbench.targets.contract import Target


def move_to_new_place(context: RepairContext, finding: Finding) -> Fix | None:
    """Move the value to its new place, unless that is in use."""
    body, _, key = finding.at.rpartition("/")
    place = context.target.request.settings.moved.get(key)
    if place is None or place == context.format.list_key:
        return None
    outer, _, inner = place.rpartition(".")
    parent = context.value(f"{body}/{outer}") if outer else context.value(body)
    if (outer and parent is not None and not isinstance(parent, dict)) or (parent or {}).get(inner) is not None:
        return None
    value = _flat(context.value(finding.at))
    target = f"{body}/{place.replace('.', '/')}"
    written = add(target, value) if parent is not None else add(f"{body}/{outer}", {inner: value})
    why = "The same setting, where this API expects it."
    return Fix(f"Move it to {place}", (written, remove(finding.at)), True, why, 0.95)


def _flat(value: object) -> Json:
    """The value without the object that only the earlier API puts around an answer's schema."""
    if (
        isinstance(value, dict)
        and isinstance(inner := value.get("json_schema"), dict)
        and value.keys()
        == {
            "type",
            "json_schema",
        }
    ):
        return {"type": value["type"], **inner}
    return value


@rule("RQ220", "parameter-moved", fix=move_to_new_place)
def parameter_moved(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request has a parameter with the name that another API of the same provider uses.

    This usually comes from changing the URL from Chat Completions to Responses without changing the request.

    Bad (openai-responses):
        {"model": "gpt-5", "input": [{"role": "user", "content": "Answer in JSON."}],
         "response_format": {"type": "json_object"}}
    Good (openai-responses):
        {"model": "gpt-5", "input": [{"role": "user", "content": "Answer in JSON."}],
         "text": {"format": {"type": "json_object"}}}
    """
    moved = target.request.settings.moved
    if moved and is_request(chat):
        for field, place in moved.items():
            if chat.settings.get(field) is not None and field != chat.format.list_key:
                yield at_setting((field,), f"In this API, {field} is {place}.", field=field, place=place)
