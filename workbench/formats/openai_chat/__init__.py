"""OpenAI Chat Completions messages, as the `openai` package 3.49 types them (`ChatCompletionMessageParam`).

Results are messages of their own (`role: tool`), calls are in the assistant message's `tool_calls`, and arguments are
a string that contains JSON. Compatible servers add fields (`reasoning_content`); they pass through.
"""

from __future__ import annotations

from collections.abc import Mapping

from workbench.formats.contract import Format
from workbench.formats.openai_chat.events import read
from workbench.formats.openai_chat.recognition import body_evidence, recognise
from workbench.formats.openai_chat.schema import model, request_schema
from workbench.formats.openai_chat.stream import assembled
from workbench.formats.openai_chat.wire import RESPONSE, WIRE
from workbench.formats.openai_chat.writing import (
    answer,
    messages_of_response,
    read_tools,
    response_from,
    say,
    write_tools,
)
from workbench.formats.tool_definitions import ToolDefinition, definitions_in
from workbench.formats.traits import Traits
from workbench.json.text import Json

_TOOLS = definitions_in("tools", holder="function", schema=("parameters",), is_own=lambda tool: True)
_FUNCTIONS = definitions_in("functions", holder=None, schema=("parameters",), is_own=lambda tool: True)


def _definitions(settings: Mapping[str, Json]) -> list[ToolDefinition]:
    """Return the tools, and the functions of the time before there were tools."""
    return [*_TOOLS(settings), *_FUNCTIONS(settings)] if "functions" in settings else _TOOLS(settings)


FORMAT = Format(
    name="openai-chat",
    title="OpenAI Chat Completions",
    recognise=recognise,
    read=read,
    roles={
        "system": "system",
        "developer": "system",
        "user": "user",
        "assistant": "assistant",
        "tool": "tool",
        "function": "tool",
    },
    model=model,
    schema=request_schema,
    say=say,
    own_target="openai",
    body_evidence=body_evidence,
    answer=answer,
    response_from=response_from,
    messages_of_response=messages_of_response,
    read_tools=read_tools,
    tool_definitions=_definitions,
    write_tools=write_tools,
    traits=Traits(dots_in_definitions=True, arguments_are_text=True, images_are_urls=True, calls_beside_content=True),
    wire=WIRE,
    response=RESPONSE,
    assembled=assembled,
)
