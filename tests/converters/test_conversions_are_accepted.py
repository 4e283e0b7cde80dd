"""A healthy history stays healthy: our own rules do not refuse it after a conversion."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features import FEATURES, PLAIN, Feature
from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.conversion import as_conversation, converted_document
from workbench.detection import detected
from workbench.formats import FORMATS, OWN_FORMAT
from workbench.stages import stages
from workbench.targets import TARGETS

EVERY_FORMAT = pytest.mark.parametrize("source", PLAIN)
EXPLAINED = {
    # The SDK itself sends a thought without the item that follows it, and a call that the provider ran.
    ("vercel-v5-model: a reasoning item of OpenAI", "openai-responses"),
    ("vercel-v5-model: a call that the provider ran", "gemini"),
    ("vercel-v5-model: a call that the provider ran", "bedrock-converse"),
    # LangChain's messages may have an image in a result; the API decides whether it is accepted.
    ("anthropic: an image in a result", "langchain"),
    ("anthropic: an image in front of the text of a result", "langchain"),
    ("anthropic: a document in a result", "langchain"),
    # The file marks the call as not parsed, and only some providers refuse such arguments.
    ("langchain: a call that could not be parsed", "anthropic"),
    ("langchain: a call that could not be parsed", "bedrock-converse"),
    # The program itself sends this, and the provider refuses it.
    ("pydantic-ai: text after a call", "anthropic"),
    ("pydantic-ai: only text after a call", "anthropic"),
    ("vercel-v4-core: an empty result", "bedrock-converse"),
    ("vercel-v5-model: an empty result", "bedrock-converse"),
}


def conversation(messages: list[Any], format_name: str) -> Conversation:
    return detected(Conversation("chat", messages, messages), format=format_name)


def is_refused(original: Conversation) -> bool:
    return check(original, with_information=False, exact=False).verdict.refused


@EVERY_FORMAT
def test_a_healthy_history_is_not_refused_after_its_conversion(source: str) -> None:
    refused = []
    for feature in (feature for feature in FEATURES if feature.format == source):
        original = conversation(feature.messages, source)
        for to in () if is_refused(original) else FORMATS:
            converted = as_conversation("converted", converted_document(original, to), to)
            if to != source and is_refused(converted) and (str(feature), to) not in EXPLAINED:
                refused.append(f"{feature} → {to}")
    assert refused == []


@EVERY_FORMAT
def test_ids_stay_unchanged_unless_the_history_is_stored_in_icontent(source: str) -> None:
    parallel = next(feature for feature in FEATURES if feature.format == source and feature.name == "parallel calls")
    for to in FORMATS:
        document: Any = converted_document(conversation(renamed(parallel), source), to)
        if OWN_FORMAT not in (source, to):
            messages = document if isinstance(document, list) else document[FORMATS[to].list_key]
            assert ids_of(messages, to) == ids_of(renamed(parallel), source), to


def renamed(feature: Feature) -> list[Any]:
    """Return the messages with ids that start with no prefix of spec 001."""
    prefixes = {"call_": "chatcmpl-tool-", "toolu_": "toolu_vrtx_"}
    messages = feature.messages
    return [_with_other_prefixes(message, prefixes) for message in messages]


def _with_other_prefixes(value: Any, prefixes: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _with_other_prefixes(item, prefixes) for key, item in value.items()}
    if isinstance(value, list):
        return [_with_other_prefixes(item, prefixes) for item in value]
    for old, new in prefixes.items():
        if isinstance(value, str) and value.startswith(old):
            return new + value.removeprefix(old)
    return value


def ids_of(messages: list[Any], format_name: str) -> set[Any]:
    read = FORMATS[format_name].read
    events = [event for index, message in enumerate(messages) for event in read(message, index)]
    return {event.id for event in events if event.kind in ("call", "result")}


def test_a_response_converted_back_has_the_ids_of_the_api() -> None:

    call = {"id": "chatcmpl-tool-9f", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
    messages: list[Any] = [
        {"role": "user", "content": "List."},
        {"role": "assistant", "content": None, "tool_calls": [call]},
    ]
    route = stages(conversation(messages, "openai-chat"), TARGETS["openai"])
    response = route.response(1)
    assert response is not None
    assert response.back["tool_calls"] == [call]
