"""The page with a store restores recent cases, notes and replays; it also works without one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import workbench.app
from workbench.app import recent_cases, saved_state
from workbench.app.session import Session
from workbench.app.store import STORE
from workbench.store.case_store import CaseStore

_PAGE = str(Path(workbench.app.__file__).with_name("page.py"))
_SECRET = "sk-secret-of-ada-0123456789"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A store of the test's own."""
    path = tmp_path / "cases.sqlite3"
    kept = CaseStore(lambda: path)
    monkeypatch.setattr(STORE, "cases", kept)
    yield path
    STORE.cases.close()


def _restart(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the program had ended and begun again: nothing is in memory."""
    STORE.cases.close()
    STORE._opened.clear()
    monkeypatch.setattr(STORE, "cases", CaseStore(lambda: file))


def _visit(**parameters: str) -> AppTest:
    page = AppTest.from_file(_PAGE, default_timeout=120)
    for name, value in parameters.items():
        page.query_params[name] = value
    return page.run()


def _session(page: AppTest) -> Session:
    kept = page.session_state["workbench-session"]
    assert isinstance(kept, Session)
    return kept


def _opened(text: str = "Is the dome open?") -> AppTest:
    page = _visit()
    page.text_area[0].set_value(json.dumps([{"role": "user", "content": text}]))
    page.button(key="open").click().run()
    return page


def _noted(page: AppTest, note: str) -> None:
    _session(page).section = "notes"
    page.run()
    page.text_area[0].set_value(note).run()


def test_a_link_brings_back_the_conversation_and_its_note_after_a_restart(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = _opened()
    _noted(page, "seen on Tuesday")
    key = _session(page).source[1]
    _restart(file, monkeypatch)
    again = _visit(c=key)
    assert not again.exception
    session = _session(again)
    assert (session.source, session.note) == (("c", key), "seen on Tuesday")
    opened = session.opened()
    assert opened is not None
    assert opened.conversation.messages == [{"role": "user", "content": "Is the dome open?"}]
    (case,) = STORE.cases.recent(9)
    assert (case.title, case.note, case.verdict) == ("pasted: Is the dome open?", "seen on Tuesday", "fine:accepted")


def test_a_replay_is_restored_after_a_restart_and_contains_no_key(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = _opened()
    _session(page).section = "replay"
    page.run()
    page.selectbox(key="endpoint").set_value("custom").run()
    page.text_input(key="url-custom").set_value("http://127.0.0.1:9/v1").run()
    page.text_input(key="key-custom").set_value(_SECRET).run()
    page.text_input(key="model-custom").set_value("any").run()
    page.button(key="send").click().run()
    for together in page.session_state["workbench-running"]:
        for running in together:
            running.thread.join(120)
    page.run()
    source = _session(page).source
    STORE.cases.finish()
    (kept,) = STORE.cases.replays(source)
    assert _SECRET not in json.dumps(kept.record)
    assert _SECRET.encode() not in b"".join(path.read_bytes() for path in file.parent.iterdir())
    _restart(file, monkeypatch)
    again = _visit(c=source[1])
    (record,) = _session(again).replays[":".join(source)]
    assert record.ended == "failed"
    assert record.error is not None
    assert not again.exception


def test_a_note_that_came_with_a_capsule_is_the_note_of_the_case(file: Path) -> None:
    from workbench.capsules.capsule import capsule_of
    from workbench.capsules.page import page_of
    from workbench.loading import load

    capsule = page_of(capsule_of(load(b'[{"role": "user", "content": "hi"}]', "x"), note="handed on by Ada"))
    page = _visit()
    page.text_area[0].set_value(capsule)
    page.button(key="open").click().run()
    assert _session(page).note == "handed on by Ada"


def test_other_visitors_see_no_cases_and_store_none(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    STORE.cases.keep_note(("sample", "icontent/four-ids"), "of the user alone", "Four ids")
    STORE.cases.finish()
    drawn: list[object] = []
    monkeypatch.setattr(recent_cases, "recent_list", lambda data, *_: drawn.append(data))
    _visit()
    assert len(drawn) == 1
    for module in (recent_cases, saved_state):
        monkeypatch.setattr(module, "is_owner", lambda: False)
    monkeypatch.setattr("workbench.app.store.is_owner", lambda: False)
    assert _session(_visit(sample="icontent/four-ids")).note == ""
    _noted(_opened("asked by somebody else"), "a note of somebody else")
    _visit()
    assert len(drawn) == 1
    STORE.cases.finish()
    assert [case.title for case in STORE.cases.recent(9)] == ["Four ids"]


def test_an_unusable_store_is_explained_in_one_sentence_and_the_page_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cases.sqlite3"
    file.write_bytes(b"no database at all " * 100)
    monkeypatch.setattr(STORE, "cases", CaseStore(lambda: file))
    first = _visit()
    assert [warning.value for warning in first.warning] == [STORE.cases.problem]
    page = _opened()
    _noted(page, "in memory")
    assert not page.exception
    assert STORE.cases.problem in [text.value for text in page.text]
    assert _session(page).note == "in memory"


def test_a_deletion_removes_the_conversation_from_memory_too(file: Path) -> None:
    page = _opened("soon gone")
    key = _session(page).source[1]
    assert STORE.delete(f"c:{key}") == ""
    assert STORE.get(key) is None
    gone = _visit(c=key)
    assert "no longer available" in gone.warning[0].value
