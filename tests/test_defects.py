"""A defect of the workbench affects only one rule, fix, reader, output, row or tab."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pytest
from click.testing import CliRunner

from workbench import defects
from workbench.checks.check import check
from workbench.checks.verdict import Outcome
from workbench.cli import main
from workbench.conversation import Conversation
from workbench.loading import LoadError, document, load, load_all
from workbench.repairs.fixes import with_fixes
from workbench.repairs.repair import repair
from workbench.rules import RULES, Violation
from workbench.view.window import Look, View

SECRET = "what the conversation says"
ORPHAN = b'[{"role":"user","content":"a"},{"role":"tool","tool_call_id":"c","content":"b"}]'
FINE = b'[{"role":"user","content":"a"}]'


def defective(*_: object, **__: object) -> NoReturn:
    raise RuntimeError(SECRET)


def defective_rule(*_: object) -> Iterator[Violation]:
    raise RuntimeError(SECRET)


@pytest.fixture(autouse=True)
def _hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(defects, "HIDDEN", True)


@pytest.fixture
def broken_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULES, "content-null", replace(RULES["content-null"], check=defective_rule, occasion=None))


@pytest.mark.usefixtures("broken_rule")
def test_a_defect_in_one_rule_is_a_finding_and_the_other_rules_still_find_theirs(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.ERROR):
        report = check(load(ORPHAN), "openai")
    assert [finding.rule for finding in report.errors] == ["tool-result-orphan"]
    defect = next(finding for finding in report.findings if finding.code == "WB001")
    assert defect.text.startswith("WB001: the rule content-null failed (RuntimeError). This is a defect")
    assert caplog.messages == ["WB001: the rule content-null failed (RuntimeError)"]
    assert SECRET not in caplog.text + defect.text


@pytest.mark.usefixtures("broken_rule")
def test_a_history_is_not_accepted_if_a_rule_failed() -> None:
    assert check(load(FINE), "openai").verdict.outcome is Outcome.MAY_REFUSE


@pytest.mark.usefixtures("broken_rule")
def test_the_stack_trace_is_logged_on_request_without_text_of_the_conversation(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.DEBUG):
        check(load(FINE), "openai")
    assert "defective_rule" in caplog.text
    assert SECRET not in caplog.text


@pytest.mark.usefixtures("broken_rule")
@pytest.mark.parametrize("output", ["text", "json", "github", "sarif", "junit"])
def test_every_output_shows_the_defect_of_a_rule(tmp_path: Path, output: str) -> None:
    (tmp_path / "a.json").write_bytes(FINE)
    ran = CliRunner().invoke(main, ["check", str(tmp_path / "a.json"), "--output", output], standalone_mode=False)
    assert "WB001" in ran.output


def test_a_defect_in_a_fix_is_reported_with_its_finding_and_the_repair_continues(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(RULES, "tool-result-orphan", replace(RULES["tool-result-orphan"], fix=defective))
    report = with_fixes(check(load(ORPHAN), "openai"))
    assert "WB002: the fix of tool-result-orphan failed (RuntimeError)." in report.errors[0].text
    assert [finding.rule for finding in repair(load(ORPHAN), "openai").remaining] == ["tool-result-orphan"]


def test_a_defect_in_a_reader_is_an_error_for_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_bytes(b"curl https://api.openai.com -d '" + FINE + b"'")
    (tmp_path / "b.json").write_bytes(FINE)
    monkeypatch.setattr(document, "curl_request", defective)
    bad, good = load_all(tmp_path)
    assert isinstance(bad, LoadError)
    assert "a.txt: WB003: a reader failed (RuntimeError)." in str(bad)
    assert isinstance(good, Conversation)


def test_a_defect_in_an_output_is_an_error_for_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from workbench.outputs import as_json

    write_report = as_json._report

    def fails_for_the_first(report: Any) -> Any:
        return defective() if len(report.conversation.messages) == 2 else write_report(report)

    monkeypatch.setattr(as_json, "_report", fails_for_the_first)
    (tmp_path / "a.json").write_bytes(ORPHAN)
    (tmp_path / "b.json").write_bytes(FINE)
    ran = CliRunner().invoke(main, ["check", str(tmp_path), "--output", "json"], standalone_mode=False)
    bad, good = json.loads(ran.output)["files"]
    assert bad["error"].startswith("WB004: the output json failed (RuntimeError).")
    assert good["verdict"] == "accepted"


def test_a_defect_in_one_row_does_not_affect_the_other_rows_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    view = View(check(load(ORPHAN), "openai"))
    drawn = view.rows._drawn_row
    monkeypatch.setattr(view.rows, "_drawn_row", lambda index, *rest: defective() if index else drawn(index, *rest))
    first, second = view.window(Look())["rows"]
    assert first["cells"][0]["messages"]
    assert second["notes"][0]["text"].startswith("WB005: drawing this message failed")
    assert len(second["cells"]) == len(first["cells"])


def test_a_defect_in_one_tab_is_reported_in_the_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    view = View(check(load(ORPHAN), "openai"))
    monkeypatch.setattr("workbench.view.message_details.raw", defective)
    assert view.panel(Look(selected=0, panel="raw")) == {"kind": "raw", "index": None}
    assert view.head(Look())["notes"][0].startswith("WB005: the tab raw failed (RuntimeError).")
    assert view.panel(Look(selected=0, panel="threads"))["rows"]


@pytest.mark.usefixtures("broken_rule")
def test_a_defect_is_raised_in_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(defects, "HIDDEN", False)
    with pytest.raises(RuntimeError):
        check(load(FINE), "openai")
