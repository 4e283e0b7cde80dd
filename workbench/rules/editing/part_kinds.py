"""Change the type of a content part to one that is allowed in its place, if both types have the same meaning.

The Responses API has one kind of text for each side (`input_text`, `output_text`), Chat Completions one for both.
"""

from __future__ import annotations

import re

from workbench.checks.findings import Finding, Fix
from workbench.checks.schema import VALUE
from workbench.json.patch import replace
from workbench.json.text import Json, compact
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.schema_problems import problem_at

_TEXTS = ("text", "input_text", "output_text")


def write_as_allowed_kind(context: RepairContext, finding: Finding) -> Fix | None:
    place, _, field = finding.at.rpartition("/")
    part = context.value(place)
    if field != "type" or not isinstance(part, dict):
        return None
    written = _as_allowed_kind(part, _allowed(context, finding))
    if written is None:
        return None
    why = "The content is the same; only the name of its type changes."
    return Fix(f"Write it as {written['type']}", (replace(place, written),), True, why, 0.95)


def block_of_another_agent(context: RepairContext, finding: Finding) -> Fix | None:
    """Write a block of another agent's answer, in the result of a tool, as text: its words, or else the whole block."""
    place, _, field = finding.at.rpartition("/")
    part, result = context.value(place), context.event(finding.at.removesuffix("/type").rpartition("/")[0], "result")
    if field != "type" or not isinstance(part, dict) or part.get("type") not in _OF_AGENTS or result is None:
        return None
    if context.at(result) == place or "text" not in _allowed(context, finding):
        return None
    thought = part.get("thinking") if part.keys() == {"type", "thinking"} else None
    written = thought if isinstance(thought, str) and thought.strip() else compact(part)
    why = "The content is the same. Only the model's own answers have such blocks."
    return Fix("Write the block as text", (replace(place, {"type": "text", "text": written}),), True, why, 0.8)


_OF_AGENTS = ("thinking", "redacted_thinking", "tool_use", "tool_result", "server_tool_use")


def write_image_address(context: RepairContext, finding: Finding) -> Fix | None:
    """Replace Chat Completions' object around an image URL with the bare URL, or the reverse."""
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


def write_text_as_part(context: RepairContext, finding: Finding) -> Fix | None:
    """Write a bare text in a list of parts as a part of its own."""
    holder, _, index = finding.at.rpartition("/")
    text = context.value(finding.at)
    if not index.isdigit() or holder.rpartition("/")[2] not in _LISTS or not isinstance(text, str) or not text:
        return None
    part = context.text_block(text)
    if not isinstance(part, dict):
        return None
    speaker = context.chat.roles[finding.message_index] if finding.message_index >= 0 else "system"
    if speaker == "assistant" and part.get("type") == "input_text":
        part = {**part, "type": "output_text"}
    return Fix("Write it as a text part", (replace(finding.at, part),), True, "The text stays the same.", 0.95)


def write_note_as_text(context: RepairContext, finding: Finding) -> Fix | None:
    """Write a note or a local path in the place of an image as text: the image itself is not in the request."""
    image = context.event(finding.at, "image")
    note = image.value if image is not None else None
    is_note = isinstance(note, str) and len(note) <= _LONGEST_NOTE and _NOTE.fullmatch(note) is not None
    part = context.text_block(str(note)) if is_note else None
    if image is None or part is None or not image.path:
        return None
    why = "The request does not contain the image, only these words, which stay."
    return Fix("Write it as text", (replace(context.at(image), part),), True, why, 0.9)


_LISTS = frozenset({"content", "output", "parts"})
_NOTE = re.compile(
    r"[\[<(][^\[\]<>()]*\s[^\[\]<>()]*[\])>]"
    r"|(?:~|\.{1,2}|[A-Za-z]:)?[\\/]?[\w .-]+(?:[\\/][\w .-]+)*\.(?:png|jpe?g|gif|webp)",
    re.IGNORECASE,
)
"""Words in brackets, as programs write them where they have removed the data, or the path of a file."""
_LONGEST_NOTE = 500
_FILE = frozenset({"file_data", "file_id", "filename"})


def _allowed(context: RepairContext, finding: Finding) -> list[str]:
    """The types that the schema allows in this place."""
    problem = problem_at(context, finding, VALUE) if finding.message_index >= 0 else None
    return list(problem.facts.get("allowed", ())) if problem is not None else []


def _as_allowed_kind(part: dict[str, Json], allowed: list[str]) -> dict[str, Json] | None:
    kind, image = part.get("type"), part.get("image_url")
    file = part.get("file")
    if kind == "file" and isinstance(file, dict) and "input_file" in allowed and part.keys() == {"type", "file"}:
        return {"type": "input_file", **file} if file.keys() <= _FILE else None
    if kind in _TEXTS and isinstance(part.get("text"), str):
        other = next((name for name in _TEXTS if name in allowed), None)
        return {**part, "type": other} if other else None
    if kind == "json" and part.keys() == {"type", "json"} and "text" in allowed:
        return {"type": "text", "text": compact(part["json"])}
    if kind == "image_url" and "input_image" in allowed and isinstance(image, dict):
        rest = {key: value for key, value in image.items() if key != "url"}
        return {**part, "type": "input_image", "image_url": image.get("url"), **rest}
    if kind == "input_image" and "image_url" in allowed and isinstance(image, str):
        detail = {"detail": part["detail"]} if "detail" in part else {}
        return {"type": "image_url", "image_url": {"url": image, **detail}}
    return None
