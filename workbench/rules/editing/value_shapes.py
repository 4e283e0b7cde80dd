"""Write a value in the form that this API has for it: wrapped, unwrapped, parsed, or under another name.

Every form contains the same words. A form is offered only if the API's own schema accepts it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from workbench.checks.findings import Finding, Fix
from workbench.checks.schema import MISSING, TYPE, problems_of
from workbench.json.patch import add, move, remove, replace
from workbench.json.text import Json, compact, parse_or_none
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.schema_problems import problem_at
from workbench.targets.contract import ERROR

_CHOICE = "tool_choice"
_MARK = "cache_control"
_SCHEMAS = ("input_schema", "inputSchema", "parameters")
_TEXTS = frozenset({"system", "systemInstruction", "system_instruction", "content", "parts"})
_CHOICES = {"required": "any", "any": "required"}
"""The words of two APIs for a call of any tool that the model must make."""
_WORDS_OF_CHOICES = {"auto": "auto", "any": "any", "required": "any"}
"""The same words, where the choice is the key of an object."""
_SWITCHES = {"true": True, "false": False}
_NAMES_OF_TEXT = ("content", "value", "input_text", "output_text")
"""The names of other APIs and programs for the text of a block."""

Fixer = Callable[[RepairContext, Finding], Fix | None]


def first_of(*fixers: Fixer) -> Fixer:
    """Return a fixer that uses the first of several fixers with a fix."""

    def fix(context: RepairContext, finding: Finding) -> Fix | None:
        return next((made for fixer in fixers if (made := fixer(context, finding)) is not None), None)

    return fix


def write_in_expected_type(context: RepairContext, finding: Finding) -> Fix | None:
    """Write the value as the type that its field requires."""
    value, key = context.value(finding.at), finding.at.rpartition("/")[2]
    problem = problem_at(context, finding, TYPE)
    if problem is None:
        return None
    if value is None:
        return _empty_signed_text(context, finding, key) or _without_null_setting(finding, key)
    why = "The value stays the same; only its form changes."
    for title, written in _written(context, key, value, problem.facts.get("expected", ())):
        return Fix(title, (replace(finding.at, written),), True, why, 0.9)
    return None


def _written(context: RepairContext, key: str, value: object, expected: object) -> Iterator[tuple[str, Json]]:
    wanted = expected if isinstance(expected, (list, tuple)) else ()
    block = context.text_block(_text_of(value)) if key in _TEXTS and _text_of(value) else None
    if block is not None:
        yield "Write it as a text block", {"parts": [block]} if "array" not in wanted else [block]
    elif "array" in wanted and not isinstance(value, list):
        yield "Put it into a list", [value]
    elif "object" in wanted:
        yield from _as_object(key, value)
    elif isinstance(value, str) and (scalar := _scalar(value, wanted)) is not None:
        yield f"Write it as {wanted[0]}", scalar
    elif "string" in wanted and isinstance(value, list) and value and all(isinstance(line, str) for line in value):
        yield "Write the list as one text", "\n".join(value)
    elif "string" in wanted and isinstance(value, (int, float)) and not isinstance(value, bool):
        yield "Write it as text", str(value)


def add_empty_arguments(context: RepairContext, finding: Finding) -> Fix | None:
    """Write the arguments of a call that has none as an empty object."""
    function = context.value(finding.at)
    is_function = finding.at.endswith("/function") and "/tool_calls/" in finding.at
    if not is_function or not isinstance(function, dict) or "arguments" in function or "name" not in function:
        return None
    why = "Nothing is lost: the call has no arguments."
    return Fix("Add empty arguments", (add(f"{finding.at}/arguments", "{}"),), True, why, 0.9)


def leave_out_empty_value(context: RepairContext, finding: Finding) -> Fix | None:
    """Leave out an empty list or object in a field of a message that may be absent and has another type."""
    key = finding.at.rpartition("/")[2]
    if key not in _OPTIONAL or finding.message_index < 0 or context.value(finding.at) not in ([], {}):
        return None
    return Fix(f"Leave out {key}, which is empty", (remove(finding.at),), True, "It contains nothing.", 0.95)


_OPTIONAL = frozenset({"reasoning_content", "reasoning", "refusal", "name", "tool_calls"})


def _without_null_setting(finding: Finding, key: str) -> Fix | None:
    """Leave out a setting that is null: its default applies, as it would for null."""
    if finding.message_index >= 0:
        return None
    return Fix(f"Leave out {key}, which is null", (remove(finding.at),), True, "A null setting sets nothing.", 0.9)


def _empty_signed_text(context: RepairContext, finding: Finding, key: str) -> Fix | None:
    """Write an empty text for the null text of signed reasoning."""
    thought = context.value(finding.at.rpartition("/")[0])
    if key not in ("text", "thinking") or not isinstance(thought, dict) or not thought.get("signature"):
        return None
    why = "The provider returns this reasoning with a signature and without its text."
    return Fix("Write an empty text", (replace(finding.at, ""),), True, why, 0.9)


def _text_of(value: object) -> str:
    """Return a text, or an object as JSON text; an empty text for a block of the API."""
    if isinstance(value, dict) and "type" not in value and "text" not in value:
        return compact(value)
    return value if isinstance(value, str) else ""


def _as_object(key: str, value: object) -> Iterator[tuple[str, Json]]:
    parsed = parse_or_none(value) if isinstance(value, str) else None
    if isinstance(parsed, dict):
        yield "Write the JSON text as an object", parsed
    elif key == _CHOICE and isinstance(value, str):
        yield "Write it as an object", {"type": _CHOICES.get(value, value)}
    elif key == "toolChoice" and isinstance(value, str) and value in _WORDS_OF_CHOICES:
        yield "Write it as an object", {_WORDS_OF_CHOICES[value]: {}}
    elif key == "response":
        yield "Put the result into an object", {"result": value}


def _scalar(value: str, wanted: list[Json] | tuple[Json, ...]) -> Json | None:
    if "boolean" in wanted:
        return _SWITCHES.get(value.strip().lower())
    number = parse_or_none(value) if {"integer", "number"} & set(map(str, wanted)) else None
    return number if isinstance(number, (int, float)) and not isinstance(number, bool) else None


def write_choice_in_api_shape(context: RepairContext, finding: Finding) -> Fix | None:
    """Write the same choice of a tool in the first known shape that this API accepts."""
    place = finding.at if finding.at.endswith(f"/{_CHOICE}") else finding.at.rpartition("/")[0]
    choice = context.value(place)
    word = _CHOICES.get(choice) if isinstance(choice, str) and place.endswith(f"/{_CHOICE}") else None
    if word and _is_accepted(context, {_CHOICE: word}):
        why = "Another API's word for the same choice: any tool, but one of them."
        return Fix(f"Write it as {word}", (replace(place, word),), True, why, 0.95)
    if not place.endswith(f"/{_CHOICE}") or not isinstance(choice, dict):
        return None
    same = {**choice, "type": _CHOICES.get(choice["type"])} if isinstance(choice.get("type"), str) else None
    if same is not None and same["type"] is not None and _is_accepted(context, {_CHOICE: same}):
        why = "Another API's word for the same choice: any tool, but one of them."
        return Fix(f"Write it as {same['type']}", (replace(f"{place}/type", same["type"]),), True, why, 0.95)
    function = choice.get("function")
    name = choice.get("name") or (function.get("name") if isinstance(function, dict) else None)
    if not isinstance(name, str) or len(choice) > 2:
        return None
    shapes: tuple[Json, ...] = ({"type": "tool", "name": name}, {"type": "function", "function": {"name": name}})
    accepted = next((shape for shape in shapes if shape != choice and _is_accepted(context, {_CHOICE: shape})), None)
    if accepted is None:
        return None
    why = "The same choice, in the shape that this API has for it."
    return Fix("Write the choice in this API's shape", (replace(place, accepted),), True, why, 0.95)


def rename_schema_field(context: RepairContext, finding: Finding) -> Fix | None:
    """Rename a tool's schema from another API's name for it."""
    tool, problem = context.value(finding.at), problem_at(context, finding, MISSING)
    wanted = problem.path[-1] if problem else None
    if wanted not in _SCHEMAS or not isinstance(tool, dict):
        return None
    other = next((key for key in _SCHEMAS if isinstance(tool.get(key), dict)), None)
    if other is None:
        return None
    patch = (move(f"{finding.at}/{other}", f"{finding.at}/{wanted}"),)
    return Fix(f"Rename {other} to {wanted}", patch, True, "The same schema, under the name that this API has.", 0.95)


def move_required_into_schema(context: RepairContext, finding: Finding) -> Fix | None:
    """Move a list of required fields from next to the schema into it."""
    holder, _, key = finding.at.rpartition("/")
    tool, names = context.value(holder), context.value(finding.at)
    schema = next((name for name in _SCHEMAS if isinstance(tool, dict) and isinstance(tool.get(name), dict)), None)
    if key != "required" or schema is None or not isinstance(names, list) or "required" in tool[schema]:
        return None
    patch = (move(finding.at, f"{holder}/{schema}/required"),)
    return Fix("Move required into the schema", patch, True, "It is about the fields of the schema.", 0.9)


def write_reasoning_in_its_object(context: RepairContext, finding: Finding) -> Fix | None:
    """Write the text and the signature of Converse's reasoning one level deeper, where the API has them."""
    place = finding.at.rpartition("/")[0]
    block = context.value(place)
    if not place.endswith("/reasoningContent") or not isinstance(block, dict) or "text" not in block:
        return None
    if not block.keys() <= {"text", "signature"} or not isinstance(block["text"], str):
        return None
    why = "The same reasoning, where this API has it."
    return Fix("Write it as reasoningText", (replace(place, {"reasoningText": block}),), True, why, 0.9)


def name_answer_schema(context: RepairContext, finding: Finding) -> Fix | None:
    """Name the schema of an answer: after its own title, else by what it is. The name is only a label."""
    holder, problem = context.value(finding.at), problem_at(context, finding, MISSING)
    schema = holder.get("schema") if isinstance(holder, dict) else None
    if problem is None or problem.path[-1] != "name" or not isinstance(schema, dict) or finding.severity != ERROR:
        return None
    title = schema.get("title")
    name = re.sub(r"[^A-Za-z0-9_-]+", "_", title).strip("_")[:_LABEL] if isinstance(title, str) else ""
    patch = (add(f"{finding.at}/name", name or "answer"),)
    return Fix(f"Name the schema {name or 'answer'}", patch, True, "The API requires a label.", 0.9)


_LABEL = 64
"""The maximum length of a label."""


def add_text_type(context: RepairContext, finding: Finding) -> Fix | None:
    """Add the type of a block that contains only a text."""
    block, problem = context.value(finding.at), problem_at(context, finding, MISSING)
    is_text = isinstance(block, dict) and isinstance(block.get("text"), str) and block.keys() <= {"text", _MARK}
    if problem is None or problem.path[-1] != "type" or not is_text:
        return None
    why = "The block contains a text and nothing else."
    return Fix('Add "type": "text"', (add(f"{finding.at}/type", "text"),), True, why, 0.95)


def write_text_in_its_field(context: RepairContext, finding: Finding) -> Fix | None:
    """Rename the field of a text block that has its text under another name."""
    block, problem = context.value(finding.at), problem_at(context, finding, MISSING)
    if problem is None or problem.path[-1] != "text" or not isinstance(block, dict) or "text" in block:
        return None
    named = [key for key in _NAMES_OF_TEXT if isinstance(block.get(key), str)]
    if len(named) != 1 or block.keys() - {"type", _MARK, *named}:
        return None
    why = "The same text, in the field that this API has for it."
    patch = (move(f"{finding.at}/{named[0]}", f"{finding.at}/text"),)
    return Fix(f"Rename {named[0]} to text", patch, True, why, 0.9)


def add_empty_thinking_text(context: RepairContext, finding: Finding) -> Fix | None:
    """Add the empty text of signed reasoning whose text the provider does not return."""
    thought, problem = context.value(finding.at), problem_at(context, finding, MISSING)
    wanted = problem.path[-1] if problem else None
    if wanted not in ("text", "thinking") or not isinstance(thought, dict) or not thought.get("signature"):
        return None
    why = "The provider returns this reasoning with a signature and without its text."
    return Fix("Add the empty text", (add(f"{finding.at}/{wanted}", ""),), True, why, 0.9)


def leave_out_empty_list(context: RepairContext, finding: Finding) -> Fix | None:
    """Leave out an empty list of settings, and the object around it if it contains nothing else, or only a free choice
    among the tools that are not there."""
    if finding.message_index >= 0 or context.value(finding.at) != []:
        return None
    holder, _, key = finding.at.rpartition("/")
    around = context.value(holder)
    root = context.conversation.body
    rest = {name: value for name, value in around.items() if name != key} if isinstance(around, dict) else None
    is_rest_empty = rest in _NOTHING_ELSE and holder != root
    place = holder if is_rest_empty else finding.at
    return Fix(f"Leave out {place.rpartition('/')[2]}", (remove(place),), True, "The list is empty.", 0.9)


_NOTHING_ELSE: tuple[Json, ...] = ({}, {"toolChoice": {"auto": {}}})


def _is_accepted(context: RepairContext, settings: dict[str, Json]) -> bool:
    """Whether the API's schema accepts these settings."""
    make = context.target.request.schema or context.format.schema
    return make is not None and not any(problems_of(make().for_settings, settings, closed=True))
