"""Tools without a schema, with a schema that lists no fields, or without required settings."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.json_schemas import types_of
from workbench.formats.tool_definitions import ToolDefinition
from workbench.json.description import WITHOUT_NAME, quoted, tool_of
from workbench.json.patch import add
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.occasions import defines_tools
from workbench.rules.request.definitions import at_setting, at_tool, defined
from workbench.targets.contract import WARNING, Target

_FIELD_KEYWORDS = frozenset({"properties", "additionalProperties", "patternProperties", "$ref", "anyOf", "oneOf"})


def list_no_fields(context: RepairContext, finding: Finding) -> Fix | None:
    """Add an empty list of fields, or a schema with one."""
    value = context.value(finding.at)
    if not isinstance(value, dict) or value.get("required"):
        return None
    if types_of(value) == ["object"]:
        patch, title = add(f"{finding.at}/properties", {}), 'Add "properties": {} to the schema'
    else:
        parent = f"{finding.at}/function" if isinstance(value.get("function"), dict) else finding.at
        empty = {"type": "object", "properties": {}}
        patch, title = add(f"{parent}/parameters", empty), "Add a schema without fields"
    return Fix(title, (patch,), True, "The tool still describes no arguments.", 0.9)


@rule("RQ108", "tool-schema-root-without-fields", fix=list_no_fields, occasion=defines_tools)
def tool_schema_root_without_fields(chat: Chat, target: Target) -> Iterator[Violation]:
    """The schema of a tool's arguments does not list its fields.

    For a tool without arguments, the list is empty. Some providers always require it, some only if the schema has
    `required`, and some only require a schema.

    Bad (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"type": "function", "function": {"name": "now", "parameters": {"type": "object"}}}]}
    Good (openai):
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "now", "parameters": {"type": "object", "properties": {}}}}]}
    """
    needed = target.request.tools.fields
    for tool in defined(chat) if needed else ():
        if needed == "schema":
            if not tool.schema:
                text = f"The tool {quoted(tool.name, WITHOUT_NAME)} has no schema for its arguments."
                yield at_tool(tool, tool.path, text)
        elif _lists_no_fields(tool) and (needed == "always" or "required" in tool.schema):
            text = f"The schema of {tool_of(tool.name)} does not list its fields."
            yield at_tool(tool, tool.schema_path, text)
        elif needed == "always" and _takes_anything(tool):
            text = f"The schema of {tool_of(tool.name)} lists no fields and takes any; not every endpoint accepts that."
            yield at_tool(tool, tool.schema_path, text, severity=WARNING)


def _lists_no_fields(tool: ToolDefinition) -> bool:
    schema = tool.schema
    return isinstance(schema, dict) and types_of(schema) == ["object"] and _FIELD_KEYWORDS.isdisjoint(schema)


def _takes_anything(tool: ToolDefinition) -> bool:
    """A refusal was seen on one endpoint (2026-04), and none elsewhere."""
    return (
        isinstance(tool.schema, dict)
        and types_of(tool.schema) == ["object"]
        and _FIELD_KEYWORDS & tool.schema.keys() == {"additionalProperties"}
    )


@rule("RQ138", "tool-search-unset")
def tool_search_unset(chat: Chat, target: Target) -> Iterator[Violation]:
    """A search tool has no settings object, which the provider requires.

    This usually comes from offering another provider's search tool, which only has a type.

    Bad (zhipu):
        {"model": "glm-4.7", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "web_search"}]}
    Good (zhipu):
        {"model": "glm-4.7", "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"type": "web_search", "web_search": {"enable": true, "search_engine": "search_std"}}]}
    """
    tools = chat.settings.get("tools")
    for number, tool in enumerate(tools) if isinstance(tools, list) else ():
        if isinstance(tool, dict) and tool.get("type") == "web_search" and tool.get("web_search") is None:
            yield at_setting(("tools", number), "The search tool has no settings.", tool=number)
