"""Write a content part under the kind that its place takes, where both kinds say the same with the same words.

The Responses API has one kind of text for each side (`input_text`, `output_text`), Chat Completions one for both.
"""

from __future__ import annotations

from workbench.checks.findings import Finding, Fix
from workbench.checks.request_problems import request_problems
from workbench.checks.schema import VALUE
from workbench.json.patch import replace
from workbench.json.text import Json
from workbench.rules.editing.context import RepairContext

_TEXTS = ("text", "input_text", "output_text")


def kind_of_this_place(context: RepairContext, finding: Finding) -> Fix | None:
    place, _, field = finding.at.rpartition("/")
    part = context.value(place)
    if field != "type" or not isinstance(part, dict):
        return None
    written = _written(part, _allowed(context, finding))
    if written is None:
        return None
    why = "The content is the same; only the name of its type changes."
    return Fix(f"Write it as {written['type']}", (replace(place, written),), True, why, 0.95)


def address_of_image(context: RepairContext, finding: Finding) -> Fix | None:
    """The address out of the object that Chat Completions has around it, or the other way round."""
    place, _, field = finding.at.rpartition("/")
    part, image = context.value(place), context.value(finding.at)
    if field != "image_url" or not isinstance(part, dict):
        return None
    why = "The same image; only the object around its address is the other API's."
    if isinstance(image, dict) and isinstance(image.get("url"), str) and part.get("type") == "input_image":
        rest = {key: value for key, value in image.items() if key != "url"}
        written = {**part, "image_url": image["url"], **rest}
    elif isinstance(image, str) and part.get("type") == "image_url":
        written = {**part, "image_url": {"url": image}}
    else:
        return None
    return Fix("Write the address as this API does", (replace(place, written),), True, why, 0.95)


def _allowed(context: RepairContext, finding: Finding) -> list[str]:
    """The kinds that the schema has for this place."""
    for problem in request_problems(context.chat, context.target, VALUE):
        index = problem.path[1] if problem.path[0] == context.format.list_key else None
        if isinstance(index, int) and context.of_message(index, problem.path[2:]) == finding.at:
            return list(problem.facts.get("allowed", ()))
    return []


def _written(part: dict[str, Json], allowed: list[str]) -> dict[str, Json] | None:
    kind, image = part.get("type"), part.get("image_url")
    if kind in _TEXTS and isinstance(part.get("text"), str):
        other = next((one for one in _TEXTS if one in allowed), None)
        return {**part, "type": other} if other else None
    if kind == "image_url" and "input_image" in allowed and isinstance(image, dict):
        rest = {key: value for key, value in image.items() if key != "url"}
        return {**part, "type": "input_image", "image_url": image.get("url"), **rest}
    if kind == "input_image" and "image_url" in allowed and isinstance(image, str):
        detail = {"detail": part["detail"]} if "detail" in part else {}
        return {"type": "image_url", "image_url": {"url": image, **detail}}
    return None
