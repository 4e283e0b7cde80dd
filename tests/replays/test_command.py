"""`workbench replay` on the command line."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.replays.histories import AGENT_RUN, BROKEN, TIDES, WEATHER
from tests.replays.servers import http, server
from workbench.cli import main
from workbench.json.text import compact, parse_or_none
from workbench.replays import open_record


@pytest.fixture
def chat(tmp_path: Path) -> str:
    file = tmp_path / "chat.json"
    file.write_text(compact({"messages": AGENT_RUN, "tools": [WEATHER, TIDES]}), encoding="utf-8")
    return str(file)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["replay", *arguments])


def test_without_an_endpoint_the_embedded_model_answers_and_the_command_announces_it(chat: str) -> None:
    result = run(chat, "--up-to", "1")
    assert result.exit_code == 0
    assert "This is a rehearsal; no model is called." in result.stderr
    assert result.stdout.startswith('I look at both.\n→ weather({"city":"Brest"})\n→ tides({"port":"Brest"})')
    assert "= The answer is the same as the recorded one." in result.stdout


def test_an_entire_run_is_replayed_with_recorded_tools(chat: str) -> None:
    result = run(chat, "--up-to", "1", "--recorded-tools")
    assert result.exit_code == 0
    assert "← answered from the recording" in result.stdout
    assert "Yes: leave before nine." in result.stdout
    assert "2 requests" in result.stdout


def test_a_refusal_shows_message_place_rule_and_fix(tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_text(compact(BROKEN), encoding="utf-8")
    result = run(str(file))
    assert result.exit_code == 1
    assert "Invalid parameter: messages with role 'tool' must be a response to a preceeding message" in result.stdout
    assert "at    /1 (message 1)" in result.stdout
    assert "rule  tool-result-orphan TC101" in result.stdout
    assert "fix   " in result.stdout


def test_json_output_is_the_record(chat: str, tmp_path: Path) -> None:
    result = run(chat, "--output", "json", "--no-stream", "--out", str(tmp_path / "record.json"))
    printed = parse_or_none(result.stdout)
    assert printed is not None
    assert printed["ended"] == "answered"
    assert open_record(tmp_path / "record.json").as_json() == printed


@pytest.mark.parametrize("kind", ["curl", "python", "typescript", "pytest"])
def test_an_export_prints_only_code(chat: str, kind: str) -> None:
    result = run(chat, "--export", kind)
    assert result.exit_code == 0
    assert "rehearsal-openai" in result.stdout
    assert "No endpoint was given" not in result.stdout


def test_a_simulated_failure_is_shown(chat: str) -> None:
    result = run(chat, "--fault", "cut-stream")
    assert result.exit_code == 1
    assert "✗ The stream was cut" in result.stdout


def test_a_live_endpoint_receives_the_request(chat: str) -> None:
    body = {"model": "answered", "choices": [{"message": {"content": "Live\x1b[31m!"}, "finish_reason": "stop"}]}
    with server(http(200, compact(body))) as url:
        result = run(chat, "--base-url", url, "--model", "m")
    assert result.exit_code == 0
    assert f"Sending to m at {url}." in result.stderr
    assert "Live\\u001b[31m!" in result.stdout


def test_the_command_announces_that_the_history_is_converted_for_its_endpoint(tmp_path: Path) -> None:
    file = tmp_path / "responses.json"
    items = [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hi"}]}]
    file.write_text(compact({"model": "gpt-5", "input": items}), encoding="utf-8")
    with server(http(400, "{}")) as url:
        result = run(str(file), "--base-url", url, "--model", "m", "--format", "openai-responses")
    sentence = "This OpenAI Responses history is converted and sent as OpenAI Chat Completions."
    assert sentence in result.stderr


def test_an_interrupt_stops_the_replay_and_keeps_what_was_received(chat: str, tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    Path(chat).write_text(compact(AGENT_RUN), encoding="utf-8")
    command = [sys.executable, "-u", "-m", "workbench", "replay", chat, "--fault", "slow:1", "--out", str(record)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.read(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert b"Stopped. Everything received so far is kept." in out, err
    assert process.returncode == 1
    assert open_record(record).stopped


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--model", "m"], "--base-url or --endpoint"),
        (["--base-url", "http://127.0.0.1:9"], "--model is missing"),
        (["--base-url", "http://127.0.0.1:9", "--model", "m", "--key-env", "NOT_SET_ANYWHERE"], "NOT_SET_ANYWHERE"),
        (["--up-to", "99"], "6 messages"),
        (["--base-url", "http://127.0.0.1:9", "--model", "m", "--fault", "html"], "--fault"),
        (["--target", "nobody"], "nobody"),
    ],
)
def test_the_callers_mistakes_are_explained(chat: str, arguments: list[str], words: str) -> None:
    result = run(chat, *arguments)
    assert result.exit_code == 2
    assert words in result.output
