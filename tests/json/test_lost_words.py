"""The words that a change to a JSON value loses."""

from __future__ import annotations

import json
from typing import Any

import pytest

from workbench.json.lost_words import has_no_words, lost_words


@pytest.mark.parametrize(
    ("before", "after", "lost"),
    [
        ({"content": "Hello there"}, {"content": "Hello"}, ["there"]),
        ({"content": "one"}, {"content": None}, ["one"]),  # Python writes null as None
        ({"path": "x.txt", "lines": 42}, {"path": "x.txt"}, ["42"]),
        ({"data": "U2hpcCBpdC4="}, {"data": "Ship it."}, []),  # base64 of the same text
        ({"data": "Ship it."}, {"data": "U2hpcCBpdC4="}, []),
        ({"data": "U2hpcCBpdC4="}, {"data": "U2hpcCBpdC4=", "type": "file"}, []),
        ({"data": "U2hpcCBpdC4="}, {"data": "Ship"}, ["it"]),
        ({"text": [{"unknown": {"deep": "word"}}]}, {}, ["word"]),
        ('{"a": "one"}{"a": "two"}', '{"a": "one"}', ["two"]),
        ('{"a": "one"}{"a": "two"}', [{"a": "one"}, {"a": "two"}], []),
        ({"role": {"mode": "strict", "name": "user"}}, {"role": "user"}, ["strict"]),
        ('"{\\"a\\": \\"twice\\"}"', "", ["twice"]),
        ("{'printed': 'Python', 'flag': True}", "{}", ["python"]),
        ({"id": "call_1", "role": "user", "type": "text"}, {}, []),
        ({"id": "not an id but a sentence"}, {}, ["not", "an", "id", "but", "a", "sentence"]),
        ({"id": '{"note":"word"}'}, {"id": "x"}, ["word"]),
        ({"role": "hello world"}, {}, ["hello", "world"]),
        ({"role": "user", "response": "user"}, {"role": "user"}, ["user"]),
        ({"type": "text", "instructions": "text"}, {"type": "text", "text": ""}, ["text"]),
        ({"kind": "message", "note": "Message"}, {"kind": "message"}, ["message"]),
        ({"state": "done", "note": "done"}, {"state": "done"}, ["done"]),
        ({"role": "user", "text": "de"}, {"role": "developer", "content": ""}, ["de"]),
        ({"name": "pay", "arguments": '{"type": "invoice", "id": 4711}'}, {"name": "pay"}, ["invoice", "4711"]),
        ({"name": "pay", "input": {"role": "admin"}}, {"role": "admin", "name": "pay"}, ["admin"]),
        ({"tool_call_id": "c1", "content": '{"status": "shipped"}'}, {"status": "shipped"}, ["shipped"]),
        ({"response": {"id": "A7", "type": "parcel"}}, {"response": {"type": "parcel"}}, ["a7"]),
        ({"message": "👍"}, {"message": ""}, ["👍"]),
        ({"message": " ?! "}, {"message": "?"}, ["?!"]),
        ({"message": "None"}, {"message": None}, ["none"]),
        ({"result": "null"}, {"result": ""}, ["null"]),
    ],
)
def test_words_that_are_removed_are_lost(before: Any, after: Any, lost: list[str]) -> None:
    assert lost_words([before], [after]) == lost


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Hello", "Well: Hello there"),
        ("👍", "Yes 👍"),
        ("true", True),
        ("\ud83d", ""),
        ({"arguments": "null"}, {"arguments": "{}"}),
        ({"arguments": "{"}, {"arguments": "{}"}),
        ("  \n", ""),
        ({"path": "x.txt", "n": 42}, '{"n": 42, "path": "x.txt"}'),
        ('{"path": "x.txt"}', json.dumps('{"path": "x.txt"}')),
        ('{"on": true, "off": null}', "{}"),
        ("{'printed': 'by Python', 'flag': True}", '{"printed": "by Python", "flag": true}'),
        ('say "hi"\nnow', "Kept: " + json.dumps({"was": 'say "hi"\nnow'})),
        ("read file", "read_file"),
        ("iVBORw0KGgo", "data:image/png;base64,iVBORw0KGgo"),
        ("data:image/png;base64,AAAA", "data:image/jpeg;base64,AAAA"),
        ("cut \ud83d", "cut \ufffd"),
        ({"id": "call_1", "role": "human"}, {"id": "toolu_9", "role": "user"}),
        ({"arguments": '{"type": "invoice"}'}, {"arguments": {"type": "invoice"}}),
        ({"output": "{'city': 'Bern', 'wet': True}"}, {"output": '{"city":"Bern","wet":true}'}),
        ({"output": {"type": "text", "value": "ok"}}, {"output": "ok"}),
        ('[{"type": "text", "text": "Hello", "id": "a1"}]', [{"type": "text", "text": "Hello", "id": "b2"}]),
        ({"note": "read_file"}, {"tool_call_id": "functions.read_file:0"}),
        ({"text": "Zürich\\nBern"}, {"text": "Zürich\nBern"}),
    ],
)
def test_words_that_are_rewritten_or_moved_into_a_longer_text_are_not_lost(before: Any, after: Any) -> None:
    assert lost_words([before], [after]) == []


@pytest.mark.parametrize("value", [None, "", " ", [], {}, {"role": "user", "content": [{"type": "text", "text": ""}]}])
def test_a_value_without_text_at_any_depth_has_no_words(value: Any) -> None:
    assert has_no_words(value)


@pytest.mark.parametrize("value", [0, "x", "👍", "None", {"message": "hi"}, {"content": {"text": "hi"}}])
def test_a_word_under_any_key_counts(value: Any) -> None:
    assert not has_no_words(value)
