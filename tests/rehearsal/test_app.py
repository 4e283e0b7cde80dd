"""Any program that uses OpenAI's API can use the embedded model; here it is the real client."""

from __future__ import annotations

import json
from typing import Any

import httpx2
import openai
import pytest

from workbench.rehearsal import Rehearsal
from workbench.rehearsal.library_targets import server_of
from workbench.targets import TARGETS

HELLO: list[Any] = [{"role": "user", "content": "Hello"}]
TOOLS: list[Any] = [
    {
        "type": "function",
        "function": {
            "name": name,
            "parameters": {"type": "object", "properties": {"q": {"type": "integer", "minimum": 3}}, "required": ["q"]},
        },
    }
    for name in ("search", "open")
]
ORPHAN: list[Any] = [*HELLO, {"role": "tool", "tool_call_id": "call_9", "content": "x"}]
UNANSWERED: list[Any] = [
    *HELLO,
    {
        "role": "assistant",
        "tool_calls": [{"id": "abcdefghi", "type": "function", "function": {"name": "f", "arguments": "{}"}}],
    },
]


def test_an_answer_identifies_itself_as_a_rehearsal(client: openai.OpenAI) -> None:
    answer = client.chat.completions.create(model="gpt-4.1", messages=HELLO)
    assert answer.choices[0].message.content == (
        "This is a rehearsal: no model was called. "
        "OpenAI would accept this history of 1 message, the last of them from the user."
    )
    assert answer.choices[0].finish_reason == "stop"
    assert answer.usage is not None
    assert answer.usage.total_tokens == answer.usage.prompt_tokens + answer.usage.completion_tokens


def test_the_same_request_has_the_same_answer_to_the_last_byte(rehearsal: Rehearsal) -> None:
    url = f"{rehearsal.base_url}/chat/completions"
    for body in ({"messages": HELLO}, {"messages": HELLO, "tools": TOOLS}, {"messages": HELLO, "stream": True}):
        assert httpx2.post(url, json=body).content == httpx2.post(url, json=body).content


def test_a_stream_is_the_answer_in_pieces(client: openai.OpenAI) -> None:
    whole = client.chat.completions.create(model="m", messages=HELLO)
    chunks = list(client.chat.completions.create(model="m", messages=HELLO, stream=True))
    pieces = [chunk.choices[0].delta.content or "" for chunk in chunks]
    assert "".join(pieces) == whole.choices[0].message.content
    assert chunks[-1].choices[0].finish_reason == "stop"
    assert all(chunk.usage is None for chunk in chunks)


def test_usage_comes_at_the_end_of_a_stream_if_requested(client: openai.OpenAI) -> None:
    options: Any = {"include_usage": True}
    *_, last = client.chat.completions.create(model="m", messages=HELLO, stream=True, stream_options=options)
    assert last.choices == []
    assert last.usage is not None
    assert last.usage.completion_tokens > 0


def test_an_offered_tool_is_called_with_arguments_that_fit_its_schema(client: openai.OpenAI) -> None:
    answer = client.chat.completions.create(model="m", messages=HELLO, tools=TOOLS)
    (call,) = answer.choices[0].message.tool_calls or []
    assert call.type == "function"
    assert (call.function.name, json.loads(call.function.arguments)) == ("search", {"q": 3})
    assert answer.choices[0].finish_reason == "tool_calls"
    turn: list[Any] = [answer.choices[0].message, {"role": "tool", "tool_call_id": call.id, "content": "found"}]
    after = client.chat.completions.create(model="m", messages=[*HELLO, *turn], tools=TOOLS)
    assert "from the tool" in (after.choices[0].message.content or "")


def test_the_request_decides_whether_tools_are_called_in_parallel_by_name_or_not_at_all(client: openai.OpenAI) -> None:
    def called(**more: Any) -> list[str]:
        answer = client.chat.completions.create(model="m", messages=HELLO, tools=TOOLS, **more)
        return [call.function.name for call in answer.choices[0].message.tool_calls or [] if call.type == "function"]

    assert called(parallel_tool_calls=True) == ["search", "open"]
    assert called(tool_choice={"type": "function", "function": {"name": "open"}}) == ["open"]
    assert called(tool_choice="none") == []


def test_the_responses_api_answers_and_streams(client: openai.OpenAI) -> None:
    whole = client.responses.create(model="gpt-5", input="Hello")
    assert whole.output_text.startswith("This is a rehearsal")
    tool: Any = {
        "type": "function",
        "name": "search",
        "parameters": {"type": "object", "properties": {}},
        "strict": False,
    }
    with client.responses.stream(model="gpt-5", input="Hello", tools=[tool]) as stream:
        kinds = [event.type for event in stream]
        final = stream.get_final_response()
    assert kinds[0] == "response.created"
    assert kinds[-1] == "response.completed"
    assert [item.type for item in final.output] == ["function_call"]
    with client.responses.stream(model="gpt-5", input="Hello") as stream:
        text = "".join(event.delta for event in stream if event.type == "response.output_text.delta")
    assert text == whole.output_text


def test_it_lists_the_targets_that_it_can_act_as(client: openai.OpenAI) -> None:
    assert [model.id for model in client.models.list()] == [f"rehearsal-{name}" for name in TARGETS]


@pytest.mark.parametrize(
    ("model", "words", "code", "param", "kind"),
    [
        (
            "rehearsal-openai",
            "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with "
            "'tool_calls'.",
            None,
            "messages.[1].role",
            "invalid_request_error",
        ),
        (
            "rehearsal-deepseek",
            "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
            "invalid_request_error",
            None,
            "invalid_request_error",
        ),
    ],
)
def test_each_target_refuses_with_its_own_message(
    client: openai.OpenAI, model: str, words: str, code: str | None, param: str | None, kind: str
) -> None:
    with pytest.raises(openai.BadRequestError) as refused:
        client.chat.completions.create(model=model, messages=ORPHAN)
    error = refused.value
    assert isinstance(error.body, dict)
    assert (error.body["message"], error.code, error.param, error.type) == (words, code, param, kind)
    assert error.request_id is not None


def test_a_chat_completions_program_receives_anthropics_message(client: openai.OpenAI) -> None:
    with pytest.raises(openai.BadRequestError, match="unexpected `tool_use_id` found in `tool_result` blocks"):
        client.chat.completions.create(model="rehearsal-anthropic", messages=ORPHAN)


@pytest.mark.parametrize("target", ["openai", "mistral", "deepseek", "anthropic", "bedrock"])
def test_a_trailing_call_without_an_answer_is_refused(client: openai.OpenAI, target: str) -> None:
    with pytest.raises(openai.BadRequestError):
        client.chat.completions.create(model=f"rehearsal-{target}", messages=UNANSWERED)


@pytest.mark.parametrize("target", TARGETS)
def test_every_target_accepts_a_healthy_history(client: openai.OpenAI, target: str) -> None:
    answer = client.chat.completions.create(model=f"rehearsal-{target}", messages=HELLO)
    assert server_of(TARGETS[target]).title in (answer.choices[0].message.content or "")


def test_mistrals_answers_have_ids_that_mistral_accepts(client: openai.OpenAI) -> None:
    answer = client.chat.completions.create(model="rehearsal-mistral", messages=HELLO, tools=TOOLS)
    (call,) = answer.choices[0].message.tool_calls or []
    turn: list[Any] = [answer.choices[0].message, {"role": "tool", "tool_call_id": call.id, "content": "x"}]
    assert client.chat.completions.create(model="rehearsal-mistral", messages=[*HELLO, *turn]).choices


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "could not parse"),
        (b"{broken", "could not parse"),
        (b"[]", "could not parse"),
        (b"{}", "Missing required parameter: 'messages'."),
        (b'{"messages": "hi"}', "Invalid type for 'messages': expected an array of objects, but got a string instead."),
        (b'{"messages": []}', "Invalid 'messages': empty array."),
        (b'{"messages": [1, null, {}]}', ""),
        (b'{"messages": [{"role": "user", "content": "\\ud800"}]}', None),
    ],
)
def test_any_body_is_answered_in_openais_json(rehearsal: Rehearsal, body: bytes, words: str | None) -> None:
    response = httpx2.post(f"{rehearsal.base_url}/chat/completions", content=body)
    if words is None:
        assert response.status_code == 200
        return
    error: Any = response.json().get("error", {"message": ""})
    assert response.status_code < 500
    assert words in error["message"]


def test_an_unknown_model_or_path_is_reported_as_openai_does(client: openai.OpenAI) -> None:
    with pytest.raises(openai.NotFoundError) as missing:
        client.chat.completions.create(model="rehearsal-nobody", messages=HELLO)
    assert missing.value.code == "model_not_found"
    with pytest.raises(openai.NotFoundError, match="Invalid URL"):
        client.embeddings.create(model="m", input="x")
    with pytest.raises(openai.BadRequestError, match="There is no fault 'nonsense'"):
        client.chat.completions.create(model="rehearsal-openai+nonsense", messages=HELLO)


def test_the_models_name_selects_a_failure(client: openai.OpenAI) -> None:
    with pytest.raises(openai.RateLimitError) as limited:
        client.chat.completions.create(model="rehearsal-openai+rate-limit:3", messages=HELLO)
    assert limited.value.response.headers["retry-after"] == "3"


def test_another_website_cannot_use_it(rehearsal: Rehearsal) -> None:
    response = httpx2.get(f"{rehearsal.base_url}/models", headers={"host": "evil.example"})
    assert response.status_code == 400


@pytest.mark.parametrize(
    ("path", "body", "text_path"),
    [
        ("/messages", {"model": "rehearsal-anthropic", "messages": HELLO}, ("content", 0, "text")),
        (
            "/models/rehearsal-gemini:generateContent",
            {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}]},
            ("candidates", 0, "content", "parts", 0, "text"),
        ),
        (
            "/model/rehearsal-bedrock/converse",
            {"messages": [{"role": "user", "content": [{"text": "Hello"}]}]},
            ("output", "message", "content", 0, "text"),
        ),
    ],
)
def test_other_providers_apis_are_answered_without_streaming(
    rehearsal: Rehearsal, path: str, body: Any, text_path: Any
) -> None:
    value = httpx2.post(rehearsal.base_url + path, json=body).json()
    for step in text_path:
        value = value[step]
    assert value.startswith("This is a rehearsal")
