"""A batch: files, folders and archives of any number of conversations, judged as they come."""

from __future__ import annotations

import json
import multiprocessing
import os
import threading
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.triage.test_judging import RENAMED
from workbench.triage import spread as spreading
from workbench.triage.case import Case, worst_first
from workbench.triage.clusters import causes, clusters
from workbench.triage.documents import Given, conversation_of, given
from workbench.triage.paragraphs import cluster_customer_paragraph, cluster_engineer_paragraph
from workbench.triage.run import triage
from workbench.triage.table import table

FINE: list[Any] = [{"role": "user", "content": "hi"}]


def _cases(sources: list[Given], target: str | None = None) -> list[Case]:
    return [case for cases in triage(sources, target) for case in cases]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two renamed, one fine, one cut off, one text, and two conversations in one file of lines."""
    (tmp_path / "a.json").write_text(json.dumps(RENAMED))
    (tmp_path / "b.json").write_text(json.dumps([*RENAMED, {"role": "assistant", "content": "Closed."}]))
    (tmp_path / "fine.json").write_text(json.dumps(FINE))
    (tmp_path / "cut.json").write_text(json.dumps(RENAMED)[:-40])
    (tmp_path / "notes.txt").write_text("Call the customer back.")
    lines = [json.dumps({"messages": history}) for history in (FINE, RENAMED)]
    (tmp_path / "many.jsonl").write_text("\n".join(lines))
    return tmp_path


def test_every_conversation_is_a_row_and_what_cannot_be_read_is_one_with_its_reason(folder: Path) -> None:
    cases = worst_first(_cases(given([folder])))
    found = [(Path(case.document).name, case.number, case.outcome) for case in cases]
    assert found == [
        ("a.json", 0, "refused"),
        ("b.json", 0, "refused"),
        ("many.jsonl", 1, "refused"),
        ("cut.json", 0, "not-judged"),
        ("notes.txt", 0, "not-judged"),
        ("fine.json", 0, "accepted"),
        ("many.jsonl", 0, "accepted"),
    ]
    unread = next(case for case in cases if case.document.endswith("notes.txt"))
    assert "there is no JSON in it" in unread.engineer
    assert "JSON" not in unread.customer


def test_members_of_an_archive_are_rows_and_a_damaged_archive_is_one(folder: Path, tmp_path: Path) -> None:
    archive = tmp_path / "export.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for name in ("a.json", "fine.json"):
            file.write(folder / name, name)
    cases = _cases([Given("export.zip", archive.read_bytes()), Given("half.zip", archive.read_bytes()[:60])])
    assert [(case.document, case.outcome) for case in cases] == [
        ("export.zip/a.json", "refused"),
        ("export.zip/fine.json", "accepted"),
        ("half.zip", "not-judged"),
    ]


def test_the_conversation_of_a_row_is_found_again(folder: Path) -> None:
    sources = given([folder])
    case = next(case for case in _cases(sources) if case.document.endswith("many.jsonl") and case.number == 1)
    conversation = conversation_of(case, sources)
    assert conversation is not None
    assert conversation.messages == RENAMED


def test_several_processes_find_what_one_finds(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = worst_first(_cases(given([folder]), "openai"))
    monkeypatch.setattr(spreading, "SMALL_BATCH", 0)
    monkeypatch.setattr(spreading, "_TOGETHER", 1)
    assert worst_first(_cases(given([folder]), "openai")) == alone


def test_stop_keeps_what_came() -> None:
    stop = threading.Event()
    sources = [Given(f"{number}.json", json.dumps(FINE).encode()) for number in range(100)]
    came = []
    for cases in triage(sources, stop=stop):
        came += cases
        stop.set()
    assert 0 < len(came) < 100


def test_no_number_of_conversations_is_too_many() -> None:
    sources = [Given(f"{number}.json", json.dumps(FINE).encode()) for number in range(1_000)]
    assert len(_cases(sources)) == 1_000


def _answer_here_only(numbers: list[int]) -> list[int]:
    if multiprocessing.parent_process() is not None:
        os._exit(1)
    time.sleep(0.01)  # longer than a process takes to end
    return numbers


def test_what_a_process_did_not_finish_is_worked_off_here() -> None:
    assert sorted(spreading.spread(_answer_here_only, range(3_000))) == list(range(3_000))


def test_a_large_file_of_lines_is_judged_to_its_end() -> None:
    line = json.dumps({"messages": [{"role": "user", "content": "x" * 100_000}]})
    cases = _cases([Given("many.jsonl", "\n".join([line] * 60).encode())])
    assert [case.number for case in cases] == list(range(60))


def test_cases_of_one_cause_and_shape_are_a_cluster_with_the_shortest_as_its_example(folder: Path) -> None:
    found = clusters(_cases(given([folder]), "openai"))
    first = found[0]
    assert len(first.cases) == 3
    assert first.exemplar.messages == 4
    assert first.title == (
        "3 conversations, one cause: The answer of the tool dome_log cannot be matched to its question any more. "
        "The questions have references that begin with call_, their answers references that begin with toolu_."
    )
    for_the_customer = cluster_customer_paragraph(first)
    assert for_the_customer.startswith("3 chats have the same problem. The answer of the tool dome_log")
    assert for_the_customer.endswith("All of them can be repaired without losing anything that was written.")
    assert "tool-id-mismatch. Pattern: prefix call_ became toolu_." in cluster_engineer_paragraph(first)


def test_causes_are_counted_by_frequency(folder: Path) -> None:
    counted = causes(_cases(given([folder]), "openai"))
    assert [(count.rule, count.number, count.fixable) for count in counted] == [("tool-id-mismatch", 3, 3), ("", 2, 0)]


def test_the_label_of_a_cluster_stays_the_same_while_cases_come_and_tells_it_from_others(folder: Path) -> None:
    """It names the chosen cluster on the page: a number in it would lose the choice with every new row."""
    cases = _cases(given([folder]), "openai")
    first, *others = clusters(cases)
    assert clusters(first.cases[:1])[0].label == first.label
    assert first.label.startswith("The answer of a tool cannot be matched to its question any more. · ")
    assert first.label not in [other.label for other in others]


def test_when_it_was_first_seen_is_a_day(folder: Path) -> None:
    stamped = [{**RENAMED[0], "timestamp": "2026-11-14T09:12:00Z"}, *RENAMED[1:]]
    cases = _cases([Given("a.json", json.dumps(stamped).encode())], "openai")
    assert clusters(cases)[0].title.endswith("First seen 14 Nov 2026.")
    assert table(cases)["when"][0] == "2026-11-14 09:12"
