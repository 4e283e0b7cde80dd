"""The target `mistral` against Mistral's own validator, where that package is installed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.rules.test_examples import EXAMPLES
from tests.rules.test_real_shapes import SHAPES
from workbench.checks.check import check
from workbench.detection import detected
from workbench.loading import load

MistralCommonException: type[Exception] = pytest.importorskip("mistral_common.exceptions").MistralCommonException
validation = pytest.importorskip("mistral_common.protocol.instruct.validator")
request = pytest.importorskip("mistral_common.protocol.instruct.request")


def refusal(messages: list[Any]) -> str | None:
    """Why Mistral's validators refuse the messages, or None. The fifth version is strict about the form of ids, the
    eleventh about which id answers which."""
    for version in (validation.MistralRequestValidatorV5, validation.MistralRequestValidatorV11):
        validator = version(mode=validation.ValidationMode.serving)
        try:
            asked: Any = request.ChatCompletionRequest.from_openai(messages)
            validator.validate_messages(asked.messages)
        except (MistralCommonException, ValueError, LookupError, TypeError, AttributeError, AssertionError) as error:
            return f"{type(error).__name__}: {error}"
    return None


CASES = [
    *(json.loads(example.expanded) for _, example in EXAMPLES if example.target in ("mistral", "openai")),
    *(shape["history"] for shape in SHAPES if shape["target"] in ("mistral", "openai")),
]
HISTORIES = [
    history if isinstance(history, list) else history["messages"]
    for history in CASES
    if isinstance(history, list) or "messages" in history
]
CHATS = [history for history in HISTORIES if detected(load(json.dumps(history))).format == "openai-chat" and history]


@pytest.mark.parametrize("messages", CHATS, ids=lambda messages: json.dumps(messages)[-60:])
def test_what_we_take_for_refused_is_refused_and_the_other_way_round(messages: list[Any]) -> None:
    report = check(detected(load(json.dumps(messages)), target="mistral"), "mistral")
    rules = {finding.rule for finding in report.errors}
    if rules & NOT_LOOKED_AT or '"type": "file"' in json.dumps(messages):
        pytest.skip(
            "the package looks neither at the bytes of an image, nor at files, nor at fields that it does not know"
        )
    if any(message.get("role") == "developer" for message in messages if isinstance(message, dict)):
        pytest.skip("the package renames the role `developer` before it validates; the API refuses it")
    assert report.verdict.refused == (refusal(messages) is not None), (rules, refusal(messages))


NOT_LOOKED_AT = {"image-no-data-prefix", "image-empty", "field-unknown", "reasoning-echo-refused"}
