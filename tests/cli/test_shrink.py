"""`workbench shrink` as a user runs it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import HEALTHY, ORPHAN, Run
from tests.test_samples import FOLDER

DONE = {"role": "assistant", "content": "There is one file."}
BROKEN = [*HEALTHY, DONE, ORPHAN[1]]


def test_the_small_conversation_is_printed_and_the_finding_is_reported(run: Run, saved: Callable[..., Path]) -> None:
    done = run("shrink", saved(BROKEN))
    assert done.exit_code == 0
    assert json.loads(done.stdout) == [ORPHAN[1]]
    assert "error[TC101] tool-result-orphan" in done.stderr
    assert "1 of 5 messages is left" in done.stderr


def test_the_finding_that_a_check_shows_first_is_kept(run: Run) -> None:
    sample = FOLDER / "icontent" / "rethreaded-prefix.json"
    assert re.findall(r"error\[(\w+)\]", run("check", sample).stdout)[0] == "ID302"
    assert "error[ID302] tool-id-mismatch-created" in run("shrink", sample).stderr


def test_the_file_keeps_its_own_format(run: Run, saved: Callable[..., Path], tmp_path: Path) -> None:
    lines = "".join(json.dumps(message) + "\n" for message in BROKEN)
    out = tmp_path / "small.jsonl"
    done = run("shrink", saved(lines, "chat.jsonl"), "--out", out)
    assert done.exit_code == 0
    assert out.read_text() == json.dumps(ORPHAN[1]) + "\n"


def test_json_reports_the_remaining_conversation(run: Run, saved: Callable[..., Path]) -> None:
    report = json.loads(run("shrink", saved(BROKEN), "--output", "json").stdout)
    assert report["messages"] == {"before": 5, "after": 1}
    assert (report["finding"]["code"], report["finding"]["at"]) == ("TC101", "/0")
    assert report["conversation"] == [ORPHAN[1]]


def test_a_conversation_without_findings_is_reported_in_a_sentence(run: Run, saved: Callable[..., Path]) -> None:
    done = run("shrink", saved(HEALTHY))
    assert done.exit_code == 2
    assert "no error and no warning to keep" in done.stderr
    assert "would accept this" in done.stderr


def test_a_rule_without_a_finding_is_reported(run: Run, saved: Callable[..., Path]) -> None:
    done = run("shrink", saved(ORPHAN), "--rule", "TC102")
    assert done.exit_code == 2
    assert "no finding of TC102 to keep" in done.stderr
