"""The input of a recorded call may be wrapped many times; every wrapper is searched once."""

from __future__ import annotations

import pytest

from workbench.sources import recorded_calls
from workbench.sources.recorded_calls import call_in

QUESTION = {"role": "user", "content": "Weather?"}
DEPTH = 40


@pytest.mark.parametrize("key", ["args", "input", "inputs", "kwargs"])
def test_each_level_of_nested_wrappers_is_searched_once(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    searched = []
    monkeypatch.setattr(recorded_calls, "find_messages", lambda value: searched.append(value))
    value: object = {"comment": "no messages"}
    for _ in range(DEPTH):
        value = {key: [[[value]]]}

    assert call_in(value, ()) is None
    assert len(searched) == DEPTH + 1


def test_a_batch_of_one_prompt_is_unwrapped_to_its_messages() -> None:
    found = call_in({"input": [[QUESTION]]}, ("inputs",))

    assert found is not None
    assert found.messages == [QUESTION]
    assert found.places[(0,)] == ("inputs", "input", 0, 0)
