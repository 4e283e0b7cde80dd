"""Blocks of tools that only the provider's own servers run, in a history for a platform that hosts the model."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.schema import VALUE, Problem
from workbench.formats.contract import Event
from workbench.json.description import quoted
from workbench.json.patch import replace
from workbench.json.text import compact
from workbench.rules.contract import Violation, broken_schema, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.occasions import has_rest
from workbench.targets.contract import Target

_CALL = "server_tool_use"


def keep_block_as_text(context: RepairContext, finding: Finding) -> Fix | None:
    """Replace the block with a text that contains all of it."""
    event = context.event(finding.at, "server_call") or context.event(finding.at, "server_result")
    block = context.text_block(f"Earlier in this conversation: {compact(event.raw)}") if event else None
    if event is None or block is None:
        return None
    why = "The platform does not know the block, but accepts its content as text."
    return Fix("Keep the block as text", (replace(context.at(event), block),), True, why, 0.7)


@rule("TC123", "server-tool-unknown-to-platform", schema_problem="value", fix=keep_block_as_text, occasion=has_rest)
def server_tool_unknown_to_platform(chat: Chat, target: Target) -> Iterator[Violation]:
    """A block belongs to a tool that the provider runs itself, and this platform does not have the tool.

    A history that began on the provider's own API is continued on a platform that hosts the model. The platform has
    its own copy of the API, without the blocks of tools that it does not run.

    Bad (bedrock-anthropic):
        [{"role": "user", "content": "News?"},
         {"role": "assistant", "content": [{"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search",
           "input": {}}, {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}]},
         {"role": "user", "content": "More?"}]
    Good (bedrock-anthropic):
        [{"role": "user", "content": "News?"},
         {"role": "assistant", "content": [{"type": "text", "text": "A ferry is late."}]},
         {"role": "user", "content": "More?"}]
    """
    terms = target.request.tools
    for event in chat.of_kind("server_call", "server_result"):
        kind, tool = _kind_and_tool(event)
        severity = next((known for start, known in terms.absent_server_tools.items() if tool.startswith(start)), None)
        if severity is not None:
            place = (chat.format.list_key, event.message, *event.path)
            facts = {"value": kind, "of": "tag", "allowed": list(terms.platform_blocks)}
            text = f"This platform does not have the tool that the block {quoted(kind)} belongs to."
            fault = broken_schema(chat, Problem(VALUE, (*place, "type"), facts), text, severity=severity)
            yield fault._replace(path=event.path, id=event.id)


def _kind_and_tool(event: Event) -> tuple[str, str]:
    """The type of the block, and what names its tool: a call says it, the type of a result begins with it."""
    kind = str(event.raw.get("type")) if isinstance(event.raw, dict) else ""
    return kind, str(event.name) if kind == _CALL else kind
