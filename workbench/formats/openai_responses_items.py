"""Which items an OpenAI Responses history holds: their models, and who runs the tool that each call item names.

Written after `ResponseInputItemParam` of the `openai` package 3.49.0. Only what the API demands of an item is demanded
here; items and parts of a type that is not listed are let through, because new ones appear every few months.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, Union

from pydantic import Discriminator, Tag, TypeAdapter, create_model

from workbench.formats.contract import OpenModel
from workbench.json.text import Json

# --- which tool an item calls, and who runs it --------------------------------------------------------------------


class ClientTool(NamedTuple):
    """A call that the program around the model runs: an output item answers it."""

    name: str | None
    """None where the item itself names the tool."""
    value: str
    """The key of what the tool is called with."""


class Output(NamedTuple):
    """The answer to such a call."""

    id: str
    value: str


class ServerTool(NamedTuple):
    """A call that the provider ran itself; the item holds the outcome too, where there is one to see."""

    name: str | None
    value: str
    result: str | None


CALLS = {
    "function_call": ClientTool(None, "arguments"),
    "custom_tool_call": ClientTool(None, "input"),
    "local_shell_call": ClientTool("local_shell", "action"),
    "shell_call": ClientTool("shell", "action"),
    "apply_patch_call": ClientTool("apply_patch", "operation"),
    "computer_call": ClientTool("computer", "action"),
    "tool_search_call": ClientTool("tool_search", "arguments"),
}
OUTPUTS = {
    "function_call_output": Output("call_id", "output"),
    "custom_tool_call_output": Output("call_id", "output"),
    "local_shell_call_output": Output("id", "output"),
    "shell_call_output": Output("call_id", "output"),
    "apply_patch_call_output": Output("call_id", "output"),
    "computer_call_output": Output("call_id", "output"),
    "tool_search_output": Output("call_id", "tools"),
}
SERVER_TOOLS = {
    "web_search_call": ServerTool("web_search", "action", None),
    "file_search_call": ServerTool("file_search", "queries", "results"),
    "code_interpreter_call": ServerTool("code_interpreter", "code", "outputs"),
    "image_generation_call": ServerTool("image_generation", "revised_prompt", "result"),
    "mcp_call": ServerTool(None, "arguments", "output"),
}
SERVER_TOOL_SEARCH = ServerTool("tool_search", "arguments", None)
_COMPUTER_WITH_SEVERAL_ACTIONS = ClientTool("computer", "actions")

OTHER_ITEMS = {
    "item_reference": ("id",),
    "compaction": ("encrypted_content",),
    "compaction_trigger": (),
    "mcp_list_tools": ("server_label", "tools"),
    "mcp_approval_request": ("id", "name", "arguments"),
    "mcp_approval_response": ("approval_request_id", "approve"),
    "additional_tools": ("role", "tools"),
    "program": ("call_id", "code"),
    "program_output": ("call_id", "result"),
}
"""Items that are neither message, thought, call nor result, and the fields that they cannot do without."""

INPUT_PARTS = {"input_text": "text", "input_image": None, "input_file": None, "input_audio": None}
OUTPUT_PARTS = {"output_text": "text", "refusal": "refusal"}
"""Parts of a message and the field that holds their text, of what comes from the user and of what the model said."""


def client_call(item: dict[str, Json]) -> ClientTool | None:
    """How to read a call that the client runs; None if the item is none. A tool search may be the server's own."""
    kind = item.get("type")
    if not isinstance(kind, str) or kind not in CALLS:
        return None
    if kind == "tool_search_call" and item.get("execution") == "server":
        return None
    return _COMPUTER_WITH_SEVERAL_ACTIONS if kind == "computer_call" and "actions" in item else CALLS[kind]


def client_output(item: dict[str, Json]) -> Output | None:
    """How to read the answer to a call that the client ran."""
    kind = item.get("type")
    if not isinstance(kind, str) or kind not in OUTPUTS:
        return None
    return None if kind == "tool_search_output" and item.get("execution") == "server" else OUTPUTS[kind]


# --- models -----------------------------------------------------------------------------------------------------


class TypedPart(OpenModel):
    type: str


class TextPart(TypedPart):
    text: str


class RefusalPart(TypedPart):
    refusal: str


class ImagePart(TypedPart):
    image_url: str | None = None
    file_id: str | None = None


class FilePart(TypedPart):
    file_data: str | None = None
    file_url: str | None = None
    file_id: str | None = None


def _part_kind(part: Json) -> str:
    kind = part.get("type") if isinstance(part, dict) else None
    return kind if isinstance(kind, str) and (kind in INPUT_PARTS or kind in OUTPUT_PARTS) else "unknown"


InputPart = Annotated[
    Annotated[TextPart, Tag("input_text")]
    | Annotated[ImagePart, Tag("input_image")]
    | Annotated[FilePart, Tag("input_file")]
    | Annotated[TypedPart, Tag("input_audio")]
    | Annotated[TypedPart, Tag("unknown")],
    Discriminator(_part_kind),
]
OutputPart = Annotated[
    Annotated[TextPart, Tag("output_text")]
    | Annotated[RefusalPart, Tag("refusal")]
    | Annotated[TypedPart, Tag("unknown")],
    Discriminator(_part_kind),
]


class InputMessage(OpenModel):
    role: Literal["user", "system", "developer"]
    content: str | list[InputPart]


class AssistantMessage(OpenModel):
    role: Literal["assistant"]
    content: str | list[OutputPart]


class FunctionCall(OpenModel):
    call_id: str
    name: str
    arguments: str


class CustomToolCall(OpenModel):
    call_id: str
    name: str
    input: str


class FunctionCallOutput(OpenModel):
    call_id: str
    output: str | list[InputPart]


class Reasoning(OpenModel):
    summary: list[TextPart]
    content: list[TextPart] | None = None
    encrypted_content: str | None = None


class UnknownItem(OpenModel):
    type: str


_MODELS: dict[str, type[OpenModel]] = {
    "message": InputMessage,
    "assistant": AssistantMessage,
    "function_call": FunctionCall,
    "custom_tool_call": CustomToolCall,
    "function_call_output": FunctionCallOutput,
    "custom_tool_call_output": FunctionCallOutput,
    "reasoning": Reasoning,
    "unknown": UnknownItem,
}


def _item_kind(item: Json) -> str:
    if not isinstance(item, dict):
        return "unknown"
    kind = item.get("type")
    if kind == "message" or (kind is None and "role" in item):
        return "assistant" if item.get("role") == "assistant" else "message"
    if kind is None and "id" in item:
        return "item_reference"
    known = isinstance(kind, str) and (kind in _MODELS or kind in CALLS or kind in OUTPUTS or kind in OTHER_ITEMS)
    return str(kind) if known or (isinstance(kind, str) and kind in SERVER_TOOLS) else "unknown"


@cache
def model() -> TypeAdapter[Any]:
    """Of the rarer items only the presence of the fields is asked for: what stands in them is the tool's affair."""
    required: dict[str, tuple[str, ...]] = {kind: (tool.value,) for kind, tool in CALLS.items()}
    required |= {kind: (output.id,) for kind, output in OUTPUTS.items()}
    required |= dict.fromkeys(SERVER_TOOLS, ("id",)) | OTHER_ITEMS
    required |= {"computer_call": ("call_id",), "tool_search_output": ("tools",)}
    models = {kind: _item_model(kind, keys) for kind, keys in required.items()} | _MODELS
    tagged = [Annotated[item, Tag(kind)] for kind, item in models.items()]
    items: Any = Annotated[Union[tuple(tagged)], Discriminator(_item_kind)]  # noqa: UP007 the kinds are data
    # The whole `input` may be one string, which is then the only message there is.
    return TypeAdapter(items | str)


def _item_model(kind: str, keys: tuple[str, ...]) -> type[OpenModel]:
    name = "".join(word.title() for word in kind.split("_"))
    return create_model(name, __base__=OpenModel, **dict.fromkeys(keys, (Any, ...)))  # type: ignore[call-overload, no-any-return]
