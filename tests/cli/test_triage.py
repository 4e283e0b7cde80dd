"""`workbench triage`, `check --statistics` and `fix DIR --out-dir`, as a support person runs them."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pandas
import pytest

from tests.cli.conftest import HEALTHY, ORPHAN, Run
from workbench.checks.verdict import Outcome
from workbench.triage.case import Case
from workbench.triage.report import report_bytes

SCRIPT = "<script>alert(1)</script>"
HOSTILE = [{"role": "user", "content": "hi"}, {"role": "tool", "tool_call_id": SCRIPT, "content": "x"}]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "export"
    (inside / "deep").mkdir(parents=True)
    (inside / "a.json").write_text(json.dumps(ORPHAN, indent=4))
    (inside / "deep" / "b<img>.json").write_text(json.dumps(HOSTILE))
    (inside / "fine.json").write_text(json.dumps(HEALTHY))
    return inside


def test_triage_prints_each_cause_on_one_line_in_plain_words(run: Run, folder: Path) -> None:
    result = run("triage", folder, "--target", "openai")
    assert result.exit_code == 1
    assert result.stdout.startswith(
        "2 of 3 conversations would be refused.\n"
        "      2  The answer from a tool is there, but its question is missing. (fixable)\n"
    )


def test_triage_reports_unreadable_files(run: Run, folder: Path) -> None:
    (folder / "broken.json").write_text('[{"role": "user", "cont')
    result = run("triage", folder)
    assert result.exit_code == 2
    assert "1 could not be judged" in result.stdout


def test_triage_names_the_files_of_a_folder_that_it_does_not_read(run: Run, folder: Path) -> None:
    assert run("triage", folder).stderr == ""
    (folder / "photo.png").write_bytes(b"")
    note = "note: 1 file was left out, because its extension is not known: photo.png."
    assert run("triage", folder).stderr.strip() == note


def test_the_html_report_is_one_file_that_loads_nothing_and_shows_text_as_text(
    run: Run, folder: Path, tmp_path: Path
) -> None:
    out = tmp_path / "report.html"
    run("triage", folder, "--target", "openai", "--out", out)
    page = out.read_text()
    assert "<svg" in page
    assert "2 of 3 conversations would be refused" in page
    assert "For the customer" in page
    assert "b&lt;img&gt;.json" in page
    for forbidden in ("<script", "http://", "https://", "<img", "<link"):
        assert forbidden not in page


def test_the_html_report_has_the_paragraph_for_after_the_repair(run: Run, folder: Path, tmp_path: Path) -> None:
    (folder / "broken.json").write_text('[{"role": "user", "cont')
    out = tmp_path / "report.html"
    run("triage", folder, "--target", "openai", "--out", out)
    repaired, unread = out.read_text().split("<section>")[1:3]
    assert "<h4>For the customer, after the repair</h4><p>2 chats had the same problem: the answer" in repaired
    assert "after the repair" not in unread


def test_the_html_report_has_short_names_with_the_whole_path_under_the_pointer(
    run: Run, folder: Path, tmp_path: Path
) -> None:
    out = tmp_path / "report.html"
    run("triage", folder, "--out", out)
    assert f'<td class="name" title="{folder / "fine.json"}">export/fine.json</td>' in out.read_text()


def test_the_html_report_states_how_messages_are_counted(run: Run, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    run("triage", folder, "--target", "openai", "--out", out)
    assert '<th class="first_bad">First bad message (counted from 0)</th>' in out.read_text()


@pytest.mark.parametrize(("ending", "read"), [("csv", pandas.read_csv), ("parquet", pandas.read_parquet)])
def test_tables_have_a_row_for_each_conversation_worst_first(
    run: Run, folder: Path, tmp_path: Path, ending: str, read: Callable[[Path], pandas.DataFrame]
) -> None:
    out = tmp_path / f"report.{ending}"
    run("triage", folder, "--target", "openai", "--out", out)
    frame = read(out)
    assert list(frame["verdict"]) == ["refused", "refused", "accepted"]
    assert list(frame["messages"]) == [2, 2, 3]
    assert str(frame["file"][2]).endswith("fine.json")


def test_a_spreadsheet_does_not_run_formulas_from_a_conversation() -> None:
    table = report_bytes([Case("=HYPERLINK(1)", "a.json", 0, Outcome.ACCEPTED, "")], "csv").decode()
    assert "'=HYPERLINK(1)" in table


def test_a_report_and_the_screen_name_the_route_of_a_cluster_and_no_empty_columns(
    run: Run, folder: Path, tmp_path: Path
) -> None:
    out = tmp_path / "report.html"
    result = run("triage", folder, "--out", out)
    assert "  OpenAI Chat Completions to OpenAI · example: " in result.output
    report = out.read_text()
    assert "OpenAI Chat Completions to OpenAI · example: " in report
    assert '<th class="verdict">' in report
    assert "Recorded tokens" not in report


def test_the_report_folds_the_clusters_of_one_conversation(run: Run, folder: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    unanswered = [*HEALTHY, {"role": "user", "content": ""}, {"role": "tool", "content": "x"}]
    (folder / "c.json").write_text(json.dumps(ORPHAN))
    run("triage", folder, "--out", report)
    assert "<details>" not in report.read_text()
    (folder / "d.json").write_text(json.dumps(unanswered))
    run("triage", folder, "--out", report)
    assert "<details><summary>1 cluster of one conversation</summary>\n<section>" in report.read_text()


def test_the_json_report_has_causes_clusters_and_rows(run: Run, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.json"
    run("triage", folder, "--target", "openai", "--out", out, "--everyone")
    report = json.loads(out.read_text())
    assert report["verdicts"] == {"refused": 2, "accepted": 1}
    assert report["causes"][0]["rule"] == "tool-result-orphan"
    assert report["clusters"][0]["conversations"] == 2
    assert {"OpenAI", "Anthropic"} <= set(report["rows"][0]["refused_by"])


def test_an_unknown_file_extension_is_answered_with_the_known_ones(run: Run, folder: Path) -> None:
    result = run("triage", folder, "--out", "report.doc")
    assert result.exit_code == 2
    assert ".html, .csv, .json, .parquet" in result.output


def test_statistics_have_one_line_for_each_rule(run: Run, folder: Path) -> None:
    result = run("check", folder, "--target", "openai", "--statistics")
    assert result.stdout.splitlines()[0] == (
        "      2  error    TC101 tool-result-orphan: A tool result answers a call that is not in the conversation. "
        "(in 2 conversations)"
    )
    assert result.stdout.splitlines()[-1] == "3 conversations, 0 could not be judged."
    as_json = json.loads(run("check", folder, "--target", "openai", "--statistics", "--output", "json").stdout)
    assert as_json["statistics"][0] == {
        "rule": "tool-result-orphan",
        "severity": "error",
        "causes": 2,
        "conversations": 2,
    }


def test_a_folder_is_repaired_into_another_folder_in_the_same_formats(run: Run, folder: Path, tmp_path: Path) -> None:
    before = {file: file.read_bytes() for file in folder.rglob("*.json")}
    out = tmp_path / "repaired"
    result = run("fix", folder, "--target", "openai", "--out-dir", out)
    assert result.exit_code == 0
    assert sorted(file.relative_to(out).as_posix() for file in out.rglob("*") if file.is_file()) == [
        "a.json",
        "deep/b<img>.json",
        "repair-report.txt",
    ]
    assert (out / "a.json").read_text().startswith('[\n    {\n        "role"')
    assert run("check", out / "a.json", out / "deep" / "b<img>.json", "--target", "openai").exit_code == 0
    assert (
        "2 conversations repaired in 2 files, 0 errors left, 3 files read." in (out / "repair-report.txt").read_text()
    )
    assert {file: file.read_bytes() for file in folder.rglob("*.json")} == before


def test_jsonl_and_archives_are_repaired_and_no_archive_writes_outside_its_folder(run: Run, tmp_path: Path) -> None:
    lines = "\n".join(json.dumps({"messages": history}) for history in (ORPHAN, HEALTHY, ORPHAN))
    archive = tmp_path / "export.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("many.jsonl", lines)
        file.writestr("../../outside.json", json.dumps(ORPHAN))
    out = tmp_path / "inner" / "repaired"
    assert run("fix", archive, "--target", "openai", "--out-dir", out).exit_code == 0
    files = [file for file in tmp_path.rglob("*") if file.is_file() and file != archive]
    assert all(out in file.parents for file in files)
    repaired = next(file for file in files if file.name == "many.jsonl")
    assert repaired.read_text().splitlines()[1] == lines.splitlines()[1]
    assert run("check", repaired, "--target", "openai").exit_code == 0


def test_copies_are_never_written_among_the_originals(run: Run, folder: Path) -> None:
    result = run("fix", folder, "--out-dir", folder / "repaired")
    assert result.exit_code == 2
    assert "outside the folder" in result.output
