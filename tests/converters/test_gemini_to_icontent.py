"""Gemini → IContent → Gemini: the round trip preserves everything, in camelCase and with merged turns."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings

from tests.strategies.gemini import history, in_snake_case
from workbench.converters.gemini_to_icontent import gemini_to_icontent
from workbench.converters.icontent_to_gemini import icontent_to_gemini
from workbench.formats import FORMATS
from workbench.formats.gemini.writing import messages_of_response


def contents_of(contents: list[Any], request: dict[str, Any] | None = None) -> list[Any]:
    return [row.message for row in gemini_to_icontent(contents, request or {})]


def there_and_back(contents: list[Any]) -> list[Any]:
    return [row.message for row in icontent_to_gemini(contents_of(contents), {})]


def parts_in_order(contents: list[Any]) -> list[Any]:
    """Return every part with its role, ignoring the boundaries of turns."""
    return [{"role": content.get("role", "user"), "part": part} for content in contents for part in content["parts"]]


@settings(deadline=None, max_examples=150)
@given(history)
def test_the_round_trip_preserves_every_part_and_its_order(contents: list[Any]) -> None:
    returned = [content for content in there_and_back(contents) if content["parts"]]
    assert parts_in_order(returned) == parts_in_order(contents)


@settings(deadline=None, max_examples=60)
@given(history)
def test_snake_case_and_camel_case_are_equivalent(contents: list[Any]) -> None:
    returned = [content for content in there_and_back(in_snake_case(contents)) if content["parts"]]
    assert in_snake_case(parts_in_order(returned)) == in_snake_case(parts_in_order(contents))


@settings(deadline=None, max_examples=60)
@given(history)
def test_the_contents_fit_the_model_and_every_turn_is_a_source(contents: list[Any]) -> None:
    rows = list(gemini_to_icontent(contents, {}))
    assert {source for row in rows for source in row.sources} == set(range(len(contents)))
    for row in rows:
        FORMATS["icontent"].model().validate_python(row.message)


def call(name: str, **more: Any) -> Any:
    return {"functionCall": {"name": name, "args": {}, **more}}


def response(name: str, **more: Any) -> Any:
    return {"functionResponse": {"name": name, "response": {"result": "ok"}, **more}}


def test_calls_and_responses_without_ids_are_paired_by_name_and_order() -> None:
    contents = [
        {"role": "model", "parts": [call("ls"), call("cat"), call("ls")]},
        {"role": "user", "parts": [response("ls"), response("ls"), response("cat")]},
    ]
    calls, responses = contents_of(contents)
    assert [block["id"] for block in calls["blocks"]] == ["gemini_call_0_0", "gemini_call_0_1", "gemini_call_0_2"]
    assert [block["callId"] for block in responses["blocks"]] == [
        "gemini_call_0_0",
        "gemini_call_0_2",
        "gemini_call_0_1",
    ]
    assert there_and_back(contents) == contents


def test_a_response_does_not_answer_a_call_of_an_older_turn() -> None:
    contents = [
        {"role": "model", "parts": [call("ls")]},
        {"role": "user", "parts": [{"text": "Never mind"}]},
        {"role": "model", "parts": [call("ls")]},
        {"role": "user", "parts": [response("ls"), response("ls")]},
    ]
    ids = [block["callId"] for block in contents_of(contents)[3]["blocks"]]
    assert ids == ["gemini_call_2_0", "gemini_response_3_1"]


def test_a_derived_id_never_equals_the_id_of_another_call() -> None:
    first, second = contents_of([{"role": "model", "parts": [call("ls"), call("ls", id="gemini_call_0_0")]}])[0][
        "blocks"
    ]
    assert (first["id"], second["id"]) == ("gemini_call_0_0_", "gemini_call_0_0")


def test_responses_are_separated_from_text_and_reunited_on_the_way_back() -> None:
    contents = [{"role": "user", "parts": [response("ls", id="a"), {"text": "And now?"}]}]
    assert [content["speaker"] for content in contents_of(contents)] == ["tool", "human"]
    assert there_and_back(contents) == contents


def test_a_signature_stays_with_its_call_and_a_thought_with_its_text() -> None:
    parts = [{"text": "Hm.", "thought": True}, {**call("ls", id="a"), "thoughtSignature": "c2ln"}]
    (content,) = contents_of([{"role": "model", "parts": parts}])
    assert content["blocks"] == [
        {"type": "thinking", "thought": "Hm."},
        {
            "type": "tool_call",
            "id": "a",
            "name": "ls",
            "parameters": {},
            "providerMetadata": {"gemini": {"thoughtSignature": "c2ln"}},
        },
    ]


def test_a_failed_response_has_an_error_status() -> None:
    failed = {"functionResponse": {"name": "ls", "id": "a", "response": {"error": "denied"}}}
    (content,) = contents_of([{"role": "user", "parts": [failed]}])
    (block,) = content["blocks"]
    assert (block["result"], block["status"], block["error"]) == (None, "error", "denied")


def test_the_system_instruction_comes_first_whatever_its_form() -> None:
    for instruction in ("Be brief.", {"parts": [{"text": "Be brief."}]}, {"parts": {"text": "Be brief."}}):
        (row,) = gemini_to_icontent([], {"systemInstruction": instruction})
        assert row.message == {"speaker": "system", "blocks": [{"type": "text", "text": "Be brief."}]}
        assert row.sources == ()


def test_null_fields_are_ignored() -> None:
    dumped = {"role": "user", "parts": [{"text": "Hi", "thought": None, "function_call": None, "inline_data": None}]}
    assert there_and_back([dumped]) == [{"role": "user", "parts": [{"text": "Hi"}]}]


def test_response_level_fields_go_into_the_metadata() -> None:
    recorded: dict[str, Any] = {
        "candidates": [
            {"content": {"role": "model", "parts": [{"text": "Hi"}]}, "finishReason": "STOP", "index": 0},
            {"content": {"role": "model", "parts": [{"text": "Hello"}]}, "index": 1},
        ],
        "modelVersion": "gemini-2.5-pro",
        "usageMetadata": {"promptTokenCount": 7, "candidatesTokenCount": 2, "totalTokenCount": 9},
    }
    (content,) = contents_of(messages_of_response(recorded))
    assert content["blocks"] == [{"type": "text", "text": "Hi"}]
    assert content["metadata"] == {
        "model": "gemini-2.5-pro",
        "finishReason": "STOP",
        "usage": {"inputTokens": 7, "outputTokens": 2},
        "providerMetadata": {
            "gemini": {
                "usageMetadata": {"totalTokenCount": 9},
                "index": 0,
                "candidates": [recorded["candidates"][1]],
            }
        },
    }


def test_a_hostile_content_is_kept_whole() -> None:
    crooked: list[Any] = [7, None, "Hi", {"role": "user", "parts": 5}, {"role": ["user"], "parts": [1]}, {}]
    assert there_and_back(crooked) == crooked
