"""Patterns and lengths in schemas, for servers that write a grammar from them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.description import quoted
from workbench.json.patch import replace
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.occasions import defines_tools
from workbench.rules.request.definitions import at_tool, defined, schemas_within
from workbench.targets.contract import WARNING, Target

_REPEATED = 2000
"""The most repetitions that the grammar accepts in one place."""
_CLASSES = re.compile(r"\\[dDwWsSbB]")
_LENGTHS = ("maxLength", "minLength", "maxItems", "minItems")


def write_for_whole_text(context: RepairContext, finding: Finding) -> Fix | None:
    """Write a pattern that may match anywhere as one that matches the whole text."""
    pattern = context.value(finding.at)
    if not isinstance(pattern, str) or not pattern or finding.severity == WARNING:
        return None
    middle = pattern.removeprefix("^").removesuffix("$")
    if pattern.endswith("\\$") or re.search(r"[\^$|]", middle):
        return None  # an anchor or a choice inside may mean only a part of it
    before, after = "" if pattern.startswith("^") else ".*", "" if pattern.endswith("$") else ".*"
    why = "The same pattern: what may come before and after it is written out."
    return Fix(
        "Write the pattern for the whole text", (replace(finding.at, f"^{before}{middle}{after}$"),), True, why, 0.8
    )


@rule("RQ165", "tool-schema-pattern-unsupported", fix=write_for_whole_text, occasion=defines_tools)
def tool_schema_pattern_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool's schema has a pattern or a length from which the server cannot write a grammar.

    A pattern must describe the whole text, from `^` to `$`. A class such as `\\\\d`, and a length of more
    than 2,000, make some grammars invalid; it depends on the rest of the schema, so it is a warning.

    Bad (llama-cpp):
        {"model": "qwen3-8b", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "find", "parameters": {"type": "object", "properties": {
            "day": {"type": "string", "pattern": "[0-9]+"}}}}}]}
    Good (llama-cpp):
        {"model": "qwen3-8b", "messages": [{"role": "user", "content": "Hello"}], "tools": [{"type": "function",
          "function": {"name": "find", "parameters": {"type": "object", "properties": {
            "day": {"type": "string", "pattern": "^[0-9]+$"}}}}}]}
    """
    for tool in defined(chat):
        for path, schema in schemas_within(chat, tool.schema, tool.schema_path):
            pattern = schema.get("pattern")
            if isinstance(pattern, str) and not (pattern.startswith("^") and pattern.endswith("$")):
                text = f"The pattern {quoted(pattern)} does not describe the whole text."
                yield at_tool(tool, (*path, "pattern"), text)
            elif isinstance(pattern, str) and _CLASSES.search(pattern):
                text = f"The pattern {quoted(pattern)} has a class of characters that not every grammar can contain."
                yield at_tool(tool, (*path, "pattern"), text, severity=WARNING, variant="grammar")
            for key in _LENGTHS:
                length = schema.get(key)
                if isinstance(length, int) and length > _REPEATED:
                    text = f"{key} is {length:,}, which not every grammar can contain."
                    yield at_tool(tool, (*path, key), text, severity=WARNING, variant="grammar")
