"""The page writes to a session file that was opened by its path, only for the user who runs the workbench."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import workbench.app
from tests.doctor.test_doctor import agents_store, stored
from tests.doctor.whole_sessions import opencode_storage
from tests.sources.documents import lines
from tests.sources.test_writing import CLAUDE_LOST
from workbench.app.opening import open_path, open_together
from workbench.app.store import STORE, Opened
from workbench.conversation import Conversation
from workbench.loading import load_all

_PAGE = str(Path(workbench.app.__file__).with_name("page.py"))
BROKEN = lines(*CLAUDE_LOST)


@pytest.fixture
def session_file(tmp_path: Path) -> Path:
    file = tmp_path / "session.jsonl"
    file.write_bytes(BROKEN)
    return file


def _opened(file: Path) -> Opened:
    opened = open_path(file, str(file), lambda number, _: number == 0)
    assert opened is not None
    return opened


def _repairing(opened: Opened) -> AppTest:
    """The page with the repair section open."""
    page = AppTest.from_file(_PAGE, default_timeout=120)
    page.query_params["c"] = opened.key
    page.run()
    page.session_state["workbench-session"].section = "repair"
    return page.run()


def _buttons(page: AppTest) -> list[str]:
    return [button.label for button in page.button]


def test_a_file_that_was_opened_by_its_path_is_written_and_restored(session_file: Path) -> None:
    page = _repairing(_opened(session_file))
    page.button(key="write-own").click().run()
    assert not page.exception
    assert len(session_file.read_bytes().splitlines()) == len(BROKEN.splitlines()) + 1
    assert "The original is saved as session.jsonl.orig." in " ".join(text.value for text in page.text)
    page.button(key="undo-own").click().run()
    assert session_file.read_bytes() == BROKEN
    assert page.info[0].value == "The original file was restored."
    assert "Write to session.jsonl" in _buttons(page)


def test_the_name_of_a_file_is_text_and_not_markdown(tmp_path: Path) -> None:
    file = tmp_path / "![x](y) **a** :red[b].jsonl"
    file.write_bytes(BROKEN)
    page = _repairing(_opened(file))
    shown = r"\!\[x\](y) \*\*a\*\* \:red\[b\].jsonl"
    assert f"Write to {shown}" in _buttons(page)
    assert shown in page.button(key="write-own").help
    page.button(key="write-own").click().run()
    assert shown in page.button(key="undo-own").help


def test_other_visitors_do_not_see_the_button(session_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = _opened(session_file)
    monkeypatch.setattr("workbench.app.session_file.is_owner", lambda: False)
    assert "Write to session.jsonl" not in _buttons(_repairing(opened))


def test_an_uploaded_file_cannot_be_written() -> None:
    loaded = [item for item in load_all(BROKEN, "session.jsonl") if isinstance(item, Conversation)]
    page = _repairing(open_together(loaded, file=BROKEN)[0])
    assert not any(label.startswith("Write to") for label in _buttons(page))


def test_a_version_from_an_earlier_start_has_no_file(session_file: Path) -> None:
    key = _opened(session_file).key
    STORE._opened.clear()
    kept = STORE.get(key)
    assert kept is not None
    assert kept.file is None
    assert not any(label.startswith("Write to") for label in _buttons(_repairing(kept)))


def test_a_missing_file_is_reported_and_nothing_is_written(session_file: Path) -> None:
    opened = _opened(session_file)
    session_file.unlink()
    page = _repairing(opened)
    assert "the file has changed since it was opened" in " ".join(text.value for text in page.text)
    assert not any(label.startswith("Write to") for label in _buttons(page))


def test_a_file_that_no_longer_contains_the_conversation_is_not_opened(session_file: Path) -> None:
    assert open_path(session_file, "session", lambda number, _: number == 7) is None
    assert open_path(session_file.with_name("gone.jsonl"), "gone", lambda number, _: True) is None


def test_all_conversations_of_the_file_are_offered_with_the_requested_one(tmp_path: Path) -> None:
    body = {"model": "m", "messages": [{"role": "user", "content": "Weather?"}]}
    rows = [{"custom_id": f"r{n}", "method": "POST", "url": "/v1/chat/completions", "body": body} for n in range(3)]
    file = tmp_path / "batch.jsonl"
    file.write_bytes(lines(*rows))
    opened = open_path(file, "batch.jsonl", lambda number, _: number == 1)
    assert opened is not None
    assert opened.conversation.name == "batch.jsonl#r1"
    assert len(opened.group) == 3


def test_rows_of_a_database_are_previewed_written_and_restored(tmp_path: Path) -> None:
    file = tmp_path / "agents.db"
    agents_store(file)
    original = stored(file, "one")
    content = file.read_bytes()
    page = _repairing(_opened(file))
    (difference,) = [code.value for code in page.code if code.value.startswith("--- agent_messages, message_data\n")]
    assert difference.splitlines()[1] == "@@ from row 3 on @@"
    assert difference.splitlines()[2].startswith('+{"type":"function_call_output","call_id":"call_1"')
    page.button(key="write-own").click().run()
    assert not page.exception
    assert len(stored(file, "one")) == len(original) + 1
    page.button(key="undo-own").click().run()
    assert file.read_bytes() == content


def _lose_first_result(storage: Path) -> Path:
    """Leave the first tool of an opencode session running, as a crash does."""
    part = storage / "part" / "msg_2" / "prt_20.json"
    value = json.loads(part.read_text())
    value["state"] = {"status": "running", "input": value["state"]["input"], "time": {"start": 2}}
    part.write_text(json.dumps(value, indent=2))
    return part


def _contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_session_that_is_a_folder_is_previewed_written_and_put_back(tmp_path: Path) -> None:
    storage = opencode_storage(tmp_path)
    part = _lose_first_result(storage)
    before = _contents(storage)
    page = _repairing(_opened(storage))
    (difference,) = [code.value for code in page.code if code.value.startswith("--- part/msg_2/prt_20.json\n")]
    assert '-    "status": "running",\n+    "status": "error",' in difference
    assert "Write to storage" in _buttons(page)
    page.button(key="write-own").click().run()
    assert not page.exception
    assert json.loads(part.read_text())["state"]["error"] == "[Tool execution was interrupted]"
    after = _contents(storage)
    assert {name for name in after if after[name] != before.get(name)} == {
        "part/msg_2/prt_20.json",
        "part/msg_2/prt_20.json.orig",
    }
    assert "The original is saved as prt_20.json.orig." in " ".join(text.value for text in page.text)
    page.button(key="undo-own").click().run()
    assert not page.exception
    assert _contents(storage) == before


def test_a_repair_of_several_files_of_a_folder_is_undone_as_a_whole(tmp_path: Path) -> None:
    storage = opencode_storage(tmp_path)
    for name in ("msg_2/prt_20.json", "msg_2/prt_21.json", "msg_5/prt_50.json"):
        part = storage / "part" / name
        value = json.loads(part.read_text())
        part.write_text(json.dumps({**value, "state": {"status": "pending", "input": {}, "raw": ""}}))
    before = _contents(storage)
    page = _repairing(_opened(storage))
    page.button(key="write-own").click().run()
    assert f"The repair was written to 3 files in {storage}. Each original is saved next to its file" in " ".join(
        text.value for text in page.text
    )
    page.button(key="undo-own").click().run()
    assert _contents(storage) == before


def test_a_folder_whose_program_wrote_to_it_in_the_meantime_is_left_alone(tmp_path: Path) -> None:
    storage = opencode_storage(tmp_path)
    part = _lose_first_result(storage)
    opened = _opened(storage)
    other = storage / "message" / "ses_1" / "msg_9.json"
    other.write_text(json.dumps({"id": "msg_9", "sessionID": "ses_1", "role": "user", "time": {"created": 99}}))
    before = part.read_bytes()
    page = _repairing(opened)
    assert "the file has changed since it was opened" in " ".join(text.value for text in page.text)
    assert part.read_bytes() == before
