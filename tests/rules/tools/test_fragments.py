"""A call that a stream left in two pieces: joined where the file allows one reading only."""

from __future__ import annotations

import pytest

from workbench.detection import detected
from workbench.json.text import Json, compact
from workbench.loading import load
from workbench.repairs.repair import repair


def pieces(first: str, second: str, *, second_id: str | None = None) -> list[Json]:
    whole = {"id": "call_1", "type": "function", "function": {"name": "find", "arguments": first}}
    rest = {"index": 0, "id": second_id, "type": None, "function": {"name": None, "arguments": second}}
    return [
        {"role": "user", "content": "Where?"},
        {"role": "assistant", "content": None, "tool_calls": [whole, rest]},
        {"role": "tool", "tool_call_id": "call_1", "content": "Here."},
    ]


def calls_after_repair(history: list[Json]) -> list[Json]:
    calls = repair(detected(load(compact(history))), "openai").conversation.messages[1]["tool_calls"]
    assert isinstance(calls, list)
    return calls


@pytest.mark.parametrize("order", [('{"q": ', '"x"}'), ('"x"}', '{"q": ')])
def test_two_pieces_of_one_call_are_joined_in_the_order_that_makes_an_object(order: tuple[str, str]) -> None:
    function = {"name": "find", "arguments": '{"q": "x"}'}
    assert calls_after_repair(pieces(*order)) == [{"id": "call_1", "type": "function", "function": function}]


def test_pieces_that_make_no_object_stay_two() -> None:
    assert len(calls_after_repair(pieces('{"q": ', '"x"'))) == 2


def test_a_piece_with_an_id_of_its_own_is_a_call() -> None:
    assert len(calls_after_repair(pieces('{"q": ', '"x"}', second_id="call_2"))) == 2
