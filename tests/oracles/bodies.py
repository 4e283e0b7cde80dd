"""Request bodies: what the AI SDK posts through a provider's package, compared with the workbench's conversion."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from tests.oracles.features import FEATURES
from tests.oracles.features.vercel_v5_model_bodies import MORE
from tests.oracles.sdk import Sdk
from workbench.converters import as_sent_by, route

KEYS = {
    "openai": ("openai-chat", "messages", None),
    "openai-compatible": ("openai-chat", "messages", None),
    "mistral": ("openai-chat", "messages", None),
    "openai-responses": ("openai-responses", "input", None),
    "anthropic": ("anthropic", "messages", "system"),
    "google": ("gemini", "contents", "systemInstruction"),
    "amazon-bedrock": ("bedrock-converse", "messages", "system"),
}
"""Provider → the format of its wire, and the keys that hold messages and system prompt in its body."""
_OF_THEIR_OWN = ("mistral", "openai-compatible")
"""Packages that write OpenAI's format in a way of their own."""
_HISTORIES = {
    "4": ("vercel-v4-core", FEATURES["vercel-v4-core"]),
    **dict.fromkeys("567", ("vercel-v5-model", {**FEATURES["vercel-v5-model"], **MORE})),
}
_MADE_UP_NAME = re.compile(r"file-\w{16}\Z")


class Compared(NamedTuple):
    feature: str
    theirs: Any
    ours: Any


def program_of(version: str, provider: str) -> str:
    """What `--as` is given for a version of the SDK and its package for a provider."""
    return f"ai@{version}/{provider}" if provider in _OF_THEIR_OWN else f"ai@{version}"


def compared(sdk: Sdk, provider: str, version: str, program: str | None = None) -> list[Compared]:
    """Every feature that the SDK sends to this provider; what it refuses to send is not compared."""
    wire, list_key, system_key = KEYS[provider]
    format_name, features = _HISTORIES[version]
    sender = program_of(version, provider) if program is None else program
    rows = []
    for feature, messages in features.items():
        system = [message for message in messages if message["role"] == "system"] if version == "7" else []
        sent = [message for message in messages if message not in system]
        answer = sdk.send(version, provider, sent, system or None, ["look_up"])
        if answer.refused is None:
            body = answer.made
            theirs = [_without_made_up_names(body[list_key]), _prompt(body.get(system_key)) if system_key else []]
            rows.append(Compared(feature, theirs, _ours(messages, format_name, wire, sender)))
    return rows


def _without_made_up_names(value: Any) -> Any:
    """SDK 4 gives every document for Bedrock a random name."""
    if isinstance(value, list):
        return [_without_made_up_names(item) for item in value]
    if isinstance(value, dict):
        return {key: _without_made_up_names(item) for key, item in value.items()}
    return "document-1" if isinstance(value, str) and _MADE_UP_NAME.match(value) else value


def _prompt(prompt: Any) -> Any:
    """The blocks of a system prompt, however the body holds them."""
    return prompt["parts"] if isinstance(prompt, dict) else prompt or []


def _ours(messages: list[Any], format_name: str, wire: str, program: str) -> Any:
    made, beside = list(messages), list[Any]()
    for edge in route(format_name, wire):
        rows = list(as_sent_by(program, edge).convert(made, {}))
        made = [row.message for row in rows if row.slot == "messages"]
        beside += [row.message for row in rows if row.slot == "system"]
    return [made, beside]
