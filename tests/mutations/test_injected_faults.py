"""Healthy histories broken by every fault: the fault is named at its place, and safe repair loses nothing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.mutations.healthy import HOMES, healthy
from tests.mutations.kept_content import lost, said
from tests.rules.test_real_shapes import is_near
from tests.test_samples import FOLDER, INDEX
from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.formats import FORMATS
from workbench.loading import load
from workbench.mutations import MUTATIONS, Broken, inject
from workbench.repairs.repair import repair

PAIRS = [(name, fault) for name in HOMES for fault in MUTATIONS if MUTATIONS[fault].fits(FORMATS[name])]
few = settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("format_name", HOMES)
@given(data=st.data())
@settings(max_examples=25, deadline=None, derandomize=True)
def test_a_healthy_history_gives_no_error_or_warning(format_name: str, data: st.DataObject) -> None:
    report = check(data.draw(healthy(format_name)), HOMES[format_name].target)
    assert [(finding.rule, finding.at) for finding in report.findings if finding.severity != "info"] == []


def broken_one(format_name: str, fault: str, data: st.DataObject) -> tuple[Conversation, Broken] | None:
    conversation = data.draw(healthy(format_name))
    broken = inject(conversation, MUTATIONS[fault], data.draw(st.integers(0, 999)))
    return (conversation, broken) if broken else None


@pytest.mark.parametrize(("format_name", "fault"), PAIRS)
@given(data=st.data())
@few
def test_an_injected_fault_is_named_at_its_place(format_name: str, fault: str, data: st.DataObject) -> None:
    if (drawn := broken_one(format_name, fault, data)) is None:
        return
    _, broken = drawn
    findings = check(broken.conversation, HOMES[format_name].target).findings
    near = [
        finding
        for finding in findings
        if finding.rule in broken.rules and any(is_near(finding.at, place) for place in broken.places)
    ]
    assert near, (broken.places, [(finding.rule, finding.at) for finding in findings], broken.conversation.payload)


NOT_KNOWN = "tool-name-empty"
"""Which tool a call was of cannot always be told from the file, so no safe fix may name it."""


@pytest.mark.parametrize(("format_name", "fault"), PAIRS)
@given(data=st.data())
@few
def test_safe_repair_mends_the_fault_loses_nothing_and_rests(format_name: str, fault: str, data: st.DataObject) -> None:
    if (drawn := broken_one(format_name, fault, data)) is None:
        return
    _, broken = drawn
    target = HOMES[format_name].target
    repaired = repair(broken.conversation, target, mind_others=False)
    assert lost(broken.conversation, repaired.conversation) == [], [fix.title for fix in repaired.applied]
    left = [(finding.rule, finding.at, finding.text) for finding in repaired.remaining if finding.rule != NOT_KNOWN]
    assert left == [], (broken.conversation.payload, [fix.title for fix in repaired.applied])
    again = repair(repaired.conversation, target, mind_others=False)
    assert again.conversation.payload == repaired.conversation.payload


@pytest.mark.parametrize("format_name", HOMES)
@given(data=st.data())
@few
def test_the_same_seed_breaks_the_same_way_and_leaves_the_original_alone(format_name: str, data: st.DataObject) -> None:
    conversation = data.draw(healthy(format_name))
    before = said(conversation)
    for fault in MUTATIONS.values():
        one, other = inject(conversation, fault, 7), inject(conversation, fault, 7)
        assert (one is None) == (other is None)
        if one and other:
            assert one.conversation.payload == other.conversation.payload
    assert said(conversation) == before


HEALTHY = [entry for entry in INDEX if not entry["expected"]]


@pytest.mark.parametrize("entry", HEALTHY, ids=lambda entry: entry["file"])
def test_every_fault_can_be_tried_on_every_healthy_sample(entry: dict[str, Any]) -> None:
    sample = detected(load(FOLDER / entry["file"]), target=entry["target"])
    broken = [inject(sample, fault, 0) for fault in MUTATIONS.values()]
    assert all(made is None or made.conversation.payload != sample.payload for made in broken)


def test_every_fault_is_told_to_a_learner() -> None:
    for fault in MUTATIONS.values():
        assert fault.title
        assert fault.story.endswith(".")
        assert fault.rules
        assert any(fault.fits(form) for form in FORMATS.values())
