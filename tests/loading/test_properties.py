"""For any input, loading yields conversations or a LoadError of one sentence, and nothing else."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.loading.documents import BODY, BODY_TEXT, MESSAGES, MESSAGES_TEXT
from workbench import detection
from workbench.conversation import Conversation, Detection
from workbench.json.pointer import resolve
from workbench.loading import LoadError, load, load_all
from workbench.loading.error import UnreadableFileError
from workbench.loading.text_cursor import Cursor
from workbench.loading.tolerant import Reader

KEYS = st.sampled_from(
    ["role", "content", "messages", "input", "contents", "history", "parts", "status", "state", "message", "artifacts",
     "log", "entries", "request", "response", "output", "choices", "type", "kind", "result", "body", "blocks"]
) | st.text(max_size=4)  # fmt: skip
SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8) | st.sampled_from(["user", "tool", "task", "[1]", '{"messages": []}', "message"])
)  # fmt: skip
DOCUMENTS = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=15
)
PIECES = st.sampled_from(
    ["{", "}", "[", "]", "(", ")", '"', "'", "`", '"""', "\\", ",", ":", "...", "//", "#", "/*", "*/", "\n", "\r\n",
     "=", "```", "curl x -d ", "$'", "data: ", "None", "NaN", "-", "0x", "1e", "<", ">", "b'", "\\u", "\\ud800", "\\N{",
     "x(", 'role": "user"', '{"role": "user", "content": "x"}', "\ufeff", "\x00", "@", "+", "…"]
) | st.text(max_size=3)  # fmt: skip
SOURCES = (json.dumps(BODY), BODY_TEXT, repr(BODY), json.dumps(MESSAGES_TEXT), "\n".join(map(json.dumps, MESSAGES)))


def check(source: str | bytes) -> None:
    """Assert that every outcome is well formed."""
    for item in load_all(source):
        if isinstance(item, LoadError):
            sentence = str(item)
            assert sentence.endswith(".")
            assert "\n" not in sentence
            is_missing_file = isinstance(item, UnreadableFileError)  # a text can look like the name of a file
            assert item.source or is_missing_file or "expected" in sentence or "was not judged" in sentence
            continue
        assert item.places is None or len(item.places) == len(item.messages)
        for index, message in enumerate(item.messages):
            assert resolve(item.payload, item.pointer(index)) is message
        for note in item.notes:
            resolve(item.payload, note.at)


@settings(deadline=None, max_examples=150)
@given(st.lists(PIECES, max_size=25).map("".join))
def test_any_text_loads_or_is_refused_in_a_sentence(text: str) -> None:
    check(text)


@settings(deadline=None, max_examples=100)
@given(
    st.binary(max_size=60)
    | st.tuples(st.sampled_from([b"PK\x03\x04", b"\x1f\x8b\x08", b"\xff\xfe", b"\xef\xbb\xbf"]), st.binary()).map(
        b"".join
    )
)
def test_any_bytes_load_or_are_refused_in_a_sentence(data: bytes) -> None:
    check(data)


@settings(deadline=None, max_examples=200)
@given(DOCUMENTS)
def test_any_json_document_loads_or_is_refused_in_a_sentence(document: Any) -> None:
    check(json.dumps(document))


@settings(deadline=None, max_examples=150)
@given(st.sampled_from(SOURCES), st.data())
def test_a_document_with_a_piece_replaced_loads_or_is_refused_in_a_sentence(source: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(source)))
    end = data.draw(st.integers(start, min(len(source), start + 20)))
    check(source[:start] + data.draw(PIECES) + source[end:])


@settings(deadline=None, max_examples=100)
@given(st.sampled_from((json.dumps(BODY), repr(BODY), MESSAGES_TEXT)), st.floats(0, 0.999))
def test_a_truncated_document_is_refused_and_offers_its_first_complete_messages(source: str, share: float) -> None:
    with pytest.raises(LoadError) as caught:
        load(source[: int(len(source.rstrip("]}")) * share)])
    offered = caught.value.messages
    assert offered == MESSAGES[: len(offered)]


@settings(deadline=None, max_examples=150)
@given(DOCUMENTS)
def test_the_tolerant_reader_agrees_with_json_and_with_python(document: Any) -> None:
    for text in (json.dumps(document), json.dumps(document, indent=1, ensure_ascii=False), repr(document)):
        assert Reader(Cursor(text)).read() == document


@pytest.mark.parametrize(
    "piece", ["[", "{", '"', "'[", "```\n", "[{", '{"a":', "(", "<", "/*", "...", "\\", "[`", "{a:", "[x ", "x[1]{"]
)
def test_a_piece_repeated_ten_thousand_times_is_read_in_reasonable_time(piece: str) -> None:
    check(piece * 10_000)


def test_an_error_survives_being_sent_to_another_process() -> None:
    error = LoadError("a", "b", "c", 1, 2, "name")
    assert (
        str(pickle.loads(pickle.dumps(error)))
        == str(error)
        == "name, line 1, column 2: found a where b was expected; c."
    )


def test_the_given_format_reaches_detection(monkeypatch: pytest.MonkeyPatch) -> None:
    def as_given(conversation: Conversation, format: str | None) -> Conversation:  # noqa: A002 - the loader's word
        return conversation.detected_as(Detection(format or "openai-chat"))

    monkeypatch.setattr(detection, "detected", as_given)
    assert load(MESSAGES_TEXT, format="a2a").format == "a2a"
    assert load(MESSAGES_TEXT).format == "openai-chat"
