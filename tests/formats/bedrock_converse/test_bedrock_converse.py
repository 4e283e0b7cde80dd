"""Bedrock Converse: recognised by blocks that have a key and no type, read block by block."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings

from tests.strategies.bedrock_converse import history
from tests.strategies.json_values import json_values
from workbench.detection import detect
from workbench.formats.bedrock_converse import FORMAT
from workbench.formats.bedrock_converse.stream import assembled
from workbench.formats.contract import CERTAIN, LIKELY, NO_EVIDENCE, Tool
from workbench.json.pointer import follow
from workbench.library import load


@pytest.mark.parametrize(
    "content",
    [
        [{"text": "Hi"}],
        [{"toolUse": {"toolUseId": "a", "name": "ls", "input": {}}}],
        [{"toolResult": {"toolUseId": "a", "content": []}}, {"text": "Hi"}],
        [{"image": {"format": "png", "source": {"bytes": "AAAA"}}}],
    ],
)
def test_blocks_without_a_type_are_its_own(content: Any) -> None:
    detection = detect([{"role": "user", "content": content}], {})
    assert (detection.format, detection.ambiguous) == ("bedrock-converse", False)


@pytest.mark.parametrize(
    "message",
    [
        {"role": "user", "content": "Hi"},
        {"role": "user", "content": [{"type": "text", "text": "Hi"}]},
        {"role": "user", "parts": [{"text": "Hi"}]},
        {"role": "tool", "content": [{"text": "Hi"}]},
    ],
)
def test_lookalikes_are_not_recognised(message: Any) -> None:
    assert "bedrock-converse" not in detect([message], {}).candidates


@pytest.mark.parametrize(
    ("body", "evidence"),
    [
        ({"toolConfig": {"tools": []}}, CERTAIN),
        ({"inferenceConfig": {"maxTokens": 10}}, CERTAIN),
        ({"modelId": "amazon.nova-lite-v1:0"}, CERTAIN),
        ({"system": [{"text": "Be brief."}]}, LIKELY),
        ({"system": [{"type": "text", "text": "Be brief."}]}, NO_EVIDENCE),
        ({"model": "x"}, NO_EVIDENCE),
    ],
)
def test_its_settings_are_evidence(body: dict[str, Any], evidence: int) -> None:
    assert FORMAT.body_evidence(body) == evidence


def test_the_blocks_of_a_result_follow_it_with_their_own_paths() -> None:
    content = [{"text": "x"}, {"json": {"a": 1}}, {"image": {"format": "png", "source": {"bytes": "AAAA"}}}]
    message = {"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": content, "status": "error"}}]}
    events = FORMAT.read(message, 2)
    inside = ("content", 0, "toolResult", "content")
    assert [(event.kind, event.path) for event in events] == [
        ("result", ("content", 0)),
        ("text", (*inside, 0)),
        ("image", (*inside, 2)),
    ]
    assert (events[0].id, events[0].failed, events[2].media_type) == ("a", True, "image/png")
    assert follow(message, events[0].at("id")) == "a"
    assert follow(message, events[2].at("value")) == "AAAA"


def test_every_kind_of_block_has_a_name() -> None:
    content = [
        {"toolUse": {"toolUseId": "s", "name": "nova_grounding", "input": {}, "type": "server_tool_use"}},
        {"toolResult": {"toolUseId": "s", "content": [], "type": "nova_grounding_result"}},
        {"reasoningContent": {"reasoningText": {"text": "hm", "signature": "s"}}},
        {"reasoningContent": {"redactedContent": "AAAA"}},
        {"document": {"format": "pdf", "name": "a report", "source": {"bytes": "JVBE"}}},
        {"guardContent": {"text": {"text": "guarded"}}},
        {"citationsContent": {"content": [{"text": "cited"}], "citations": []}},
        {"cachePoint": {"type": "default"}},
        {"blockOfTomorrow": {}},
        None,
    ]
    events = FORMAT.read({"role": "assistant", "content": content}, 0)
    assert [(event.kind, event.name, event.value) for event in events] == [
        ("server_call", "nova_grounding", {}),
        ("server_result", None, []),
        ("thought", None, "hm"),
        ("thought", "redactedContent", "AAAA"),
        ("file", "a report", "JVBE"),
        ("text", None, "guarded"),
        ("text", None, "cited"),
        ("other", "cachePoint", None),
        ("other", "blockOfTomorrow", None),
        ("other", None, None),
    ]


@settings(deadline=None, max_examples=60)
@given(json_values)
def test_reading_never_raises(value: Any) -> None:
    kinds = ("toolUse", "toolResult", "reasoningContent", "image", "citationsContent", "guardContent", "searchResult")
    blocks: list[Any] = [value, *({kind: value} for kind in kinds), {"toolResult": {"content": [value]}}]
    for message in (value, {"content": value}, {"content": blocks}):
        assert isinstance(FORMAT.read(message, 0), list)


@settings(deadline=None, max_examples=60)
@given(history)
def test_every_event_points_at_what_it_was_read_from(messages: list[Any]) -> None:
    for at, message in enumerate(messages):
        FORMAT.model().validate_python(message)
        for event in FORMAT.read(message, at):
            assert follow(message, event.path) == event.raw
            assert event.id is None or follow(message, event.at("id")) == event.id


def test_tools_are_read_and_written() -> None:
    spec = {"name": "ls", "inputSchema": {"json": {"type": "object"}}}
    body = {"toolConfig": {"tools": [{"toolSpec": spec}, {"cachePoint": {"type": "default"}}]}}
    tools = FORMAT.read_tools(body)
    assert tools == [Tool("ls", "", {"type": "object"})]
    assert FORMAT.write_tools(tools) == {"toolConfig": {"tools": [{"toolSpec": spec}]}}


def test_a_response_is_rebuilt_from_a_message_and_read_back() -> None:
    assert FORMAT.response_from is not None
    assert FORMAT.messages_of_response is not None
    message = {"role": "assistant", "content": [{"toolUse": {"toolUseId": "a", "name": "ls", "input": {}}}]}
    response = FORMAT.response_from(message)
    assert response == {"output": {"message": message}, "stopReason": "tool_use"}
    assert FORMAT.messages_of_response(response) == [{"stopReason": "tool_use", **message}]
    assert FORMAT.messages_of_response({"output": None}) == []


def test_an_answer_is_written_into_a_user_message() -> None:
    assert FORMAT.answer is not None
    assert FORMAT.envelope is not None
    message = FORMAT.envelope([FORMAT.answer("a", "ls", "gone")])
    assert message == {"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": [{"text": "gone"}]}}]}


def test_the_events_of_a_stream_are_one_answer() -> None:
    events: list[Any] = [
        {"messageStart": {"role": "assistant"}},
        {"contentBlockDelta": {"contentBlockIndex": 0, "delta": {"reasoningContent": {"text": "Look "}}}},
        {"contentBlockDelta": {"contentBlockIndex": 0, "delta": {"reasoningContent": {"text": "it up."}}}},
        {"contentBlockDelta": {"contentBlockIndex": 0, "delta": {"reasoningContent": {"signature": "c2ln"}}}},
        {"contentBlockDelta": {"contentBlockIndex": 1, "delta": {"text": "Let me "}}},
        {"contentBlockDelta": {"contentBlockIndex": 1, "delta": {"text": "look."}}},
        {"contentBlockStart": {"contentBlockIndex": 2, "start": {"toolUse": {"toolUseId": "t1", "name": "weather"}}}},
        {"contentBlockDelta": {"contentBlockIndex": 2, "delta": {"toolUse": {"input": '{"city":'}}}},
        {"contentBlockDelta": {"contentBlockIndex": 2, "delta": {"toolUse": {"input": ' "Rome"}'}}}},
        {"messageStop": {"stopReason": "tool_use"}},
        {"metadata": {"usage": {"inputTokens": 1}}},
    ]
    for content in (json.dumps(events), "\n".join(map(json.dumps, events))):
        (message,) = load(content.encode()).messages
        assert message["content"] == [
            {"reasoningContent": {"reasoningText": {"text": "Look it up.", "signature": "c2ln"}}},
            {"text": "Let me look."},
            {"toolUse": {"toolUseId": "t1", "name": "weather", "input": {"city": "Rome"}}},
        ]


def test_a_call_without_arguments_and_one_that_was_interrupted_are_assembled() -> None:
    calls = [{"contentBlockStart": {"contentBlockIndex": index, "start": {"toolUse": {"toolUseId": f"t{index}",
              "name": "weather", "input": ""}}}} for index in (0, 1)]  # fmt: skip
    cut = {"contentBlockDelta": {"contentBlockIndex": 1, "delta": {"toolUse": {"input": '{"city": "Ro'}}}}
    message = assembled([*calls, cut, None])["output"]["message"]
    assert [block["toolUse"]["input"] for block in message["content"]] == [{}, '{"city": "Ro']
