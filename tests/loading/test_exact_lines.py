"""Lines that are read many at a time have the values, notes and faults that they have one by one."""

from __future__ import annotations

import json
import random

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.random_documents import document
from workbench.conversation import Conversation
from workbench.loading import load_all
from workbench.loading.exact_lines import exact_values
from workbench.loading.lines import read_exact_jsonl, read_jsonl
from workbench.loading.strict import read_strict

ODD_LINES = (
    '{"a": 1}', '{"a":1,"a":2}', '{"a":12345678901234567890123}', '{"a":1.10}', '{"a":NaN}', '{"a":"\\ud83d"}',
    '{"a":"\\u0041"}', "[1]", "1", "", " ", "# comment", "not JSON", '{"a":1} ', '{"a":', '"b":1}', '{"a":"é"}',
)  # fmt: skip


@given(seed=st.integers())
def test_values_are_exact_or_none(seed: int) -> None:
    chance = random.Random(seed)
    documents = [{"value": document(chance, 3)} for _ in range(chance.randrange(1, 6))]
    lines = [json.dumps(value, separators=(",", ":"), ensure_ascii=chance.random() < 0.1) for value in documents]
    lines += chance.sample(ODD_LINES, chance.randrange(3))
    chance.shuffle(lines)
    values = exact_values("\n".join(lines).encode("utf-8", "surrogatepass"))
    assert values is None or [(value, []) for value in values] == [read_strict(line) for line in lines if line]


@pytest.mark.parametrize("line", ODD_LINES)
def test_only_a_line_that_orjson_writes_in_the_same_way_is_exact(line: str) -> None:
    assert (exact_values(f'{{"b":2}}\n{line}'.encode()) is None) == (line not in ("", '{"a":"é"}'))


def test_a_line_that_is_cut_in_two_is_not_exact_although_both_are_joined_by_a_comma() -> None:
    assert exact_values(b'{"a":1\n"b":2}') is None


def seen(items: object) -> list[object]:
    assert items is not None
    return [
        (item.messages, item.notes, item.origin and (item.origin.lines, dict(item.origin.places)))
        if isinstance(item, Conversation)
        else (str(item), item.line, item.column)
        for item in items  # type: ignore[attr-defined]
    ]


def session(chance: random.Random, count: int) -> list[str]:
    lines = []
    for number in range(count):
        role = "user" if number % 2 == 0 else "assistant"
        parent = f"u{number - 1}" if number else None
        text = "é" * chance.randrange(30)
        message = {"role": role, "content": f"{number} {text}"}
        line = {"parentUuid": parent, "sessionId": "s", "type": role, "message": message, "uuid": f"u{number}"}
        lines.append(orjson.dumps(line).decode())
    return lines


@given(seed=st.integers(), end=st.sampled_from(["", "\n", "\n\n"]))
def test_a_session_with_odd_lines_is_read_as_it_is_from_its_text(seed: int, end: str) -> None:
    chance = random.Random(seed)
    lines = session(chance, 60)
    for odd in chance.sample(ODD_LINES, chance.randrange(4)):
        lines.insert(chance.randrange(20, len(lines)), odd)
    text = "\n".join(lines) + end
    assert seen(read_exact_jsonl(text.encode(), "s")) == seen(read_jsonl(text, "s"))


def test_lines_of_several_windows_keep_their_numbers_when_one_of_them_is_odd(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.loading.exact_lines._WINDOW", 300)
    lines = session(random.Random(1), 60)
    lines[40:40] = ["not JSON {", "", "# a comment"]
    (conversation,) = load_all("\n".join(lines).encode(), "s")
    assert isinstance(conversation, Conversation)
    assert conversation.origin is not None
    assert conversation.origin.lines == (*range(1, 41), *range(44, 64))
    (note,) = conversation.notes
    assert note.text.startswith("line 41, column 5: found 'JSON'")


def test_a_file_whose_first_lines_are_odd_is_read_from_its_text() -> None:
    lines = [ODD_LINES[0], *session(random.Random(2), 30)]
    assert read_exact_jsonl("\n".join(lines).encode(), "s") is None
