"""A defect of the workbench itself stays in its place."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace

import pytest

from workbench import defects
from workbench.checks.check import check
from workbench.loading import load
from workbench.rules import RULES, Violation


def defective(*_: object) -> Iterator[Violation]:
    raise RuntimeError("what the conversation says")


def test_a_defect_in_one_rule_leaves_the_others_their_findings(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(defects, "HIDDEN", True)
    monkeypatch.setitem(RULES, "content-null", replace(RULES["content-null"], check=defective))
    with caplog.at_level(logging.ERROR):
        report = check(
            load(b'[{"role":"user","content":"a"},{"role":"tool","tool_call_id":"c","content":"b"}]'), "openai"
        )
    assert [finding.rule for finding in report.errors] == ["tool-result-orphan"]
    assert caplog.messages == ["the rule content-null failed (RuntimeError); please report it"]


def test_a_defect_is_seen_in_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULES, "content-null", replace(RULES["content-null"], check=defective))
    with pytest.raises(RuntimeError):
        check(load(b'[{"role":"user","content":"a"}]'), "openai")
