"""The commands report the source of a file, its conversations and its branches."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Run
from tests.sources.kinds import CHATGPT, LANGFUSE
from tests.sources.test_writing import BROKEN

Save = Callable[..., Path]


def test_detect_names_the_source_and_how_many_conversations_there_are(run: Run, saved: Save) -> None:
    (row,) = json.loads(run("detect", saved(LANGFUSE), "--output", "json").stdout)["files"]
    assert (row["source"], row["conversations"], row["messages"]) == ("langfuse", 1, 3)
    (plain,) = json.loads(run("detect", saved([{"role": "user", "content": "hi"}]), "--output", "json").stdout)["files"]
    assert (plain["source"], plain["conversations"]) == (None, 1)


def test_check_shows_the_source_and_the_branch(run: Run, saved: Save) -> None:
    result = run("check", saved(CHATGPT))
    assert "ChatGPT export, 2 branches, the current one shown" in result.stdout.replace("\n", " ")
    (row,) = json.loads(run("check", saved(CHATGPT), "--output", "json").stdout)["files"]
    assert (row["source"], row["verdict"]) == ("chatgpt-export", "accepted")


def test_another_branch_can_be_selected(run: Run, saved: Save) -> None:
    (row,) = json.loads(run("detect", saved(CHATGPT), "--branch", "2", "--output", "json").stdout)["files"]
    assert row["messages"] == 2
    result = run("detect", saved(CHATGPT), "--branch", "3")
    assert (result.exit_code, "no branch 3" in result.stderr) == (2, True)


def test_a_finding_points_into_the_file_and_names_its_line(run: Run, saved: Save) -> None:
    path = saved(BROKEN["claude-code"].renamed.decode(), "session.jsonl")
    (row,) = json.loads(run("check", path, "--output", "json").stdout)["files"]
    places = {(finding["at"], finding["line"]) for finding in row["findings"] if finding["severity"] == "error"}
    assert ("/2/message/content/0/tool_use_id", 3) in places


def test_an_unrecognised_file_is_not_judged(run: Run, saved: Save) -> None:
    path = saved([{"name": "Ada", "email": "ada@example.org"}])
    result = run("check", path, "--output", "json")
    (row,) = json.loads(result.stdout)["files"]
    assert (result.exit_code, row["verdict"], row["source"]) == (2, "not-judged", None)
    assert "a list of 1 object with name and email" in row["error"]
    assert "no messages were found in it" in row["error"]
