"""The tools and schemas that a request defines, and violations outside of the messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from workbench.checks.chat import Chat
from workbench.checks.json_schemas import schemas_in
from workbench.checks.schema import Problem
from workbench.formats.tool_definitions import ToolDefinition
from workbench.json.pointer import Path
from workbench.json.text import Json, JsonObject, object_or_none
from workbench.rules.contract import Violation
from workbench.rules.request.settings_places import setting
from workbench.targets.contract import Target
from workbench.targets.severities import Severity


def defined(chat: Chat) -> list[ToolDefinition]:
    """The functions that the request defines, read once."""
    if not chat.settings:
        return []
    found: list[ToolDefinition] | None = chat.memo.get("tools")
    if found is None:
        found = chat.memo["tools"] = chat.format.tool_definitions(chat.settings)
    return found


def named_by_provider(chat: Chat) -> Iterator[tuple[str, Path]]:
    """The names and paths of the tools that the provider runs itself, where those have a name."""
    own, tools = {tool.path for tool in defined(chat)}, chat.settings.get("tools")
    for number, tool in enumerate(tools if isinstance(tools, list) else ()):
        name = tool.get("name") if isinstance(tool, dict) and ("tools", number) not in own else None
        if isinstance(name, str) and name:
            yield name, ("tools", number)


def schemas_within(chat: Chat, schema: object, path: Path) -> list[tuple[Path, dict[str, Json]]]:
    """The schema at this path of the request and all schemas inside it, each with its path; collected once."""
    key = ("schemas", path)
    found: list[tuple[Path, dict[str, Json]]] | None = chat.memo.get(key)
    if found is None:
        found = chat.memo[key] = list(schemas_in(schema, path))
    return found


def at_setting(
    path: Path,
    text: str,
    *,
    id: object = None,  # noqa: A002 the name of the field that it fills
    severity: Severity | None = None,
    variant: str = "",
    problem: Problem | None = None,
    **facts: Json,
) -> Violation:
    """A violation by a setting of the request, or by anything else outside of its messages."""
    return Violation(-1, path, text, id, facts, severity=severity, variant=variant, problem=problem)


def at_tool(
    tool: ToolDefinition,
    path: Path,
    text: str,
    *,
    severity: Severity | None = None,
    variant: str = "",
    problem: Problem | None = None,
    **facts: Json,
) -> Violation:
    """A violation by a tool definition, or by something inside it."""
    numbers = [step for step in tool.path if isinstance(step, int)]
    field = ".".join(step for step in tool.schema_path if isinstance(step, str)).removesuffix(".schema")
    known = {"name": tool.name, "tool": numbers[-1] if numbers else 0, "schema": python_tuple(tool.schema_path, path)}
    facts = known | {"schema_field": field} | facts
    return at_setting(path, text, id=tool.name, severity=severity, variant=variant, problem=problem, **facts)


def python_tuple(schema: Path, path: Path) -> str:
    """A place in a schema, in Python's notation for a tuple: `('properties', 'city')`."""
    return str(tuple(str(step) for step in path[len(schema) :]))


def dialect_schemas(chat: Chat, target: Target) -> list[ToolDefinition]:
    """The schemas of tools, and of the answer if it must be in the same dialect."""
    return [*defined(chat), *_answers(chat, target)]


def is_answer(tool: ToolDefinition) -> bool:
    """Whether this is the schema of the answer, and not of a tool."""
    return tool.path[0] != "tools"


def subset_schemas(chat: Chat, target: Target) -> Iterator[tuple[ToolDefinition, Path, JsonObject]]:
    """Every schema, of tools and of the answer, in fields that accept only a subset of JSON Schema."""
    for tool in dialect_schemas(chat, target):
        if _is_subset(tool.schema_path, target):
            for path, schema in schemas_within(chat, tool.schema, tool.schema_path):
                yield tool, path, schema


def _answers(chat: Chat, target: Target) -> Iterator[ToolDefinition]:
    """The schemas of the answer, as tools with the name of their field."""
    for path in target.request.tools.answers:
        if (schema := setting(chat, path)) is not None:
            yield ToolDefinition(path[:-1], path[:-1], path[-1], {}, schema, path)


def _is_subset(schema_path: Path, target: Target) -> bool:
    """Whether the schema is in a field that accepts only a subset of JSON Schema."""
    return schema_path[-1] not in target.request.tools.full_schema_fields


class StrictSchema(NamedTuple):
    """A schema that the answer or the arguments must follow exactly."""

    schema: Json
    path: Path
    inside: bool
    """Whether the schema is a JSON value of the request, not a text that contains one."""
    variant: str
    """`tool` or `output`."""
    facts: dict[str, Json]
    strict: bool = True


def strict_schemas(chat: Chat) -> list[StrictSchema]:
    """The strict schemas of the request's tools and answer, read once."""
    found: list[StrictSchema] | None = chat.memo.get("strict")
    if found is None:
        found = chat.memo["strict"] = list(_strict_schemas(chat))
    return found


def _strict_schemas(chat: Chat) -> Iterator[StrictSchema]:
    for tool in defined(chat):
        if tool.fields.get("strict") is True and isinstance(tool.schema, dict):
            numbers = [step for step in tool.path if isinstance(step, int)]
            facts = {"name": tool.name, "tool": numbers[-1] if numbers else 0}
            yield StrictSchema(tool.schema, tool.schema_path, True, "tool", facts)
    yield from (answer for answer in answer_schemas(chat) if answer.strict)


def answer_schemas(chat: Chat) -> Iterator[StrictSchema]:
    """The schemas of the answer, strict or not."""
    for path, strict, name in _OUTPUTS:
        parent = _follow(chat.settings, path[:-1])
        if isinstance(parent, dict) and path[-1] in parent:
            value = parent[path[-1]]
            schema = value if isinstance(value, dict) else object_or_none(value)
            facts = {"name": parent.get(name)}
            is_strict = strict is None or parent.get(strict) is True
            yield StrictSchema(schema, path, isinstance(value, dict), "output", facts, is_strict)


_OUTPUTS: tuple[tuple[Path, str | None, str], ...] = (
    (("response_format", "json_schema", "schema"), "strict", "name"),
    (("text", "format", "schema"), "strict", "name"),
    (("output_config", "format", "schema"), None, "name"),
    (("output_format", "schema"), None, "name"),
    (("outputConfig", "textFormat", "structure", "jsonSchema", "schema"), None, "name"),
)
"""The path of an answer's schema in each API, the sibling key that makes it strict, and the key of its name."""


def _follow(settings: object, path: Path) -> Json:
    value: Json = settings
    for step in path:
        value = value.get(step) if isinstance(value, dict) else None
    return value
