"""What each item of a Responses history must hold.

Written after `ResponseInputItemParam` of the `openai` package 3.49.0. Only what the API demands of an item is demanded
here; items and parts of a type that is not listed are let through, because new ones appear every few months.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, Union

from pydantic import Discriminator, Tag, TypeAdapter, create_model

from workbench.formats.contract import OpenModel
from workbench.formats.openai_responses.items import (
    CALLS,
    INPUT_PARTS,
    OTHER_ITEMS,
    OUTPUT_PARTS,
    OUTPUTS,
    SERVER_TOOLS,
)
from workbench.json.text import Json


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
