"""`workbench doctor` lists sessions, explains why one is broken, and repairs it in its own file."""

from __future__ import annotations

import contextlib
import fcntl
import gzip
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
from click.testing import CliRunner, Result

from tests.doctor.whole_sessions import opencode_storage
from tests.sources.documents import lines
from tests.sources.kinds import DUMPED, KINDS, checkpoint_database, opencode_database
from tests.sources.test_writing import BROKEN, PI_PLAIN
from workbench.cli import main
from workbench.doctor import examining, repairing
from workbench.doctor.session_files import session_files
from workbench.parallel import run_in_processes
from workbench.sources import SOURCES

HEALTHY = KINDS["claude-code"].content
BROKEN_SESSION = BROKEN["claude-code"].lost


def doctor(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["doctor", *arguments])


def rows(*arguments: str) -> list[dict[str, Any]]:
    sessions: list[dict[str, Any]] = json.loads(doctor(*arguments, "--output", "json").stdout)["sessions"]
    return sessions


def zstandard(content: bytes) -> bytes:
    packed: bytes = pyarrow.compress(content, "zstd", asbytes=True)
    return packed


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


def test_sessions_that_worker_processes_examine_are_listed_in_the_same_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for age in range(40):
        written(tmp_path, f"{age:02}.jsonl", BROKEN_SESSION if age % 7 == 3 else HEALTHY, age)
    in_one_process = rows(str(tmp_path))
    started = []

    def in_processes(*arguments: Any) -> Any:
        started.append(arguments)
        return run_in_processes(*arguments)

    monkeypatch.setattr(examining, "run_in_processes", in_processes)
    monkeypatch.setattr(examining, "_MANY_BYTES", 0)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    assert rows(str(tmp_path)) == in_one_process
    assert started
    assert [Path(row["file"]).stem for row in in_one_process] == [f"{age:02}" for age in range(40)]


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


def test_a_computer_without_sessions_gets_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    everywhere = CliRunner().invoke(main, ["doctor"])
    assert (everywhere.exit_code, everywhere.stdout) == (
        0,
        "No sessions are in the places where agents store them. Name a file or a folder to check.\n",
    )
    here = CliRunner().invoke(main, ["doctor", str(tmp_path)])
    assert (here.exit_code, here.stdout) == (0, "No session files are there.\n")


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


def test_a_session_with_a_tool_that_may_still_be_running_is_healthy(tmp_path: Path) -> None:
    (tmp_path / "waiting.jsonl").write_bytes(lines(*PI_PLAIN[:3]))
    assert [row["health"] for row in rows(str(tmp_path))] == ["healthy"]


def qwen_lines(*contents: Any) -> bytes:
    kinds = {"user": "user", "model": "assistant"}
    return lines(*(
        {"uuid": f"u{number}", "parentUuid": f"u{number - 1}" if number else None, "sessionId": "s",
         "timestamp": "2026", "type": kinds[content["role"]], "message": content}
        for number, content in enumerate(contents)
    ))  # fmt: skip


def test_a_lost_result_is_found_although_only_the_model_spoke_after_its_call(tmp_path: Path) -> None:
    asked = {"role": "user", "parts": [{"text": "What is here?"}]}
    called = {"role": "model", "parts": [{"functionCall": {"id": "c", "name": "ls", "args": {}}}]}
    said = {"role": "model", "parts": [{"text": "Three files."}]}
    waiting = written(tmp_path, "waiting.jsonl", qwen_lines(asked, called))
    assert [row["health"] for row in rows(str(waiting))] == ["healthy"]
    file = written(tmp_path, "lost.jsonl", qwen_lines(asked, called, said))
    assert [row["health"] for row in rows(str(file), "--fix")] == ["broken"]
    first, call, result, last = map(json.loads, file.read_text().splitlines())
    assert [first["message"], call["message"], last["message"]] == [asked, called, said]
    assert result["message"]["parts"][0]["functionResponse"]["id"] == "c"
    assert (result["parentUuid"], last["parentUuid"]) == (call["uuid"], result["uuid"])


def test_a_file_that_a_program_has_locked_is_left_alone(tmp_path: Path) -> None:
    file = written(tmp_path, "session.jsonl", BROKEN_SESSION)
    with file.open("rb") as locked:
        fcntl.flock(locked, fcntl.LOCK_EX)
        assert "locked" in rows(str(file), "--fix")[0]["not_repaired"]
    assert file.read_bytes() == BROKEN_SESSION


def test_the_events_of_a_run_are_not_changed_and_the_reason_is_given(tmp_path: Path) -> None:
    called = [{"type": "TOOL_CALL_START", "toolCallId": "c", "toolCallName": "w"}, {"type": "TOOL_CALL_ARGS",
               "toolCallId": "c", "delta": "{}"}]  # fmt: skip
    said = [{"type": "TEXT_MESSAGE_START", "messageId": "m"}, {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m",
             "delta": "Hi."}]  # fmt: skip
    (row,) = rows(str(written(tmp_path, "run.json", [{"type": "RUN_STARTED", "threadId": "t"}, *called, *said])))
    assert (row["health"], row["repairable"]) == ("broken", False)
    assert row["obstacle"].startswith("it has the events of a run")


def test_a_file_that_can_only_be_read_is_reported_as_such(tmp_path: Path) -> None:
    record = [
        {"request_id": "1", "request_body": {"messages": [{"role": "tool", "tool_call_id": "x", "content": "y"}]}}
    ]
    (row,) = rows(str(written(tmp_path, "log.json", record)), "--fix")
    assert (row["health"], row["repairable"]) == ("broken", False)
    assert "can only be read" in row["obstacle"]


@pytest.mark.parametrize(("name", "packed"), [("a.jsonl.gz", gzip.compress), ("a.jsonl.zst", zstandard)])
def test_a_compressed_session_is_not_repaired_and_the_reason_says_so(
    name: str, packed: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    (row,) = rows(str(written(tmp_path, name, packed(BROKEN_SESSION))), "--fix")
    assert (row["health"], row["repairable"]) == ("broken", False)
    assert row["obstacle"] == "the file is compressed; unpack it and repair the unpacked file"


def test_a_table_of_chats_is_not_repaired_and_the_reason_says_so(tmp_path: Path) -> None:
    call = {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
    messages = [
        {"role": "user", "content": "Weather?", "tool_calls": None},
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "user", "content": "And now?", "tool_calls": None},
    ]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist([{"messages": messages}]), tmp_path / "train.parquet")
    (row,) = rows(str(tmp_path))
    assert (row["source"], row["health"]) == ("hf-chat", "broken")
    assert row["obstacle"] == "Parquet files can only be read; `workbench fix --messages` exports the repair"


def test_a_repair_after_which_the_program_could_not_be_recognised_is_refused(tmp_path: Path) -> None:
    said = [{"id": "1", "role": "user", "content": "Weather?"}, {"id": "3", "role": "user", "content": "And now?"}]
    orphan = {"id": "2", "role": "tool", "toolCallId": "call_1", "content": "sunny"}
    (row,) = rows(str(written(tmp_path, "messages.json", [said[0], orphan, said[1]])))
    assert (row["source"], row["health"], row["repairable"]) == ("ag-ui", "broken", False)
    assert row["obstacle"].startswith("after the repair, nothing in the file would show that it is from this program")


AGENTS_ITEMS: list[Any] = [
    {"role": "user", "content": "Weather?"},
    {"type": "function_call", "call_id": "call_1", "name": "weather", "arguments": "{}"},
    {"role": "user", "content": "and Rome?"},
]


def agents_store(path: Path, items: list[Any] = AGENTS_ITEMS) -> None:
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


def test_several_faults_of_one_session_are_repaired_in_its_rows(tmp_path: Path) -> None:
    store = tmp_path / "sessions.db"
    calls = [{**AGENTS_ITEMS[1], "call_id": f"call_{number}"} for number in (1, 2)]
    orphan = {"type": "function_call_output", "call_id": "call_9", "output": "rain"}
    agents_store(store, [AGENTS_ITEMS[0], calls[0], AGENTS_ITEMS[2], calls[1], AGENTS_ITEMS[2], orphan])
    rows(str(store), "--fix")
    after = [json.loads(row) for row in stored(store, "one")]
    answered = ["user", "function_call", "function_call_output"]
    assert [item.get("type", item.get("role")) for item in after] == [*answered, *answered, "user", "user"]
    assert [after[2]["call_id"], after[5]["call_id"], "rain" in after[7]["content"]] == ["call_1", "call_2", True]
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


def strands_session(folder: Path, *messages: object) -> Path:
    agent_folder = folder / "session_1" / "agents" / "agent_a" / "messages"
    agent_folder.mkdir(parents=True)
    for number, message in enumerate(messages):
        text = json.dumps({"message": message, "message_id": number, "created_at": "2026"}, indent=2)
        (agent_folder / f"message_{number}.json").write_text(text)
    return agent_folder


ASKED = {"role": "user", "content": [{"text": "Weather?"}]}
CALLED = {"role": "assistant", "content": [{"toolUse": {"toolUseId": "c", "name": "weather", "input": {}}}]}


def test_a_repair_of_a_session_folder_changes_only_the_affected_file(tmp_path: Path) -> None:
    folder = strands_session(tmp_path, ASKED, CALLED, ASKED)
    before = {path.name: path.read_text() for path in folder.iterdir()}
    (row,) = rows(str(tmp_path), "--fix")
    after = {path.name: path.read_text() for path in folder.iterdir()}
    assert (row["source"], row["repairs"]) == ("strands", 1)
    assert [name for name in before if before[name] != after[name]] == ["message_2.json"]
    assert after["message_2.json.orig"] == before["message_2.json"]
    (added, words) = json.loads(after["message_2.json"])["message"]["content"]
    assert added["toolResult"] == {
        "toolUseId": "c",
        "status": "error",
        "content": [{"text": "Tool was interrupted."}],
    }
    assert words == {"text": "Weather?"}
    assert [row["health"] for row in rows(str(tmp_path))] == ["healthy"]


def test_a_result_without_its_call_becomes_a_text_in_its_file(tmp_path: Path) -> None:
    result = {"toolResult": {"toolUseId": "c", "status": "success", "content": [{"text": "sunny"}]}}
    folder = strands_session(tmp_path, ASKED, {"role": "user", "content": [result]}, ASKED)
    rows(str(tmp_path), "--fix")
    (block,) = json.loads((folder / "message_1.json").read_text())["message"]["content"]
    assert block["text"].endswith("sunny")
    assert [row["health"] for row in rows(str(tmp_path))] == ["healthy"]


def test_a_repair_that_would_add_a_numbered_file_is_refused(tmp_path: Path) -> None:
    answered = {"role": "assistant", "content": [{"text": "Sunny."}]}
    folder = strands_session(tmp_path, ASKED, CALLED, answered, ASKED)
    before = {path.name: path.read_text() for path in folder.iterdir()}
    (row,) = rows(str(tmp_path), "--fix")
    assert "numbered" in (row.get("not_repaired") or row["obstacle"])
    assert {path.name: path.read_text() for path in folder.iterdir()} == before


def test_a_repair_of_the_opencode_storage_changes_the_file_of_the_part(tmp_path: Path) -> None:
    running = {"status": "running", "input": {}, "time": {"start": 5}}
    files = {
        "session/p/ses_1.json": {"id": "ses_1", "title": "one"},
        "message/ses_1/msg_1.json": {"id": "msg_1", "sessionID": "ses_1", "role": "user", "time": {"created": 1}},
        "message/ses_1/msg_2.json": {"id": "msg_2", "sessionID": "ses_1", "role": "assistant", "time": {"created": 2}},
        "message/ses_1/msg_3.json": {"id": "msg_3", "sessionID": "ses_1", "role": "user", "time": {"created": 3}},
        "part/msg_1/prt_1.json": {"id": "prt_1", "messageID": "msg_1", "type": "text", "text": "go"},
        "part/msg_2/prt_2.json": {"id": "prt_2", "messageID": "msg_2", "type": "tool", "callID": "c", "tool": "ls",
                                  "state": running},
        "part/msg_3/prt_3.json": {"id": "prt_3", "messageID": "msg_3", "type": "text", "text": "on"},
    }  # fmt: skip
    for name, value in files.items():
        path = tmp_path / ".local/share/opencode/storage" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(value))
    (row,) = rows(str(tmp_path), "--fix")
    part = tmp_path / ".local/share/opencode/storage/part/msg_2/prt_2.json"
    assert (row["source"], row["repairs"]) == ("opencode", 1)
    assert json.loads(part.read_text())["state"]["error"] == "[Tool execution was interrupted]"
    assert [path.name for path in tmp_path.rglob("*.orig")] == ["prt_2.json.orig"]


@pytest.mark.parametrize(
    ("place", "environment"),
    [
        (".codex/sessions/2026/01/02/rollout-1.jsonl", {}),
        ("Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/1/"
         "api_conversation_history.json", {}),
        ("AppData/Roaming/Cursor/User/globalStorage/rooveterinaryinc.roo-cline/tasks/1/"
         "api_conversation_history.json", {}),
        ("elsewhere/zed/threads/threads.db", {"XDG_DATA_HOME": "{home}/elsewhere"}),
        ("moved/sessions/2026/rollout-2.jsonl", {"CODEX_HOME": "{home}/moved"}),
        ("moved/projects/-w/s.jsonl", {"CLAUDE_CONFIG_DIR": "{home}/moved"}),
        ("roaming/Code/User/workspaceStorage/w/chatSessions/s.jsonl", {"APPDATA": "{home}/roaming"}),
    ],
)  # fmt: skip
def test_sessions_are_found_in_the_folders_of_every_operating_system(
    tmp_path: Path, place: str, environment: dict[str, str]
) -> None:
    file = tmp_path / place
    file.parent.mkdir(parents=True)
    file.write_text("{}")
    named = {name: value.format(home=tmp_path) for name, value in environment.items()}
    assert session_files([], tmp_path, named) == [file]


def test_a_file_that_a_program_writes_to_is_left_alone(tmp_path: Path) -> None:
    file = written(tmp_path, "session.jsonl", BROKEN_SESSION)
    script = f"import sys; session = open({str(file)!r}, 'a'); print('open', flush=True); sys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        program.stdout.readline()
        (row,) = rows(str(file), "--fix")
        program.communicate()
    if not Path("/proc/self/fdinfo").exists():
        pytest.skip("this system does not list open files")
    assert row["not_repaired"].endswith(
        f"(process {program.pid}) has the file open for writing; close that program first"
    )
    assert file.read_bytes() == BROKEN_SESSION
    (row,) = rows(str(file), "--fix")
    assert row["repairs"] == 1


def test_saved_originals_and_pipes_are_not_examined(tmp_path: Path) -> None:
    place = tmp_path / ".codex/sessions/2026"
    place.mkdir(parents=True)
    written(place, "rollout-1.jsonl", BROKEN["codex"].lost)
    os.mkfifo(tmp_path / "pipe.jsonl")
    assert [row["repairs"] for row in rows(str(tmp_path), "--fix")] == [1]
    assert [row["health"] for row in rows(str(tmp_path))] == ["healthy"]


def test_a_folder_with_a_file_that_a_program_has_locked_stays_as_a_whole(tmp_path: Path) -> None:
    storage = opencode_storage(tmp_path)
    parts = [storage / "part" / name for name in ("msg_2/prt_20.json", "msg_5/prt_50.json")]
    for part in parts:
        value = json.loads(part.read_text())
        part.write_text(json.dumps({**value, "state": {"status": "running", "input": {}, "time": {"start": 1}}}))
    before = {path: path.read_bytes() for path in storage.rglob("*.json")}
    with parts[1].open("rb") as locked:
        fcntl.flock(locked, fcntl.LOCK_EX)
        (row,) = rows(str(storage), "--fix")
    assert row["not_repaired"] == "a program has locked the file; close that program first"
    assert {path: path.read_bytes() for path in storage.rglob("*") if path.is_file()} == before
    assert [row["repairs"] for row in rows(str(storage), "--fix")] == [1]


def test_a_database_of_langgraph_is_left_to_langgraph(tmp_path: Path) -> None:
    file = tmp_path / "checkpoints.sqlite"
    file.write_bytes(checkpoint_database())
    lost = json.dumps({"channel_values": {"messages": [*DUMPED[:2], DUMPED[0]]}}).encode()
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("insert into checkpoints values ('a', '', '9', null, 'json', ?)", (lost,))
        connection.commit()
    before = file.read_bytes()
    (row,) = rows(str(file), "--fix")
    assert (row["health"], row["repairable"]) == ("broken", False)
    assert "give the repaired messages to `graph.update_state`" in row["obstacle"]
    assert file.read_bytes() == before


def test_a_folder_is_as_new_as_the_newest_of_its_files(tmp_path: Path) -> None:
    storage = opencode_storage(tmp_path)
    for path in (*storage.rglob("*.json"), storage):
        os.utime(path, (1_700_000_000, 1_700_000_000))
    file = written(tmp_path, "session.jsonl", HEALTHY, age=100)
    newest = storage / "part" / "msg_7" / "prt_70.json"
    assert newest.is_file()
    assert [row["source"] for row in rows(str(file), str(storage))] == ["claude-code", "opencode"]
    os.utime(newest, (1_800_000_000, 1_800_000_000))
    assert [row["source"] for row in rows(str(file), str(storage))] == ["opencode", "claude-code"]
