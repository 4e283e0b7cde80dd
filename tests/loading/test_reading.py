"""The strict and the tolerant reader return the value of a text and notes on its oddities."""

from __future__ import annotations

import math
import tracemalloc
from typing import Any

import pytest

from tests.loading.documents import MESSAGES, MESSAGES_TEXT, failure, kinds
from workbench.conversation import Note
from workbench.loading import load, strict, tolerant
from workbench.loading.text_cursor import Cursor
from workbench.loading.tolerant import Reader


def read(text: str) -> Any:
    return Reader(Cursor(text)).read()


def notes_of(text: str) -> list[Note]:
    reader = Reader(Cursor(text))
    reader.read()
    return reader.notes.listed


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[null, true, false, None, True, False]", [None, True, False, None, True, False]),
        ("[1, -2, +3, .5, 5., 1e3, 0x10, 0o17, 0b11, 1_000, 12n]", [1, -2, 3, 0.5, 5.0, 1000.0, 16, 15, 3, 1000, 12]),
        ("[123456789012345678901234567890]", [123456789012345678901234567890]),
        ("{'a': 'it\\'s', \"b\": \"it's\"}", {"a": "it's", "b": "it's"}),
        ("{a: 1, $b: 2, c-d: 3, 4: 5}", {"a": 1, "$b": 2, "c-d": 3, "4": 5}),
        ("[1, 2,]", [1, 2]),
        ("{'a': 1,}", {"a": 1}),
        ("(1, 2)", [1, 2]),
        ("(1,)", [1]),
        ("[('a' 'b'), 'c' 'd', \"e\" + \"f\"]", ["ab", "cd", "ef"]),
        ('[\'\'\'it\'s\n"so"\'\'\', """a"b"""]', ['it\'s\n"so"', 'a"b']),
        ("[`a ${b}\nc`]", ["a ${b}\nc"]),
        (r"['\x41\u0042\U00000043\u{44}\103\n\/\d']", ["ABCDC\n/\\d"]),
        (r"['\ud83d\ude00', '\N{BULLET}']", ["😀", "•"]),
        (r"[r'\n', b'\xc3\xa9', u'x', f'y']", ["\\n", "é", "x", "y"]),
        ("[1, // one\n 2, # two\n /* three\n */ 3]", [1, 2, 3]),
        ("[<Role.USER: 'user'>, <Level.LOW: 1>]", ["user", 1]),
        ("['a\\\nb']", ["ab"]),
        ('["tab\there"]', ["tab\there"]),
    ],
)
def test_the_tolerant_reader_reads(text: str, value: Any) -> None:
    assert read(text) == value


@pytest.mark.parametrize(
    ("text", "value", "kind", "at"),
    [
        ("[undefined]", [None], "undefined", "/0"),
        ("{x: prompt}", {"x": "prompt"}, "bare-word", "/x"),
        ("{role, x: 1}", {"role": "role", "x": 1}, "bare-word", "/role"),
        ("[datetime.datetime(2026, 1, (2))]", ["datetime.datetime(2026, 1, (2))"], "python-object", "/0"),
        ("[<object at 0x7f>]", ["<object at 0x7f>"], "python-object", "/0"),
        ("[Message(role='user', x=[1])]", [{"role": "user", "x": [1]}], "python-object", "/0"),
        ("[1, ...]", [1], "elided", ""),
        ("[1, ... 3 more items]", [1], "elided", ""),
        ('{"a": [1, …, 2], "b": 1}', {"a": [1, 2], "b": 1}, "elided", "/a"),
        ("[..., 1]", [1], "elided", ""),
        ('["\x01"]', ["\x01"], "control-character", "/0"),
        (r'["\ud800"]', ["\ud800"], "lone-surrogate", "/0"),
        ('{"a": {"b/c": 1, "b/c": 2}}', {"a": {"b/c": 2}}, "duplicate-key", "/a/b~1c"),
        ("[" + "9" * 5000 + "]", ["9" * 5000], "long-number", "/0"),
    ],
)
def test_anything_without_a_json_value_is_kept_with_a_note(text: str, value: Any, kind: str, at: str) -> None:
    assert read(text) == value
    assert [(note.kind, note.at) for note in notes_of(text)] == [(kind, at)]


@pytest.mark.parametrize("word", ["NaN", "nan", "Infinity", "-Infinity", "inf"])
def test_numbers_that_json_cannot_express_are_kept_as_floats(word: str) -> None:
    loaded = load('[{"role": "user", "content": "x", "score": ' + word + "}]")
    score = loaded.messages[0]["score"]
    assert math.isnan(score) if "n" in word.lower()[:1] else score == float(word)
    assert [(note.kind, note.at) for note in loaded.notes] == [("non-finite-number", "/0/score")]


@pytest.mark.parametrize(
    ("text", "line", "column", "found", "expected"),
    [
        ('[\n  {"role": "user" "content": "x"}\n]', 2, 19, "'\"'", "a comma or '}'"),
        ('[{"a": ,}]', 1, 8, "','", "a value"),
        ("[1, 2}", 1, 6, "'}'", "a comma or ']'"),
        ('{"a" 1}', 1, 6, "'1'", "':' after the key 'a'"),
        ('{"a": 1, ,}', 1, 10, "','", "a key in quotes or '}'"),
        ('[{"a": 1},\n {"b":\n', 3, 1, "the end of the text", "a value"),
        ('[{"a": "never', 1, 14, "the end of the text", 'the " that closes the string opened in line 1'),
    ],
)
def test_an_error_states_its_line_and_column_and_what_was_expected(
    text: str, line: int, column: int, found: str, expected: str
) -> None:
    error = failure(text)
    assert (error.line, error.column, error.found, error.expected) == (line, column, found, expected)
    assert f"line {line}, column {column}" in str(error)


ODD_ON_EVERY_LEVEL = {
    "duplicate-key": ('{"a": 1, "a": ', "}", "/a"),
    "bare-word": ("[x, ", "]", "/1"),
    "elided": ("[..., ", "]", "/0"),
}


@pytest.mark.parametrize(("opening", "closing", "step"), ODD_ON_EVERY_LEVEL.values(), ids=ODD_ON_EVERY_LEVEL)
def test_oddities_on_every_level_of_a_deep_document_are_noted_for_the_first_levels_only(
    opening: str, closing: str, step: str
) -> None:
    depth = 240
    deep = opening * depth + "1" + closing * depth
    loaded = load(f'[{{"role": "user", "content": [{deep}, {deep}, {deep}]}}]')
    *notes, last = loaded.notes
    assert last == Note("more", f"only the first {len(notes)} unusual places are listed; there may be more")
    assert sum(len(note.at) for note in notes) < 100_000 + depth
    assert notes[2].at.startswith(f"/0/content/0{step}{step}")
    assert len(notes) > 200


@pytest.mark.parametrize("odd", ["NaN", r'"\ud800"'])
def test_only_the_first_thousand_of_very_many_odd_values_are_noted(odd: str) -> None:
    loaded = load('[{"role": "user", "content": "x", "scores": [' + ", ".join([odd] * 5_000) + "]}]")
    assert 500 < len(loaded.notes) < 1_002
    assert [note.at for note in loaded.notes[:2]] == ["/0/scores/0", "/0/scores/1"]
    assert loaded.notes[-1].kind == "more"


def test_a_repeated_key_above_very_many_values_does_not_build_a_path_for_each() -> None:
    depth, count = 240, 100_000
    text = '{"a": ' * depth + '{"b": 1, "b": [' + "{}," * count + "{}]}" + "}" * depth
    tracemalloc.start()
    loaded = load('[{"role": "user", "content": ' + text + "}]")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [note.at for note in loaded.notes] == ["/0/content" + "/a" * depth + "/b"]
    assert peak < 150 * len(text)


@pytest.mark.parametrize(
    "text",
    [
        '[{"role": "user", "content": "a", "content": "b"}]',
        '[{"role": "user", "content" : "a", "content": "b"}]',
        '[{"role": "user", "content"\n:"a", "content"\n:"b"}]',
        "[{'role': 'user', 'content': 'a', 'content': 'b'}]",
    ],
)
def test_the_last_of_equal_keys_is_kept_and_the_repetition_is_noted(text: str) -> None:
    loaded = load(text)
    assert loaded.messages == [{"role": "user", "content": "b"}]
    assert [(note.kind, note.at) for note in loaded.notes] == [("duplicate-key", "/0/content")]


def test_quotes_and_colons_inside_strings_are_not_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict, "_read_exactly", None)
    assert load('[{"role": "user", "content": "\\"a\\": 1, \\"a\\" : 2 \\u0022: 3"}]').notes == ()


def test_a_repeated_key_is_noted_even_if_an_escaped_colon_evens_out_the_count() -> None:
    for colon in ("\\u003a", "\\u003A"):
        read = load(f'[{{"role": "user", "content": "a", "content": "b{colon}"}}]')
        assert ([note.kind for note in read.notes], read.messages[0]["content"]) == (["duplicate-key"], "b:")


def test_integers_beyond_64_bits_keep_their_digits() -> None:
    number = 10**30 + 7
    assert load(f'[{{"role": "user", "content": "x", "n": {number}}}]').messages[0]["n"] == number


def test_json_of_several_megabytes_is_never_read_by_the_slow_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "[" + ",".join([MESSAGES_TEXT[1:-1]] * 15_000) + "]"
    assert len(text) > 4_000_000
    monkeypatch.setattr(strict, "_read_exactly", None)
    monkeypatch.setattr(tolerant, "Reader", None)
    loaded = load(text.encode())
    assert len(loaded.messages) == 45_000
    assert loaded.messages is loaded.payload


def test_a_truncated_document_offers_its_complete_messages() -> None:
    text = '{"model": "m", "messages": ' + MESSAGES_TEXT
    cut = text.index('"7 °C"') + 3
    error = failure(text[:cut])
    assert error.messages == MESSAGES[:2]
    assert error.column == cut + 1
    assert error.partial is not None
    assert error.partial.base == "/messages"
    assert error.partial.settings == {"model": "m"}
    assert kinds(error.partial) == ["cut"]
    assert str(error).endswith("; 2 complete messages before that place can still be loaded.")


def test_a_cut_inside_the_first_message_offers_nothing() -> None:
    assert failure(MESSAGES_TEXT[:30]).partial is None
    assert failure('{"role": "user", "content": "x"').partial is None
