"""A batch of files, folders and archives with any number of conversations is judged."""

from __future__ import annotations

import json
import multiprocessing
import os
import threading
import time
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.triage.test_judging import RENAMED
from workbench import parallel
from workbench.checks.verdict import Outcome
from workbench.triage.case import Case, worst_first
from workbench.triage.chart import fixable_text
from workbench.triage.cluster_paragraphs import cluster_customer_paragraph, cluster_engineer_paragraph
from workbench.triage.clusters import causes, clusters, share_of_cause
from workbench.triage.documents import BatchFile, batch_files, conversation_of
from workbench.triage.run import triage
from workbench.triage.table import table

FINE: list[Any] = [{"role": "user", "content": "hi"}]


def _cases(sources: list[BatchFile], target: str | None = None) -> list[Case]:
    return [case for cases in triage(sources, target) for case in cases]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two files with a renamed id, a healthy one, a truncated one, a text, and a JSONL file of two conversations."""
    (tmp_path / "a.json").write_text(json.dumps(RENAMED))
    (tmp_path / "b.json").write_text(json.dumps([*RENAMED, {"role": "assistant", "content": "Closed."}]))
    (tmp_path / "fine.json").write_text(json.dumps(FINE))
    (tmp_path / "cut.json").write_text(json.dumps(RENAMED)[:-40])
    (tmp_path / "notes.txt").write_text("Call the customer back.")
    lines = [json.dumps({"messages": history}) for history in (FINE, RENAMED)]
    (tmp_path / "many.jsonl").write_text("\n".join(lines))
    return tmp_path


def test_every_conversation_and_every_unreadable_file_is_a_row(folder: Path) -> None:
    cases = worst_first(_cases(batch_files([folder])))
    rows = [(Path(case.document).name, case.number, case.outcome) for case in cases]
    assert rows == [
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


def test_each_member_of_an_archive_and_each_damaged_archive_is_a_row(folder: Path, tmp_path: Path) -> None:
    archive = tmp_path / "export.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for name in ("a.json", "fine.json"):
            file.write(folder / name, name)
    cases = _cases([BatchFile("export.zip", archive.read_bytes()), BatchFile("half.zip", archive.read_bytes()[:60])])
    assert [(case.document, case.outcome) for case in cases] == [
        ("export.zip/a.json", "refused"),
        ("export.zip/fine.json", "accepted"),
        ("half.zip", "not-judged"),
    ]


def test_the_conversation_of_a_row_is_found_again(folder: Path) -> None:
    sources = batch_files([folder])
    case = next(case for case in _cases(sources) if case.document.endswith("many.jsonl") and case.number == 1)
    conversation = conversation_of(case, sources)
    assert conversation is not None
    assert conversation.messages == RENAMED


def test_several_processes_give_the_same_result_as_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_one_process = worst_first(_cases(batch_files([folder]), "openai"))
    monkeypatch.setattr(parallel, "SMALL_BATCH", 0)
    monkeypatch.setattr(parallel, "_BUNDLE_SIZE", 1)
    assert worst_first(_cases(batch_files([folder]), "openai")) == in_one_process


def test_stop_keeps_the_results_so_far() -> None:
    stop = threading.Event()
    sources = [BatchFile(f"{number}.json", json.dumps(FINE).encode()) for number in range(100)]
    results = []
    for cases in triage(sources, stop=stop):
        results += cases
        stop.set()
    assert 0 < len(results) < 100


def test_the_conversations_of_one_file_appear_one_by_one_and_stop_ends_within_it() -> None:
    lines = "\n".join(json.dumps({"messages": FINE}) for _ in range(100)).encode()
    stop = threading.Event()
    numbers = []
    for cases in triage([BatchFile("a.jsonl", lines), BatchFile("b.jsonl", lines)], stop=stop):
        numbers += [case.number for case in cases]
        if numbers == [0, 1, 2]:
            stop.set()
    assert numbers == [0, 1, 2]


def test_a_thousand_conversations_are_judged() -> None:
    sources = [BatchFile(f"{number}.json", json.dumps(FINE).encode()) for number in range(1_000)]
    assert len(_cases(sources)) == 1_000


def _fail_in_a_worker(numbers: list[int]) -> list[int]:
    if multiprocessing.parent_process() is not None:
        os._exit(1)
    time.sleep(0.01)  # longer than a process takes to end
    return numbers


def test_bundles_of_a_killed_worker_are_processed_in_the_main_process() -> None:
    assert sorted(parallel.run_in_parallel(_fail_in_a_worker, range(3_000))) == list(range(3_000))


def test_a_large_jsonl_file_is_judged_to_its_end() -> None:
    line = json.dumps({"messages": [{"role": "user", "content": "x" * 100_000}]})
    cases = _cases([BatchFile("many.jsonl", "\n".join([line] * 60).encode())])
    assert [case.number for case in cases] == list(range(60))


def test_cases_with_the_same_cause_form_a_cluster_with_the_shortest_as_its_example(folder: Path) -> None:
    first = clusters(_cases(batch_files([folder]), "openai"))[0]
    assert len(first.cases) == 3
    assert first.exemplar.messages == 4
    assert first.title == (
        "3 conversations, one cause: The answer from the tool “dome_log” can no longer be matched to its question. "
        "The internal references of the questions begin with call_; those of their answers begin with toolu_."
    )
    for_the_customer = cluster_customer_paragraph(first)
    assert for_the_customer.startswith("3 chats have the same problem. The answer from the tool “dome_log”")
    assert for_the_customer.endswith("All of them can be repaired without losing anything that was written.")
    assert "tool-id-mismatch. Pattern: prefix call_ became toolu_." in cluster_engineer_paragraph(first)


def test_chats_that_can_continue_come_after_those_that_cannot() -> None:
    refused = Case("a.json", "a.json", 0, Outcome.REFUSED, "", rule="tool-result-orphan")
    accepted = [replace(refused, document=str(number), outcome=Outcome.ACCEPTED) for number in range(2)]
    assert [len(cluster.cases) for cluster in clusters([*accepted, refused])] == [1, 2]


def test_unread_files_are_grouped_by_their_reason_and_come_last(folder: Path) -> None:
    (folder / "cut-too.json").write_text(json.dumps(RENAMED)[:-60])
    cut, text = clusters(_cases(batch_files([folder]), "openai"))[-2:]
    assert cut.title == "2 files, one reason: The file is incomplete: its end is missing."
    assert text.title == "One file: This is plain text; no conversation was read from it."
    assert cluster_engineer_paragraph(cut).startswith(f"{cut.title} Smallest example: ")
    assert "column" in cluster_engineer_paragraph(cut)
    assert cluster_customer_paragraph(cut) == (
        "We could not check the chat in the file that we received, so we cannot yet say what is wrong with it. The "
        "file is incomplete: its end is missing. Nothing was changed. Please send us the file again, exactly as the "
        "application saved it."
    )


def test_causes_are_counted_by_frequency(folder: Path) -> None:
    counts = causes(_cases(batch_files([folder]), "openai"))
    assert [(count.rule, count.number, count.fixable) for count in counts] == [("tool-id-mismatch", 3, 3), ("", 2, 0)]
    assert [fixable_text(count) for count in counts] == ["fixable", "not checked"]


def test_the_label_of_a_cluster_is_unique_and_does_not_change_while_cases_are_added(folder: Path) -> None:
    """The label identifies the selected cluster on the page: a count in it would lose the selection with every row."""
    cases = _cases(batch_files([folder]), "openai")
    first, *others = clusters(cases)
    assert clusters(first.cases[:1])[0].label == first.label
    assert first.label.startswith("The answer from a tool can no longer be matched to its question. · ")
    assert first.label not in [other.label for other in others]


def test_the_labels_of_one_cause_differ_by_the_outcome(folder: Path) -> None:
    """The browser sends the label of the selected cluster: the same label twice would select another cluster."""
    case = clusters(_cases(batch_files([folder]), "openai"))[0].cases[0]
    by_outcome = clusters([replace(case, outcome=outcome) for outcome in Outcome])
    assert len({cluster.label for cluster in by_outcome}) == len(Outcome)


def test_a_cluster_states_how_many_with_its_cause_are_in_other_clusters(folder: Path) -> None:
    found = clusters([*_cases(batch_files([folder]), "openai"), *_cases(batch_files([folder]), "azure-openai")])
    same = [cluster for cluster in found if cluster.rule == "tool-id-mismatch"]
    assert [share_of_cause(cluster, found) for cluster in same] == [
        "3 of 6 with this cause; the list above has the others"
    ] * 2
    assert share_of_cause(same[0], [same[0]]) == ""
    assert all(share_of_cause(cluster, found) == "" for cluster in found if not cluster.rule)


def test_a_cluster_shows_the_day_when_it_was_first_seen(folder: Path) -> None:
    stamped = [{**RENAMED[0], "timestamp": "2026-11-14T09:12:00Z"}, *RENAMED[1:]]
    cases = _cases([BatchFile("a.json", json.dumps(stamped).encode())], "openai")
    assert clusters(cases)[0].title.endswith("First seen 14 Nov 2026.")
    assert table(cases)["when"][0] == "2026-11-14 09:12"
