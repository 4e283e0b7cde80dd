"""What providers are known to refuse and to take, row by row: each refusal at its place, in the provider's words.

The data are in `refusals/`, one file per subject; `taken.json` holds what looks wrong and is taken. Words are the part
of a sentence that does not change from one version of a server to the next. A row added there is a test. A row of
`taken.json` that `is_certain` was answered in recorded traffic, so it gets no warning either.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from workbench.checks.check import check
from workbench.checks.report import Report
from workbench.detection import detected
from workbench.loading import load
from workbench.repairs.repair import repair

FOLDER = Path(__file__).parent / "refusals"
TAKEN: list[Any] = json.loads((FOLDER / "taken.json").read_text())
REFUSED: list[Any] = [
    row for path in sorted(FOLDER.glob("*.json")) if path.stem != "taken" for row in json.loads(path.read_text())
]


def named(row: Any) -> str:
    return f"{row.get('rule', 'taken')}, {row['target']}"


def checked(row: Any) -> Report:
    return check(detected(load(json.dumps(row["request"])), target=row["target"]), row["target"])


@pytest.mark.parametrize("row", REFUSED, ids=named)
def test_a_refusal_is_foreseen_at_its_place_in_the_providers_words(row: Any) -> None:
    report = checked(row)
    found = [finding for finding in report.findings if (finding.rule, finding.at) == (row["rule"], row["at"])]
    assert [finding.severity for finding in found] == [row["severity"]], report.findings
    assert row.get("words", "").lower() in (found[0].provider_error or "").lower()


@pytest.mark.parametrize("row", [row for row in REFUSED if row.get("repaired")], ids=named)
def test_a_refusal_that_can_be_repaired_without_loss_is_repaired(row: Any) -> None:
    repaired = repair(checked(row).conversation, row["target"], mind_others=False)
    assert repaired.remaining == ()


@pytest.mark.parametrize("row", TAKEN, ids=named)
def test_what_looks_wrong_and_is_taken_gets_no_error(row: Any) -> None:
    doubts = {"error", "warning"} if row.get("is_certain") else {"error"}
    assert [finding for finding in checked(row).findings if finding.severity in doubts] == []
