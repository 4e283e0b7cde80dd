"""The Responses API over HTTP."""

from __future__ import annotations

from typing import Any

from workbench.formats.openai_chat.wire import refusal
from workbench.formats.openai_responses.answers import events, response
from workbench.formats.openai_responses.items import CALLS, OTHER_ITEMS, OUTPUTS, SERVER_TOOLS
from workbench.formats.openai_responses.stream import ResponsesAssembly
from workbench.formats.wire import Client, ResponseShape, Streaming, Usage, Wire
from workbench.json.pointer import Path

_ITEMS = frozenset({*CALLS, *OUTPUTS, *SERVER_TOOLS, *OTHER_ITEMS, "message", "reasoning"})


def answer(body: Any) -> Path | None:
    """Return the path of the output items. A body that also has an `input`, unless it is empty, is a request."""
    output = body.get("output") if isinstance(body, dict) else None
    if not isinstance(output, list) or body.get("input"):
        return None
    if body.get("object") != "response" and not any(map(_is_item, output)):
        return None
    return ("output",)


def _is_item(item: object) -> bool:
    kind = item.get("type", "message" if "role" in item else None) if isinstance(item, dict) else None
    return isinstance(kind, str) and kind in _ITEMS


RESPONSE = ResponseShape(
    answer=answer,
    finish=("status",),
    usage=Usage("usage", "input_tokens", "output_tokens", "total_tokens"),
)
WIRE = Wire(
    path="/responses",
    settings=frozenset(
        {"temperature", "top_p", "tools", "tool_choice", "parallel_tool_calls"}
        | {"instructions", "max_output_tokens", "reasoning", "text", "include", "truncation", "store"}
        | {"previous_response_id"}
    ),
    tool_settings=("tools", "tool_choice", "parallel_tool_calls"),
    max_tokens="max_output_tokens",
    refusal=refusal,
    write_response=response,
    streaming=Streaming(assembly=ResponsesAssembly, events=events, named=True),
    client=Client(python="responses.create", typescript="responses"),
    messages_may_be_text=True,
)
