"""Every sample history has what its index entry promises. Every file in the folder is tested."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest

from workbench.checks.check import check
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.loading import load
from workbench.repairs.repair import repair

FOLDER = Path(__file__).parents[1] / "sample_histories"
INDEX: list[Any] = orjson.loads((FOLDER / "index.json").read_bytes())
FILES = sorted(
    str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.*") if path.parent != FOLDER and path.name[0] != "."
)


def name(entry: Any) -> str:
    return str(entry["file"]) if isinstance(entry, dict) else str(entry)


def opened(entry: Any) -> Conversation:
    return detected(load(FOLDER / entry["file"]), target=entry["target"])


def checked(entry: Any) -> Report:
    return check(opened(entry), entry["target"])


@pytest.mark.parametrize("file", FILES)
def test_a_file_in_the_folder_can_be_loaded_and_checked(file: str) -> None:
    conversation = load(FOLDER / file)
    assert conversation.messages
    assert check(conversation).target.name


def test_the_index_names_every_file_once() -> None:
    assert sorted(entry["file"] for entry in INDEX) == FILES


@pytest.mark.parametrize("entry", INDEX, ids=name)
def test_a_sample_is_recognised_as_its_format(entry: Any) -> None:
    conversation = opened(entry)
    assert (conversation.format, conversation.dialect if entry["dialect"] else None) == (
        entry["format"],
        entry["dialect"],
    )


@pytest.mark.parametrize("entry", INDEX, ids=name)
def test_every_expected_finding_is_found_at_its_place(entry: Any) -> None:
    findings = {(finding.rule, finding.at, finding.severity) for finding in checked(entry).findings}
    assert {(row["rule"], row["at"], row["severity"]) for row in entry["expected"]} <= findings


@pytest.mark.parametrize("entry", INDEX, ids=name)
def test_no_unexpected_error_is_found(entry: Any) -> None:
    report = checked(entry)
    expected = {row["rule"] for row in entry["expected"] if row["severity"] == "error"}
    heads = {cause.head.rule for cause in report.causes if cause.severity == "error"}
    assert heads <= expected


@pytest.mark.parametrize("entry", [entry for entry in INDEX if not entry["expected"]], ids=name)
def test_a_healthy_sample_has_neither_errors_nor_warnings(entry: Any) -> None:
    assert [finding for finding in checked(entry).findings if finding.severity != "info"] == []


WITHOUT_SAFE_FIX = {
    "thinking-missing-before-tool-use",
    "reasoning-item-unpaired",
    "thought-signature-missing",
    "tool-config-missing",
    "tool-name-empty",
    "sdk-version-shape",
    "ui-message-as-model-message",
    "ui-parts-missing",
}
"""These have only unsafe fixes or none: missing content cannot be invented, and a file keeps its format."""


@pytest.mark.parametrize("entry", INDEX, ids=name)
def test_repair_leaves_no_error_that_has_a_safe_fix(entry: Any) -> None:
    repaired = repair(opened(entry), entry["target"], mind_others=False)
    assert {finding.rule for finding in repaired.remaining} <= WITHOUT_SAFE_FIX
    again = repair(repaired.conversation, entry["target"], mind_others=False)
    assert again.conversation.payload == repaired.conversation.payload
