"""IContent → Gemini: the result fits Google's own types."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from google.genai.types import Content
from hypothesis import given, settings

from tests.strategies.icontent import history
from workbench.converters.icontent_to_gemini import icontent_to_gemini
from workbench.formats import FORMATS


def converted(contents: list[Any]) -> list[Any]:
    return [row.message for row in icontent_to_gemini(contents, {}) if row.slot == "messages"]


def content(speaker: str, *blocks: Any) -> Any:
    return {"speaker": speaker, "blocks": list(blocks)}


def text(value: str) -> Any:
    return {"type": "text", "text": value}


def call(call_id: str) -> Any:
    return {"type": "tool_call", "id": call_id, "name": "ls", "parameters": {}}


def result(call_id: str, **more: Any) -> Any:
    return {"type": "tool_response", "callId": call_id, "result": "ok", **more}


@settings(deadline=None, max_examples=100)
@given(history)
def test_the_result_fits_the_published_types(contents: list[Any]) -> None:
    for message in converted(contents):
        Content.model_validate(message)


@settings(deadline=None, max_examples=60)
@given(history)
def test_responses_are_together_in_turns_without_anything_else(contents: list[Any]) -> None:
    kinds = [{next(iter(part)) for part in message["parts"]} for message in converted(contents)]
    assert all("functionResponse" not in kind or len(kind) == 1 for kind in kinds)
    assert all(
        not ("functionResponse" in turn and "functionResponse" in next_turn) for turn, next_turn in pairwise(kinds)
    )


@settings(deadline=None, max_examples=60)
@given(history)
def test_every_call_and_result_is_sent_with_its_id(contents: list[Any]) -> None:
    def ids(format_name: str, messages: list[Any], kind: str) -> list[Any]:
        read = FORMATS[format_name].read
        events = [event for at, message in enumerate(messages) for event in read(message, at)]
        return sorted(event.id for event in events if event.kind == kind)

    contents = [content for content in contents if content["speaker"] != "system"]
    sent = converted(contents)
    assert ids("gemini", sent, "call") == ids("icontent", contents, "call")
    assert ids("gemini", sent, "result") == ids("icontent", contents, "result")


def test_parallel_calls_and_their_results_are_one_turn_each() -> None:
    contents = [
        content("human", text("List both")),
        content("ai", text("Looking."), call("a")),
        content("ai", call("b")),
        content("tool", result("a")),
        content("tool", result("b")),
        content("human", text("Thanks")),
    ]
    rows = list(icontent_to_gemini(contents, {}))
    assert [(row.message["role"], len(row.message["parts"]), row.sources) for row in rows] == [
        ("user", 1, (0,)),
        ("model", 3, (1, 2)),
        ("user", 2, (3, 4)),
        ("user", 1, (5,)),
    ]


def test_a_result_is_an_object_with_the_name_of_its_function() -> None:
    contents = [content("ai", call("a")), content("tool", result("a"), result("b", toolName="cat", result={"n": 1}))]
    assert converted(contents)[1]["parts"] == [
        {"functionResponse": {"id": "a", "name": "ls", "response": {"result": "ok"}}},
        {"functionResponse": {"id": "b", "name": "cat", "response": {"n": 1}}},
    ]


def test_a_failure_is_sent_under_error() -> None:
    outcomes = [
        result("a", error="denied"),
        result("a", result=None, error="denied"),
        result("a", result={"n": 1}, error="denied"),
        result("a", status="error"),
    ]
    (turn,) = converted([content("tool", *outcomes)])
    assert [part["functionResponse"]["response"] for part in turn["parts"]] == [
        {"result": "ok", "error": "denied"},
        {"error": "denied"},
        {"n": 1, "error": "denied"},
        {"error": "ok"},
    ]


def test_arguments_are_an_object() -> None:
    calls = [{**call("a"), "parameters": parameters} for parameters in ('{"n": 1}', "print(1)", None, [1])]
    (turn,) = converted([content("ai", *calls)])
    assert [part["functionCall"]["args"] for part in turn["parts"]] == [
        {"n": 1},
        {"input": "print(1)"},
        {},
        {"input": [1]},
    ]


def test_an_image_that_a_tool_returned_is_sent_inside_its_response() -> None:
    image = {"type": "image", "data": "data:image/png;base64,iVBORw0KGgo=", "callId": "a"}
    (turn,) = converted([content("tool", result("a"), image)])
    (part,) = turn["parts"]
    assert part["functionResponse"]["parts"] == [{"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}]


def test_images_are_sent_as_data_or_as_an_address() -> None:
    images = [
        {"type": "image", "data": "data:image/gif;base64,R0lGODlh"},
        {"type": "image", "data": "iVBORw0KGgo="},
        {"type": "image", "data": "https://a.b/c.webp?size=1"},
        {"type": "media", "mimeType": "video/mp4", "data": "gs://a/b", "encoding": "url"},
    ]
    (turn,) = converted([content("human", *images)])
    assert turn["parts"] == [
        {"inlineData": {"mimeType": "image/gif", "data": "R0lGODlh"}},
        {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}},
        {"fileData": {"fileUri": "https://a.b/c.webp?size=1", "mimeType": "image/webp"}},
        {"fileData": {"fileUri": "gs://a/b", "mimeType": "video/mp4"}},
    ]


def test_system_contents_leave_the_turns_wherever_they_are() -> None:
    rows = list(icontent_to_gemini([content("human", text("Hi")), content("system", text("Be brief."))], {}))
    assert [(row.slot, row.message) for row in rows] == [
        ("system", {"text": "Be brief."}),
        ("messages", {"role": "user", "parts": [{"text": "Hi"}]}),
    ]


def test_a_thought_is_sent_without_the_signature_of_another_provider() -> None:
    thought = {"type": "thinking", "thought": "hm", "signature": "anthropic's"}
    assert converted([content("ai", thought)]) == [{"role": "model", "parts": [{"text": "hm", "thought": True}]}]
