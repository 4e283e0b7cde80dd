"""Groq, Cerebras and Fireworks: Chat Completions with a closed schema. Any key that they do not know is refused."""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.compatible import STRICT_LIMITS, STRICT_RULES, STRICT_WORDS
from workbench.targets.contract import Words
from workbench.targets.openai import OPENAI


def _groq(sentence: str) -> Words:
    """Groq names the message twice: once for the union of roles, once for what is wrong with it."""
    return Words(
        "'messages.{message}' : for 'role:{role}' the following must be satisfied"
        f"[('messages.{{message}}' : {sentence})]"
    )


def _cerebras(sentence: str) -> Words:
    return Words(f"messages.{{message}}.{{role}}.{sentence}", "validation_error", "wrong_api_format")


GROQ = replace(
    OPENAI,
    name="groq",
    title="Groq",
    rules=STRICT_RULES,
    limits=STRICT_LIMITS,
    words=STRICT_WORDS,
)

CEREBRAS = replace(
    OPENAI,
    name="cerebras",
    title="Cerebras",
    rules=STRICT_RULES,
    limits=STRICT_LIMITS,
    words=STRICT_WORDS,
)

FIREWORKS = replace(
    OPENAI,
    name="fireworks",
    title="Fireworks",
    rules=STRICT_RULES,
    limits=STRICT_LIMITS,
    words=STRICT_WORDS,
)
