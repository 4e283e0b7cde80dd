"""What the specs leave open, contradict or get wrong, decided: each decision that a converter carries out."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.converters import EDGES, route
from workbench.converters.a2a_to_openai_chat import convert_a2a_message_to_openai
from workbench.converters.chat_completion_to_icontent import chat_completion_to_icontent, merged
from workbench.converters.tool_ids import id_table, normalize_to_openai_tool_id
from workbench.formats.contract import Event


def converted(source: str, target: str, *messages: Any) -> list[Any]:
    (edge,) = (edge for edge in EDGES if (edge.source, edge.target) == (source, target))
    return [row.message for row in edge.convert(messages, {})]


def to_core(*contents: Any) -> list[Any]:
    return converted("icontent", "vercel-v4-core", *contents)


def to_wire(*contents: Any) -> list[Any]:
    return converted("icontent", "openai-chat", *contents)


def answered(**fields: Any) -> Any:
    return {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "hist_tool_1", **fields}]}


CALL = {"speaker": "ai", "blocks": [{"type": "tool_call", "id": "hist_tool_1", "name": "ls", "parameters": {}}]}


# --- ids --------------------------------------------------------------------------------------------------------


def test_ids_one_known_prefix_is_replaced_and_collisions_are_found() -> None:
    ids = ["x", "call_x", "toolu_x", "hist_tool_x"]
    assert {normalize_to_openai_tool_id(raw) for raw in ids} == {"call_x"}
    rows = id_table([Event("call", index, (), {}, None, raw) for index, raw in enumerate(ids)])
    assert [len(row.collides_with) for row in rows] == [3, 3, 3, 3]


def test_ids_a_mismatch_created_by_normalisation_is_found() -> None:
    call = Event("call", 0, (), {}, None, "hist_tool_toolu_1")
    result = Event("result", 1, (), {}, None, "toolu_1")
    assert [row.mismatch_created for row in id_table([call, result])] == [("toolu_1",), ("hist_tool_toolu_1",)]


# --- tool names on results --------------------------------------------------------------------------------------


def test_the_tool_name_of_a_result_is_looked_up_from_its_call() -> None:
    assert to_core(CALL, answered(result="ok"))[1]["content"][0]["toolName"] == "ls"


def test_the_tool_name_of_a_result_is_looked_up_over_different_prefixes() -> None:
    response = {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "toolu_1", "result": "ok"}]}
    assert to_core(CALL, response)[1]["content"][0]["toolName"] == "ls"


def test_the_tool_name_in_a_block_is_used() -> None:
    assert to_core(CALL, answered(result="ok", toolName="dir"))[1]["content"][0]["toolName"] == "dir"


def test_an_unknown_tool_name_is_omitted() -> None:
    assert "toolName" not in to_core(answered(result="ok"))[0]["content"][0]


# --- what spec 000 drops ----------------------------------------------------------------------------------------


def test_a_tool_content_without_a_response_is_dropped() -> None:
    lonely = {"speaker": "tool", "blocks": [{"type": "text", "text": "noise"}]}
    assert to_core(lonely) == to_wire(lonely) == []


def test_blocks_next_to_a_response_are_dropped_on_the_way_to_core() -> None:
    content = answered(result="ok")
    content["blocks"].insert(0, {"type": "text", "text": "beside"})
    (message,) = to_core(content)
    assert [part["type"] for part in message["content"]] == ["tool-result"]


def test_an_image_of_the_assistant_is_dropped() -> None:
    blocks = [{"type": "image", "data": "data:image/png;base64,AA=="}, {"type": "text", "text": "drawn"}]
    content = {"speaker": "ai", "blocks": blocks}
    assert to_core(content) == to_wire(content) == [{"role": "assistant", "content": "drawn"}]


def test_unknown_blocks_and_metadata_are_dropped() -> None:
    blocks = [{"type": "hologram", "data": "x"}, {"type": "text", "text": "hi"}]
    content = {"speaker": "human", "blocks": blocks, "metadata": {"timestamp": 1}}
    assert to_core(content) == to_wire(content) == [{"role": "user", "content": "hi"}]


# --- results ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "core", "wire"),
    [
        (None, "", ""),
        ("", "", ""),
        (0, 0, "0"),
        (False, False, "false"),
        ({"a": 1}, {"a": 1}, '{"a":1}'),
        ([], [], "[]"),
    ],
)
def test_only_a_null_result_becomes_empty_and_others_are_json_on_the_wire(result: Any, core: Any, wire: str) -> None:
    kept = to_core(answered(result=result))[0]["content"][0]["result"]
    assert kept == core
    assert type(kept) is type(core)
    assert to_wire(answered(result=result))[0]["content"] == wire


def test_the_error_text_of_a_failed_result_is_not_sent() -> None:
    failed = answered(result=None, error="denied")
    (part,) = to_core(failed)[0]["content"]
    assert part == {"type": "tool-result", "toolCallId": "call_1", "result": "", "isError": True}
    assert to_wire(failed) == [{"role": "tool", "tool_call_id": "call_1", "content": ""}]


# --- images -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", ["data:image/png;base64,AA==", "https://a.b/c.png", "AA=="])
def test_images_are_passed_on_unchanged(data: str) -> None:
    content = {"speaker": "human", "blocks": [{"type": "image", "data": data}]}
    assert to_core(content)[0]["content"] == [{"type": "image", "image": data}]
    assert to_wire(content)[0]["content"] == [{"type": "image_url", "image_url": {"url": data}}]


# --- A2A --------------------------------------------------------------------------------------------------------

A2A_CALL = {"kind": "data", "data": {"tool_calls": [{"call_id": "call_1", "name": "ls", "arguments": {}}]}}


def a2a_text(words: str) -> Any:
    return {"kind": "text", "text": words}


def a2a_result(output: Any) -> Any:
    return {"kind": "data", "data": {"tool_results": [{"call_id": "call_1", "name": "ls", "output": output}]}}


@pytest.mark.parametrize(("parts", "content"), [([A2A_CALL], ""), ([a2a_text("look"), A2A_CALL], "look")])
def test_text_next_to_a2a_calls_is_kept_and_content_is_empty_only_without_text(parts: list[Any], content: str) -> None:
    made, _ = convert_a2a_message_to_openai({"role": "agent", "parts": parts})
    assert made is not None
    assert made["content"] == content


def test_text_next_to_a2a_results_comes_after_them() -> None:
    message = {"role": "user", "parts": [a2a_text("and hurry"), a2a_result("ok")]}
    assert converted("a2a", "openai-chat", message) == [
        {"role": "tool", "tool_call_id": "call_1", "content": "ok"},
        {"role": "user", "content": "and hurry"},
    ]


@pytest.mark.parametrize(
    ("output", "content"),
    [({"a": True, "b": None}, '{"a": true, "b": null}'), ([1], "[1]"), (None, ""), (False, "false"), ("x", "x")],
)
def test_an_a2a_output_that_is_no_string_is_json_and_no_python(output: Any, content: str) -> None:
    _, (tool,) = convert_a2a_message_to_openai({"role": "user", "parts": [a2a_result(output)]})
    assert tool["content"] == content


@pytest.mark.parametrize(
    ("arguments", "text"), [(["a"], '["a"]'), ('{"a":1}', '{"a":1}'), (None, "{}"), (True, "true")]
)
def test_a2a_arguments_that_are_no_string_are_json_and_no_python(arguments: Any, text: str) -> None:
    data = {"tool_calls": [{"call_id": "call_1", "name": "ls", "arguments": arguments}]}
    made, _ = convert_a2a_message_to_openai({"role": "agent", "parts": [{"kind": "data", "data": data}]})
    assert made is not None
    assert made["tool_calls"][0]["function"]["arguments"] == text


def test_several_a2a_texts_are_joined_with_a_newline() -> None:
    made, _ = convert_a2a_message_to_openai({"role": "user", "parts": [a2a_text("one"), a2a_text("two")]})
    assert made == {"role": "user", "content": "one\ntwo"}


# --- one reply, three contents ----------------------------------------------------------------------------------


def test_one_reply_is_three_contents_and_is_compared_as_one() -> None:
    call = {"toolCallId": "call_1", "toolName": "ls", "args": {}}
    reply = {"text": "ok", "toolCalls": [call], "usage": None, "finishReason": "stop", "reasoning": "so"}
    contents = chat_completion_to_icontent(reply)
    assert [len(content["blocks"]) for content in contents] == [1, 1, 0]
    assert [block["type"] for block in merged(contents)["blocks"]] == ["text", "tool_call"]
    assert (merged(contents)["metadata"]["finishReason"], merged(contents)["metadata"]["reasoning"]) == ("stop", "so")


def test_a_content_that_only_reports_usage_is_never_sent() -> None:
    assert to_wire(*chat_completion_to_icontent({"text": "ok"})) == [{"role": "assistant", "content": "ok"}]


# --- llxprt's real IContent -------------------------------------------------------------------------------------


def test_the_blocks_of_llxprts_icontent_reach_the_wire() -> None:
    blocks = [
        {"type": "thinking", "thought": "hm", "sourceField": "thinking", "signature": "s"},
        {"type": "code", "code": "print(1)", "language": "python"},
    ]
    assert to_wire({"speaker": "ai", "blocks": blocks}) == [
        {"role": "assistant", "content": "print(1)", "reasoning_content": "hm"}
    ]


def test_the_system_message_of_llxprts_icontent_is_recognised_by_its_metadata() -> None:
    content = {"speaker": "ai", "blocks": [{"type": "text", "text": "be brief"}], "metadata": {"role": "system"}}
    assert to_wire(content) == [{"role": "system", "content": "be brief"}]


# --- routes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "target", "hops"),
    [
        ("icontent", "openai-chat", ["openai-chat"]),
        ("a2a", "icontent", ["openai-chat", "icontent"]),
        ("icontent", "a2a", ["openai-chat", "a2a"]),
        ("a2a", "a2a", []),
    ],
)
def test_the_shortest_route_is_chosen(source: str, target: str, hops: list[str]) -> None:
    assert [edge.target for edge in route(source, target)] == hops
