"""The line under a finding has a limited width, is harmless and always shows the value."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from tests.strategies.json_values import json_values
from workbench.conversation import Conversation
from workbench.json.pointer import leaves, to_pointer
from workbench.outputs.excerpt import excerpt
from workbench.outputs.one_line import one_line
from workbench.outputs.text_places import Place, places_in_text
from workbench.outputs.visible import visible


def marked(value: Any, path: tuple[str | int, ...], width: int = 100) -> str:
    line = one_line(value, path, width)
    return line.text[line.start : line.end]


def test_the_value_at_the_path_is_marked() -> None:
    assert marked({"a": [1, {"b": "x"}]}, ("a", 1, "b")) == '"x"'
    assert one_line({"a": [1, {"b": "x"}]}, ("a", 1, "b"), 100).text == '{"a": [1, {"b": "x"}]}'


def test_a_long_text_is_cut_and_its_length_shown() -> None:
    assert marked({"a": "x" * 5000}, ("a",)) == '"' + "x" * 64 + '…" (5,000 characters)'


def test_the_mark_stays_on_a_line_that_had_to_be_cut() -> None:
    message = {"role": "user", **{f"key{n}": "text " * 6 for n in range(30)}, "last": "here"}
    line = one_line(message, ("last",), 80)
    assert line.text.startswith('{… 29 before, "key')
    assert line.text[line.start : line.end] == '"here"'
    assert len(line.text) <= 82


def test_a_path_that_leads_to_nothing_marks_the_last_container_on_it() -> None:
    assert marked({"a": {"b": 1}}, ("a", "missing")) == '{"b": 1}'


def test_marks_account_for_wide_characters() -> None:
    messages = [{"text": "日本", "id": "x"}]
    conversation = Conversation("c", messages, messages)
    [line] = excerpt(conversation, "/0/id", None, 100)
    assert line.start == cell_len('{"text": "日本", "id": ')


@pytest.mark.parametrize(
    ("text", "shown"),
    [("\x1b[2J", "\\u001b[2J"), ("a\u202eb", "a\\u202eb"), ("x\ny", "x\\ny"), ("\ud800", "\\ud800"), ("é日", "é日")],
)
def test_invisible_characters_are_shown_as_escapes(text: str, shown: str) -> None:
    assert visible(text) == shown


@settings(max_examples=150, deadline=None)
@given(json_values, st.data(), st.integers(40, 160))
def test_any_value_of_any_document_is_shown_within_the_width(value: Any, data: st.DataObject, width: int) -> None:
    path = data.draw(st.sampled_from([path for path, _ in leaves(value)]))
    line = one_line(value, path, width)
    assert len(line.text) <= width + 2
    assert 0 <= line.start <= line.end <= len(line.text)
    assert visible(line.text) == line.text


def test_places_in_the_text_are_counted_as_editors_do() -> None:
    text = '[\n  {"a": 1,\n   "b/c": [true, {"d": "x"}]}\n]'
    places = places_in_text(text, ["", "/0", "/0/b~1c/1/d", "/0/a", "/9"])
    assert places == {"": Place(1, 1), "/0": Place(2, 3), "/0/a": Place(2, 9), "/0/b~1c/1/d": Place(3, 24)}


def test_a_text_that_is_not_json_yields_no_places() -> None:
    assert places_in_text("[{'a': None}]", ["/0"]) == {}


@settings(max_examples=80, deadline=None)
@given(json_values, st.sampled_from([None, 1, "\t"]))
def test_every_value_is_found_in_the_text_of_its_document(value: Any, indent: int | str | None) -> None:
    text = json.dumps(value, indent=indent)
    if not isinstance(json.loads(text), (dict, list)):
        return
    lines = text.split("\n")
    for path, leaf in leaves(json.loads(text)):
        place = places_in_text(text, [to_pointer(path)])[to_pointer(path)]
        rest = lines[place.line - 1][place.column - 1 :]
        assert rest.startswith(json.dumps(leaf))
