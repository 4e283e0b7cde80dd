"""OpenAI Responses `input`, as the `openai` package 3.49.0 types it (`ResponseInputItemParam`).

Everything is an item of its own: messages, thoughts, calls and outputs are in one flat list, and an output names its
call by `call_id`, wherever the call is. A single string may replace the list: it is the user's only message.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.formats.contract import Format, Role
from workbench.formats.openai_responses.events import read
from workbench.formats.openai_responses.items import CALLS, OUTPUTS, SERVER_TOOLS, client_output
from workbench.formats.openai_responses.recognition import body_evidence, recognise
from workbench.formats.openai_responses.schema import model, request_schema
from workbench.formats.openai_responses.stream import assembled
from workbench.formats.openai_responses.wire import RESPONSE, WIRE
from workbench.formats.openai_responses.writing import (
    answer,
    is_report,
    messages_of_response,
    read_tools,
    response_from,
    say,
    write_system,
    write_tools,
)
from workbench.formats.tool_definitions import definitions_in
from workbench.formats.traits import Traits

_ITEM_ROLES: dict[str, Role] = {
    **dict.fromkeys((*CALLS, *SERVER_TOOLS, "reasoning"), "assistant"),
    **dict.fromkeys((kind for kind in OUTPUTS if kind != "tool_search_output"), "tool"),
}
"""The roles that follow from an item's type alone. Only the item itself shows who answered a tool search."""


class _ItemFormat(Format):
    """Derives the role of an item from its type: the model wrote the calls, the client program the outputs."""

    def role_of(self, message: Any) -> Role:
        kind = message.get("type") if isinstance(message, dict) else None
        if kind == "tool_search_output":
            return "tool" if client_output(message) else "assistant"
        if isinstance(kind, str) and kind in _ITEM_ROLES:
            return _ITEM_ROLES[kind]
        return "user" if isinstance(message, str) else super().role_of(message)

    def roles_of(self, messages: Sequence[Any]) -> list[Role]:
        by_type, by_role = _ITEM_ROLES, self.roles
        try:
            return [
                by_type.get(item.get("type")) or by_role.get(item.get("role")) or self.role_of(item)
                for item in messages
            ]
        except (AttributeError, TypeError):
            return [self.role_of(item) for item in messages]


FORMAT = _ItemFormat(
    name="openai-responses",
    title="OpenAI Responses",
    recognise=recognise,
    read=read,
    roles={"system": "system", "developer": "system", "user": "user", "assistant": "assistant"},
    model=model,
    schema=request_schema,
    say=say,
    own_target="openai-responses",
    list_key="input",
    body_evidence=body_evidence,
    answer=answer,
    response_from=response_from,
    messages_of_response=messages_of_response,
    read_tools=read_tools,
    tool_definitions=definitions_in(
        "tools", holder=None, schema=("parameters",), is_own=lambda tool: tool.get("type") == "function"
    ),
    write_tools=write_tools,
    write_system=write_system,
    traits=Traits(dots_in_definitions=True, arguments_are_text=True, images_are_urls=True, messages_are_items=True),
    wire=WIRE,
    response=RESPONSE,
    is_report=is_report,
    assembled=assembled,
)
