"""What a JSON value says, word by word."""

from __future__ import annotations

import json

import pytest

from workbench.json.lost_words import lost_words, says_nothing
from workbench.json.text import Json


@pytest.mark.parametrize(
    ("before", "after", "lost"),
    [
        ({"content": "Hello there"}, {"content": "Hello"}, ["there"]),
        ({"content": "one"}, {"content": None}, ["one"]),  # Python writes null as None
        ({"path": "x.txt", "lines": 42}, {"path": "x.txt"}, ["42"]),
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
    ],
)
def test_what_was_said_and_is_gone_is_lost(before: Json, after: Json, lost: list[str]) -> None:
    assert lost_words([before], [after]) == lost


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Hello", "Well: Hello there"),
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
def test_what_was_rewritten_or_put_into_a_longer_text_is_kept(before: Json, after: Json) -> None:
    assert lost_words([before], [after]) == []


@pytest.mark.parametrize("value", [None, "", " ", [], {}, {"role": "user", "content": [{"type": "text", "text": ""}]}])
def test_what_holds_no_word_at_any_depth_says_nothing(value: Json) -> None:
    assert says_nothing(value)


@pytest.mark.parametrize("value", [0, "x", {"role": "user", "message": "hi"}, {"content": {"text": "hi"}}])
def test_a_word_under_any_key_says_something(value: Json) -> None:
    assert not says_nothing(value)
