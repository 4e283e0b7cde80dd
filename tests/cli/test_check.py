"""`workbench check`: programs rely on its JSON and its exit codes, and its text points at the value."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import HEALTHY, ORPHAN, PREFIX_SWITCH, Run

Save = Callable[..., Path]


def test_the_json_has_the_rule_the_place_the_target_and_its_error_message(run: Run, saved: Save) -> None:
    path = saved(ORPHAN)
    result = run("check", path, "--output", "json")
    [row] = json.loads(result.stdout)["files"]
    assert (row["file"], row["format"], row["dialect"], row["target"]) == (str(path), "openai-chat", None, "openai")
    [finding] = [finding for finding in row["findings"] if finding["rule"] == "tool-result-orphan"]
    assert finding["rule"] == "tool-result-orphan"
    assert finding["code"] == "TC101"
    assert finding["stage"] == "internal"
    assert finding["at"].startswith("/1")
    assert finding["message_index"] == 1
    assert finding["id"] == "call_9"
    assert "must be a response to a preceeding message" in finding["provider_error"]
    assert set(finding) >= {"rule", "code", "severity", "stage", "at", "message_index", "id", "text", "fix"}
    assert result.exit_code == 1


def test_the_place_leads_into_the_request_body_if_the_file_is_one(run: Run, saved: Save) -> None:
    result = run("check", saved({"model": "m", "messages": ORPHAN}), "--output", "json")
    assert json.loads(result.stdout)["files"][0]["findings"][0]["at"].startswith("/messages/1")


def test_a_healthy_file_exits_with_0_even_with_a_warning(run: Run, saved: Save) -> None:
    assert run("check", saved(HEALTHY)).exit_code == 0
    assert run("check", saved(HEALTHY[:2])).exit_code == 0


def test_an_unreadable_file_is_reported_in_its_place_and_the_others_are_checked(run: Run, saved: Save) -> None:
    broken, healthy = saved("[{", "a.json"), saved(HEALTHY, "b.json")
    result = run("check", broken, healthy, "missing.json", "--output", "json")
    first, second, third = json.loads(result.stdout)["files"]
    assert first["file"] == str(broken)
    assert "error" in first
    assert "findings" not in first
    assert second["findings"] == []
    assert third["file"] == "missing.json"
    assert "No such file" in third["error"]
    assert result.exit_code == 2


def test_each_conversation_in_a_file_is_a_row_with_its_name(run: Run, saved: Save) -> None:
    path = saved("\n".join(json.dumps({"messages": chat}) for chat in (HEALTHY, ORPHAN)), "chats.jsonl")
    rows = json.loads(run("check", path, "--output", "json").stdout)["files"]
    assert [row["file"] for row in rows] == [str(path)] * 2
    assert [row["conversation"] for row in rows] == [f"{path}:1", f"{path}:2"]
    assert [bool(row["findings"]) for row in rows] == [False, True]


def test_a_folder_is_read_file_by_file(run: Run, saved: Save) -> None:
    saved(HEALTHY, "b.json")
    folder = saved(ORPHAN, "a.json").parent
    rows = json.loads(run("check", folder, "--output", "json").stdout)["files"]
    assert [row["file"] for row in rows] == [str(folder / "a.json"), str(folder / "b.json")]
    assert "conversation" not in rows[0]


def test_a_text_file_next_to_the_conversations_of_a_folder_is_not_an_error(run: Run, saved: Save) -> None:
    saved("# Readme\nWith {braces: and} [words].", "README.md")
    saved("squares = {'a': x for x in y}", "make.py")
    folder = saved(HEALTHY, "a.json").parent
    result = run("check", folder, "--output", "json")
    assert [row["file"] for row in json.loads(result.stdout)["files"]] == [str(folder / "a.json")]
    assert result.exit_code == 0
    note = f"note: skipped, because it contains no conversation: {folder / 'README.md'} and 1 more.\n"
    assert result.stderr == note


@pytest.mark.parametrize("name", ["package.json", "broken.jsonl"])
def test_a_file_with_a_data_extension_must_contain_a_conversation(run: Run, saved: Save, name: str) -> None:
    saved('{"name": "x"}', name)
    folder = saved(HEALTHY, "a.json").parent
    result = run("check", folder)
    assert result.exit_code == 2
    assert name in result.stdout


def test_a_text_that_is_cut_off_after_a_message_is_an_unreadable_conversation(run: Run, saved: Save) -> None:
    saved(json.dumps(HEALTHY)[:-20], "log.txt")
    folder = saved(HEALTHY, "a.json").parent
    assert run("check", folder).exit_code == 2


def test_a_text_that_is_named_or_is_the_only_file_must_contain_a_conversation(run: Run, saved: Save) -> None:
    readme = saved("# Readme", "README.md")
    for result in (run("check", readme), run("check", readme.parent), run("detect", readme.parent)):
        assert result.exit_code == 2
        assert "there is no JSON in it" in result.stdout
    saved(HEALTHY, "a.json")
    assert run("check", readme, readme.parent).exit_code == 2


def test_only_the_conversations_of_an_archive_count(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "chats.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("README.md", "# Readme")
        archive.writestr("a.json", json.dumps(HEALTHY))
    assert run("check", path).exit_code == 0


def test_a_command_for_one_conversation_uses_the_first_of_a_folder(run: Run, saved: Save) -> None:
    saved("# Readme", "README.md")
    folder = saved(HEALTHY, "a.json").parent
    result = run("convert", folder, "--to", "anthropic")
    assert result.exit_code == 0
    assert json.loads(result.stdout)[0]["content"] == "List the files."


def test_standard_input_is_read(run: Run) -> None:
    result = run("check", "-", "--output", "json", input=json.dumps(ORPHAN))
    assert json.loads(result.stdout)["files"][0]["file"] == "-"
    assert result.exit_code == 1


def test_a_given_format_overrides_detection(run: Run, saved: Save) -> None:
    plain = saved([{"role": "user", "content": "Hello."}])
    row = json.loads(run("check", plain, "--format", "anthropic", "--output", "json").stdout)["files"][0]
    assert (row["format"], row["candidates"]) == ("anthropic", [])


def test_the_target_breaks_a_tie_between_formats(run: Run, saved: Save) -> None:
    plain = saved([{"role": "user", "content": "Hello."}])
    row = json.loads(run("check", plain, "--target", "anthropic", "--output", "json").stdout)["files"][0]
    assert (row["format"], row["target"]) == ("anthropic", "anthropic")
    assert "openai-chat" in row["candidates"]
    assert "could also be" in run("check", plain).stdout


def test_all_targets_have_one_row_each(run: Run, saved: Save) -> None:
    path = saved(ORPHAN)
    rows = json.loads(run("check", path, "--target", "all", "--output", "json").stdout)["files"]
    verdicts = {row["target"]: row["verdict"] for row in rows}
    assert verdicts["openai"] == "refused"
    assert len(verdicts) == len(rows) > 10
    matrix = run("check", path, "--target", "all").stdout
    assert "openai " in matrix
    assert "refused" in matrix


def test_rules_are_selected_by_name_code_or_family(run: Run, saved: Save) -> None:
    path = saved(ORPHAN)
    for name in ("tool-result-orphan", "TC101", "tc"):
        assert run("check", path, "--select", name).exit_code == 1
        assert run("check", path, "--ignore", name).exit_code == 0
    assert run("check", path, "--select", "CO").exit_code == 0
    wrong = run("check", path, "--select", "TC999")
    assert wrong.exit_code == 2
    assert wrong.stderr == "workbench: there is no rule 'TC999'; `workbench rules` lists them all.\n"


def test_the_text_marks_the_value_and_its_partner_and_names_the_fix(run: Run, saved: Save) -> None:
    path = saved(PREFIX_SWITCH)
    out = run("check", path).stdout
    lines = out.splitlines()
    assert lines[0] == f"{path}: icontent, for OpenAI"
    assert lines[2].startswith("error[ID302] tool-id-mismatch-created: ")
    assert lines[3] == f"  --> {path}:27:19  contents[2].blocks[0].callId"
    marked = next(number for number, line in enumerate(lines) if "^" in line)
    assert lines[marked - 1].startswith("   2 | ")
    start, end = lines[marked].index("^"), lines[marked].rindex("^") + 1
    assert lines[marked - 1][start:end] == '"toolu_1"'
    assert "OpenAI would say: " in out
    assert "= fix: " in out
    assert "= also: " in out
    assert "OpenAI would refuse this: 1 error, first at message 2." in out
    assert lines[-1] == "1 error in 1 conversation."


def test_a_warning_shows_the_possible_error_and_does_not_promise_acceptance(run: Run, saved: Save) -> None:
    call = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    messages = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": None, "tool_calls": [call]}]
    out = run("check", saved(messages)).stdout
    assert "OpenAI may say: " in out
    assert "OpenAI may refuse this: 1 warning." in out


def test_a_lone_message_is_refused_without_a_place(run: Run, saved: Save) -> None:
    out = run("check", saved({"role": "tool", "tool_call_id": "call_1", "content": "ok"})).stdout
    assert "OpenAI would refuse this: 1 error.\n" in out


def test_no_colours_are_written_without_a_terminal(run: Run, saved: Save) -> None:
    assert "\x1b" not in run("check", saved(ORPHAN)).stdout


def test_hostile_text_cannot_control_the_terminal(run: Run, saved: Save) -> None:
    hostile = [ORPHAN[0], {"role": "tool", "tool_call_id": "\x1b[2J\u202e", "content": "x"}]
    for output in ("text", "github", "junit"):
        out = run("check", saved(hostile), "--output", output).stdout
        assert "\x1b" not in out
        assert "\u202e" not in out


def test_a_file_that_is_cut_off_is_checked_up_to_there_with_partial(run: Run, saved: Save) -> None:
    path = saved(json.dumps(ORPHAN)[:-1] + ', {"role": "us')
    whole = run("check", path)
    assert whole.exit_code == 2
    assert whole.stderr == f"note: {path} cannot be read completely; --partial reads the messages before the error.\n"
    result = run("check", path, "--partial", "--output", "json")
    [row] = json.loads(result.stdout)["files"]
    assert row["notes"][-1]["kind"] == "cut"
    assert row["findings"][0]["rule"] == "tool-result-orphan"
    assert result.exit_code == 1


def test_a_target_can_be_given_by_its_common_name(run: Run, saved: Save) -> None:
    row = json.loads(run("check", saved(HEALTHY), "--target", "kimi", "--output", "json").stdout)["files"][0]
    assert row["target"] == "moonshot"
