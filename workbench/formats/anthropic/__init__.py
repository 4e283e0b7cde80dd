"""Anthropic Messages, as the `anthropic` package 2.8.0 types them (`MessageParam` and its beta blocks).

Calls and results are blocks inside the turns: a call in the assistant's turn, its result in the user's turn right
after it. Calls of tools that the provider runs itself are in the assistant's turn together with their results
(`server_tool_use`, `mcp_tool_use` and the many `…_tool_result`). New block kinds appear often: a kind without a model
here is read as `other` and passes through.
"""

from __future__ import annotations

from workbench.formats.anthropic.events import read
from workbench.formats.anthropic.recognition import body_evidence, recognise
from workbench.formats.anthropic.schema import model, request_schema
from workbench.formats.anthropic.stream import assembled
from workbench.formats.anthropic.wire import RESPONSE, WIRE
from workbench.formats.anthropic.writing import (
    answer,
    envelope,
    messages_of_response,
    read_system,
    read_tools,
    response_from,
    say,
    write_system,
    write_tools,
)
from workbench.formats.contract import Format
from workbench.formats.tool_definitions import definitions_in
from workbench.formats.traits import Traits

FORMAT = Format(
    name="anthropic",
    title="Anthropic Messages",
    recognise=recognise,
    read=read,
    roles={"user": "user", "assistant": "assistant", "system": "system"},
    model=model,
    schema=request_schema,
    say=say,
    own_target="anthropic",
    body_evidence=body_evidence,
    answer=answer,
    envelope=envelope,
    response_from=response_from,
    messages_of_response=messages_of_response,
    read_tools=read_tools,
    tool_definitions=definitions_in(
        "tools", holder=None, schema=("input_schema",), is_own=lambda tool: tool.get("type") in (None, "custom")
    ),
    write_tools=write_tools,
    write_system=write_system,
    traits=Traits(results_lead_user_turns=True, sent_keys=frozenset({"role", "content"})),
    wire=WIRE,
    response=RESPONSE,
    read_system=read_system,
    assembled=assembled,
)
