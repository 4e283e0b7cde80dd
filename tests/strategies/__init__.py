"""One strategy of whole histories per format: property tests run over all of them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.strategies import (
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

HISTORIES: dict[str, st.SearchStrategy[list[Any]]] = {
    "icontent": icontent.history,
    "openai-chat": openai_chat.history,
    "anthropic": anthropic.history,
    "bedrock-converse": bedrock_converse.history,
    "openai-responses": openai_responses.history,
    "gemini": gemini.history,
    "a2a": a2a.history,
    "vercel-v4-core": vercel_v4_core.history,
    "vercel-v4-ui": vercel_v4_ui.history,
    "vercel-v5-model": vercel_v5_model.history,
    "vercel-v5-ui": vercel_v5_ui.history,
    "langchain": langchain.history,
    "pydantic-ai": pydantic_ai.history,
    "otel-genai": otel_genai.history,
}
