"""The store as the page uses it: nothing raises, and a problem is explained in one sentence."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.conversations import conversation
from workbench.store import case_store
from workbench.store.case_store import CaseStore
from workbench.store.cases import Cases, CaseState
from workbench.store.database import Database
from workbench.store.error import StoreError


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[CaseStore]:
    store = CaseStore(lambda: tmp_path / "cases.sqlite3")
    yield store
    store.close()


def _keep(kept: CaseStore, text: str = "hi") -> str:
    (key,) = kept.keep([conversation(text)], ["dome.json"], "openai")
    return key


def test_a_conversation_opened_again_has_the_same_unguessable_key(kept: CaseStore) -> None:
    first, other, again = _keep(kept), _keep(kept, "other"), _keep(kept)
    assert first == again != other
    assert len(first) >= 24
    version = kept.find(first)
    assert version is not None
    assert version.conversation == conversation("hi")


def test_a_store_that_is_off_keeps_nothing_and_reports_no_problem(tmp_path: Path) -> None:
    nothing = CaseStore(lambda: None)
    key = _keep(nothing)
    assert _keep(nothing) != key
    nothing.keep_note(("c", key), "a note", "")
    nothing.keep_replay(("c", key), {"answer": 1}, 1, True, "")
    nothing.save_state(("c", key), [], "openai", "refused")
    assert (nothing.find(key), nothing.recent(9), nothing.replays(("c", key))) == (None, [], [])
    assert nothing.state(("c", key)) == CaseState()
    assert (nothing.delete(f"c:{key}"), nothing.delete_all(), nothing.problem) == ("", "", "")
    assert nothing.is_off
    assert list(tmp_path.iterdir()) == []
    nothing.close()


@pytest.mark.parametrize("spoil", ["newer", "garbage", "a folder", "no folder"])
def test_a_store_that_cannot_be_opened_is_explained_and_everything_continues(tmp_path: Path, spoil: str) -> None:
    file = tmp_path / "cases.sqlite3"
    if spoil == "newer":
        Cases(file).close()
        with sqlite3.connect(file) as hand:
            hand.execute("PRAGMA user_version = 50")
        hand.close()
    elif spoil == "garbage":
        file.write_bytes(b"garbage" * 1000)
    elif spoil == "a folder":
        file.mkdir()
    else:
        (tmp_path / "taken").write_text("")
        file = tmp_path / "taken" / "cases.sqlite3"
    kept = CaseStore(lambda: file)
    key = _keep(kept)
    assert key
    assert kept.find(key) is None
    assert kept.recent(9) == []
    assert kept.problem.startswith("Nothing is kept on this computer, because the store cannot be used. ")
    assert str(file) in kept.problem
    assert "\n" not in kept.problem
    assert kept.delete_all() == kept.problem
    kept.close()


def test_failed_writes_are_reported_and_retried_later_in_order(
    kept: CaseStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise StoreError("cases.sqlite3: database or disk is full")

    with monkeypatch.context() as disk:
        disk.setattr(Database, "writing", full)
        key = _keep(kept)
        kept.keep_note(("c", key), "written while the disk was full", "")
        kept.finish()
        assert kept.problem == "The last changes are not saved yet. cases.sqlite3: database or disk is full."
        assert kept.find(key) is None
    kept.save_state(("c", key), [], "openai", "refused")
    kept.finish()
    assert kept.problem == ""
    assert kept.find(key) is not None
    assert kept.state(("c", key)).note == "written while the disk was full"


def test_a_conversation_over_the_limit_is_not_kept_and_that_is_reported(
    kept: CaseStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(case_store, "MAX_CONVERSATION_BYTES", 1 << 20)
    monkeypatch.setattr(case_store, "MAX_REPLAY_BYTES", 1 << 20)
    key = _keep(kept, "x" * (2 << 20))
    assert kept.problem == "A conversation of more than 1 MB is not kept: it is lost when the workbench ends."
    assert kept.find(key) is None
    small = _keep(kept)
    assert kept.problem == ""
    kept.keep_replay(("c", small), {"answer": "x" * (2 << 20)}, 1, True, "")
    assert kept.problem.startswith("A replay of more than 1 MB is not kept")
    assert kept.replays(("c", small)) == []


def test_a_deleted_case_is_gone_even_if_a_write_was_pending(kept: CaseStore) -> None:
    key = _keep(kept)
    kept.keep_note(("c", key), "soon gone", "")
    assert kept.delete(f"c:{key}") == ""
    assert kept.recent(9) == []
    assert kept.find(key) is None


def test_a_failed_deletion_is_explained(kept: CaseStore, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_: object) -> None:
        raise StoreError("cases.sqlite3: disk I/O error")

    key = _keep(kept)
    monkeypatch.setattr(Cases, "delete", busy)
    assert kept.delete(f"c:{key}") == "It could not be deleted. cases.sqlite3: disk I/O error."
