"""A repaired file differs from the original only in the characters that the repair changed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies.json_values import json_values
from workbench.json.edited_text import edited_text
from workbench.json.patch import PatchError, add, apply, remove, replace
from workbench.json.pointer import PointerError
from workbench.json.text import compact, parse_or_none

ODD = """{
    "temperature": 1.10, "top_p" :1e0,
    "messages": [
        {"role": "user", "content": "caf\\u00e9"},
        {"role": "tool",
         "tool_call_id": "toolu_1", "content": "-4"},
        {"role": "user",   "content": "\\/ok"}
    ]
}
"""


def edited(text: str, *patch: Any) -> str:
    before = parse_or_none(text)
    return edited_text(text, before, apply(before, patch))


def test_replacing_a_value_changes_no_other_character() -> None:
    assert edited(ODD, replace("/messages/1/tool_call_id", "call_1")) == ODD.replace('"toolu_1"', '"call_1"')


def test_removing_a_message_also_removes_one_separator() -> None:
    lines = ODD.splitlines(keepends=True)
    assert edited(ODD, remove("/messages/0")) == "".join(lines[:3]) + "".join(lines[4:])
    assert edited(ODD, remove("/messages/2")) == ODD.replace(',\n        {"role": "user",   "content": "\\/ok"}', "")


def test_an_added_message_is_written_like_its_neighbours() -> None:
    new = {"role": "user", "content": "new"}
    after = edited(ODD, add("/messages/1", new))
    assert after == ODD.replace(
        '        {"role": "tool"', '        {"role": "user", "content": "new"},\n        {"role": "tool"'
    )
    assert edited('[{"a":1},{"b":2}]', add("/-", {"c": 3})) == '[{"a":1},{"b":2},{"c":3}]'


def test_an_added_key_comes_last() -> None:
    assert edited('{"a": 1.0, "b": [1.50]}', add("/c", True)) == '{"a": 1.0, "b": [1.50], "c": true}'


def test_a_new_message_in_an_indented_file_is_indented() -> None:
    text = json.dumps([{"role": "user", "content": "a"}], indent=2) + "\n"
    after = edited(text, add("/1", {"role": "user", "content": "b"}))
    assert after == json.dumps([{"role": "user", "content": "a"}, {"role": "user", "content": "b"}], indent=2) + "\n"


MOVED = """{
  "messages": [
    {
      "role": "user",
      "content": [ {"type": "text", "text": "caf\\u00e9", "at": 1.10} ]
    },
    {"role": "assistant",   "content": 2.50}
  ]
}
"""


def test_a_moved_value_is_written_as_before() -> None:
    first, second = MOVED.index('{\n      "role"'), MOVED.index('{"role": "assistant"')
    reversed_text = (
        MOVED[:first] + '{"role": "assistant",   "content": 2.50},\n    ' + MOVED[first : second - 6] + "\n  ]\n}\n"
    )
    before: Any = parse_or_none(MOVED)
    assert edited_text(MOVED, before, {"messages": before["messages"][::-1]}) == reversed_text


def test_a_value_moved_into_a_new_one_is_written_as_before() -> None:
    before: Any = parse_or_none(MOVED)
    block = before["messages"][0]["content"][0]
    after = apply(before, [add("/messages/2", {"role": "tool", "content": [block]}), remove("/messages/0/content/0")])
    assert '{"type": "text", "text": "caf\\u00e9", "at": 1.10}' in edited_text(MOVED, before, after)


def test_a_key_that_occurs_twice_keeps_its_other_value() -> None:
    text = '{"a": 1.10, "note": "first", "b": {"c": 1}, "note": "second"}'
    assert edited(text, replace("/b/c", 2)) == text.replace('"c": 1', '"c": 2')
    assert edited(text, replace("/note", "third")) == text.replace("second", "third")


def test_many_equal_items_are_aligned_in_one_pass() -> None:
    """Comparing each with each would take minutes."""
    text = "[" + ", ".join(['{"role": "user", "content": 1.0}'] * 20_000) + "]"
    new = {"role": "tool", "content": "new"}
    assert edited(text, add("/10000", new)).count('"content": 1.0}') == 20_000


@pytest.mark.parametrize("text", ["[1, 2", "{'a': 1}", '{"a": 1, "a": 2}'])
def test_a_text_that_is_not_plain_json_is_rewritten_in_its_style(text: str) -> None:
    assert parse_or_none(edited_text(text, {"a": 1}, {"a": 3})) == {"a": 3}


@st.composite
def changed_documents(draw: st.DrawFn) -> tuple[Any, Any]:
    before = draw(st.lists(st.dictionaries(st.text(max_size=3), json_values, max_size=3), min_size=1, max_size=4))
    after: Any = before
    for _ in range(draw(st.integers(1, 3))):
        at = f"/{draw(st.integers(0, 4))}"
        change = draw(st.sampled_from([add(at, draw(json_values)), remove(at), replace(at, draw(json_values))]))
        try:
            after = apply(after, [change])
        except (PatchError, PointerError):
            continue
    return before, after


@given(changed_documents(), st.sampled_from([None, 1, 2, "\t"]), st.booleans())
def test_any_change_to_any_document_is_written_exactly(
    documents: tuple[Any, Any], indent: int | str | None, ascii_only: bool
) -> None:
    before, after = documents
    try:
        text = json.dumps(before, indent=indent, ensure_ascii=ascii_only)
        text.encode()
    except (UnicodeEncodeError, ValueError):
        return
    assert compact(parse_or_none(edited_text(text, before, after))) == compact(after)
