"""`workbench xray`, as somebody with a converter of their own calls it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from workbench.cli.xray import command

ARGUMENTS = ["--from", "icontent", "--to", "openai-chat"]


def test_a_function_that_is_not_named_is_one_sentence() -> None:
    done = CliRunner().invoke(command, ["convert.py", *ARGUMENTS])
    assert done.exit_code == 2
    assert "write module:function" in done.output


def test_it_prints_json_that_names_what_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text("def words(messages):\n    return [{'role': 'user'} for _ in messages]\n")
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(
        command, ["mine.py:words", "--from", "icontent", "--to", "openai-chat", "--output", "json"]
    )
    assert done.exit_code == 0
    assert "blocks[].text" in json.loads(done.output)["losses"]
