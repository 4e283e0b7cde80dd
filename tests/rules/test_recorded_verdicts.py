"""What providers answered to real requests: few accepted ones are doubted, and refusals are foretold in their words.

The recordings are no part of the project. `WORKBENCH_VERDICTS` says in which folder they are.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from tests.recorded_requests import needs_recorded_requests, recorded_requests
from workbench.checks.check import check
from workbench.checks.report import Report
from workbench.detection import detected
from workbench.loading import load
from workbench.repairs.repair import repair
from workbench.targets import TARGETS

OWN = {"bedrock-converse": "bedrock", "openai-chat": "openai-compatible"}

pytestmark = needs_recorded_requests


@cache
def judged() -> list[tuple[Any, Report]]:
    return [(row, report(row)) for row in recorded_requests()]


def report(row: Any) -> Report:
    target = row["target"] if row["target"] in TARGETS else OWN.get(row["format"], row["format"])
    return check(detected(load(json.dumps(row["history"]).encode()), target=target), target)


def words(text: str) -> set[str]:
    return set(re.findall(r"[a-z_]{3,}", text.lower()))


def test_at_most_three_accepted_requests_get_an_error() -> None:
    alarmed = [row["source"] for row, found in judged() if row["status"] == 200 and found.errors]
    assert len(alarmed) <= 3, alarmed


def test_at_most_two_in_a_hundred_accepted_requests_get_a_warning() -> None:
    accepted = [found for row, found in judged() if row["status"] == 200]
    warned = [found for found in accepted if any(finding.severity == "warning" for finding in found.findings)]
    assert len(warned) <= len(accepted) * 0.02


def test_repair_changes_no_accepted_request() -> None:
    changed = [
        row["source"]
        for row, found in judged()
        if row["status"] == 200 and repair(found.conversation, found.target.name).applied
    ]
    assert changed == []


def test_nine_in_ten_refusals_are_foretold_in_words_that_can_be_recognised() -> None:
    foreseen = [(str(row["error"]), found) for row, found in judged() if row["status"] != 200 and found.errors]
    recognised = 0
    for error, found in foreseen:
        told = words(found.verdict.words or "")
        recognised += bool(told) and len(told & words(error)) >= 0.6 * len(told)
    assert recognised >= 0.9 * len(foreseen)
