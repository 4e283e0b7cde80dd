"""Every format the workbench knows. If the evidence for two formats is equal, detection picks the first one listed."""

from __future__ import annotations

from workbench.formats import (
    a2a,
    anthropic,
    bedrock_converse,
    gemini,
    icontent,
    langchain,
    openai_chat,
    openai_responses,
    otel_genai,
    pydantic_ai,
    vercel_v4_core,
    vercel_v4_ui,
    vercel_v5_model,
    vercel_v5_ui,
)
from workbench.formats.contract import Format

FORMATS: dict[str, Format] = {
    module.FORMAT.name: module.FORMAT
    for module in (
        openai_chat,
        anthropic,
        vercel_v5_model,
        vercel_v4_core,
        vercel_v5_ui,
        vercel_v4_ui,
        a2a,
        openai_responses,
        gemini,
        bedrock_converse,
        icontent,
        langchain,
        pydantic_ai,
        otel_genai,
    )
}

COMMON_WIRE = openai_chat.FORMAT.name
"""The format that nearly every server accepts. It is used when a target's own format cannot be sent."""

OWN_FORMAT = icontent.FORMAT.name
"""The internal format (spec 003): generation yields its contents in it, and answers are compared in it."""

SDK_MESSAGES = vercel_v5_model.FORMAT.name
"""The format that the AI SDK's `generateText` accepts since version 5; exported TypeScript uses it."""

__all__ = ["COMMON_WIRE", "FORMATS", "OWN_FORMAT", "SDK_MESSAGES", "Format"]
