"""`workbench capsule` as a user runs it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import ORPHAN, Run


def test_one_file_is_written_and_its_contents_are_listed(run: Run, saved: Callable[..., Path], tmp_path: Path) -> None:
    out = tmp_path / "case.html"
    done = run("capsule", saved(ORPHAN), "--shrink", "--replace", "texts", "--note", "hello", "--out", out)
    assert done.exit_code == 0
    assert "The conversation chat.json: 1 of 2 message" in done.stderr
    checked = json.loads(run("check", out, "--output", "json").stdout)["files"][0]
    assert (checked["verdict"], checked["findings"][0]["code"]) == ("refused", "TC101")
    assert "List the files." not in out.read_text()
