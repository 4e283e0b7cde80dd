"""The page writes to a session file that was opened by its path, only for the user who runs the workbench."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import workbench.app
from tests.doctor.test_doctor import agents_store, stored
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
    page = _repairing(_opened(file))
    assert "@@ at row 2 of agent_messages message_data @@\n+a result for call_1" in [code.value for code in page.code]
    page.button(key="write-own").click().run()
    assert not page.exception
    assert len(stored(file, "one")) == len(original) + 1
    page.button(key="undo-own").click().run()
    assert stored(file, "one") == original
