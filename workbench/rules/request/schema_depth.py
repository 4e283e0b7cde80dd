"""Schemas that are nested deeper than a provider is known to accept."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.json_schemas import types_of
from workbench.json.pointer import Path
from workbench.rules.contract import Violation, rule
from workbench.rules.request.definitions import at_tool, dialect_schemas, is_answer, schemas_within
from workbench.targets.contract import Target

_NESTING = frozenset({"object", "array"})


@rule("RQ179", "tool-schema-too-deep")
def tool_schema_too_deep(chat: Chat, target: Target) -> Iterator[Violation]:
    """A schema nests objects and lists so deeply that the provider may refuse it.

    The provider does not document its limit. This usually comes from a type that refers to itself and was written out
    several times; a short description instead of the inner levels helps.

    Bad (gemini):
        {"model": "gemini-2.5-pro", "contents": [{"role": "user", "parts": [{"text": "Hello"}]}],
         "tools": [{"functionDeclarations": [{"name": "sort", "description": "Sorts a tree.", "parameters": {
           "type": "object", "properties": {"tree": {"type": "array", "items": {"type": "array", "items": {
             "type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array",
               "items": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}}}}}}}}}}]}]}
    Good (gemini):
        {"model": "gemini-2.5-pro", "contents": [{"role": "user", "parts": [{"text": "Hello"}]}],
         "tools": [{"functionDeclarations": [{"name": "sort", "description": "Sorts a tree.", "parameters": {
           "type": "object", "properties": {"tree": {"type": "array", "items": {"type": "string"}}}}}]}]}
    """
    limit = target.limits.schema_depth
    if limit is None:
        return
    depths = [
        (_depth(schemas_within(chat, tool.schema, tool.schema_path)), tool) for tool in dialect_schemas(chat, target)
    ]
    deepest, tool = max(depths, key=lambda found: found[0], default=(0, None))
    if tool is not None and deepest > limit:
        text = f"The schema nests {deepest} levels of objects and lists. Deep schemas may be refused."
        yield at_tool(tool, tool.schema_path, text, variant="answer" if is_answer(tool) else "")


def _depth(schemas: list[tuple[Path, dict[str, object]]]) -> int:
    """How many objects and lists are around the innermost one, with itself."""
    nesting = {path for path, schema in schemas if _NESTING & set(map(str, types_of(schema)))}
    return max((sum(path[:end] in nesting for end in range(len(path) + 1)) for path in nesting), default=0)
