"""A2A: the dialect of a message, and its events in each dialect."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from tests.strategies.a2a import history
from tests.strategies.json_values import json_values
from workbench.detection import detect
from workbench.formats.a2a import FORMAT
from workbench.formats.a2a.events import read
from workbench.formats.a2a.recognition import dialect, recognise
from workbench.formats.a2a.writing import messages_of_response
from workbench.formats.contract import CERTAIN, LIKELY, NO_EVIDENCE, POSSIBLE, Shape
from workbench.json.pointer import follow


def shape(role: str, parts: list[Any], *keys: str) -> Shape:
    kinds = frozenset(part.get("kind", part.get("type", "")) for part in parts) - {""}
    part_keys = frozenset(key for part in parts for key in part)
    return Shape(frozenset({"role", "parts", *keys}), role, "", "absent", "parts", kinds, part_keys)


@pytest.mark.parametrize(
    ("role", "parts", "keys", "evidence"),
    [
        ("user", [{"kind": "text", "text": "hi"}], (), CERTAIN),
        ("agent", [{"type": "text", "text": "hi"}], (), CERTAIN),
        ("ROLE_USER", [{"text": "hi"}], (), CERTAIN),
        ("user", [{"text": "hi"}], ("messageId",), CERTAIN),
        ("user", [{"type": "text", "text": "hi"}], ("contextId",), CERTAIN),
        ("", [{"kind": "text", "text": "hi"}], ("artifactId",), CERTAIN),
        ("user", [{"type": "data", "data": {}}], (), LIKELY),
        ("user", [{"type": "file", "file": {}}], (), LIKELY),
        ("user", [{"type": "text", "text": "hi"}], (), POSSIBLE),
    ],
)
def test_its_own_marks_are_evidence(role: str, parts: list[Any], keys: tuple[str, ...], evidence: int) -> None:
    assert recognise(shape(role, parts, *keys)) == evidence


@pytest.mark.parametrize(
    ("role", "parts", "keys"),
    [
        ("user", [{"text": "hi"}], ()),  # Gemini
        ("model", [{"text": "hi"}], ()),  # Gemini
        ("user", [{"type": "text", "text": "hi"}], ("id",)),  # a UI message
        ("assistant", [{"type": "text", "text": "hi"}], ()),  # a UI message
        ("user", [{"type": "file", "mediaType": "image/png", "url": "x"}, {"type": "step-start"}], ()),
    ],
)
def test_lookalikes_are_not_recognised(role: str, parts: list[Any], keys: tuple[str, ...]) -> None:
    assert recognise(shape(role, parts, *keys)) == NO_EVIDENCE


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ({"role": "agent", "parts": [{"type": "text", "text": "hi"}]}, "0.2.1a1"),
        ({"role": "agent", "parts": [{"kind": "text", "text": "hi"}]}, "0.3"),
        ({"role": "user", "kind": "message", "messageId": "1", "parts": []}, "0.3"),
        ({"role": "ROLE_AGENT", "parts": []}, "1.0"),
        ({"artifactId": "a", "parts": [{"text": "hi"}]}, "1.0"),
    ],
)
def test_a_history_is_detected_with_its_dialect(message: Any, expected: str) -> None:
    detection = detect([message], {})
    assert (detection.format, detection.dialect) == ("a2a", expected)


def test_a_history_that_shows_no_dialect_has_none() -> None:
    assert dialect([{"role": "agent", "parts": []}, None, {"role": "user"}]) is None


CALLS = {"tool_calls": [{"call_id": "call_1", "name": "ls", "arguments": {"path": "."}}]}
RESULTS = {"tool_results": [{"call_id": "call_1", "name": "ls", "output": "a.txt"}]}


@pytest.mark.parametrize("mark", [{"type": "data"}, {"kind": "data"}, {}], ids=["0.2.1a1", "0.3", "1.0"])
def test_tool_calls_and_results_are_read_in_every_dialect(mark: dict[str, str]) -> None:
    call, result = read({"role": "agent", "parts": [{**mark, "data": {**CALLS, **RESULTS}}]}, 3)
    assert (call.kind, call.message, call.id, call.name, call.value) == ("call", 3, "call_1", "ls", {"path": "."})
    assert call.at("id") == ("parts", 0, "data", "tool_calls", 0, "call_id")
    assert (result.kind, result.id, result.name, result.value) == ("result", "call_1", "ls", "a.txt")
    assert result.at("value") == ("parts", 0, "data", "tool_results", 0, "output")


@pytest.mark.parametrize("key", ["adk_type", "a2a:google_adk_type", "kagent_type", "type"])
def test_a_call_and_a_response_of_adk_are_read_by_the_mark_in_their_metadata(key: str) -> None:
    parts = [
        {"kind": "data", "data": {"id": "1", "name": "ls", "args": {}}, "metadata": {key: "function_call"}},
        {"data": {"id": "1", "name": "ls", "response": {"error": "no"}}, "metadata": {key: "function_response"}},
    ]
    call, result = read({"role": "agent", "parts": parts}, 0)
    assert (call.kind, call.id, call.name, call.value) == ("call", "1", "ls", {})
    assert call.at("value") == ("parts", 0, "data", "args")
    assert (result.kind, result.id, result.value, result.failed) == ("result", "1", {"error": "no"}, True)


def test_a_thought_of_adk_is_not_a_text() -> None:
    (event,) = read({"parts": [{"kind": "text", "text": "hm", "metadata": {"adk_thought": True}}]}, 0)
    assert (event.kind, event.value) == ("thought", "hm")


@pytest.mark.parametrize(
    ("part", "kind", "place"),
    [
        ({"kind": "file", "file": {"bytes": "AA==", "mimeType": "image/png"}}, "image", ("file", "bytes")),
        ({"type": "file", "file": {"uri": "https://a.b/c", "mimeType": "text/csv"}}, "file", ("file", "uri")),
        ({"raw": "AA==", "mediaType": "image/gif"}, "image", ("raw",)),
        ({"url": "https://a.b/c", "media_type": "image/gif"}, "image", ("url",)),
        ({"url": "https://a.b/c"}, "file", ("url",)),
    ],
)
def test_files_are_read_in_every_dialect(part: Any, kind: str, place: tuple[str, ...]) -> None:
    (event,) = read({"parts": [part]}, 0)
    assert event.kind == kind
    assert event.at("value") == ("parts", 0, *place)


@pytest.mark.parametrize(
    "part", [{"kind": "data", "data": {"rows": [1]}}, {"kind": "video"}, {"data": [1]}, "text", None]
)
def test_an_unknown_part_is_an_other_event(part: Any) -> None:
    (event,) = read({"parts": [part]}, 0)
    assert (event.kind, event.raw) == ("other", part)


def test_an_artifact_is_the_assistants() -> None:
    assert FORMAT.role_of({"artifactId": "a", "parts": []}) == "assistant"
    assert FORMAT.role_of({"role": "ROLE_USER", "parts": []}) == "user"
    assert FORMAT.role_of({"role": "agent", "parts": []}) == "assistant"
    assert FORMAT.role_of({"role": "ROLE_UNSPECIFIED", "parts": []}) == "other"


def test_a_result_written_for_repair_is_read_as_that_result() -> None:
    assert FORMAT.answer is not None
    assert FORMAT.envelope is not None
    message: Any = FORMAT.envelope([FORMAT.answer("call_1", "ls", "nothing was recorded")])
    (event,) = read(message, 0)
    assert (event.kind, event.id, event.name, event.value) == ("result", "call_1", "ls", "nothing was recorded")
    assert message["messageId"] == "result-of-call_1"
    FORMAT.model().validate_python(message)


def test_a_response_contains_a_message_or_a_task() -> None:
    said = {"role": "agent", "parts": []}
    artifact = {"artifactId": "a", "parts": []}
    assert messages_of_response({"jsonrpc": "2.0", "result": said}) == [said]
    assert messages_of_response({"result": {"message": said}}) == [said]
    task = {"status": {"state": "completed", "message": said}, "artifacts": [artifact]}
    assert messages_of_response({"result": {"task": task}}) == [said, artifact]
    assert messages_of_response([]) == messages_of_response({"result": {"artifacts": 1}}) == []


@settings(deadline=None, max_examples=60)
@given(history)
def test_every_path_of_an_event_leads_to_its_value(messages: list[Any]) -> None:
    for index, message in enumerate(messages):
        FORMAT.model().validate_python(message)
        for event in read(message, index):
            if event.value is not None:
                assert follow(message, event.at("value")) == event.value


@settings(deadline=None, max_examples=60)
@given(json_values)
def test_reading_never_raises(value: Any) -> None:
    for message in (value, {"role": "agent", "parts": value}, {"parts": [value, {"data": value, "metadata": value}]}):
        assert isinstance(read(message, 0), list)
        assert FORMAT.role_of(message) in {"user", "assistant", "other"}
        assert dialect([message]) in (None, "0.2.1a1", "0.3", "1.0")
        assert isinstance(messages_of_response(message), list)
