"""Commands that take long show their progress on a terminal, and nothing of it in a file or a pipe."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

from tests.benchmarks.doctor import write_sessions

MANY = 40


def command(folder: Path) -> list[str]:
    return [sys.executable, "-m", "workbench", "doctor", str(folder), "--output", "json"]


def shown_on_terminal(arguments: list[str], stdout: Path) -> str:
    """Run a command with a terminal for its errors, and return what the terminal got. It is read meanwhile."""
    controller, terminal = pty.openpty()
    with stdout.open("wb") as output:
        running = subprocess.Popen(arguments, stdout=output, stderr=terminal, env={**os.environ, "TERM": "xterm"})
    os.close(terminal)
    pieces = []
    with contextlib.suppress(OSError):  # the terminal is closed with the process
        while piece := os.read(controller, 1 << 16):
            pieces.append(piece)
    running.wait()
    os.close(controller)
    return b"".join(pieces).decode()


def test_the_doctor_shows_how_many_of_many_sessions_it_has_examined(tmp_path: Path) -> None:
    folder, report = tmp_path / "sessions", tmp_path / "report.json"
    folder.mkdir()
    write_sessions(folder, MANY, lines=20)
    shown = shown_on_terminal(command(folder), report)
    assert "examining" in shown
    assert "100%" in shown
    assert len(json.loads(report.read_bytes())["sessions"]) == MANY


def test_no_progress_is_written_into_a_pipe(tmp_path: Path) -> None:
    write_sessions(tmp_path, MANY, lines=20)
    done = subprocess.run(command(tmp_path), capture_output=True, check=False)
    assert done.stderr == b""
    assert len(json.loads(done.stdout)["sessions"]) == MANY
