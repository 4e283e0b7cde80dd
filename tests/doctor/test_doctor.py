"""`workbench doctor` lists sessions, explains why one is broken, and repairs it in its own file."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.sources.kinds import KINDS, opencode_database
from tests.sources.test_writing import BROKEN
from workbench.cli import main
from workbench.doctor import repairing
from workbench.sources import SOURCES

HEALTHY = KINDS["claude-code"].content
BROKEN_SESSION = BROKEN["claude-code"].lost


def doctor(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["doctor", *arguments])


def rows(*arguments: str) -> list[dict[str, Any]]:
    sessions: list[dict[str, Any]] = json.loads(doctor(*arguments, "--output", "json").stdout)["sessions"]
    return sessions


def written(folder: Path, name: str, content: bytes | object, age: int = 0) -> Path:
    file = folder / name
    file.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    os.utime(file, (1_800_000_000 - age, 1_800_000_000 - age))
    return file


def test_sessions_are_listed_with_the_newest_first(tmp_path: Path) -> None:
    written(tmp_path, "old.jsonl", HEALTHY, age=100)
    written(tmp_path, "new.jsonl", BROKEN_SESSION)
    listed = rows(str(tmp_path))
    assert [(Path(row["file"]).name, row["health"], row["repairable"]) for row in listed] == [
        ("new.jsonl", "broken", True),
        ("old.jsonl", "healthy", False),
    ]
    assert listed[0]["why"]


def test_fix_repairs_the_file_itself_and_keeps_the_original(tmp_path: Path) -> None:
    file = written(tmp_path, "session.jsonl", BROKEN_SESSION)
    result = doctor(str(file), "--fix")
    assert result.exit_code == 0
    assert (tmp_path / "session.jsonl.orig").read_bytes() == BROKEN_SESSION
    assert len(file.read_bytes().splitlines()) == len(BROKEN_SESSION.splitlines()) + 1
    assert [row["health"] for row in rows(str(file))] == ["healthy"]


def test_a_broken_session_fails_until_it_is_repaired(tmp_path: Path) -> None:
    file = written(tmp_path, "session.jsonl", BROKEN_SESSION)
    assert doctor(str(file)).exit_code == 1
    assert file.read_bytes() == BROKEN_SESSION


def test_without_a_path_the_folders_of_all_programs_are_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    project = tmp_path / ".claude" / "projects" / "-w"
    project.mkdir(parents=True)
    written(project, "a.jsonl", HEALTHY)
    assert [row["source"] for row in rows()] == ["claude-code"]


def test_the_hidden_folders_of_a_given_home_folder_are_searched_too(tmp_path: Path) -> None:
    project = tmp_path / ".claude" / "projects" / "-w"
    project.mkdir(parents=True)
    written(project, "a.jsonl", HEALTHY)
    written(tmp_path, "b.jsonl", HEALTHY, age=100)
    assert [Path(row["file"]).name for row in rows(str(tmp_path))] == ["a.jsonl", "b.jsonl"]


def test_a_file_that_changes_while_it_is_read_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = written(tmp_path, "session.jsonl", BROKEN_SESSION)
    original = repairing.repaired_text

    def meanwhile(text: str, name: str) -> tuple[str, int]:
        with file.open("ab") as running:
            running.write(b'{"type": "progress"}\n')
        return original(text, name)

    monkeypatch.setattr(repairing, "repaired_text", meanwhile)
    result = doctor(str(file), "--fix")
    assert result.exit_code == 1
    assert "a program is writing to it" in result.output.replace("\n", " ")
    assert file.read_bytes() == BROKEN_SESSION + b'{"type": "progress"}\n'


def test_a_file_that_a_program_has_locked_is_left_alone(tmp_path: Path) -> None:
    file = written(tmp_path, "session.jsonl", BROKEN_SESSION)
    with file.open("rb") as locked:
        fcntl.flock(locked, fcntl.LOCK_EX)
        assert "locked" in rows(str(file), "--fix")[0]["not_repaired"]
    assert file.read_bytes() == BROKEN_SESSION


def test_a_file_that_can_only_be_read_is_reported_as_such(tmp_path: Path) -> None:
    record = [
        {"request_id": "1", "request_body": {"messages": [{"role": "tool", "tool_call_id": "x", "content": "y"}]}}
    ]
    (row,) = rows(str(written(tmp_path, "log.json", record)), "--fix")
    assert (row["health"], row["repairable"]) == ("broken", False)
    assert "can only be read" in row["obstacle"]


def agents_store(path: Path) -> None:
    items = [
        {"role": "user", "content": "Weather?"},
        {"type": "function_call", "call_id": "call_1", "name": "weather", "arguments": "{}"},
        {"role": "user", "content": "and Rome?"},
    ]
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("create table agent_messages (id integer primary key, session_id text, message_data text)")
        for session in ("one", "two"):
            for item in items[:1] if session == "two" else items:
                insert = "insert into agent_messages (session_id, message_data) values (?, ?)"
                connection.execute(insert, (session, json.dumps(item)))
        connection.commit()


def stored(path: Path, session: str) -> list[str]:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        query = "select message_data from agent_messages where session_id = ? order by id"
        return [row[0] for row in connection.execute(query, (session,))]


def test_an_output_is_inserted_after_its_call_in_a_database(tmp_path: Path) -> None:
    store = tmp_path / "sessions.db"
    agents_store(store)
    before = stored(store, "one")
    (row,) = rows(str(store), "--fix")
    after = stored(store, "one")
    assert row["kept"].endswith("sessions.db.orig")
    assert [after[0], after[1], after[3]] == before
    assert json.loads(after[2])["call_id"] == "call_1"
    assert [row["health"] for row in rows(str(store))] == ["healthy"]


def test_a_part_of_opencode_is_updated_in_its_database(tmp_path: Path) -> None:
    store = tmp_path / "opencode.db"
    store.write_bytes(opencode_database())
    running = json.dumps({"type": "tool", "callID": "c", "tool": "ls", "state": {"status": "running", "input": {}}})
    with contextlib.closing(sqlite3.connect(store)) as connection:
        connection.execute("update part set data = ? where id = 'prt_2'", (running,))
        message = json.dumps({"role": "user", "time": {"created": 9}})
        connection.execute("insert into message values ('msg_3', 'ses_1', ?)", (message,))
        text = json.dumps({"type": "text", "text": "on"})
        connection.execute("insert into part values ('prt_3', 'msg_3', 'ses_1', ?)", (text,))
        connection.commit()
    assert [row["health"] for row in rows(str(store))] == ["broken"]
    rows(str(store), "--fix")
    with contextlib.closing(sqlite3.connect(store)) as connection:
        (data,) = connection.execute("select data from part where id = 'prt_2'").fetchone()
    assert json.loads(data)["state"]["status"] == "error"


def test_the_folders_of_common_programs_are_known() -> None:
    assert {source.slug for source in SOURCES if source.homes} >= {"claude-code", "codex", "pi-agent", "gemini-cli"}
