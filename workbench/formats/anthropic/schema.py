"""The pydantic models of Anthropic's blocks and messages (`anthropic` 2.8.0). Fields nobody heard of are kept."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Tag, TypeAdapter

from workbench.formats.contract import OpenModel


class TextBlock(OpenModel):
    type: Literal["text"]
    text: str
    citations: list[dict[str, Any]] | None = None
    cache_control: dict[str, Any] | None = None


class Source(OpenModel):
    """`base64` and `text` have data and media_type, `url` a url, `file` a file_id, `content` blocks."""

    type: str
    data: str | None = None
    media_type: str | None = None
    url: str | None = None
    file_id: str | None = None


class SourceBlock(OpenModel):
    type: Literal["image", "document"]
    source: Source


class CallBlock(OpenModel):
    type: Literal["tool_use", "server_tool_use", "mcp_tool_use"]
    id: str
    name: str
    input: dict[str, Any]


class ResultBlock(OpenModel):
    type: Literal["tool_result", "mcp_tool_result"]
    tool_use_id: str
    content: str | list[Block] | None = None
    is_error: bool | None = None


class ThinkingBlock(OpenModel):
    type: Literal["thinking"]
    thinking: str
    signature: str


class RedactedThinkingBlock(OpenModel):
    type: Literal["redacted_thinking"]
    data: str


class OtherBlock(OpenModel):
    """Results of server tools, search results, uploads, references, compaction, and what is not known yet."""

    type: str


_MODELS = {
    "text": "text",
    "image": "source",
    "document": "source",
    "tool_use": "call",
    "server_tool_use": "call",
    "mcp_tool_use": "call",
    "tool_result": "result",
    "mcp_tool_result": "result",
    "thinking": "thinking",
    "redacted_thinking": "redacted",
}


def _model_of(block: Any) -> str:
    kind = block.get("type") if isinstance(block, dict) else getattr(block, "type", None)
    return _MODELS.get(kind, "other") if isinstance(kind, str) else "other"


Block = Annotated[
    Annotated[TextBlock, Tag("text")]
    | Annotated[SourceBlock, Tag("source")]
    | Annotated[CallBlock, Tag("call")]
    | Annotated[ResultBlock, Tag("result")]
    | Annotated[ThinkingBlock, Tag("thinking")]
    | Annotated[RedactedThinkingBlock, Tag("redacted")]
    | Annotated[OtherBlock, Tag("other")],
    Discriminator(_model_of),
]


class Message(OpenModel):
    """`system` may stand in the middle on newer models; at the beginning it belongs beside the messages."""

    role: Literal["user", "assistant", "system"]
    content: str | list[Block]


@cache
def model() -> TypeAdapter[Any]:
    return TypeAdapter(Message)
