"""IContent → OpenAI Responses: the result fits OpenAI's own types."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import given, settings
from openai.types.responses import ResponseInputItemParam
from pydantic import TypeAdapter

from tests.converters.provider_round_trip import consumed, id_map
from tests.strategies.icontent import history
from workbench.converters.icontent_to_openai_responses import icontent_to_openai_responses
from workbench.converters.openai_responses_tools import RESPONSES_IDS
from workbench.formats import FORMATS


@cache
def responses_types() -> TypeAdapter[Any]:
    """Return the request types that the `openai` package publishes."""
    return TypeAdapter(ResponseInputItemParam)


def converted(contents: list[Any]) -> list[Any]:
    return [row.message for row in icontent_to_openai_responses(contents, {}) if row.slot == "messages"]


def content(speaker: str, *blocks: Any) -> Any:
    return {"speaker": speaker, "blocks": list(blocks)}


def text(value: str) -> Any:
    return {"type": "text", "text": value}


@settings(deadline=None, max_examples=100)
@given(history)
def test_the_result_fits_the_published_types(contents: list[Any]) -> None:
    for item in converted(contents):
        consumed(responses_types().validate_python(item))
        FORMATS["openai-responses"].model().validate_python(item)


@settings(deadline=None, max_examples=60)
@given(history)
def test_calls_and_results_keep_their_order_and_ids_stay_distinct(contents: list[Any]) -> None:
    ids = id_map("icontent", contents, RESPONSES_IDS)
    read_in, read_out = FORMATS["icontent"].read, FORMATS["openai-responses"].read
    before = [event for at, one in enumerate(contents) for event in read_in(one, at)]
    after = [event for at, one in enumerate(converted(contents)) for event in read_out(one, at)]
    for kind in ("call", "result"):
        sent = [event.id for event in after if event.kind == kind]
        assert sent == [ids(event.id) for event in before if event.kind == kind]
        assert all(RESPONSES_IDS.legal.fullmatch(one) and len(one) <= 64 for one in map(str, sent))


def test_a_turn_of_the_model_is_split_into_items() -> None:
    call = {"type": "tool_call", "id": "hist_tool_1", "name": "ls", "parameters": {"path": "."}}
    rows = list(icontent_to_openai_responses([content("ai", text("Let me"), text("look."), call)], {}))
    assert [row.sources for row in rows] == [(0,), (0,), (0,)]
    assert [row.message for row in rows] == [
        {"role": "assistant", "content": "Let me"},
        {"role": "assistant", "content": "look."},
        {"type": "function_call", "call_id": "hist_tool_1", "name": "ls", "arguments": '{"path":"."}'},
    ]


def test_results_are_text_or_json_and_the_error_text_is_sent() -> None:
    results = [
        {"type": "tool_response", "callId": "a", "result": {"degrees": 20}},
        {"type": "tool_response", "callId": "b", "result": None},
        {"type": "tool_response", "callId": "c", "result": "half", "error": "cut off"},
    ]
    assert [item["output"] for item in converted([content("tool", *results)])] == [
        '{"degrees":20}',
        "",
        "half\ncut off",
    ]


def test_images_and_files_of_the_user_are_in_one_message() -> None:
    image = {"type": "image", "data": "https://a.b/c.png"}
    file = {"type": "media", "mimeType": "application/pdf", "data": "JVBE", "encoding": "base64", "filename": "a.pdf"}
    assert converted([content("human", text("See"), image, file)]) == [
        {
            "role": "user",
            "content": [
                {"type": "input_text", "text": "See"},
                {"type": "input_image", "image_url": "https://a.b/c.png", "detail": "auto"},
                {"type": "input_file", "file_data": "data:application/pdf;base64,JVBE", "filename": "a.pdf"},
            ],
        }
    ]


def test_thoughts_and_blocks_of_other_providers_are_not_sent() -> None:
    foreign = {"type": "provider", "providerMetadata": {"anthropic": {"type": "redacted_thinking", "data": "x"}}}
    thought = {"type": "thinking", "thought": "hm", "signature": "anthropic's"}
    assert converted([content("ai", thought, foreign, text("Hi"))]) == [{"role": "assistant", "content": "Hi"}]


def test_an_encrypted_thought_is_sent() -> None:
    thought = {"type": "thinking", "thought": "hm", "encryptedContent": "gAAA"}
    assert converted([content("ai", thought)]) == [
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}], "encrypted_content": "gAAA"}
    ]


def test_system_contents_become_instructions_only_at_the_start() -> None:
    rows = list(icontent_to_openai_responses([content("system", text("A")), content("system", text("B"))], {}))
    assert FORMATS["openai-responses"].write_system([row.message for row in rows]) == {"instructions": "A\n\nB"}
    later = [content("human", text("Hi")), content("system", text("C"))]
    assert converted(later)[1] == {"role": "system", "content": "C"}


def test_a_content_that_only_reports_usage_gives_no_item() -> None:
    assert converted([{"speaker": "ai", "blocks": [], "metadata": {"usage": {"inputTokens": 1}}}]) == []
