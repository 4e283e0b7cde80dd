"""All families of error messages. A target names the one that its server uses."""

from __future__ import annotations

from workbench.targets.families.ark import ARK_WORDS
from workbench.targets.families.aws import AWS_WORDS, MALFORMED_WORDS
from workbench.targets.families.cloudflare import CLOUDFLARE_WORDS
from workbench.targets.families.cohere import COHERE_WORDS
from workbench.targets.families.contract import Family
from workbench.targets.families.go import GO_ITEM_WORDS, GO_WORDS
from workbench.targets.families.groq import GROQ_WORDS
from workbench.targets.families.moonshot import MOONSHOT_WORDS
from workbench.targets.families.nlohmann import NLOHMANN_WORDS
from workbench.targets.families.openai import OPENAI_WORDS
from workbench.targets.families.protobuf import PROTOBUF_WORDS
from workbench.targets.families.pydantic import (
    ANTHROPIC_WORDS,
    CEREBRAS_WORDS,
    FIREWORKS_WORDS,
    MISTRAL_WORDS,
    VLLM_WORDS,
)
from workbench.targets.families.serde import SERDE_WORDS
from workbench.targets.families.zod import ZOD_WORDS

FAMILIES: dict[str, Family] = {
    family.name: family
    for family in (
        OPENAI_WORDS,
        ANTHROPIC_WORDS,
        MISTRAL_WORDS,
        CEREBRAS_WORDS,
        FIREWORKS_WORDS,
        VLLM_WORDS,
        SERDE_WORDS,
        GO_WORDS,
        GO_ITEM_WORDS,
        PROTOBUF_WORDS,
        AWS_WORDS,
        MALFORMED_WORDS,
        GROQ_WORDS,
        ZOD_WORDS,
        NLOHMANN_WORDS,
        ARK_WORDS,
        COHERE_WORDS,
        CLOUDFLARE_WORDS,
        MOONSHOT_WORDS,
    )
}

__all__ = [
    "ANTHROPIC_WORDS",
    "ARK_WORDS",
    "AWS_WORDS",
    "CEREBRAS_WORDS",
    "CLOUDFLARE_WORDS",
    "COHERE_WORDS",
    "FAMILIES",
    "FIREWORKS_WORDS",
    "GO_ITEM_WORDS",
    "GO_WORDS",
    "GROQ_WORDS",
    "MALFORMED_WORDS",
    "MISTRAL_WORDS",
    "MOONSHOT_WORDS",
    "NLOHMANN_WORDS",
    "OPENAI_WORDS",
    "PROTOBUF_WORDS",
    "SERDE_WORDS",
    "VLLM_WORDS",
    "ZOD_WORDS",
    "Family",
]
