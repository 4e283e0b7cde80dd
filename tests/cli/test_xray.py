"""`workbench xray` as the author of a converter runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from workbench.cli.xray import command

ARGUMENTS = ["--from", "icontent", "--to", "openai-chat"]


def test_a_missing_function_name_is_reported_in_one_sentence() -> None:
    done = CliRunner().invoke(command, ["convert.py", *ARGUMENTS])
    assert done.exit_code == 2
    assert "write module:function" in done.output


def test_its_json_names_the_losses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text("def words(messages):\n    return [{'role': 'user'} for _ in messages]\n")
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(
        command, ["mine.py:words", "--from", "icontent", "--to", "openai-chat", "--output", "json"]
    )
    assert done.exit_code == 0
    assert "blocks[].text" in json.loads(done.output)["losses"]
