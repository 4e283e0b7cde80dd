"""The fuzzer itself: it can repeat an input, sees what is lost, and makes a failing input small."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.fuzz.attempts import Attempts
from tests.fuzz.corpus import FOLDERS_VARIABLE, corpus
from tests.fuzz.inputs import made, written
from tests.fuzz.minimise import minimised
from tests.fuzz.mutations import MUTATIONS
from tests.fuzz.places import Mutation, containers, copied
from tests.fuzz.promises import reopened
from tests.fuzz.runner import run
from workbench.json.text import compact
from workbench.loading import load

_PATIENT = 120.0
"""Seconds; generous, because a busy machine is not a failure."""


def test_an_input_is_the_same_whenever_it_is_made() -> None:
    seeds = corpus()
    first = [written(made(seeds, 7, number).value) for number in range(50)]
    assert first == [written(made(seeds, 7, number).value) for number in range(50)]
    assert len(set(first)) == 50


def test_inputs_do_not_change_what_they_are_made_of() -> None:
    seeds = corpus()
    before = [written(seed.value) for seed in seeds]
    for number in range(200):
        made(seeds, 3, number)
    assert [written(seed.value) for seed in seeds] == before


def test_an_input_shares_nothing_with_another_and_has_no_cycle() -> None:
    """An empty list that two inputs share, once filled in the one, would be filled in the other."""
    seeds = corpus()
    known = {id(holder) for seed in seeds for holder in containers(seed.value)}
    for number in range(300):
        value = made(seeds, 5, number).value
        assert known.isdisjoint(id(holder) for holder in containers(value))
        assert len(written(value)) < 2_000_000


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_every_mutation_changes_some_history(mutation: Mutation) -> None:
    before: Any = {
        "model": "m",
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "one two"}, {"type": "text", "text": "three"}]},
            {"role": "assistant", "content": "four", "tool_calls": [{"id": "call_1", "args": {}}]},
            {"role": "tool", "tool_call_id": "call_2", "content": "five"},
        ],
    }
    other: Any = {"tools": [{"name": "find"}], "messages": [{"speaker": "human", "blocks": [{"text": "six"}]}]}
    changed = [mutation(Random(number), copied(before), other) for number in range(20)]
    assert any(compact(value) != compact(before) for value in changed)
    assert other == {"tools": [{"name": "find"}], "messages": [{"speaker": "human", "blocks": [{"text": "six"}]}]}


def test_a_folder_of_histories_is_mutated_in_addition_to_the_samples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "one.json").write_text('{"history": [{"role": "user", "content": "hi"}], "target": "openai"}')
    (tmp_path / "two.txt").write_text("no JSON at all")
    monkeypatch.setenv(FOLDERS_VARIABLE, str(tmp_path))
    assert {(seed.name, str(seed.value)) for seed in corpus()} >= {
        ("one.json", "[{'role': 'user', 'content': 'hi'}]"),
        ("two.txt", "no JSON at all"),
    }


def test_an_exception_and_a_long_wait_are_failures_and_the_rest_goes_on() -> None:
    attempts = Attempts(time_limit=0.05)
    assert attempts.make("add", "", lambda: 1 + 1) == 2
    assert attempts.make("divide", "", lambda: 1 // 0) is None
    assert attempts.make("wait", "", _wait) is None
    promises = [failure.promise for failure in attempts.failures]
    assert promises == ["divide raises ZeroDivisionError in outside", "wait is slow"]


def _wait() -> None:
    while True:
        pass


def test_a_failing_input_is_made_as_small_as_its_fault() -> None:
    document = [
        {"role": "user", "content": ["a", {"text": "x" * 50}]},
        {"role": "tool", "content": {"deep": [{"bad": 1}]}},
    ]
    assert minimised(document, lambda value: "bad" in str(value)) == {"bad": 1}


def test_every_promise_holds_for_a_few_mutated_histories() -> None:
    outcome = run(seed=2026, seconds=_PATIENT, most=30, time_limit=_PATIENT)
    assert outcome.inputs == 30
    assert dict(outcome.classes) == {}


def test_a_repaired_document_whose_messages_are_found_elsewhere_counts_as_another() -> None:
    conversation = load(b'{"messages": [{"role": "user", "content": "Hello"}]}')
    assert reopened(conversation) is not None
    assert reopened(replace(conversation, base="/other")) is None
