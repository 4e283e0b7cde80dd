"""The README is true: its commands exist, its tables are current, its pictures exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from workbench.cli import COMMANDS, main
from workbench.formats import FORMATS
from workbench.sources import SOURCES
from workbench.sources.writing import WRITERS
from workbench.targets import TARGETS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def between(marker: str) -> str:
    match = re.search(rf"<!-- {marker} -->\n(.*?)<!-- /{marker} -->", README, re.DOTALL)
    assert match, marker
    return match[1].strip()


def test_the_rule_table_is_the_one_that_the_program_prints() -> None:
    printed = CliRunner().invoke(main, ["rules", "--output", "markdown"])
    assert between("rules") == printed.output.strip(), "renew it with: workbench rules --output markdown"


def test_every_format_target_and_source_is_named() -> None:
    sources = [source.slug for source in SOURCES]
    missing = [name for name in (*FORMATS, *TARGETS, *sources) if f"`{name}`" not in README]
    assert missing == []


def test_every_source_whose_files_are_repaired_in_place_is_named() -> None:
    paragraph = next(text for text in README.split("\n\n") if text.startswith("A repair is written into the file"))
    assert [name for name in WRITERS if f"`{name}`" not in paragraph] == []


def test_it_begins_with_a_picture_and_every_picture_exists() -> None:
    pictures = re.findall(r"!\[.*?\]\((.+?)\)", README)
    assert README.startswith("![")
    assert [picture for picture in pictures if not (ROOT / picture).exists()] == []


def test_every_linked_file_exists() -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", README) if not link.startswith("http")]
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_first_two_commands_create_their_own_environment() -> None:
    commands = re.findall(r"```sh\n(python3 .+)\n```", README)[:2]
    assert [shlex.split(command)[:3] for command in commands] == [["python3", "-m", "venv"]] * 2
    assert commands[0].endswith("bin/workbench")
    assert commands[1].endswith("bin/python -m tests")


@pytest.mark.parametrize("command", sorted(set(re.findall(r"^workbench (\w+)", README, re.MULTILINE))))
def test_a_command_in_the_tour_exists_and_has_help_with_an_example(command: str) -> None:
    assert command in COMMANDS
    shown = CliRunner().invoke(main, [command, "--help"])
    assert shown.exit_code == 0
    assert f"workbench {command}" in shown.output


def test_the_printed_finding_is_what_the_program_prints() -> None:
    printed = CliRunner().invoke(main, ["check", str(ROOT / "sample_histories/icontent/rethreaded-prefix.json")])
    shown = re.search(r"```text\n(error.*?)```", README, re.DOTALL)
    assert shown
    lines = [line for line in shown[1].splitlines() if "-->" not in line]
    assert [line for line in lines if line.strip() not in printed.output] == []


@pytest.mark.parametrize(
    "marker",
    ["benchmark", "short benchmark", "doctor benchmark", "start benchmark", "page benchmark", "shapes benchmark"],
)
def test_the_measured_tables_are_filled(marker: str) -> None:
    assert between(marker).startswith("|")


def test_the_library_example_runs_and_prints_what_it_shows(capsys: pytest.CaptureFixture[str]) -> None:
    exec(between("library").removeprefix("```python\n").removesuffix("```"), {})
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("refused - Invalid parameter: 'tool_call_id' of 'toolu_1' not found")
    assert "ID305 /2/tool_call_id Re-thread to call_1" in printed[1] + printed[2]
    assert "'tool_use', 'id': 'call_1'" in printed[-1]


CONTRIBUTING = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_the_map_names_every_package_and_no_removed_one() -> None:
    named = set(re.findall(r"`([a-z_]+)/", CONTRIBUTING)) | {"app", "cli"}
    packages = {path.parent.name for path in (ROOT / "workbench").glob("*/__init__.py")}
    assert packages - named == set()
    assert {name for name in named if name not in packages} <= {"tests", "sample_histories"}
