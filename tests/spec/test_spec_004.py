"""Spec 004, "Unsupported role: tool": its log through the transformation it describes, branch by branch.

The nested tool message is the CoreMessage and the flat one is Chat Completions', so the transformation is the edge
from the one to the other.
"""

from __future__ import annotations

from typing import Any

import pytest

from workbench.converters import EDGES
from workbench.formats import FORMATS
from workbench.json.text import compact

(EDGE,) = (edge for edge in EDGES if (edge.source, edge.target) == ("vercel-v4-core", "openai-chat"))

CALL_ID = "call_TonJTow8ig1eBfxG0VBP9NPV"
RESULT = '{"tool":"addContent","status":"forwarded to client"}'
ARGS = {"targetBlockId": None, "markdownContent": "* Red\n* Blue\n* Green\n* Yellow\n* Purple"}
PROBLEM = {
    "role": "tool",
    "content": [{"type": "tool-result", "toolCallId": CALL_ID, "toolName": "addContent", "result": RESULT}],
}
LOG: list[Any] = [
    {"role": "user", "content": "start a doc with 5 random colors"},
    {"role": "assistant", "content": [{"type": "text", "text": "I've started your document."}]},
    PROBLEM,
    {
        "role": "assistant",
        "content": [{"type": "tool-call", "toolCallId": CALL_ID, "toolName": "addContent", "args": ARGS}],
    },
    {"role": "user", "content": "nice, can you add 5 more random colors"},
    {"role": "user", "content": "hi, you there still?"},
]


def converted(*messages: Any) -> list[Any]:
    return [row.message for row in EDGE.convert(messages, {})]


def part(call_id: Any = "call_1", **fields: Any) -> Any:
    return {"type": "tool-result", "toolCallId": call_id, "toolName": "ls", **fields}


def test_the_log_of_lines_31_78_reaches_the_wire_in_its_own_order() -> None:
    assert converted(*LOG) == [
        {"role": "user", "content": "start a doc with 5 random colors"},
        {"role": "assistant", "content": "I've started your document."},
        {"role": "tool", "tool_call_id": CALL_ID, "content": RESULT},
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [
                {"id": CALL_ID, "type": "function", "function": {"name": "addContent", "arguments": compact(ARGS)}}
            ],
        },
        {"role": "user", "content": "nice, can you add 5 more random colors"},
        {"role": "user", "content": "hi, you there still?"},
    ]


def test_lines_87_95_the_problematic_message_becomes_the_flat_one() -> None:
    assert converted(PROBLEM) == [{"role": "tool", "tool_call_id": CALL_ID, "content": RESULT}]


def test_the_nested_message_is_a_core_message_and_the_flat_one_is_not() -> None:
    from pydantic import ValidationError

    core = FORMATS["vercel-v4-core"].model()
    core.validate_python(PROBLEM)
    with pytest.raises(ValidationError):
        core.validate_python({"role": "tool", "tool_call_id": CALL_ID, "content": RESULT})


def test_lines_193_195_content_that_is_a_list_is_accepted() -> None:
    assert converted({"role": "tool", "content": [part(result="ok")]})[0]["content"] == "ok"


def test_lines_196_201_content_that_was_stringified_is_parsed() -> None:
    stringified = compact([part(result="ok"), part("call_2", result={"n": 1})])
    assert converted({"role": "tool", "content": stringified}) == [
        {"role": "tool", "tool_call_id": "call_1", "content": "ok"},
        {"role": "tool", "tool_call_id": "call_2", "content": '{"n":1}'},
    ]


@pytest.mark.parametrize(
    "content",
    [
        pytest.param('{"type": "tool-result"}', id="lines 202-205: parsed, and no list"),
        pytest.param("[not json", id="lines 206-208: cannot be parsed"),
        pytest.param(7, id="lines 210-213: neither list nor string"),
        pytest.param(None, id="lines 210-213: null"),
        pytest.param([], id="lines 229-232: an empty list"),
        pytest.param("[]", id="lines 229-232: an empty list as a string"),
    ],
)
def test_content_without_results_gives_no_message(content: Any) -> None:
    assert converted({"role": "tool", "content": content}) == []


def test_lines_216_223_every_part_is_a_message_of_its_own() -> None:
    rows = list(
        EDGE.convert([{"role": "tool", "content": [part("call_1", result="a"), part("call_2", result="b")]}], {})
    )
    assert [row.message["tool_call_id"] for row in rows] == ["call_1", "call_2"]
    assert [row.sources for row in rows] == [(0,), (0,)]


@pytest.mark.parametrize(
    "broken",
    [None, "text", {"type": "text", "text": "x"}, part(None, result="x"), part(7, result="x"), part("call_1")],
)
def test_lines_217_227_an_incomplete_part_is_dropped_and_the_others_are_kept(broken: Any) -> None:
    message = {"role": "tool", "content": [broken, part("call_2", result="kept")]}
    assert converted(message) == [{"role": "tool", "tool_call_id": "call_2", "content": "kept"}]


@pytest.mark.parametrize(
    ("result", "content"),
    [("text", "text"), ("", ""), ({"a": [1]}, '{"a":[1]}'), (0, "0"), (False, "false"), (None, "null")],
)
def test_line_221_a_string_is_kept_and_anything_else_is_json(result: Any, content: str) -> None:
    assert converted({"role": "tool", "content": [part(result=result)]})[0]["content"] == content


def test_lines_245_248_a_flat_message_among_core_messages_passes_unchanged() -> None:
    flat = {"role": "tool", "tool_call_id": "call_1", "content": "ok"}
    assert converted(flat) == [flat]


def test_lines_257_259_texts_systems_and_images_are_not_affected() -> None:
    image = "data:image/png;base64,iVBORw0KGgo="
    assert converted(
        {"role": "system", "content": "be brief"},
        {"role": "user", "content": [{"type": "text", "text": "see"}, {"type": "image", "image": image}]},
        {"role": "assistant", "content": "seen"},
    ) == [
        {"role": "system", "content": "be brief"},
        {
            "role": "user",
            "content": [{"type": "text", "text": "see"}, {"type": "image_url", "image_url": {"url": image}}],
        },
        {"role": "assistant", "content": "seen"},
    ]
