"""Every sample history: what its index entry promises holds. A file dropped into the folder is tested too."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from workbench.checks.check import check
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.json.text import Json
from workbench.loading import load
from workbench.repairs.repair import repair

FOLDER = Path(__file__).parents[1] / "sample_histories"
INDEX: list[Json] = orjson.loads((FOLDER / "index.json").read_bytes())
FILES = sorted(
    str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.*") if path.parent != FOLDER and path.name[0] != "."
)


def name(entry: Json) -> str:
    return str(entry["file"]) if isinstance(entry, dict) else str(entry)


def opened(entry: Json) -> Conversation:
    return detected(load(FOLDER / entry["file"]), target=entry["target"])


def checked(entry: Json) -> Report:
    return check(opened(entry), entry["target"])


@pytest.mark.parametrize("file", FILES)
def test_a_file_in_the_folder_can_be_loaded_and_checked(file: str) -> None:
    conversation = load(FOLDER / file)
    assert conversation.messages
    assert check(conversation).target.name


def test_the_index_names_every_file_once() -> None:
    assert sorted(entry["file"] for entry in INDEX) == FILES


@pytest.mark.parametrize("entry", INDEX, ids=name)
def test_a_sample_is_recognised_as_its_format(entry: Json) -> None:
    conversation = opened(entry)
    assert (conversation.format, conversation.dialect if entry["dialect"] else None) == (
        entry["format"],
        entry["dialect"],
    )


@pytest.mark.parametrize("entry", INDEX, ids=name)
def test_every_expected_finding_is_found_at_its_place(entry: Json) -> None:
    found = {(finding.rule, finding.at, finding.severity) for finding in checked(entry).findings}
    assert {(row["rule"], row["at"], row["severity"]) for row in entry["expected"]} <= found


@pytest.mark.parametrize("entry", INDEX, ids=name)
def test_no_error_is_found_that_is_not_expected(entry: Json) -> None:
    report = checked(entry)
    expected = {row["rule"] for row in entry["expected"] if row["severity"] == "error"}
    heads = {cause.head.rule for cause in report.causes if cause.severity == "error"}
    assert heads <= expected


@pytest.mark.parametrize("entry", [entry for entry in INDEX if not entry["expected"]], ids=name)
def test_a_healthy_sample_gives_neither_error_nor_warning(entry: Json) -> None:
    assert [finding for finding in checked(entry).findings if finding.severity != "info"] == []


UNMENDABLE = {
    "thinking-missing-before-tool-use",
    "reasoning-item-unpaired",
    "thought-signature-missing",
    "tool-config-missing",
    "tool-name-empty",
    "sdk-version-shape",
    "ui-message-as-model-message",
    "ui-parts-missing",
}
"""What is gone cannot be made up, and a file stays of its format: these have only fixes that are not safe, or none."""


@pytest.mark.parametrize("entry", INDEX, ids=name)
def test_repair_leaves_no_error_that_a_safe_fix_could_mend(entry: Json) -> None:
    repaired = repair(opened(entry), entry["target"], mind_others=False)
    assert {finding.rule for finding in repaired.remaining} <= UNMENDABLE
    again = repair(repaired.conversation, entry["target"], mind_others=False)
    assert again.conversation.payload == repaired.conversation.payload
