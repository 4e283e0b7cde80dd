"""A batch caches facts about shapes, never about values: no conversation changes the findings of another."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.benchmarks.histories import short_history
from workbench import detection, shapes, sources, votes
from workbench.checks import applicable_rules
from workbench.checks.check import check
from workbench.formats import FORMATS
from workbench.json.text import compact
from workbench.loading import load
from workbench.mutations import MUTATIONS, inject
from workbench.provenance import patterns
from workbench.samples import samples

_REMEMBERED = (
    votes._votes,
    detection._detections,
    shapes._known_keys,
    shapes._known_part_keys,
    sources._cache,
    applicable_rules._enforced,
    patterns._shared_caches,
)
_TARGETS = (None, "openai", "anthropic", "mistral")


def documents() -> Iterator[bytes]:
    """Yield healthy, trimmed and broken documents of every format."""
    for name in FORMATS:
        history = short_history(name, 1, 9)
        yield compact(history).encode()
        yield compact(history[2:]).encode()
    for number, sample in enumerate(samples()):
        conversation = sample.load()
        yield compact(conversation.payload).encode()
        fault = list(MUTATIONS.values())[number % len(MUTATIONS)]
        if (broken := inject(conversation, fault, number)) is not None:
            yield compact(broken.conversation.payload).encode()


DOCUMENTS = list(documents())


def judged(document: bytes, target: str | None) -> str:
    report = check(load(document), target)
    return repr((report.conversation.detection, report.verdict, report.findings))


def forget() -> None:
    for remembered in _REMEMBERED:
        remembered.clear()


@pytest.fixture(scope="module")
def alone() -> dict[tuple[int, str | None], str]:
    """Return the findings of each document in a program that has read no other."""
    found = {}
    for number, document in enumerate(DOCUMENTS):
        for target in _TARGETS:
            forget()
            found[number, target] = judged(document, target)
    return found


@settings(deadline=None, max_examples=25)
@given(st.randoms(use_true_random=False))
def test_each_document_is_judged_as_if_alone_in_any_order(
    alone: dict[tuple[int, str | None], str], order: random.Random
) -> None:
    forget()
    for number, target in order.sample(list(alone), 60):
        assert judged(DOCUMENTS[number], target) == alone[number, target]
