"""`workbench redact` as a user runs it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import ORPHAN, Run


def test_secrets_are_replaced_and_counted_and_nothing_else_changes(run: Run, saved: Callable[..., Path]) -> None:
    secret = "sk-proj-Zk3vQ8wLm2Np5Rt7Yx1Bc4Df6Gh9Jk"
    done = run("redact", saved([{"role": "user", "content": f"My key is {secret}"}, ORPHAN[1]]))
    assert done.exit_code == 0
    assert secret not in done.stdout
    assert json.loads(done.stdout)[0]["content"].startswith("My key is xx-xxxx-")
    assert json.loads(done.stdout)[1] == ORPHAN[1]
    assert "Replaced: 1 secret." in done.stderr


def test_all_texts_are_replaced_on_request(run: Run, saved: Callable[..., Path], tmp_path: Path) -> None:
    out = tmp_path / "shareable.json"
    done = run("redact", saved(ORPHAN), "--replace", "all", "--out", out)
    assert done.exit_code == 0
    assert "List the files." not in out.read_text()
    assert run("check", out, "--output", "json").exit_code == 1
    assert "Replaced: 2 texts, 1 id." in done.stderr


def test_an_unknown_kind_is_answered_with_the_known_ones(run: Run, saved: Callable[..., Path]) -> None:
    done = run("redact", saved(ORPHAN), "--replace", "text")
    assert done.exit_code == 2
    assert "texts" in done.stderr
