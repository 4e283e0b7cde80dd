"""Streams can be closed, or have an encoding that cannot represent every character."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from workbench.json.text import MAX_DEPTH

HISTORY = [{"role": "user", "content": "çava 漢字 🧗"}, {"role": "tool", "tool_call_id": "漢", "content": "🧗"}]


@pytest.fixture
def history(tmp_path: Path) -> Path:
    path = tmp_path / "chat.json"
    path.write_text(json.dumps(HISTORY, ensure_ascii=False), encoding="utf-8")
    return path


def run(shell: str, *, encoding: str = "utf-8") -> subprocess.CompletedProcess[bytes]:
    command = shell.replace("WORKBENCH", f"{sys.executable} -m workbench")
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    return subprocess.run(["sh", "-c", command], env=environment, capture_output=True, check=False)


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8"])
def test_a_repaired_document_is_valid_in_any_encoding(history: Path, encoding: str) -> None:
    done = run(f"WORKBENCH fix {history} | cat", encoding=encoding)
    messages = json.loads(done.stdout.decode(encoding))
    assert messages[0]["content"] == "çava 漢字 🧗"


@pytest.mark.parametrize("output", ["text", "json", "github", "sarif", "junit"])
def test_every_output_can_be_piped_in_an_encoding_without_unicode(history: Path, output: str) -> None:
    done = run(f"WORKBENCH check {history} --output {output}", encoding="cp1252")
    assert (done.returncode, done.stderr) == (1, b"")
    assert b"tool-result-orphan" in done.stdout


def test_a_closed_input_is_reported_in_a_sentence(history: Path) -> None:
    done = run("WORKBENCH check - <&-")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"workbench: standard input is closed" in done.stderr


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_closed_output_does_not_change_the_exit_code(history: Path, closed: str) -> None:
    done = run(f"WORKBENCH check {history} {closed}")
    assert done.returncode == 1
    assert b"defect" not in done.stderr


def test_a_file_name_that_is_not_valid_unicode_is_shown(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/ch\xe4t.json"
    Path(os.fsdecode(name)).write_text(json.dumps(HISTORY), encoding="utf-8")
    done = run(f"WORKBENCH check {tmp_path}")
    assert done.returncode == 1
    assert b"ch\\udce4t.json" in done.stdout


def test_the_deepest_document_that_can_be_loaded_is_judged_without_a_stack_trace(tmp_path: Path) -> None:
    depth = MAX_DEPTH - 2  # the list and the message are two levels
    deep = '{"type":' * depth + "1" + "}" * depth
    path = tmp_path / "deep.json"
    path.write_text(f'[{{"role": {deep}, "content": "hello"}}, {{"role": "user", "content": {deep}}}]')
    done = run(f"WORKBENCH check {path} --target all --output json")
    files = json.loads(done.stdout)["files"]
    assert done.stderr == b""
    assert [finding["text"] for file in files for finding in file["findings"] if finding["code"] == "WB001"] == []
