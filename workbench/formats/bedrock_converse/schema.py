"""The schema of a Converse request, as botocore 1.44.3 models it.

Programs store bytes in JSON in many ways, so their type is not checked.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, Required

from annotated_types import MaxLen, MinLen
from pydantic import TypeAdapter
from typing_extensions import TypedDict

from workbench.formats.contract import RequestSchema

Object = dict[str, Any]


class ImageBlock(TypedDict, total=False):
    format: Required[str]
    source: Required[Object]
    error: Object


class DocumentBlock(TypedDict, total=False):
    name: Required[str]
    source: Required[Object]
    format: Literal["pdf", "csv", "doc", "docx", "xls", "xlsx", "html", "txt", "md"]
    context: str
    citations: Object


class VideoBlock(TypedDict, total=False):
    """A video. The service also accepts a media type as its format (recorded with Nova, 2025)."""

    format: Required[
        Literal[
            "mkv",
            "mov",
            "mp4",
            "webm",
            "flv",
            "mpeg",
            "mpg",
            "wmv",
            "three_gp",
            "video/mp4",
            "video/quicktime",
            "video/webm",
            "video/x-matroska",
            "video/x-flv",
            "video/mpeg",
            "video/x-ms-wmv",
            "video/3gpp",
        ]
    ]
    source: Required[Object]


class AudioBlock(TypedDict, total=False):
    format: Required[
        Literal[
            "mp3",
            "opus",
            "wav",
            "aac",
            "flac",
            "mp4",
            "ogg",
            "mkv",
            "mka",
            "x-aac",
            "m4a",
            "mpeg",
            "mpga",
            "pcm",
            "webm",
        ]
    ]
    source: Required[Object]
    error: Object


class ToolUseBlock(TypedDict, total=False):
    toolUseId: Required[str]
    name: Required[str]
    input: Required[Any]
    type: str


class SearchResultBlock(TypedDict, total=False):
    source: Required[str]
    title: Required[str]
    content: Required[list[Object]]
    citations: Object


class ToolResultContentBlock(TypedDict, total=False):
    json: Any
    text: str
    image: ImageBlock
    document: DocumentBlock
    video: VideoBlock
    searchResult: SearchResultBlock


class ToolResultBlock(TypedDict, total=False):
    toolUseId: Required[str]
    content: Required[list[ToolResultContentBlock]]
    status: Literal["success", "error"]
    type: str


class ReasoningText(TypedDict, total=False):
    text: Required[str]
    signature: str


class ReasoningBlock(TypedDict, total=False):
    reasoningText: ReasoningText
    redactedContent: Any


class CachePoint(TypedDict, total=False):
    type: Required[Literal["default"]]
    ttl: Literal["5m", "1h"]


class ToolChange(TypedDict, total=False):
    tool: Required[Object]


class ContentBlock(TypedDict, total=False):
    """A union discriminated by its key."""

    text: str
    image: ImageBlock
    document: DocumentBlock
    video: VideoBlock
    audio: AudioBlock
    toolUse: ToolUseBlock
    toolResult: ToolResultBlock
    guardContent: Object
    cachePoint: CachePoint
    reasoningContent: ReasoningBlock
    citationsContent: Object
    searchResult: SearchResultBlock
    toolAddition: ToolChange
    toolRemoval: ToolChange


class Message(TypedDict, total=False):
    role: Required[Literal["user", "assistant", "system"]]
    content: Required[list[ContentBlock]]


class SystemBlock(TypedDict, total=False):
    text: str
    guardContent: Object
    cachePoint: CachePoint


class InferenceConfig(TypedDict, total=False):
    maxTokens: int
    temperature: float
    topP: float
    stopSequences: list[str]


class InputSchema(TypedDict, total=False):
    json: Any


class ToolSpecification(TypedDict, total=False):
    name: Required[str]
    inputSchema: Required[InputSchema]
    description: str
    strict: bool


class NamedTool(TypedDict, total=False):
    name: Required[str]


class Tool(TypedDict, total=False):
    toolSpec: ToolSpecification
    systemTool: NamedTool
    cachePoint: CachePoint


class ToolChoice(TypedDict, total=False):
    auto: Object
    any: Object
    tool: NamedTool


class ToolConfig(TypedDict, total=False):
    tools: Required[Annotated[list[Tool], MinLen(1)]]
    toolChoice: ToolChoice


class OutputFormat(TypedDict, total=False):
    type: Required[Literal["json_schema"]]
    structure: Required[Object]


class OutputConfig(TypedDict, total=False):
    textFormat: OutputFormat
    effort: str


class ServiceTier(TypedDict, total=False):
    type: Required[Literal["priority", "default", "flex", "reserved"]]


class Settings(TypedDict, total=False):
    """All settings. `modelId` is part of the request's path, so a stored request may lack it or call it `model`."""

    modelId: str
    model: str
    system: list[SystemBlock]
    inferenceConfig: InferenceConfig
    toolConfig: ToolConfig
    guardrailConfig: Object
    additionalModelRequestFields: Any
    additionalModelResponseFieldPaths: Annotated[list[str], MaxLen(10)]
    promptVariables: Object
    requestMetadata: Annotated[dict[str, str], MinLen(1), MaxLen(16)]
    performanceConfig: Object
    serviceTier: ServiceTier
    outputConfig: OutputConfig


@cache
def model() -> TypeAdapter[Any]:
    return TypeAdapter(Message)


@cache
def request_schema() -> RequestSchema:
    return RequestSchema(Message, Settings)
