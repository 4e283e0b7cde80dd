"""The mapping explorer draws both sides, the links between them, and a table whose rows point at their values."""

from __future__ import annotations

from typing import Any

from tests.view.test_protocol import wrong
from workbench.converters import route
from workbench.lessons.example import example_in
from workbench.view.mapping import mapping_data
from workbench.view.protocol import MappingData

HOPS = route("icontent", "vercel-v4-core")


def _data() -> MappingData:
    return mapping_data(example_in("icontent"), "icontent", HOPS)


def _segments(messages: Any) -> dict[str, Any]:
    return {
        f"{message['position']}{segment['pointer']}": segment
        for message in messages
        for line in message["lines"]
        for segment in line["segments"]
        if segment["kind"] != "key" and "pointer" in segment
    }


def test_the_data_match_the_protocol() -> None:
    assert list(wrong(_data(), MappingData, "mapping")) == []


def test_a_value_on_the_left_is_linked_to_its_target() -> None:
    data: Any = _data()
    assert ["0:2:/blocks/0/callId", "1:2:/content/0/toolCallId"] in [link[:2] for link in data["links"]]
    row = next(row for row in data["fields"] if row["source"] == "blocks[].callId")
    assert row["places"] == ["0:2:/blocks/0/callId", "1:2:/content/0/toolCallId"]


def test_losses_are_marked_on_the_left_and_an_id_has_the_same_colour_on_both_sides() -> None:
    data = _data()
    left, right = _segments(data["left"]), _segments(data["right"])
    assert left["2/blocks/0/error"]["mark"] == "lost"
    assert left["2/blocks/0/callId"]["thread"] == right["2/content/0/toolCallId"]["thread"]


def test_any_json_can_be_converted() -> None:
    anything: list[list[Any]] = [[], [None, 1, "x"], [{"speaker": []}], [[[]]]]
    for typed in anything:
        assert mapping_data(typed, "icontent", HOPS, "x", "problem")["problem"] == "problem"


def test_no_value_of_the_example_is_folded_away() -> None:
    drawn = [
        segment["kind"] for message in _data()["left"] for line in message["lines"] for segment in line["segments"]
    ]
    assert "fold" not in drawn
