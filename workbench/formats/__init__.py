"""Every format the workbench knows. Where the evidence for two is equal, the first is the better guess."""

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
from workbench.formats.contract import Event, Format, Shape

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
"""The format in which nearly every server can be asked: spoken where a target's own is not."""

OWN_FORMAT = icontent.FORMAT.name
"""The format of spec 003, in which generation yields its contents and answers are compared."""

SDK_MESSAGES = vercel_v5_model.FORMAT.name
"""What the AI SDK's `generateText` takes since its version 5; exported TypeScript is written for it."""

__all__ = ["COMMON_WIRE", "FORMATS", "OWN_FORMAT", "SDK_MESSAGES", "Event", "Format", "Shape"]
