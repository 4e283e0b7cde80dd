"""A gateway is held to what the only maker of a model refuses; of a model that many serve, it judges alone."""

from __future__ import annotations

import pytest

from workbench.targets import TARGETS, target_for_model
from workbench.targets.model_makers import GATEWAYS


@pytest.mark.parametrize("gateway", GATEWAYS)
@pytest.mark.parametrize("model", ["openai/gpt-4.1", "qwen/qwen3-coder-plus", "anthropic/claude-sonnet-4.5"])
def test_the_maker_of_a_model_adds_to_what_a_gateway_refuses(gateway: str, model: str) -> None:
    judge = target_for_model(TARGETS[gateway], model)
    assert (judge.name, judge is TARGETS[gateway]) == (gateway, False)


@pytest.mark.parametrize("model", ["openai/gpt-oss-120b", "qwen/qwen3-coder", "acme/some-model", None])
def test_a_model_that_others_serve_too_adds_nothing(model: str | None) -> None:
    assert target_for_model(TARGETS["openrouter"], model) is TARGETS["openrouter"]


def test_a_provider_is_no_gateway() -> None:
    assert target_for_model(TARGETS["groq"], "openai/gpt-4.1") is TARGETS["groq"]


def test_what_is_certain_at_a_gateway_is_a_warning_at_an_unknown_server() -> None:
    rule = "tool-schema-array-without-items"
    severities = {name: target_for_model(TARGETS[name], "gpt-4.1").rules[rule] for name in GATEWAYS}
    assert severities == {"openrouter": "error", "github-copilot": "error", "openai-compatible": "warning"}
