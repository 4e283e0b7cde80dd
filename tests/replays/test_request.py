"""A request contains the messages in the wire format and only the settings that were given."""

from __future__ import annotations

from typing import Any

import pytest

from tests.replays.histories import AGENT_RUN, TIDES, WEATHER, agent_run, conversation
from workbench.json.text import compact
from workbench.loading import load
from workbench.replays import Endpoint
from workbench.replays.request import Options, build_request

OPENAI = Endpoint("https://api.openai.com/v1", "gpt-4.1")
LOCAL = Endpoint("http://127.0.0.1:11434/v1", "llama", target="openai-compatible")


def body_of(*args: object, endpoint: Endpoint = OPENAI, **options: Any) -> Any:
    return build_request(agent_run(), endpoint, Options(**options)).body


def test_temperature_and_tokens_are_sent_only_when_given() -> None:
    assert not body_of().keys() & {"temperature", "max_tokens", "max_completion_tokens"}
    assert body_of(temperature=0.0)["temperature"] == 0.0


def test_openai_receives_the_token_limit_under_its_new_name() -> None:
    assert body_of(max_tokens=9)["max_completion_tokens"] == 9
    assert body_of(endpoint=LOCAL, max_tokens=9)["max_tokens"] == 9


def test_tools_are_sent_only_if_there_are_any() -> None:
    assert body_of()["tools"] == [WEATHER, TIDES]
    request = build_request(conversation(AGENT_RUN, tools=[], tool_choice="auto"), OPENAI, Options())
    assert not request.body.keys() & {"tools", "tool_choice"}


def test_streaming_is_the_default_and_requests_usage() -> None:
    assert body_of()["stream_options"] == {"include_usage": True}
    assert not body_of(stream=False).keys() & {"stream", "stream_options"}


def test_the_metadata_of_a_stored_session_is_not_sent() -> None:
    request = build_request(conversation(AGENT_RUN, title="Sailing", user_id="u1"), OPENAI, Options())
    assert request.body.keys() == {"model", "messages", "stream", "stream_options"}
    assert request.body["model"] == "gpt-4.1"


def test_up_to_sends_the_first_messages() -> None:
    assert body_of(up_to=1)["messages"] == AGENT_RUN[:1]


@pytest.mark.parametrize("up_to", [0, 7, -1])
def test_up_to_outside_the_conversation_is_the_callers_mistake(up_to: int) -> None:
    with pytest.raises(ValueError, match="6 messages"):
        body_of(up_to=up_to)


def test_a_content_that_only_reports_usage_is_never_sent() -> None:
    contents = [
        {"speaker": "human", "blocks": [{"type": "text", "text": "Hi"}]},
        {"speaker": "ai", "blocks": [{"type": "text", "text": "Hello"}]},
        {"speaker": "ai", "blocks": [], "metadata": {"usage": {"inputTokens": 1, "outputTokens": 2}}},
    ]
    request = build_request(load(compact(contents).encode(), "c", "icontent"), OPENAI, Options())
    assert request.messages == [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]


def test_a_live_anthropic_endpoint_receives_chat_completions() -> None:
    endpoint = Endpoint("https://api.anthropic.com/v1", "claude", target="anthropic")
    request = build_request(agent_run(), endpoint, Options())
    assert (request.format.name, request.path) == ("openai-chat", "/chat/completions")
    assert request.messages == AGENT_RUN


def test_the_embedded_model_receives_anthropics_own_format() -> None:
    endpoint = Endpoint("http://127.0.0.1:1/v1", "rehearsal-anthropic", target="anthropic", embedded=True)
    request = build_request(agent_run(), endpoint, Options())
    assert (request.format.name, request.path, request.streamed) == ("anthropic", "/messages", False)


def test_a_responses_history_for_openai_goes_to_the_responses_api() -> None:
    items = [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hi"}]}]
    source = load(compact({"model": "gpt-5", "input": items, "instructions": "Be short."}).encode())
    request = build_request(source, OPENAI, Options(max_tokens=5))
    assert request.path == "/responses"
    assert request.body == {
        "model": "gpt-4.1",
        "input": items,
        "instructions": "Be short.",
        "max_output_tokens": 5,
        "stream": True,
    }
