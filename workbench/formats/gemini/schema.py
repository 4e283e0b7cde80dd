"""The schema of a generateContent request, as `google-genai` 3.1.0 types it.

The API reads JSON as protocol buffers do: a field may be in camelCase or snake_case, null counts as absent, a single
object may replace a list of one, and a number may be written as a string. It refuses unknown fields.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from workbench.formats.contract import RequestSchema

_HUMP = re.compile(r"(?<=[a-z0-9])([A-Z])")
_typed_dict: Any = TypedDict
Object = dict[str, Any]
Text = str | None
Number = float | str | None
Flag = bool | str | None
Anything = Any


def _record(name: str, fields: Mapping[str, Any]) -> Any:
    """Return a type with every field in both spellings; each field may be null."""
    both = {spelling: kind for key, kind in fields.items() for spelling in _spellings(key)}
    return _typed_dict(name, {key: kind | None for key, kind in both.items()}, total=False)


def _spellings(key: str) -> tuple[str, str]:
    return key, _HUMP.sub(r"_\1", key).lower()


def _many(kind: Any) -> Any:
    return _list(kind) | kind


def _list(kind: Any) -> Any:
    return list[kind]


FunctionCall = _record(
    "FunctionCall",
    {
        "id": str,
        "name": str,
        "args": Object,
        "partialArgs": _many(Object),
        "willContinue": Flag,
        # The API does not refuse a signature in this wrong place; it reports that the part lacks one.
        "thoughtSignature": str,
    },
)
FunctionResponse = _record(
    "FunctionResponse",
    {
        "id": str,
        "name": str,
        "response": Object,
        "parts": _many(Object),
        "scheduling": str,
        "willContinue": Flag,
    },
)
InlineData = _record("InlineData", {"data": str, "mimeType": str, "displayName": str})
FileData = _record("FileData", {"fileUri": str, "mimeType": str, "displayName": str})
ExecutableCode = _record("ExecutableCode", {"code": str, "language": str, "id": str})
CodeExecutionResult = _record("CodeExecutionResult", {"outcome": str, "output": str, "id": str})
PART_KINDS = {
    "text": str,
    "functionCall": FunctionCall,
    "functionResponse": FunctionResponse,
    "inlineData": InlineData,
    "fileData": FileData,
    "executableCode": ExecutableCode,
    "codeExecutionResult": CodeExecutionResult,
    "toolCall": Object,
    "toolResponse": Object,
}
"""The API's union `data`: a part has exactly one of these keys."""
Part = _record(
    "Part",
    {
        **PART_KINDS,
        "thought": Flag,
        "thoughtSignature": str,
        "videoMetadata": Object,
        "mediaResolution": Object | str,
        "partMetadata": Object,
        "audioTranscription": Object,
        "mediaProcessing": Object,
        "speechMetadata": Object,
    },
)
Content = _record("Content", {"role": str, "parts": _many(Part)})
FunctionDeclaration = _record(
    "FunctionDeclaration",
    {
        "name": str,
        "description": str,
        "parameters": Object,
        "parametersJsonSchema": Object,
        "response": Object,
        "responseJsonSchema": Object,
        "behavior": str,
    },
)
Tool = _record(
    "Tool",
    {
        "functionDeclarations": _many(FunctionDeclaration),
        "googleSearch": Object,
        "googleSearchRetrieval": Object,
        "googleMaps": Object,
        "codeExecution": Object,
        "urlContext": Object,
        "fileSearch": Object,
        "computerUse": Object,
        "retrieval": Object,
        "enterpriseWebSearch": Object,
        "parallelAiSearch": Object,
        "exaAiSearch": Object,
        "mcpServers": _many(Object),
    },
)
FunctionCallingConfig = _record(
    "FunctionCallingConfig",
    {"mode": str, "allowedFunctionNames": _many(str), "streamFunctionCallArguments": Flag},
)
ToolConfig = _record(
    "ToolConfig",
    {
        "functionCallingConfig": FunctionCallingConfig,
        "retrievalConfig": Object,
        "includeServerSideToolInvocations": Flag,
    },
)
ThinkingConfig = _record("ThinkingConfig", {"includeThoughts": Flag, "thinkingBudget": Number, "thinkingLevel": str})
ImageConfig = _record(
    "ImageConfig",
    {
        "aspectRatio": str,
        "imageSize": str,
        "imageOutputOptions": Object,
        "personGeneration": str,
        "prominentPeople": str,
    },
)
GenerationConfig = _record(
    "GenerationConfig",
    {
        "temperature": Number,
        "topP": Number,
        "topK": Number,
        "candidateCount": Number,
        "maxOutputTokens": Number,
        "stopSequences": _many(str),
        "presencePenalty": Number,
        "frequencyPenalty": Number,
        "seed": Number,
        "logprobs": Number,
        "responseLogprobs": Flag,
        "responseMimeType": str,
        "responseSchema": Object,
        "responseJsonSchema": Anything,
        "responseModalities": _many(str),
        "responseFormat": Anything,
        "thinkingConfig": ThinkingConfig,
        "speechConfig": Object,
        "imageConfig": ImageConfig,
        "mediaResolution": str,
        "audioTimestamp": Flag,
        "routingConfig": Object,
        "modelSelectionConfig": Object,
        "modelConfig": Object,
        "enableAffectiveDialog": Flag,
        "enableEnhancedCivicAnswers": Flag,
        "translationConfig": Object,
        "audioTranscriptionConfig": Object,
    },
)
Settings = _record(
    "Settings",
    {
        "model": str,
        "systemInstruction": Content,
        "tools": _many(Tool),
        "toolConfig": ToolConfig,
        "generationConfig": GenerationConfig,
        "safetySettings": _many(Object),
        "cachedContent": str,
        "labels": Object,
        "serviceTier": str,
        "modelArmorConfig": Object,
        "store": Flag,
    },
)


@cache
def model() -> TypeAdapter[Any]:
    return TypeAdapter(Content)


@cache
def request_schema() -> RequestSchema:
    return RequestSchema(Content, Settings)


def part_kinds() -> frozenset[str]:
    """Return the kinds of parts in both spellings."""
    return frozenset(spelling for key in PART_KINDS for spelling in _spellings(key))
