"""Healthy histories of every format, and one change to each that adds a single feature.

The history without the feature is beside the one with it. So a test can ask what the feature alone became on the way
to another format, and whether what did not arrive is reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.features import (
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
from workbench.json.patch import apply


class Feature(NamedTuple):
    format: str
    name: str
    patch: tuple[Any, ...]
    """RFC 6902 operations that turn the plain history into the one with the feature."""
    without: list[Any]

    @property
    def messages(self) -> list[Any]:
        return list(apply(self.without, self.patch))

    def __hash__(self) -> int:
        return hash((self.format, self.name))

    def __str__(self) -> str:
        return f"{self.format}: {self.name}"


_MODULES = {
    "icontent": icontent,
    "openai-chat": openai_chat,
    "openai-responses": openai_responses,
    "anthropic": anthropic,
    "gemini": gemini,
    "bedrock-converse": bedrock_converse,
    "a2a": a2a,
    "vercel-v4-core": vercel_v4_core,
    "vercel-v4-ui": vercel_v4_ui,
    "vercel-v5-model": vercel_v5_model,
    "vercel-v5-ui": vercel_v5_ui,
    "langchain": langchain,
    "pydantic-ai": pydantic_ai,
    "otel-genai": otel_genai,
}
PLAIN: dict[str, list[Any]] = {name: module.PLAIN for name, module in _MODULES.items()}
"""Per format: a question, a call with a text before it, its result, an answer and another question."""


def features(format_name: str) -> Iterator[Feature]:
    for name, patch in _MODULES[format_name].FEATURES.items():
        yield Feature(format_name, name, tuple(patch), PLAIN[format_name])


FEATURES = [feature for format_name in _MODULES for feature in features(format_name)]
