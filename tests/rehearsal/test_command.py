"""`workbench rehearse` serves until it is interrupted, and explains how to use it."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path

import openai
from click.testing import CliRunner

from workbench.cli import main
from workbench.cli.rehearse import how_to_use
from workbench.json.text import compact

MESSAGES = [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "As recorded."}]


def test_it_serves_and_ends_with_an_interrupt(tmp_path: Path) -> None:
    (tmp_path / "chat.json").write_text(compact(MESSAGES), encoding="utf-8")
    command = [sys.executable, "-u", "-m", "workbench", "rehearse", "--port", "0", "--keep", str(tmp_path / "kept")]
    process = subprocess.Popen(
        [*command, "--recording", str(tmp_path / "chat.json")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background jobs ignore it
    )
    assert process.stdout is not None
    try:
        first = process.stdout.readline()
        assert first.startswith("Rehearsing openai at http://127.0.0.1:")
        with openai.OpenAI(base_url=first.split()[3], api_key="none") as client:
            answer = client.chat.completions.create(model="m", messages=[{"role": "user", "content": "Hello"}])
    finally:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert answer.choices[0].message.content == "As recorded."
    assert "Stopped after 1 request." in out
    assert err == ""
    assert process.returncode == 0
    assert [file.name for file in (tmp_path / "kept").iterdir()] == ["0001-openai.json"]


def test_it_explains_how_a_program_can_use_it() -> None:
    words = how_to_use("http://127.0.0.1:1/v1", "mistral", Path("kept"))
    assert "OPENAI_BASE_URL=http://127.0.0.1:1/v1" in words
    assert "rehearsal-mistral+cut-stream" in words
    assert "workbench check kept" in words


def test_a_port_in_use_is_reported_in_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = CliRunner().invoke(main, ["rehearse", "--port", str(taken.getsockname()[1])])
    assert result.exit_code == 2
    assert "--port 0" in result.output
