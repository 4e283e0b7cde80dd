"""Healthy histories broken by every mutation: the fault is reported at its location, and safe repair loses nothing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.mutations.healthy import HOMES, healthy
from tests.mutations.missing_content import contents_of, lost
from tests.rules.test_real_shapes import is_near
from tests.test_samples import FOLDER, INDEX
from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.formats import FORMATS
from workbench.loading import load
from workbench.mutations import MUTATIONS, Broken, inject
from workbench.repairs.repair import repair

PAIRS = [(name, mutation) for name in HOMES for mutation in MUTATIONS if MUTATIONS[mutation].applies_to(FORMATS[name])]
few = settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("format_name", HOMES)
@given(data=st.data())
@settings(max_examples=25, deadline=None, derandomize=True)
def test_a_healthy_history_gives_no_error_or_warning(format_name: str, data: st.DataObject) -> None:
    report = check(data.draw(healthy(format_name)), HOMES[format_name].target)
    assert [(finding.rule, finding.at) for finding in report.findings if finding.severity != "info"] == []


def draw_broken(format_name: str, mutation: str, data: st.DataObject) -> tuple[Conversation, Broken] | None:
    conversation = data.draw(healthy(format_name))
    broken = inject(conversation, MUTATIONS[mutation], data.draw(st.integers(0, 999)))
    return (conversation, broken) if broken else None


@pytest.mark.parametrize(("format_name", "mutation"), PAIRS)
@given(data=st.data())
@few
def test_an_injected_fault_is_reported_at_its_location(format_name: str, mutation: str, data: st.DataObject) -> None:
    if (pair := draw_broken(format_name, mutation, data)) is None:
        return
    _, broken = pair
    findings = check(broken.conversation, HOMES[format_name].target).findings
    near = [
        finding
        for finding in findings
        if finding.rule in broken.rules and any(is_near(finding.at, place) for place in broken.places)
    ]
    assert near, (broken.places, [(finding.rule, finding.at) for finding in findings], broken.conversation.payload)


NOT_SAFELY_REPAIRABLE = "tool-name-empty"
"""The file does not always show which tool was called, so no safe fix may name it."""


@pytest.mark.parametrize(("format_name", "mutation"), PAIRS)
@given(data=st.data())
@few
def test_safe_repair_fixes_the_fault_loses_nothing_and_is_idempotent(
    format_name: str, mutation: str, data: st.DataObject
) -> None:
    if (pair := draw_broken(format_name, mutation, data)) is None:
        return
    _, broken = pair
    target = HOMES[format_name].target
    repaired = repair(broken.conversation, target, mind_others=False)
    assert lost(broken.conversation, repaired.conversation) == [], [fix.title for fix in repaired.applied]
    remaining = [
        (finding.rule, finding.at, finding.text)
        for finding in repaired.remaining
        if finding.rule != NOT_SAFELY_REPAIRABLE
    ]
    assert remaining == [], (broken.conversation.payload, [fix.title for fix in repaired.applied])
    again = repair(repaired.conversation, target, mind_others=False)
    assert again.conversation.payload == repaired.conversation.payload


@pytest.mark.parametrize("format_name", HOMES)
@given(data=st.data())
@few
def test_the_same_seed_gives_the_same_damage_and_the_original_stays_unchanged(
    format_name: str, data: st.DataObject
) -> None:
    conversation = data.draw(healthy(format_name))
    before = contents_of(conversation)
    for mutation in MUTATIONS.values():
        first, second = inject(conversation, mutation, 7), inject(conversation, mutation, 7)
        assert (first is None) == (second is None)
        if first and second:
            assert first.conversation.payload == second.conversation.payload
    assert contents_of(conversation) == before


HEALTHY = [entry for entry in INDEX if not entry["expected"]]


@pytest.mark.parametrize("entry", HEALTHY, ids=lambda entry: entry["file"])
def test_every_mutation_can_be_tried_on_every_healthy_sample(entry: dict[str, Any]) -> None:
    sample = detected(load(FOLDER / entry["file"]), target=entry["target"])
    broken = [inject(sample, mutation, 0) for mutation in MUTATIONS.values()]
    assert all(result is None or result.conversation.payload != sample.payload for result in broken)


def test_every_mutation_is_described_for_learners() -> None:
    for mutation in MUTATIONS.values():
        assert mutation.title
        assert mutation.story.endswith(".")
        assert mutation.rules
        assert any(mutation.applies_to(form) for form in FORMATS.values())
