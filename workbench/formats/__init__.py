"""Every format the workbench knows, in the order in which equal evidence is decided."""

from __future__ import annotations

from workbench.formats import (
    a2a,
    anthropic,
    bedrock_converse,
    gemini,
    icontent,
    openai_chat,
    openai_responses,
    vercel_v4_core,
    vercel_v4_ui,
    vercel_v5_model,
    vercel_v5_ui,
)
from workbench.formats.contract import Event, Format, Shape

FORMATS: dict[str, Format] = {
    module.FORMAT.name: module.FORMAT
    for module in (
        icontent,
        openai_chat,
        anthropic,
        bedrock_converse,
        openai_responses,
        gemini,
        a2a,
        vercel_v4_core,
        vercel_v4_ui,
        vercel_v5_model,
        vercel_v5_ui,
    )
}

__all__ = ["FORMATS", "Event", "Format", "Shape"]
