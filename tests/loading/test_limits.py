"""Texts and archives built to exhaust time or memory take linear work, or are refused with the limit in the error."""

from __future__ import annotations

import gzip
import io
import shlex
import zipfile
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.conversation import Conversation
from workbench.json.text import MAX_DEPTH, compact, parse_or_none
from workbench.loading import LoadError, load, load_all
from workbench.loading.archive import unpacked
from workbench.loading.curl import _words, answer_after
from workbench.loading.text_values import values_in

CHAT = [{"role": "user", "content": "hello"}, {"role": "assistant", "content": "hello yourself"}]


def refusal(data: bytes | str) -> str:
    with pytest.raises(LoadError) as caught:
        load(data)
    return str(caught.value)


@pytest.mark.parametrize("opener", ["[", '{"a":', "[{'a': (", "{a: ["])
def test_very_many_open_brackets_are_refused_by_the_limit_on_nesting(opener: str) -> None:
    assert f"more than {MAX_DEPTH:,} levels of nesting" in refusal(opener * 300_000)


@pytest.mark.parametrize("comma", ["", ","], ids=["JSON", "nearly JSON"])
def test_a_value_is_read_down_to_the_limit_on_nesting_and_no_further(comma: str) -> None:
    def nested(levels: int) -> str:
        return f'[{{"role": "user", "content": "hi", "extra": {"[" * (levels - 2)}1{"]" * (levels - 2)}}}{comma}]'

    assert load(nested(MAX_DEPTH)).messages[0]["content"] == "hi"
    for levels in (MAX_DEPTH + 3, 1_000, 5_000):
        assert f"more than {MAX_DEPTH} levels of nesting" in refusal(nested(levels))


def test_a_string_with_json_beyond_the_limit_stays_a_string() -> None:
    assert parse_or_none("[" * MAX_DEPTH + "]" * MAX_DEPTH) is not None
    assert parse_or_none("[" * 400 + "]" * 400) is None


@pytest.mark.parametrize("piece", ["[/*", "{//\n", "```\n{\n", "~~~\n[\n```\n", "'[", '{"', "[1,", "(", "/*"])
def test_a_broken_piece_repeated_many_times_is_one_refusal(piece: str) -> None:
    assert refusal(piece * 20_000).endswith(".")


def test_a_block_comment_is_skipped_and_an_unclosed_one_is_not_a_comment() -> None:
    assert load(f"/* saved */ {compact(CHAT)} /* end */ ").messages == CHAT
    assert "'/'" in refusal("[/* never closed, 1]")


class WatchedText(str):
    """Counts what reads all of the text: a search for the end of a comment, and a comparison with another text."""

    __slots__ = ()
    searches = 0
    comparisons = 0
    __hash__ = str.__hash__

    def find(self, *arguments: Any) -> int:
        WatchedText.searches += arguments[0] == "*/"
        return super().find(*arguments)

    def __eq__(self, other: object) -> bool:
        WatchedText.comparisons += 1
        return super().__eq__(other)


@pytest.mark.parametrize("suffix", ["", "*/"], ids=["no comment ends", "one ends after the part"])
def test_the_end_of_unclosed_comments_is_searched_for_once_each_time_that_a_text_is_read(suffix: str) -> None:
    WatchedText.searches = WatchedText.comparisons = 0
    for _ in range(2):
        text = WatchedText("[/*" * 500 + suffix)
        with pytest.raises(LoadError):
            values_in(text, 0, len(text) - len(suffix))
    assert (WatchedText.searches, WatchedText.comparisons) == (2, 0)


def test_a_fence_of_other_marks_does_not_close_a_fence() -> None:
    text = f"Look:\n```json\n{compact(CHAT)}\n```\nand\n~~~\n```\n{compact([*CHAT, *CHAT])}\n~~~\n"
    assert load(text).messages == [*CHAT, *CHAT]


@pytest.mark.parametrize("number", ["1e400", "-1e400", "1" + "0" * 400, "0x" + "f" * 400])
def test_a_number_beyond_what_a_float_holds_is_read(number: str) -> None:
    assert load(f"[{{'role': 'user', 'content': 'hi', 'n': {number}}}]").messages[0]["content"] == "hi"


WHITE = b" " * 1024**2


def test_an_archive_that_unpacks_to_a_thousand_times_its_size_is_refused() -> None:
    bomb = gzip.compress(WHITE * 64)
    assert len(bomb) < 100_000
    assert "unpacks to more than 33,554,432 bytes" in refusal(bomb)


def test_a_zip_with_such_a_member_still_yields_the_others() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.json", WHITE * 64)
        archive.writestr("b.json", compact(CHAT))
    bomb, good = load_all(packed.getvalue(), "chats.zip")
    assert isinstance(bomb, LoadError)
    assert "unpacks to more than" in str(bomb)
    assert isinstance(good, Conversation)
    assert good.messages == CHAT


def test_a_bomb_is_not_unpacked_beyond_the_limit() -> None:
    chunks = []

    def endless() -> object:
        while True:
            chunks.append(1)
            yield WHITE

    with pytest.raises(LoadError):
        unpacked(endless(), packed=1000)  # type: ignore[arg-type]
    assert len(chunks) == 33


def test_an_ordinary_archive_is_read_whatever_its_ratio() -> None:
    messages = [{"role": "user", "content": "the same words again"}] * 20_000
    data = gzip.compress(compact(messages).encode())
    assert len(compact(messages)) > 100 * len(data)
    assert load(data).messages == messages


@given(text=st.text(st.sampled_from("ab \t\n'\"\\$-{}:"), max_size=40))
def test_a_command_is_split_as_a_shell_splits_it(text: str) -> None:
    try:
        expected = shlex.split(text)
    except ValueError:
        with pytest.raises(ValueError, match=r"quotation|escape"):
            _words(text)
    else:
        assert _words(text) == expected


def test_the_answer_below_a_command_is_found_and_not_confused_with_its_body() -> None:
    command = 'curl https://a.b -d \'{\n"messages": [\n{"role": "user"}\n]}\' \\\n  -H \'x: y\''
    assert answer_after(command) == ""
    assert answer_after(f'{command}\n{{"error": "no"}}') == '{"error": "no"}'
