"""What rules about tools share: the tools that a request defines, the schemas it is strict about, and faults beside
the messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from workbench.checks.chat import Chat
from workbench.checks.json_schemas import schemas_in
from workbench.checks.schema import Problem
from workbench.formats.tool_definitions import ToolDefinition
from workbench.json.pointer import Path
from workbench.json.text import Json, object_or_none
from workbench.rules.contract import Violation
from workbench.rules.request.settings_places import setting
from workbench.targets.contract import Target
from workbench.targets.severities import Severity


def defined(chat: Chat) -> list[ToolDefinition]:
    """The functions that the request defines, read once."""
    if not chat.settings:
        return []
    if "tools" not in chat.memo:
        chat.memo["tools"] = chat.format.tool_definitions(chat.settings)
    found = chat.memo["tools"]
    assert isinstance(found, list)
    return found


def schemas_of(chat: Chat, schema: object, path: Path) -> list[tuple[Path, dict[str, Json]]]:
    """The schema at this path of the request, and those inside it, each with its path; walked through once."""
    key = ("schemas", path)
    if key not in chat.memo:
        chat.memo[key] = list(schemas_in(schema, path))
    return cast(list[tuple[Path, dict[str, Json]]], chat.memo[key])


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
    """Return a violation of a setting of the request, or of anything else outside its messages."""
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
    """A fault of a tool, or of something inside it."""
    numbers = [step for step in tool.path if isinstance(step, int)]
    known = {"name": tool.name, "tool": numbers[-1] if numbers else 0, "schema": context_of(tool.schema_path, path)}
    facts = known | facts
    return at_setting(path, text, id=tool.name, severity=severity, variant=variant, problem=problem, **facts)


def context_of(schema: Path, path: Path) -> str:
    """Where in a schema, as Python writes a tuple of words: `('properties', 'city')`."""
    return str(tuple(str(step) for step in path[len(schema) :]))


def subset_schemas(chat: Chat, target: Target) -> Iterator[tuple[ToolDefinition, Path, dict[str, Json]]]:
    """Every schema inside the fields that take only a part of JSON Schema: of tools, and of the answer."""
    for tool in (*defined(chat), *_answers(chat, target)):
        if _is_subset(tool.schema_path, target):
            for path, schema in schemas_of(chat, tool.schema, tool.schema_path):
                yield tool, path, schema


def _answers(chat: Chat, target: Target) -> Iterator[ToolDefinition]:
    """The schema of the answer, with the name of its field."""
    for path in target.request.tools.answers:
        if (schema := setting(chat, path)) is not None:
            yield ToolDefinition(path[:-1], path[:-1], path[-1], {}, schema, path)


def _is_subset(schema_path: Path, target: Target) -> bool:
    """Whether the schema is in a field that holds the provider's own kind of schema, where there is another."""
    return schema_path[-1] not in target.request.tools.full_schema_fields


class StrictSchema(NamedTuple):
    """A schema that the answer or the arguments must follow to the letter."""

    schema: Json
    path: Path
    inside: bool
    """Whether the schema is part of the document, and not a text that holds one."""
    variant: str
    """`tool` or `output`."""
    facts: dict[str, Json]
    strict: bool = True


def strict_schemas(chat: Chat) -> list[StrictSchema]:
    """Those of the request, of its tools and of its answer, read once."""
    if "strict" not in chat.memo:
        chat.memo["strict"] = list(_strict_schemas(chat))
    return cast(list[StrictSchema], chat.memo["strict"])


def _strict_schemas(chat: Chat) -> Iterator[StrictSchema]:
    for tool in defined(chat):
        if tool.fields.get("strict") is True and isinstance(tool.schema, dict):
            numbers = [step for step in tool.path if isinstance(step, int)]
            facts = {"name": tool.name, "tool": numbers[-1] if numbers else 0}
            yield StrictSchema(tool.schema, tool.schema_path, True, "tool", facts)
    yield from (answer for answer in answer_schemas(chat) if answer.strict)


def answer_schemas(chat: Chat) -> Iterator[StrictSchema]:
    """The schemas of answers, those too that need not be followed to the letter."""
    for path, strict, name in _OUTPUTS:
        holder = _follow(chat.settings, path[:-1])
        if isinstance(holder, dict) and path[-1] in holder:
            value = holder[path[-1]]
            schema = value if isinstance(value, dict) else object_or_none(value)
            facts = {"name": holder.get(name)}
            is_strict = strict is None or holder.get(strict) is True
            yield StrictSchema(schema, path, isinstance(value, dict), "output", facts, is_strict)


_OUTPUTS: tuple[tuple[Path, str | None, str], ...] = (
    (("response_format", "json_schema", "schema"), "strict", "name"),
    (("text", "format", "schema"), "strict", "name"),
    (("output_config", "format", "schema"), None, "name"),
    (("output_format", "schema"), None, "name"),
    (("outputConfig", "textFormat", "structure", "jsonSchema", "schema"), None, "name"),
)
"""Where providers keep the schema of an answer, the key beside it that makes it strict, and that of its name."""


def _follow(settings: object, path: Path) -> Json:
    value: Json = settings
    for step in path:
        value = value.get(step) if isinstance(value, dict) else None
    return value
