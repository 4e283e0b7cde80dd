"""JSON results that are not an object."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.schema import json_type
from workbench.json.patch import replace
from workbench.json.text import compact
from workbench.rules.contract import Violation, at_message, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.occasions import has_results
from workbench.targets.contract import Target

_JSON = "json"


def write_as_text(context: RepairContext, finding: Finding) -> Fix | None:
    block = context.value(finding.at.removesuffix(f"/{_JSON}"))
    if not isinstance(block, dict) or list(block) != [_JSON]:
        return None
    patch = (replace(finding.at.removesuffix(f"/{_JSON}"), {"text": compact(block[_JSON])}),)
    return Fix("Write the result as JSON text", patch, True, "The same value, as text.", 0.9)


@rule("TC120", "tool-result-json-not-object", fix=write_as_text, occasion=has_results)
def tool_result_json_not_object(chat: Chat, target: Target) -> Iterator[Violation]:
    """A JSON result is a list, a number, a text or null; only an object is accepted.

    This usually comes from parsing a tool's output and sending the value back, whatever its type.

    Bad (bedrock):
        {"messages": [{"role": "user", "content": [{"text": "Count."}]},
         {"role": "assistant", "content": [{"toolUse": {"toolUseId": "t1", "name": "count", "input": {}}}]},
         {"role": "user", "content": [{"toolResult": {"toolUseId": "t1", "content": [{"json": [1, 2]}]}}]}],
         "toolConfig": {"tools": [{"toolSpec": {"name": "count", "inputSchema": {"json": {"type": "object"}}}}]}}
    Good (bedrock):
        {"messages": [{"role": "user", "content": [{"text": "Count."}]},
         {"role": "assistant", "content": [{"toolUse": {"toolUseId": "t1", "name": "count", "input": {}}}]},
         {"role": "user", "content": [{"toolResult": {"toolUseId": "t1", "content": [{"text": "[1,2]"}]}}]}],
         "toolConfig": {"tools": [{"toolSpec": {"name": "count", "inputSchema": {"json": {"type": "object"}}}}]}}
    """
    for result in chat.results:
        for number, block in enumerate(result.value) if isinstance(result.value, list) else ():
            if isinstance(block, dict) and _JSON in block and not isinstance(block[_JSON], dict):
                path = (*result.at("value"), number, _JSON)
                place = ".".join(map(str, path))
                kind = json_type(block[_JSON])
                text = f"The result is of type {kind}; only an object is accepted as JSON."
                yield at_message(result.message, text, path, id=result.id, place=place)
