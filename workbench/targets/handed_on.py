"""Gateways in front of OpenAI: what OpenAI holds tools and answers to is held there too, if the model is its own.

A gateway passes the schemas of tools and answers on as they are. It says what the model behind it refuses, so the model
decides, and not the gateway.
"""

from __future__ import annotations

from dataclasses import replace

from workbench.targets.contract import ERROR, WARNING, Target
from workbench.targets.requests.openai import HANDED_ON, HANDED_ON_WORDS, OPENAI
from workbench.targets.severities import Severity

GATEWAYS: dict[str, Severity] = {"openrouter": ERROR, "github-copilot": ERROR, "openai-compatible": WARNING}
"""Gateway → how certain it is that it changes no schema. Of a compatible server only the format is known."""


def with_rules_of_openai(gateway: Target) -> Target:
    """The gateway for requests that OpenAI answers in the end."""
    severity = GATEWAYS[gateway.name]
    rules = {rule: own if severity == ERROR else severity for rule, own in HANDED_ON.items()}
    return replace(
        gateway,
        rules={**gateway.rules, **rules},
        words={**HANDED_ON_WORDS, **gateway.words},
        request=replace(gateway.request, tools=OPENAI.tools),
    )
