"""A healthy history stays healthy: what the workbench makes of it is not what its own rules refuse."""

from __future__ import annotations

import pytest

from tests.features import FEATURES, PLAIN, Feature
from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.converters.document import as_conversation, converted_document
from workbench.detection import detected
from workbench.formats import FORMATS, OWN_FORMAT
from workbench.json.text import Json
from workbench.stages import stages
from workbench.targets import TARGETS

EVERY_FORMAT = pytest.mark.parametrize("source", PLAIN)
EXPLAINED = {
    # The SDK sends them so: a thought without the item that follows it, and a call that the provider ran once.
    ("vercel-v5-model: a reasoning item of OpenAI", "openai-responses"),
    ("vercel-v5-model: a call that the provider ran", "gemini"),
    ("vercel-v5-model: a call that the provider ran", "bedrock-converse"),
    # LangChain's messages hold an image in a result; whether it is taken is up to the API behind them.
    ("anthropic: an image in a result", "langchain"),
    ("anthropic: an image in front of the text of a result", "langchain"),
    ("anthropic: a document in a result", "langchain"),
    # The file itself says that the call could not be parsed, and only some providers refuse such arguments.
    ("langchain: a call that could not be parsed", "anthropic"),
    ("langchain: a call that could not be parsed", "bedrock-converse"),
    # The programs send it so, and the provider refuses it.
    ("pydantic-ai: text after a call", "anthropic"),
    ("pydantic-ai: only text after a call", "anthropic"),
    ("vercel-v4-core: an empty result", "bedrock-converse"),
    ("vercel-v5-model: an empty result", "bedrock-converse"),
}


def conversation(messages: list[Json], format_name: str) -> Conversation:
    return detected(Conversation("asked", messages, messages), format=format_name)


def is_refused(asked: Conversation) -> bool:
    return check(asked, with_information=False, exact=False).verdict.refused


@EVERY_FORMAT
def test_a_healthy_history_is_not_refused_after_its_conversion(source: str) -> None:
    condemned = []
    for feature in (feature for feature in FEATURES if feature.format == source):
        asked = conversation(feature.messages, source)
        for to in () if is_refused(asked) else FORMATS:
            made = as_conversation("made", converted_document(asked, to), to)
            if to != source and is_refused(made) and (str(feature), to) not in EXPLAINED:
                condemned.append(f"{feature} → {to}")
    assert condemned == []


@EVERY_FORMAT
def test_ids_stay_as_they_are_unless_the_history_is_kept_in_icontent(source: str) -> None:
    parallel = next(feature for feature in FEATURES if feature.format == source and feature.name == "parallel calls")
    for to in FORMATS:
        made = converted_document(conversation(renamed(parallel), source), to)
        if OWN_FORMAT not in (source, to):
            messages = made if isinstance(made, list) else made[FORMATS[to].list_key]
            assert ids_of(messages, to) == ids_of(renamed(parallel), source), to


def renamed(feature: Feature) -> list[Json]:
    """With ids that no prefix of spec 001 begins."""
    prefixes = {"call_": "chatcmpl-tool-", "toolu_": "toolu_vrtx_"}
    messages = feature.messages
    return [_with_other_prefixes(message, prefixes) for message in messages]


def _with_other_prefixes(value: Json, prefixes: dict[str, str]) -> Json:
    if isinstance(value, dict):
        return {key: _with_other_prefixes(item, prefixes) for key, item in value.items()}
    if isinstance(value, list):
        return [_with_other_prefixes(item, prefixes) for item in value]
    for old, new in prefixes.items():
        if isinstance(value, str) and value.startswith(old):
            return new + value.removeprefix(old)
    return value


def ids_of(messages: list[Json], format_name: str) -> set[Json]:
    read = FORMATS[format_name].read
    events = [event for index, message in enumerate(messages) for event in read(message, index)]
    return {event.id for event in events if event.kind in ("call", "result")}


def test_an_answer_comes_back_with_the_ids_that_the_api_gave() -> None:

    call = {"id": "chatcmpl-tool-9f", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
    messages: list[Json] = [
        {"role": "user", "content": "List."},
        {"role": "assistant", "content": None, "tool_calls": [call]},
    ]
    shown = stages(conversation(messages, "openai-chat"), TARGETS["openai"])
    response = shown.response(1)
    assert response is not None
    assert response.back["tool_calls"] == [call]
