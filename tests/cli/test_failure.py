"""Every failure is one sentence on standard error and exit code 2, never a stack trace."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from workbench.cli import COMMANDS


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chek"], "workbench: there is no command and no file 'chek'; did you mean 'check'?"),
        (["chek", "chat.json", "--output", "json"], "there is no command and no file 'chek'; did you mean 'check'?"),
        (["nowhere.json"], "there is no command and no file 'nowhere.json'."),
        (["open", "nowhere.json"], "there is no file 'nowhere.json'."),
        (["open", "--target", "opnai"], "did you mean 'openai'?"),
        (["explain", "TC999"], "there is no rule 'TC999'; `workbench rules` lists them all."),
        (["check", "x", "--select", "tool-result-orphans"], "did you mean 'tool-result-orphan'?"),
        (["replay", "x", "--fault", "cut-steam"], "there is no fault 'cut-steam'; did you mean 'cut-stream'?"),
        (["convert", "x", "--to", "a2a", "--check", "--out", "y"], "--check converts nothing"),
        (["check"], "workbench: Missing argument 'FILE|DIR|- …'."),
        (["check", "x", "--target", "opnai"], "did you mean 'openai'?"),
        (["check", "x", "--format", "zzz"], "there is no format 'zzz'; there are: openai-chat, "),
        (["convert", "nowhere.json", "--to", "anthropic"], "No such file or directory"),
    ],
)
def test_a_mistake_is_reported_in_one_sentence(run: Run, arguments: list[str], sentence: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stderr.startswith("workbench: ")
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_a_file_without_an_error_is_not_mistaken_for_a_rule(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "chat.json"
    file.write_text("[]")
    assert run("explain", file).stderr.startswith(f"workbench: {file} contains no error; pass the error")


def test_standard_input_is_not_replaced(run: Run) -> None:
    result = run("fix", "-", "--in-place", input='[{"role": "user", "content": "hi"}]')
    assert (result.exit_code, result.stderr) == (2, "workbench: standard input cannot be replaced; use --out.\n")


def _break(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a defect")

    monkeypatch.setattr("workbench.outputs.rule_table.rules_as_json", broken)


def test_a_defect_of_the_program_asks_for_a_report(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    _break(monkeypatch)
    result = run("rules", "--output", "json")
    assert result.exit_code == 2
    assert result.stderr.startswith("workbench: this is a defect of the workbench itself (ZeroDivisionError); ")
    assert result.stderr.count("\n") == 1


def test_the_stack_trace_is_shown_on_request(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    _break(monkeypatch)
    monkeypatch.setenv("WORKBENCH_DEBUG", "1")
    assert "Traceback (most recent call last)" in run("rules", "--output", "json").stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_help_with_an_example(run: Run, name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert "Example" in result.stdout
    assert f"workbench {name}" in result.stdout


def test_the_help_lists_all_commands(run: Run) -> None:
    result = run("--help")
    assert result.exit_code == 0
    for name in COMMANDS:
        assert f"  {name} " in result.stdout
    commands = result.stdout.partition("Commands:")[2]
    assert "..." not in commands, "a command's first sentence is too long for its line"


def test_a_closed_pipe_is_not_an_error() -> None:
    program = f"{sys.executable} -m workbench rules --output json | head -c 1"
    done = subprocess.run(
        program, shell=True, capture_output=True, text=True, cwd=Path(__file__).parents[2], check=False
    )
    assert (done.stdout, done.stderr) == ("[", "")


def test_help_and_version_import_nothing_heavy() -> None:
    code = (
        "import sys; from workbench.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'streamlit', 'openai', 'pandas', 'pydantic', 'rich'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
