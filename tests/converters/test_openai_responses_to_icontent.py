"""OpenAI Responses → IContent → OpenAI Responses: the round trip preserves everything."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from pydantic import ValidationError

from tests.strategies.openai_responses import history
from workbench.converters.icontent_to_openai_responses import icontent_to_openai_responses
from workbench.converters.openai_responses_to_icontent import openai_responses_to_icontent
from workbench.formats import FORMATS
from workbench.formats.openai_responses.writing import messages_of_response
from workbench.json.text import object_or_none


def contents_of(items: list[Any], request: dict[str, Any] | None = None) -> list[Any]:
    return [row.message for row in openai_responses_to_icontent(items, request or {})]


def there_and_back(items: list[Any]) -> list[Any]:
    return [row.message for row in icontent_to_openai_responses(contents_of(items), {})]


def as_the_provider_reads_it(item: Any) -> Any:
    """Return an item for comparison: a bare string as a user message, and arguments parsed to ignore spaces."""
    if isinstance(item, str):
        return {"role": "user", "content": item}
    arguments = object_or_none(item.get("arguments")) if item.get("type") == "function_call" else None
    return item if arguments is None else {**item, "arguments": arguments}


@settings(deadline=None, max_examples=150)
@given(history)
def test_the_round_trip_preserves_every_item_and_its_order(items: list[Any]) -> None:
    returned = there_and_back(items)
    assert [as_the_provider_reads_it(item) for item in returned] == [as_the_provider_reads_it(item) for item in items]


@settings(deadline=None, max_examples=60)
@given(history)
def test_the_contents_fit_the_model_and_every_item_is_a_source_once(items: list[Any]) -> None:
    rows = list(openai_responses_to_icontent(items, {}))
    assert sorted(source for row in rows for source in row.sources) == list(range(len(items)))
    for row in rows:
        FORMATS["icontent"].model().validate_python(row.message)


def test_all_items_of_the_model_between_two_inputs_become_one_content() -> None:
    items = [
        {"role": "user", "content": "Weather in Rome and Oslo?"},
        {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "Two calls."}]},
        {"role": "assistant", "content": "Looking."},
        {"type": "function_call", "call_id": "call_r", "name": "weather", "arguments": '{"city": "Rome"}'},
        {"type": "function_call", "call_id": "call_o", "name": "weather", "arguments": '{"city": "Oslo"}'},
        {"type": "function_call_output", "call_id": "call_r", "output": "sun"},
        {"type": "function_call_output", "call_id": "call_o", "output": "rain"},
    ]
    rows = list(openai_responses_to_icontent(items, {}))
    assert [(row.message["speaker"], row.sources) for row in rows] == [
        ("human", (0,)),
        ("ai", (1, 2, 3, 4)),
        ("tool", (5,)),
        ("tool", (6,)),
    ]
    assert [block["type"] for block in rows[1].message["blocks"]] == ["thinking", "text", "tool_call", "tool_call"]
    assert rows[3].message["blocks"] == [
        {"type": "tool_response", "callId": "call_o", "toolName": "weather", "result": "rain"}
    ]


def test_plain_items_store_no_metadata() -> None:
    items: list[Any] = ["Hi"]
    assert contents_of(items) == [{"speaker": "human", "blocks": [{"type": "text", "text": "Hi"}]}]
    said = [{"role": "assistant", "content": "Hi"}, {"role": "user", "content": "Bye"}]
    assert all("providerMetadata" not in block for content in contents_of(said) for block in content["blocks"])


def test_instructions_come_first_and_are_restored_outside_the_items() -> None:
    contents = contents_of([{"role": "developer", "content": "Be kind."}], {"instructions": "Be brief."})
    assert [content["blocks"][0]["text"] for content in contents] == ["Be brief.", "Be kind."]
    rows = list(icontent_to_openai_responses(contents, {}))
    assert [(row.slot, row.message) for row in rows] == [
        ("system", {"type": "input_text", "text": "Be brief."}),
        ("messages", {"role": "developer", "content": "Be kind."}),
    ]


def test_an_image_that_a_tool_returns_follows_its_text() -> None:
    shown = [{"type": "input_text", "text": "a chart"}, {"type": "input_image", "image_url": "https://a.b/c.png"}]
    (content,) = contents_of([{"type": "function_call_output", "call_id": "call_1", "output": shown}])
    response, image = content["blocks"]
    assert response == {"type": "tool_response", "callId": "call_1", "result": "a chart"}
    assert (image["type"], image["data"], image["callId"]) == ("image", "https://a.b/c.png", "call_1")


def test_a_result_that_was_changed_in_icontent_is_sent_as_changed() -> None:
    parts = [{"type": "input_text", "text": "one"}, {"type": "input_text", "text": "two"}]
    (content,) = contents_of([{"type": "function_call_output", "call_id": "call_1", "output": parts}])
    response = {**content["blocks"][0], "result": "shorter"}
    (row,) = icontent_to_openai_responses([{**content, "blocks": [response]}], {})
    assert row.message["output"] == "shorter"


def test_ids_of_another_server_are_restored() -> None:
    items = [
        {"type": "function_call", "call_id": "resp_1:call_0", "name": "ls", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "resp_1:call_0", "output": "a"},
    ]
    assert there_and_back(items) == items


def test_response_level_fields_go_into_the_metadata() -> None:
    response = {
        "id": "resp_1",
        "object": "response",
        "model": "gpt-5",
        "status": "completed",
        "usage": {"input_tokens": 7, "output_tokens": 2, "total_tokens": 9},
        "error": None,
        "output": [
            {
                "type": "message",
                "id": "msg_1",
                "role": "assistant",
                "status": "completed",
                "content": [{"type": "output_text", "text": "Hi", "annotations": []}],
            }
        ],
    }
    (content,) = contents_of(messages_of_response(response))
    assert content["metadata"] == {
        "responseId": "resp_1",
        "model": "gpt-5",
        "finishReason": "completed",
        "usage": {"inputTokens": 7, "outputTokens": 2},
        "providerMetadata": {"openai-responses": {"usage": {"total_tokens": 9}}},
    }
    assert [row.message for row in icontent_to_openai_responses([content], {})] == response["output"]


def test_a_hostile_item_is_kept_whole() -> None:
    crooked: list[Any] = [7, None, {"role": "user", "content": 5}, {"role": ["user"]}, {"type": {}}, {}]
    assert there_and_back(crooked) == crooked
    for content in contents_of(crooked):
        try:
            FORMATS["icontent"].model().validate_python(content)
        except ValidationError as error:
            raise AssertionError(content) from error
