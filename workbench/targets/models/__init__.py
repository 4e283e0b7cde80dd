"""The table of models: known facts by the prefix of a model's name. Rules contain no names of models.

A name is looked up without its gateway, region and vendor (`openrouter/anthropic/…`, `us.anthropic.…`). All rows with
a matching prefix count, and longer prefixes override shorter ones. A fact in no row is unknown: a rule that needs it
warns, and states what the answer depends on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields
from functools import lru_cache
from typing import Any

from workbench.targets.models import anthropic, google, open_weights, openai, other_vendors
from workbench.targets.models.contract import ALWAYS, BY_DEFAULT, NEVER, Model

__all__ = [
    "ALWAYS",
    "BY_DEFAULT",
    "MODELS",
    "MODEL_IN_TEXT",
    "MODEL_ON_PLATFORM",
    "NEVER",
    "Model",
    "bare_name",
    "facts_of",
    "matching_prefix",
]

MODELS: tuple[Model, ...] = (
    *openai.MODELS,
    *anthropic.MODELS,
    *google.MODELS,
    *other_vendors.MODELS,
    *open_weights.MODELS,
)

_REGION = re.compile(r"^(?:us-gov|us|eu|apac|jp|au|ca|sa|global)\.")
_VENDOR = re.compile(
    r"^(?:(?:anthropic|amazon|meta|mistral|cohere|ai21|deepseek|qwen|openai|minimax|moonshot(?:ai)?|zai"
    r"|google|nvidia|writer|system\.ai)\."
    r"|databricks-(?=claude|gpt|gemini|llama|qwen))"
)
_FACTS = tuple(field.name for field in fields(Model) if field.name not in ("prefix", "source", "seen", "forgets"))

MODEL_IN_TEXT = re.compile(
    r"\b(?:gpt-|o[1345](?=[-\b])|claude-|gemini-|deepseek-|kimi-|mistral-|grok-|glm-|qwen)[\w.:-]*", re.IGNORECASE
)
"""The name of a model in free text."""
MODEL_ON_PLATFORM = re.compile(
    r"(?:[a-z]{2,6}\.)?(?:ai21|amazon|anthropic|cohere|deepseek|google|meta|minimax|mistral|moonshot(?:ai)?|nvidia|openai|qwen"
    r"|writer|zai)\.[\w.:-]+"
)
"""Its name on a platform that hosts models of many vendors. It has dots like a path."""


@lru_cache(maxsize=512)
def facts_of(name: str | None) -> Model:
    """All known facts of a model. A name that matches no row gives a row without facts."""
    bare = bare_name(name) if name else ""
    rows = sorted((row for row in MODELS if bare and _fits(row.prefix, bare)), key=lambda row: len(row.prefix))
    facts: dict[str, Any] = {}
    for row in rows:
        facts = {fact: value for fact, value in facts.items() if fact not in row.forgets}
        facts |= {fact: value for fact in _FACTS if (value := getattr(row, fact)) is not None}
    last = rows[-1] if rows else Model()
    return Model(last.prefix, last.source, last.seen, **facts)


def bare_name(name: str) -> str:
    """`us.anthropic.claude-sonnet-4-5-v1:0`, `openrouter/anthropic/claude-sonnet-4.5` → `claude-sonnet-4-5…`."""
    bare = name.strip().lower().rsplit("/", 1)[-1]
    return _VENDOR.sub("", _REGION.sub("", bare)).replace(".", "-")


def matching_prefix(name: str | None, prefixes: Iterable[str]) -> str | None:
    """The longest of the prefixes that match the name of a model; None if none does."""
    bare = bare_name(name) if name else ""
    return max((prefix for prefix in prefixes if bare and _fits(prefix, bare)), key=len, default=None)


def _fits(prefix: str, bare: str) -> bool:
    """Whether the prefix matches and ends where a word of the name ends: `gpt-4.1` does not match `gpt-4-1106`."""
    start = prefix.replace(".", "-")
    return bare.startswith(start) and (start.endswith("-") or not bare[len(start) :][:1].isalnum())
