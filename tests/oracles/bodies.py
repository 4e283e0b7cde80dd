"""Request bodies: what the AI SDK posts through a provider's package beside what the workbench shows as converted."""

from __future__ import annotations

from typing import NamedTuple

from tests.oracles.features import FEATURES
from tests.oracles.sdk import Sdk
from workbench.converters import as_sent_by, route
from workbench.json.text import Json

KEYS = {
    "openai": ("openai-chat", "messages", None),
    "openai-responses": ("openai-responses", "input", None),
    "anthropic": ("anthropic", "messages", "system"),
    "google": ("gemini", "contents", "systemInstruction"),
    "amazon-bedrock": ("bedrock-converse", "messages", "system"),
}
"""Provider → the format of its wire, and the keys that hold messages and system prompt in its body."""


class Compared(NamedTuple):
    feature: str
    theirs: Json
    ours: Json


def compared(sdk: Sdk, provider: str, version: str, format_name: str) -> list[Compared]:
    """Every feature that the SDK sends to this provider; what it refuses to send is not compared."""
    wire, list_key, system_key = KEYS[provider]
    rows = []
    for feature, messages in FEATURES[format_name].items():
        system = [message for message in messages if message["role"] == "system"] if version == "7" else []
        sent = [message for message in messages if message not in system]
        answer = sdk.send(version, provider, sent, system or None, ["look_up"])
        if answer.refused is None:
            body = answer.made
            theirs = [body[list_key], _prompt(body.get(system_key)) if system_key else []]
            rows.append(Compared(feature, theirs, _ours(messages, format_name, wire, f"ai@{version}")))
    return rows


def _prompt(prompt: Json) -> Json:
    """The blocks of a system prompt, however the body holds them."""
    return prompt["parts"] if isinstance(prompt, dict) else prompt or []


def _ours(messages: list[Json], format_name: str, wire: str, program: str) -> Json:
    made, beside = list(messages), list[Json]()
    for edge in route(format_name, wire):
        rows = list(as_sent_by(program, edge).convert(made, {}))
        made = [row.message for row in rows if row.slot == "messages"]
        beside += [row.message for row in rows if row.slot == "system"]
    return [made, beside]
