"""The pieces of a stream form the original completion, even if a server numbers them wrongly."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies.json_values import json_values
from workbench.formats.openai_chat.stream import ChatAssembly
from workbench.formats.openai_chat.stream_calls import Calls
from workbench.json.text import compact

quick = settings(deadline=None, max_examples=80)

_arguments = st.dictionaries(st.text("abc", min_size=1, max_size=3), st.text(max_size=5) | st.integers(), max_size=3)
_ids = st.lists(st.text("abcdef0123", min_size=3, max_size=6), min_size=1, max_size=4, unique=True)


@st.composite
def calls(draw: st.DrawFn) -> list[Any]:
    return [
        {
            "id": f"call_{name}",
            "type": "function",
            "function": {"name": draw(st.sampled_from(["ls", "read_file"])), "arguments": compact(draw(_arguments))},
        }
        for name in draw(_ids)
    ]


def _cut(text: str, places: list[int]) -> list[str]:
    marks = sorted({0, len(text), *(place % (len(text) + 1) for place in places)})
    return [text[start:end] for start, end in pairwise(marks)]


def _pieces(call: Any, index: int, places: list[int]) -> list[dict[str, Any]]:
    function = call["function"]
    first = {
        "index": index,
        "id": call["id"],
        "type": "function",
        "function": {"name": function["name"], "arguments": ""},
    }
    return [first, *({"index": index, "function": {"arguments": cut}} for cut in _cut(function["arguments"], places))]


_places = st.lists(st.integers(0, 50), max_size=4)


@quick
@given(calls(), _places)
def test_calls_are_reassembled_from_their_pieces(made: list[Any], places: list[int]) -> None:
    assembled = Calls()
    for index, call in enumerate(made):
        for piece in _pieces(call, index, places):
            assembled.add(piece)
    assert assembled.as_json() == made


@quick
@given(calls(), _places, st.randoms())
def test_pieces_of_several_calls_may_be_interleaved(made: list[Any], places: list[int], chance: Any) -> None:
    waiting = [_pieces(call, index, places) for index, call in enumerate(made)]
    assembled = Calls()
    while any(waiting):
        assembled.add(chance.choice([queue for queue in waiting if queue]).pop(0))
    assert assembled.as_json() == made


@quick
@given(calls(), _places, st.sampled_from(["missing", "null", "repeated"]), st.booleans())
def test_a_useless_index_does_not_mix_calls(
    made: list[Any], places: list[int], fault: str, id_everywhere: bool
) -> None:
    assembled = Calls()
    for number, call in enumerate(made):
        for piece in _pieces(call, number, places):
            if fault == "missing":
                del piece["index"]
            else:
                piece["index"] = None if fault == "null" else 0
            assembled.add({**piece, "id": call["id"]} if id_everywhere else piece)
    assert assembled.as_json() == made


@quick
@given(calls(), _places)
def test_a_late_id_is_preserved(made: list[Any], places: list[int]) -> None:
    assembled = Calls()
    for index, call in enumerate(made):
        first, *rest = _pieces(call, index, places)
        del first["id"]
        for piece in (first, *rest):
            assembled.add(piece)
        late: dict[str, Any] = {"index": index, "id": call["id"], "function": {"arguments": ""}}
        assembled.add(late)
    assert assembled.as_json() == made


@quick
@given(calls(), _places)
def test_a_call_whose_id_changes_keeps_the_first_one(made: list[Any], places: list[int]) -> None:
    assembled = Calls()
    for index, call in enumerate(made):
        first, *rest = _pieces(call, index, places)
        assembled.add(first)
        for number, piece in enumerate(rest):
            assembled.add({**piece, "id": f"other_{index}_{number}"})
    assert assembled.as_json() == made


def test_a_name_that_is_repeated_with_every_piece_is_one_name() -> None:
    assembled = Calls()
    for arguments in ('{"a"', ": 1}", ""):
        assembled.add({"index": 0, "id": "call_1", "function": {"name": "ls", "arguments": arguments}})
    assert [call["function"] for call in assembled.as_json()] == [{"name": "ls", "arguments": '{"a": 1}'}]


def test_arguments_that_arrive_as_an_object_become_text() -> None:
    assembled = Calls()
    assembled.add({"index": 0, "id": "call_1", "function": {"name": "ls", "arguments": {"a": 1}}})
    assert assembled.as_json()[0]["function"]["arguments"] == '{"a":1}'


def test_fields_that_a_server_adds_to_a_call_are_preserved() -> None:
    assembled = Calls()
    assembled.add({"index": 0, "id": "c", "extra_content": {"google": {"thought_signature": "s"}}, "function": {}})
    assert assembled.as_json()[0]["extra_content"] == {"google": {"thought_signature": "s"}}


@quick
@given(st.text(min_size=1), _places)
def test_text_is_returned_in_pieces_and_assembled(text: str, places: list[int]) -> None:
    assembly = ChatAssembly()
    pieces = []
    for piece in _cut(text, places):
        pieces += assembly.add({"id": "c1", "choices": [{"index": 0, "delta": {"content": piece}}]})
    early = assembly.finished
    assembly.add({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    assert "".join(pieces) == text
    assert (early, assembly.finished) == (False, True)
    assert assembly.body() == {
        "id": "c1",
        "object": "chat.completion",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
    }


def test_reasoning_other_choices_and_usage_are_preserved() -> None:
    assembly = ChatAssembly()
    for piece in ("I ", "think"):
        assembly.add({"choices": [{"index": 0, "delta": {"reasoning_content": piece}}]})
    assert assembly.add({"choices": [{"index": 1, "delta": {"content": "other"}}]}) == []
    assembly.add({"choices": [], "usage": {"prompt_tokens": 3}})
    body = assembly.body()
    assert body["choices"][0]["message"]["reasoning_content"] == "I think"
    assert body["choices"][1]["message"]["content"] == "other"
    assert body["usage"] == {"prompt_tokens": 3}


def test_content_in_parts_becomes_text_and_other_parts_are_preserved() -> None:
    assembly = ChatAssembly()
    thought = {"type": "thinking", "thinking": []}
    assert assembly.add({"choices": [{"delta": {"content": [thought, {"type": "text", "text": "Hi"}]}}]}) == ["Hi"]
    assert assembly.body()["choices"][0]["message"] == {
        "role": "assistant",
        "content": "Hi",
        "content_parts": [thought],
    }


@quick
@given(st.lists(json_values, max_size=4), st.lists(json_values, max_size=3))
def test_nothing_that_a_server_sends_raises(chunks: list[Any], deltas: list[Any]) -> None:
    assembly = ChatAssembly()
    for chunk in chunks:
        assembly.add(chunk)
    for delta in deltas:
        assembly.add({"choices": [{"index": 0, "delta": delta}]})
        assembly.add({"choices": [{"index": 0, "delta": {"tool_calls": [delta]}}]})
        assembly.add({"choices": [{"delta": {"tool_calls": [{"function": delta, "index": delta, "id": delta}]}}]})
    assert assembly.body()["object"] == "chat.completion"
