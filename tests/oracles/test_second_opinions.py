"""LiteLLM and LangChain make what the workbench makes of Chat Completions, or there is a reason.

Where the workbench is the one that could keep more, the reason begins with "theirs".
"""

from __future__ import annotations

from base64 import b64decode
from typing import Any

import pytest

from tests.features import FEATURES
from tests.oracles.second_opinions import WIRES, asked, environment, opinions, plain
from workbench.converters import converted_messages
from workbench.formats.a2a.dialects import in_dialect

_SYSTEM = "the template is given no system messages; LiteLLM takes them out before"
_REFUSAL = "theirs loses the refusal; here it is what the model said"
_CUSTOM = "free-form calls are not known there"
_PROVIDER_FIELD = "fields that LangChain does not know are left out there"
_NOT_REWRITTEN = "parts that LangChain does not know are sent as they are, which Anthropic refuses"
REASONS: dict[str, dict[str, str]] = {
    "litellm_anthropic": {
        "a system message": _SYSTEM,
        "a developer message": _SYSTEM,
        "a refusal": _REFUSAL,
        "a refusal as a part": _REFUSAL,
        "an inline PDF": "theirs loses the name; here it is the title",
        "a file by id": "theirs is for the code container; here the model reads the file",
        "a custom call": _CUSTOM,
    },
    "litellm_bedrock": {
        "a system message": _SYSTEM,
        "a developer message": _SYSTEM,
        "a system message in the middle": _SYSTEM,
        "a refusal as a part": _REFUSAL,
        "reasoning": "theirs loses thoughts that nobody signed",
        "an image by address": "downloaded there; here it is a loss that is reported",
        "an image with its detail": "downloaded there; here it is a loss that is reported",
        "an inline PDF": "theirs names the document by its bytes; here its name is kept",
        "a file by id": "refused there; here it is a loss that is reported",
        "a sound": "theirs loses it; Converse has audio",
        "a cache mark": "theirs makes a cache point of it; here it is a loss that is reported",
        "a result in parts": "theirs keeps the parts apart; here they are lines of one text",
        "a custom call": _CUSTOM,
        "an empty result": "theirs sends a text of nothing, which Bedrock refuses; here there is none",
    },
    "litellm_gemini": {
        "a system message": _SYSTEM,
        "a developer message": _SYSTEM,
        "a system message in the middle": _SYSTEM,
        "a name on a result": "theirs takes the name from the call; here from the result that has one",
        "a refusal as a part": _REFUSAL,
        "a file by id": "refused there; here it is a loss that is reported",
        "a result in parts": "theirs joins texts without a break",
        "a custom call": _CUSTOM,
    },
    "langchain_anthropic": {
        "a system message in the middle": "theirs moves it to the front; here it stays where Anthropic takes it",
        "a refusal": _REFUSAL,
        "a refusal as a part": _NOT_REWRITTEN,
        "an inline PDF": _NOT_REWRITTEN,
        "a file by id": _NOT_REWRITTEN,
        "a sound": _NOT_REWRITTEN,
        "a custom call": _CUSTOM,
    },
    "langchain_openai": {
        "a name on a result": _PROVIDER_FIELD,
        "a refusal": _PROVIDER_FIELD,
        "reasoning": _PROVIDER_FIELD,
        "a custom call": _CUSTOM,
        "annotations": _PROVIDER_FIELD,
        "an unknown field": _PROVIDER_FIELD,
    },
}

pytestmark = pytest.mark.skipif(
    environment() is None,
    reason="WORKBENCH_SECOND_OPINIONS names no Python with litellm, langchain-openai, langchain-anthropic, google-adk",
)


@pytest.mark.parametrize("who", WIRES)
def test_every_difference_has_a_reason(who: str) -> None:
    differing = {row.feature for row in opinions(who) if row.theirs != row.ours}
    assert differing - REASONS[who].keys() == set()
    assert REASONS[who].keys() - differing == set()


def test_adk_sends_a_call_with_its_signature_and_a_response_wrapped_once() -> None:
    call = {"functionCall": {"name": "look_up", "args": {"place": "pier"}}, "thoughtSignature": "c2lnbmVk"}
    response = {"functionResponse": {"name": "look_up", "response": {"output": "open"}}}
    [answer] = asked("adk_a2a_parts", [[{"role": "model", "parts": [call]}, {"role": "user", "parts": [response]}]])
    called, answered = answer["made"]
    assert called["data"] == {"name": "look_up", "args": {"place": "pier"}}
    assert called["metadata"]["adk_thought_signature"] == "c2lnbmVk"
    assert answered["data"] == {"name": "look_up", "response": {"output": "open"}}


ADK_DIFFERS = {
    "text beside a result": "the order of the parts: here responses come first, because Gemini wants them so",
}


def test_parts_of_a2a_are_given_to_gemini_as_adk_gives_them() -> None:
    """Apart from calls and results as spec 002 writes them, which ADK takes for data."""
    differing = []
    features = [feature for feature in FEATURES if feature.format == "a2a" and feature.name not in ADK_DIFFERS]
    histories: list[Any] = [[in_dialect(message, "1.0") for message in feature.messages] for feature in features]
    for feature, history, answer in zip(features, histories, asked("adk_gemini_parts", histories), strict=True):
        theirs = [_usual_base64(part) for part in answer["made"] if not _is_data(part, "tool_")]
        made = [part for content in converted_messages(history, "a2a", "gemini") for part in content["parts"]]
        ours = [part for part in made if not _is_of_spec_002(part)]
        if plain(theirs) != plain(ours):
            differing.append((feature.name, theirs, ours))
    assert differing == []


def test_parts_of_gemini_are_sent_over_a2a_as_adk_sends_them() -> None:
    """Apart from the signature of a text or thought, which ADK leaves out and the workbench keeps."""
    signed = ("a signed text", "a signed thought")
    differing = []
    features = [feature for feature in FEATURES if feature.format == "gemini" and feature.name not in signed]
    for feature, answer in zip(
        features, asked("adk_a2a_parts", [feature.messages for feature in features]), strict=True
    ):
        ours = [part for message in converted_messages(feature.messages, "gemini", "a2a") for part in message["parts"]]
        if answer.get("made") != ours:
            differing.append((feature.name, answer, ours))
    assert differing == []


def _usual_base64(part: Any) -> Any:
    """google-genai writes the alphabet for addresses."""
    if "inlineData" not in part:
        return part
    data = part["inlineData"]["data"].replace("-", "+").replace("_", "/")
    return {**part, "inlineData": {**part["inlineData"], "data": data}}


def _is_data(part: Any, key: str) -> bool:
    data = part.get("inlineData", {}).get("data", "")
    return key.encode() in b64decode(data + "==")[:60]


def _is_of_spec_002(part: Any) -> bool:
    return part.keys() & {"functionCall", "functionResponse"} and "partMetadata" not in part
