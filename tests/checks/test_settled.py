"""A check that ends with the first finding that settles a question gives the same answer as a complete check."""

from __future__ import annotations

import pytest

from tests.benchmarks.shapes import faults_of_many_kinds
from workbench.checks.every_target import accepting, refusing, verdicts
from workbench.checks.verdict import Outcome
from workbench.conversation import Conversation
from workbench.loading import load
from workbench.samples import Sample, samples
from workbench.targets import TARGETS


def assert_same_answers(conversation: Conversation) -> None:
    complete = verdicts(conversation)
    assert accepting(conversation) == [one.target for one in complete if one.outcome is Outcome.ACCEPTED]
    assert refusing(conversation, TARGETS) == [one.target for one in complete if one.refused]


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_every_target_decides_the_same_about_every_sample(sample: Sample) -> None:
    assert_same_answers(load(sample.file))


def test_every_target_decides_the_same_about_a_history_with_many_kinds_of_faults() -> None:
    assert_same_answers(load(faults_of_many_kinds(4)))
