"""`workbench fix` prints, shows or replaces, and always keeps the original."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.cli.conftest import HEALTHY, ORPHAN, PREFIX_SWITCH, Run
from tests.sources.kinds import KINDS
from tests.sources.test_writing import BROKEN

Save = Callable[..., Path]


def test_the_repaired_document_is_printed_and_the_fixes_are_reported_on_standard_error(run: Run, saved: Save) -> None:
    result = run("fix", saved(PREFIX_SWITCH))
    repaired = json.loads(result.stdout)
    assert repaired[2]["blocks"][0]["result"] == "a.txt"
    assert repaired[2]["blocks"][0]["callId"] == "hist_tool_toolu_1"
    assert "fixed: " in result.stderr
    assert result.stderr.endswith("1 fix.\n")
    assert result.exit_code == 0


def test_a_diff_shows_the_change_and_changes_nothing(run: Run, saved: Save) -> None:
    path = saved(PREFIX_SWITCH)
    before = path.read_bytes()
    out = run("fix", path, "--diff").stdout
    changed = [line for line in out.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    assert changed == ['-        "callId": "toolu_1",', '+        "callId": "hist_tool_toolu_1",']
    assert path.read_bytes() == before


def test_in_place_keeps_the_original_the_style_and_the_permissions(run: Run, saved: Save) -> None:
    path = saved(json.dumps(PREFIX_SWITCH, indent=4) + "\n")
    path.chmod(0o640)
    before = path.read_text()
    result = run("fix", path, "--in-place")
    assert path.read_text() == before.replace('"callId": "toolu_1"', '"callId": "hist_tool_toolu_1"')
    assert path.with_name("chat.json.orig").read_text() == before
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert result.stdout == ""
    assert sorted(file.name for file in path.parent.iterdir()) == ["chat.json", "chat.json.orig"]


def test_an_original_kept_earlier_is_not_overwritten(run: Run, saved: Save) -> None:
    path = saved(PREFIX_SWITCH)
    kept = saved("precious", "chat.json.orig")
    run("fix", path, "--in-place")
    assert kept.read_text() == "precious"
    assert json.loads(path.with_name("chat.json.orig1").read_text()) == PREFIX_SWITCH


def test_what_was_repaired_for_a_target_needs_no_other_fix_when_it_is_read_for_that_target(
    run: Run, saved: Save
) -> None:
    """Without its only result, the history may be one of Anthropic too, which accepts no system message."""
    history = [{"role": "system", "content": "Be brief."}, *ORPHAN]
    out = saved("", "repaired.json")
    first = run("fix", saved(history), "--target", "anthropic", "--out", out)
    written = out.read_bytes()
    again = run("fix", out, "--target", "anthropic", "--out", out)
    assert out.read_bytes() == written
    assert again.exit_code == first.exit_code == 1
    assert "would be read as Anthropic Messages, where other fixes are needed." in first.stderr


def test_a_file_that_needs_nothing_is_not_touched(run: Run, saved: Save) -> None:
    path = saved(HEALTHY)
    result = run("fix", path, "--in-place")
    assert result.exit_code == 0
    assert [file.name for file in path.parent.iterdir()] == ["chat.json"]


def test_a_file_that_is_not_one_json_document_is_not_replaced(run: Run, saved: Save) -> None:
    path = saved(f"log: {json.dumps(PREFIX_SWITCH)}", "log.txt")
    result = run("fix", path, "--in-place")
    assert result.exit_code == 2
    assert "use --messages and --out" in result.stderr
    assert path.read_text().startswith("log: ")


LOST = [*HEALTHY[:2], {"role": "user", "content": "And now?"}]
PLACEHOLDER = "No result was recorded for this call."


def test_of_several_conversations_in_a_file_the_others_stay_to_the_byte(run: Run, saved: Save) -> None:
    first, second = json.dumps(LOST), json.dumps({"messages": LOST, "temperature": 9})
    text = f"[\n {first},\n  {second.replace('9', '1.10')} ]\n"
    path = saved(text)
    assert run("fix", path, "--conversation", "2", "--out", path).exit_code == 0
    assert path.read_text().startswith(f"[\n {first},\n")
    assert '"temperature": 1.10' in path.read_text()
    assert path.read_text().count(PLACEHOLDER) == 1
    run("fix", path, "--in-place")
    assert path.read_text().count(PLACEHOLDER) == 2
    assert len(json.loads(path.read_text())) == 2


def test_one_of_two_equal_conversations_is_the_one_that_was_chosen(run: Run, saved: Save) -> None:
    path = saved([LOST, LOST])
    run("fix", path, "--conversation", "2", "--in-place")
    assert [len(conversation) for conversation in json.loads(path.read_text())] == [3, 4]


def test_a_conversation_in_a_text_does_not_take_the_place_of_the_text(run: Run, saved: Save) -> None:
    path = saved(f"This is what I sent:\n{json.dumps(LOST)}\nand it failed.", "mail.txt")
    before = path.read_text()
    assert json.loads(run("fix", path).stdout)[2]["content"] == PLACEHOLDER
    refused = run("fix", path, "--out", path)
    assert refused.exit_code == 2
    assert "the rest of its content would be lost" in refused.stderr
    assert path.read_text() == before


def test_lines_of_requests_change_where_the_repair_is(run: Run, saved: Save) -> None:
    text = "".join(json.dumps({"messages": LOST, "top_p": number}) + "\n" for number in (1, 3)).replace("3}", "0.90}")
    path = saved(text, "requests.jsonl")
    run("fix", path, "--conversation", "2", "--in-place")
    old, new = text.splitlines(), path.read_text().splitlines()
    assert new[0] == old[0]
    assert new[1].endswith('"top_p": 0.90}')
    assert PLACEHOLDER in new[1]


def test_the_repaired_file_can_be_written_to_another_path(run: Run, saved: Save, tmp_path: Path) -> None:
    out = tmp_path / "repaired.json"
    assert run("fix", saved(PREFIX_SWITCH), "--out", out).stdout == ""
    assert json.loads(out.read_text())[2]["blocks"][0]["callId"] == "hist_tool_toolu_1"


def test_only_the_selected_rules_are_fixed(run: Run, saved: Save) -> None:
    result = run("fix", saved(PREFIX_SWITCH), "--select", "CO")
    assert json.loads(result.stdout) == PREFIX_SWITCH
    assert result.exit_code == 1
    assert "left: error[" in result.stderr


def test_options_for_writing_exclude_each_other(run: Run, saved: Save) -> None:
    result = run("fix", saved(HEALTHY), "--diff", "--in-place")
    assert result.exit_code == 2


def test_a_deeply_nested_document_can_be_replaced(run: Run, saved: Save) -> None:
    deep = '{"x":' * 250 + "1" + "}" * 250
    orphan = '{"role": "tool", "tool_call_id": "call_9", "content": "x"}'
    path = saved('[{"role": "user", "content": "hi", "extra": ' + deep + "}, " + orphan + "]")
    result = run("fix", path, "--in-place")
    assert result.exit_code == 0
    assert deep in path.read_text(encoding="utf-8")
    assert "call id call_9" in path.read_text(encoding="utf-8")


def test_a_session_is_written_in_its_programs_own_lines(run: Run, saved: Save, tmp_path: Path) -> None:
    broken = BROKEN["claude-code"].lost
    out = tmp_path / "repaired.jsonl"
    run("fix", saved(broken.decode(), "session.jsonl"), "--out", out)
    old, new = broken.decode().splitlines(), out.read_text().splitlines()
    assert new[:2] == old[:2]
    assert json.loads(new[2])["message"]["content"][0]["type"] == "tool_result"
    assert json.loads(new[3])["uuid"] == json.loads(old[2])["uuid"]


def test_the_diff_of_a_session_shows_its_own_lines(run: Run, saved: Save) -> None:
    result = run("fix", saved(BROKEN["codex"].lost.decode(), "rollout.jsonl"), "--diff")
    added = [line for line in result.stdout.splitlines() if line.startswith("+{")]
    assert [json.loads(line[1:])["payload"]["output"] for line in added] == ["aborted"]


def test_jsonl_is_written_as_jsonl(run: Run, saved: Save, tmp_path: Path) -> None:
    broken = [
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": None, "tool_calls": [
            {"id": "call_1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": "toolu_1", "content": "ok"},
    ]  # fmt: skip
    text = "".join(json.dumps(message) + "\n" for message in broken)
    out = tmp_path / "repaired.jsonl"
    run("fix", saved(text, "chat.jsonl"), "--out", out)
    assert out.read_text() == text.replace("toolu_1", "call_1")


def test_a_format_that_cannot_be_written_is_reported(run: Run, saved: Save, tmp_path: Path) -> None:
    record = {"request_id": "1", "request_body": {"messages": [
        {"role": "assistant", "content": None, "tool_calls": [
            {"id": "call_1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": "toolu_1", "content": "ok"}]}}  # fmt: skip
    path, out = saved([record], "helicone.json"), tmp_path / "request.json"
    refused = run("fix", path, "--out", out)
    assert refused.exit_code == 2
    why = "Helicone log files cannot be written; --messages writes the repaired messages alone"
    assert refused.stderr == f"workbench: {out} is not written: {why}.\n"
    assert not out.exists()
    assert run("fix", path, "--in-place").exit_code == 2
    assert run("fix", path, "--messages", "--out", out).exit_code == 0
    assert json.loads(out.read_text())[1]["tool_call_id"] == "call_1"
    assert json.loads(run("fix", path, "--messages").stdout) == json.loads(out.read_text())


def test_a_format_that_cannot_be_written_is_copied_if_nothing_changes(run: Run, saved: Save, tmp_path: Path) -> None:
    path, out = saved([{"request_id": "1", "request_body": {"messages": HEALTHY}}], "helicone.json"), tmp_path / "out"
    assert run("fix", path, "--out", out).exit_code == 0
    assert out.read_bytes() == path.read_bytes()


def test_the_messages_alone_have_the_settings_of_their_request(run: Run, saved: Save, tmp_path: Path) -> None:
    path, out = saved({"name": "x", "request": {"model": "gpt-4o", "messages": LOST}}), tmp_path / "out.json"
    run("fix", path, "--messages", "--out", out)
    written = json.loads(out.read_text())
    assert (written["model"], written["messages"][2]["content"]) == ("gpt-4o", PLACEHOLDER)


def test_a_prompt_that_is_one_text_stays_one_text(run: Run, saved: Save, tmp_path: Path) -> None:
    """As a list of one text, it would be no request that any server or the workbench itself could read."""
    tool = {"type": "function", "name": "f", "parameters": {"properties": {}}}
    request = json.dumps({"model": "gpt-4o", "input": "What is new?", "tools": [tool]})
    out = tmp_path / "out.json"
    run("fix", saved(f"POST {request}", "log.txt"), "--out", out)
    assert json.loads(out.read_text())["input"] == "What is new?"
    assert run("fix", saved(request), "--messages").stdout == out.read_text()
    assert run("check", out).exit_code == 0


def test_what_a_tool_said_in_a_language_without_blanks_stays(run: Run, saved: Save) -> None:
    """`connection refused` as a status are two words. The same in Japanese is one run of letters."""
    said = "接続が拒否されました"
    orphan = {**ORPHAN[1], "content": "", "status": said}
    request = {"model": "gpt-4o", "messages": [{**HEALTHY[0], "detail": said}]}
    for history in ([ORPHAN[0], orphan], request):
        repaired = json.loads(run("fix", saved(history)).stdout)
        assert said in json.dumps(repaired, ensure_ascii=False)


def test_the_messages_alone_do_not_take_the_place_of_the_file(run: Run, saved: Save) -> None:
    path = saved({"name": "x", "request": {"model": "gpt-4o", "messages": LOST}})
    before = path.read_bytes()
    refused = run("fix", path, "--messages", "--out", path)
    assert (refused.exit_code, path.read_bytes()) == (2, before)
    assert "the rest of its content would be lost" in refused.stderr
    assert run("fix", path, "--messages", "--in-place").exit_code == 2


def test_standard_input_keeps_its_format(run: Run) -> None:
    text = "".join(json.dumps(message) + "\n" for message in LOST)
    lines = run("fix", "-", input=text).stdout.splitlines()
    assert [json.loads(line).get("content") for line in lines][-2:] == [PLACEHOLDER, "And now?"]
    assert lines[:2] == text.splitlines()[:2]


def test_a_session_on_standard_input_stays_a_session(run: Run) -> None:
    call = {"type": "function_call", "call_id": "call_1", "name": "ls", "arguments": "{}"}
    result = {"type": "function_call_output", "call_id": "toolu_1", "output": "a.txt"}
    items = [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "ls"}]}, call, result]
    records: list[Any] = [{"type": "session_meta", "payload": {"id": "1"}}]
    records += [{"type": "response_item", "payload": item} for item in items]
    text = "".join(json.dumps(record) + "\n" for record in records)
    assert run("fix", "-", input=text).stdout == text.replace("toolu_1", "call_1")


def test_a_database_is_written_as_a_database(run: Run, tmp_path: Path) -> None:
    path, out = tmp_path / "sessions.db", tmp_path / "repaired.db"
    path.write_bytes(KINDS["openai-agents"].content)
    run("fix", path, "--conversation", "1", "--out", out)
    assert out.read_bytes() == path.read_bytes()
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "update agent_messages set message_data = replace(message_data, 'call_1', 'toolu_1')"
            " where message_data like '%function_call_output%'"
        )
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("pragma journal_mode=wal")
    before = path.read_bytes()
    run("fix", path, "--conversation", "1", "--out", out)
    assert path.read_bytes() == before
    assert sorted(file.name for file in tmp_path.iterdir()) == ["repaired.db", "sessions.db"]
    assert (run("check", path).exit_code, run("check", out).exit_code) == (1, 0)
    assert json.loads(run("detect", out, "--output", "json").stdout)["files"][0]["source"] == "openai-agents"


def test_an_archive_without_errors_is_copied_unchanged(run: Run, tmp_path: Path) -> None:
    path, out = tmp_path / "log.eval", tmp_path / "same.eval"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        sample = {"id": 1, "epoch": 1, "input": "hi", "target": "x", "messages": [{"role": "user", "content": "hi"}]}
        archive.writestr("header.json", json.dumps({"version": 2, "status": "success", "eval": {"task": "t"}}))
        archive.writestr("samples/1_epoch_1.json", json.dumps(sample))
    run("fix", path, "--out", out)
    assert out.read_bytes() == path.read_bytes()


def test_a_conversation_that_was_not_judged_is_not_reported_as_repaired(run: Run, saved: Save) -> None:
    odd = [{"role": "assi", "tool_calls": [{}]}, {"tool_calls": [{"function": {"arguments": "hall"}}]}]
    result = run("fix", saved(odd))
    assert json.loads(result.stdout) == odd
    assert result.stderr.startswith("Not judged: a list of 2 objects with role and tool_calls")
    assert result.stderr.endswith(" Nothing was repaired.\n")
    assert result.exit_code == 2
