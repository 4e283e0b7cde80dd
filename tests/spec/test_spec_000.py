"""Spec 000, message conversion: every function, type mapping, warning and integration point."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.converters import EDGES

(EDGE,) = (edge for edge in EDGES if (edge.source, edge.target) == ("icontent", "vercel-v4-core"))


def converted(*contents: Any) -> list[Any]:
    return [row.message for row in EDGE.convert(contents, {})]


def text(words: str) -> Any:
    return {"type": "text", "text": words}


def call(call_id: str, name: str = "ls") -> Any:
    return {"type": "tool_call", "id": call_id, "name": name, "parameters": {"path": "."}}


def response(call_id: str, **fields: Any) -> Any:
    return {"type": "tool_response", "callId": call_id, **fields}


def content(speaker: str, *blocks: Any) -> Any:
    return {"speaker": speaker, "blocks": list(blocks)}


IMAGE = {"type": "image", "data": "data:image/png;base64,iVBORw0KGgo="}


# --- convertToVercelMessages and convertSingleMessage ---------------------------------------------------------


def test_lines_001_012_messages_keep_their_order_and_unknown_speakers_are_left_out() -> None:
    history = [
        content("system", text("be brief")),
        content("human", text("list")),
        content("narrator", text("meanwhile")),
        content("ai", call("hist_tool_1")),
        content("tool", response("hist_tool_1", result="a.txt")),
        content("ai", text("one file")),
    ]
    rows = list(EDGE.convert(history, {}))
    assert [row.message["role"] for row in rows] == ["system", "user", "assistant", "tool", "assistant"]
    assert [row.sources for row in rows] == [(0,), (1,), (3,), (4,), (5,)]


def test_lines_001_012_no_contents_give_no_messages() -> None:
    assert converted() == []


@pytest.mark.parametrize("speaker", ["human", "ai", "tool", "system", "narrator"])
def test_lines_026_028_a_tool_response_decides_before_the_speaker(speaker: str) -> None:
    (message,) = converted(content(speaker, text("beside"), response("hist_tool_1", result="ok")))
    assert message == {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "call_1", "result": "ok"}]}


@pytest.mark.parametrize("speaker", ["tool", "narrator", ""])
def test_lines_038_039_an_unknown_speaker_gives_nothing(speaker: str) -> None:
    assert converted(content(speaker, text("hi"))) == []


def test_lines_050_057_blocks_without_a_response_are_no_tool_message() -> None:
    assert converted(content("human", text("hi"), call("x")))[0]["role"] == "user"


# --- convertUserMessage -----------------------------------------------------------------------------------------


def test_lines_064_074_a_user_message_with_images_keeps_its_parts_in_order() -> None:
    (message,) = converted(content("human", text("before"), IMAGE, text("after")))
    assert message == {
        "role": "user",
        "content": [
            {"type": "text", "text": "before"},
            {"type": "image", "image": "data:image/png;base64,iVBORw0KGgo="},
            {"type": "text", "text": "after"},
        ],
    }


def test_lines_076_078_a_user_message_of_texts_is_a_string() -> None:
    assert converted(content("human", text("hi"))) == [{"role": "user", "content": "hi"}]


# --- convertAssistantMessage ------------------------------------------------------------------------------------


def test_lines_094_112_an_assistant_message_with_calls_has_parts() -> None:
    (message,) = converted(content("ai", text("let me see"), call("hist_tool_abc", "read_file")))
    assert message == {
        "role": "assistant",
        "content": [
            {"type": "text", "text": "let me see"},
            {"type": "tool-call", "toolCallId": "call_abc", "toolName": "read_file", "args": {"path": "."}},
        ],
    }


def test_lines_114_116_an_assistant_message_of_texts_is_a_string() -> None:
    assert converted(content("ai", text("done"))) == [{"role": "assistant", "content": "done"}]


# --- convertToolResponseMessage ---------------------------------------------------------------------------------


def test_lines_133_152_every_response_of_a_content_is_a_part_of_one_tool_message() -> None:
    (message,) = converted(content("tool", response("hist_tool_1", result="a"), response("toolu_2", result="b")))
    assert [part["toolCallId"] for part in message["content"]] == ["call_1", "call_2"]
    assert [part["result"] for part in message["content"]] == ["a", "b"]


@pytest.mark.parametrize("fields", [{}, {"result": None}, {"result": ""}], ids=["absent", "null", "empty"])
def test_line_142_no_result_is_an_empty_string(fields: dict[str, Any]) -> None:
    (message,) = converted(content("tool", response("x", **fields)))
    assert message["content"][0]["result"] == ""


@pytest.mark.parametrize("fields", [{"status": "error"}, {"error": "denied"}, {"error": ""}])
def test_lines_146_148_a_failed_result_is_marked(fields: dict[str, Any]) -> None:
    (message,) = converted(content("tool", response("x", result="r", **fields)))
    assert message["content"][0]["isError"] is True


@pytest.mark.parametrize("fields", [{}, {"status": "success"}, {"error": None}])
def test_lines_146_148_a_good_result_has_no_mark(fields: dict[str, Any]) -> None:
    (message,) = converted(content("tool", response("x", result="r", **fields)))
    assert "isError" not in message["content"][0]


# --- convertSystemMessage and extractTextContent ----------------------------------------------------------------


def test_lines_160_163_a_system_message_is_its_text() -> None:
    assert converted(content("system", text("be"), text("brief"))) == [{"role": "system", "content": "be\nbrief"}]


def test_lines_170_180_only_text_blocks_are_joined() -> None:
    assert converted(content("ai", text("a"), {"type": "thinking", "thought": "b"}, text("c")))[0]["content"] == "a\nc"


@pytest.mark.parametrize("speaker", ["human", "ai", "system"])
def test_lines_170_180_no_blocks_are_an_empty_text(speaker: str) -> None:
    assert converted(content(speaker))[0]["content"] == ""


# --- type mappings ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "role"),
    [
        pytest.param(content("human", text("x")), "user", id="line 191: human"),
        pytest.param(content("ai", text("x")), "assistant", id="line 192: ai"),
        pytest.param(content("tool", response("x", result="y")), "tool", id="line 193: tool"),
        pytest.param(content("system", text("x")), "system", id="line 194: system"),
    ],
)
def test_a_speaker_becomes_a_role(given: Any, role: str) -> None:
    assert converted(given)[0]["role"] == role


@pytest.mark.parametrize(
    ("speaker", "blocks", "part"),
    [
        pytest.param("human", [text("x"), IMAGE], {"type": "text", "text": "x"}, id="line 197: text"),
        pytest.param("human", [IMAGE], {"type": "image", "image": IMAGE["data"]}, id="line 198: image"),
        pytest.param(
            "ai",
            [call("hist_tool_1")],
            {"type": "tool-call", "toolCallId": "call_1", "toolName": "ls", "args": {"path": "."}},
            id="line 199: tool_call",
        ),
        pytest.param(
            "tool",
            [response("hist_tool_1", result="no", status="error")],
            {"type": "tool-result", "toolCallId": "call_1", "result": "no", "isError": True},
            id="line 200: tool_response",
        ),
    ],
)
def test_a_block_becomes_a_part(speaker: str, blocks: list[Any], part: Any) -> None:
    assert converted(content(speaker, *blocks))[0]["content"][0] == part


# --- anti-patterns ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("prefix", ["hist_tool_", "call_", "toolu_", ""])
def test_ids_are_normalized_on_both_sides_so_that_they_still_match(prefix: str) -> None:
    made, answered = converted(content("ai", call(prefix + "1")), content("tool", response(prefix + "1", result="ok")))
    assert made["content"][0]["toolCallId"] == answered["content"][0]["toolCallId"] == "call_1"


def test_several_text_blocks_are_not_read_as_one() -> None:
    assert converted(content("human", text("one"), text("two")))[0]["content"] == "one\ntwo"


def test_an_image_that_is_not_a_data_url_is_passed_on_for_the_check() -> None:
    (message,) = converted(content("human", {"type": "image", "data": "iVBORw0KGgo="}))
    assert message["content"] == [{"type": "image", "image": "iVBORw0KGgo="}]


def test_content_types_have_a_hyphen() -> None:
    made, answered = converted(content("ai", call("1")), content("tool", response("1", result="ok")))
    assert made["content"][0]["type"] == "tool-call"
    assert answered["content"][0]["type"] == "tool-result"
