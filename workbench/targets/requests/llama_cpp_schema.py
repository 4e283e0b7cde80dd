"""llama.cpp's Chat Completions, after its server's parser (b21e4de). Other keys are ignored.

A setting of an unexpected type falls back to its default, so only the fields that the parser checks are here.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, Required

from typing_extensions import TypedDict

from workbench.formats.contract import RequestSchema
from workbench.formats.openai_chat.schema import Object


class Called(TypedDict, total=False):
    name: Required[str]
    arguments: Required[Any]


class Call(TypedDict, total=False):
    id: str
    function: Required[Called]


class Message(TypedDict, total=False):
    role: Required[str]
    content: str | list[Object] | None
    name: str
    reasoning_content: str
    tool_call_id: str
    tool_calls: list[Call] | None


class Function(TypedDict, total=False):
    name: Required[str]
    description: str


class Tool(TypedDict, total=False):
    type: Required[str]
    function: Required[Function]


class ResponseFormat(TypedDict, total=False):
    type: Literal["text", "json_object", "json_schema"]


class Settings(TypedDict, total=False):
    response_format: ResponseFormat | None
    tool_choice: Literal["auto", "none", "required"] | Object | None
    tools: list[Tool] | None


@cache
def request_schema() -> RequestSchema:
    return RequestSchema(Message, Settings)
