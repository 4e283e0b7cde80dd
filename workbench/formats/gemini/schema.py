"""What a Gemini content and its parts must hold, as `google-genai` 3.1.0 types them; in camelCase or snake_case."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from pydantic import AliasGenerator, ConfigDict, Field, TypeAdapter
from pydantic.alias_generators import to_camel

from workbench.formats.contract import OpenModel


class GeminiModel(OpenModel):
    model_config = ConfigDict(alias_generator=AliasGenerator(alias=to_camel), populate_by_name=True)


class FunctionCall(GeminiModel):
    name: str
    id: str | None = None
    args: dict[str, Any] | None = None


class FunctionResponse(GeminiModel):
    name: str = Field(min_length=1)
    response: dict[str, Any]
    id: str | None = None
    parts: list[dict[str, Any]] | None = None


class InlineData(GeminiModel):
    mime_type: str
    data: str


class FileData(GeminiModel):
    file_uri: str
    mime_type: str | None = None


class ExecutableCode(GeminiModel):
    code: str
    language: str


class CodeExecutionResult(GeminiModel):
    outcome: str
    output: str | None = None


class Part(GeminiModel):
    text: str | None = None
    thought: bool | None = None
    thought_signature: str | None = None
    function_call: FunctionCall | None = None
    function_response: FunctionResponse | None = None
    inline_data: InlineData | None = None
    file_data: FileData | None = None
    executable_code: ExecutableCode | None = None
    code_execution_result: CodeExecutionResult | None = None
    tool_call: dict[str, Any] | None = None
    tool_response: dict[str, Any] | None = None


class Content(GeminiModel):
    role: Literal["user", "model", "function"] | None = None
    parts: list[Part]


@cache
def model() -> TypeAdapter[Any]:
    return TypeAdapter(Content)
