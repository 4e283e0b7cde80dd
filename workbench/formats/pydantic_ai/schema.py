"""The fields that a message of pydantic-ai needs for `ModelMessagesTypeAdapter` to load it.

Newer versions add kinds of parts; kinds that are unknown here are not errors.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, TypeAdapter

from workbench.formats.contract import OpenModel

UserContent = str | list[str | dict[str, Any]]


class SystemPrompt(OpenModel):
    part_kind: Literal["system-prompt"]
    content: str


class UserPrompt(OpenModel):
    part_kind: Literal["user-prompt"]
    content: UserContent


class ToolReturn(OpenModel):
    part_kind: Literal["tool-return"]
    tool_name: str
    tool_call_id: str
    content: Any


class RetryPrompt(OpenModel):
    part_kind: Literal["retry-prompt"]
    content: str | list[dict[str, Any]]
    tool_name: str | None = None


class Text(OpenModel):
    part_kind: Literal["text"]
    content: str


class Thinking(OpenModel):
    part_kind: Literal["thinking"]
    content: str
    signature: str | None = None


class ToolCall(OpenModel):
    part_kind: Literal["tool-call"]
    tool_name: str
    tool_call_id: str
    args: str | dict[str, Any] | None = None


class OtherPart(OpenModel):
    part_kind: str


def _known(*kinds: type[OpenModel]) -> Discriminator:
    names = {kind.model_fields["part_kind"].annotation.__args__[0] for kind in kinds}  # type: ignore[union-attr]

    def which(part: Any) -> str:
        kind = part.get("part_kind") if isinstance(part, dict) else getattr(part, "part_kind", None)
        return kind if isinstance(kind, str) and kind in names else "other"

    return Discriminator(which)


RequestPart = Annotated[
    Annotated[SystemPrompt, Tag("system-prompt")]
    | Annotated[UserPrompt, Tag("user-prompt")]
    | Annotated[ToolReturn, Tag("tool-return")]
    | Annotated[RetryPrompt, Tag("retry-prompt")]
    | Annotated[OtherPart, Tag("other")],
    _known(SystemPrompt, UserPrompt, ToolReturn, RetryPrompt),
]
ResponsePart = Annotated[
    Annotated[Text, Tag("text")]
    | Annotated[Thinking, Tag("thinking")]
    | Annotated[ToolCall, Tag("tool-call")]
    | Annotated[OtherPart, Tag("other")],
    _known(Text, Thinking, ToolCall),
]


class Request(OpenModel):
    kind: Literal["request"]
    parts: list[RequestPart]
    instructions: str | None = None


class Response(OpenModel):
    kind: Literal["response"]
    parts: list[ResponsePart]
    model_name: str | None = None


@cache
def model() -> TypeAdapter[Any]:
    return TypeAdapter(Annotated[Request | Response, Field(discriminator="kind")])
