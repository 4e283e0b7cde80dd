"""A message as lines on the page."""

from __future__ import annotations

import base64
from typing import Any

from hypothesis import given, settings

from tests.strategies.json_values import json_values
from workbench.json.text import compact
from workbench.view.drawn_rows import Line
from workbench.view.lines import Drawing, message_lines
from workbench.view.pictures import size_text

_PNG = "data:image/png;base64," + base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(40)).decode()


def _lines(message: Any, **known: Any) -> list[Line]:
    return message_lines(message, Drawing(**known))


def _text(line: Line) -> str:
    return " ".join([line.get("tag", ""), *(segment["text"] for segment in line["segments"])]).strip()


def test_a_text_block_is_one_line_with_its_kind_as_a_tag() -> None:
    lines = _lines({"speaker": "human", "blocks": [{"type": "text", "text": "Hello"}]})
    assert [_text(line) for line in lines] == ["text Hello"]
    assert lines[0]["segments"][0] == {"kind": "str", "text": "Hello", "pointer": "/blocks/0/text"}


def test_a_plain_content_has_its_role_as_a_tag() -> None:
    assert [_text(line) for line in _lines({"role": "user", "content": "Hello"})] == ["user Hello"]


def test_a_tool_call_begins_with_its_id_as_a_chip() -> None:
    block = {"type": "tool_call", "name": "read", "id": "call_1", "parameters": {"path": "a", "limit": 2}}
    lines = _lines({"speaker": "ai", "blocks": [block]}, ids={("blocks", 0, "id"): 4})
    assert lines[0]["tag"] == "tool_call"
    assert lines[0]["segments"][1] == {"kind": "id", "text": "call_1", "pointer": "/blocks/0/id", "thread": 4}
    assert "parameters { path:  a ,  limit:  2 }" in " ".join(_text(line) for line in lines)


def test_the_function_of_an_openai_call_is_shown_without_its_wrapper() -> None:
    call = {"id": "c", "type": "function", "function": {"name": "read", "arguments": "{}"}}
    shown = [_text(line) for line in _lines({"role": "assistant", "tool_calls": [call]})]
    assert shown == ["function", "id c name read arguments {}"]


def test_a_long_string_is_shortened_and_shows_its_size() -> None:
    (line,) = _lines({"role": "user", "content": "x" * 1400})
    assert len(line["segments"][0]["text"]) == 160
    assert line["segments"][0]["size"] == "1.4 kB"


def test_an_opened_string_is_shown_completely() -> None:
    (line,) = _lines({"role": "user", "content": "x" * 1400}, opened=frozenset({"/content"}))
    assert len(line["segments"][0]["text"]) == 1400


def test_an_opened_string_that_is_too_long_states_how_much_is_shown() -> None:
    (line,) = _lines({"role": "user", "content": "x" * 30_000}, opened=frozenset({"/content"}))
    segment = line["segments"][-1]
    assert len(segment["text"]) == 20_000
    assert segment["cut"].startswith("… the first 20,000 of 30,000 characters")


def test_a_large_object_is_folded_and_opens_into_lines() -> None:
    message = {"role": "user", "content": "a", "metadata": {str(number): number for number in range(9)}}
    assert _lines(message)[1]["segments"][1]["text"] == "{…9}"
    opened = _lines(message, opened=frozenset({"/metadata"}))
    assert [line["depth"] for line in opened] == [0, 0, 1, 1]


def test_a_picture_with_its_bytes_in_the_history_is_a_thumbnail() -> None:
    lines = _lines({"speaker": "human", "blocks": [{"type": "image", "data": _PNG}]})
    assert lines[0]["segments"][0]["kind"] == "image"
    assert lines[0]["segments"][0]["url"] == _PNG


def test_a_remote_picture_and_one_that_can_contain_a_script_are_only_text() -> None:
    for url in ("https://example.invalid/a.png", "data:image/svg+xml;base64,PHN2Zy8+", "javascript:alert(1)"):
        lines = _lines({"role": "user", "content": [{"type": "image_url", "image_url": {"url": url}}]})
        assert not any("url" in segment for line in lines for segment in line["segments"])


def test_a_folded_object_is_lost_if_all_its_values_are_lost() -> None:
    metadata = {str(number): number for number in range(9)}
    marks = {("metadata", str(number)): "lost" for number in range(9)}
    drawn = _lines({"content": "a", "metadata": metadata}, marks=marks)
    folds = [segment for line in drawn for segment in line["segments"] if segment["kind"] == "fold"]
    assert [fold["mark"] for fold in folds] == ["lost"]


def test_a_folded_object_that_is_partly_lost_is_not_marked() -> None:
    metadata = {str(number): number for number in range(9)}
    drawn = _lines({"content": "a", "metadata": metadata}, marks={("metadata", "0"): "lost"})
    assert not any("mark" in segment for line in drawn for segment in line["segments"])


def test_a_message_of_many_lines_is_shortened_until_it_is_opened() -> None:
    message = {"role": "user", "content": [{"type": "text", "text": "Hello"}] * 63}
    cut = _lines(message)
    assert (len(cut), cut[-1]["segments"][0]["text"]) == (61, "3 more lines")
    assert len(_lines(message, opened=frozenset({"more"}))) == 63


def test_a_string_that_was_opened_can_be_closed_again() -> None:
    (line,) = _lines({"role": "user", "content": "x" * 1400}, opened=frozenset({"/content"}))
    segment = line["segments"][0]
    assert (segment["opened"], segment["size"], "cut" in segment) == (True, "1.4 kB", False)


def test_sizes_have_readable_units() -> None:
    assert [size_text(size) for size in (812, 1400, 18_000, 2_000_000)] == ["812 B", "1.4 kB", "18 kB", "2.0 MB"]


@settings(deadline=None, max_examples=80)
@given(json_values)
def test_anything_can_be_drawn_and_sent(message: Any) -> None:
    assert compact(_lines(message))
