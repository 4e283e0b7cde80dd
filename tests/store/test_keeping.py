"""The store as the page uses it: nothing raises, and what is not kept is told in one sentence."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.conversations import conversation
from workbench.store import keeping
from workbench.store.cases import Cases, Standing
from workbench.store.database import Database
from workbench.store.error import StoreError
from workbench.store.keeping import Keeping


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Keeping]:
    keeping = Keeping(lambda: tmp_path / "cases.sqlite3")
    yield keeping
    keeping.close()


def _keep(kept: Keeping, text: str = "hi") -> str:
    (key,) = kept.keep([conversation(text)], ["dome.json"], "openai")
    return key


def test_what_is_opened_again_has_the_key_it_had_and_keys_cannot_be_guessed(kept: Keeping) -> None:
    first, other, again = _keep(kept), _keep(kept, "other"), _keep(kept)
    assert first == again != other
    assert len(first) >= 24
    found = kept.find(first)
    assert found is not None
    assert found.conversation == conversation("hi")


def test_where_nothing_is_kept_nothing_is_found_and_nothing_is_wrong(tmp_path: Path) -> None:
    nothing = Keeping(lambda: None)
    key = _keep(nothing)
    assert _keep(nothing) != key
    nothing.keep_note(("c", key), "a note", "")
    nothing.keep_replay(("c", key), {"answer": 1}, 1, True, "")
    nothing.leave(("c", key), [], "openai", "refused")
    assert (nothing.find(key), nothing.recent(9), nothing.replays(("c", key))) == (None, [], [])
    assert nothing.standing(("c", key)) == Standing()
    assert (nothing.delete(f"c:{key}"), nothing.delete_all(), nothing.trouble) == ("", "", "")
    assert nothing.is_off
    assert list(tmp_path.iterdir()) == []
    nothing.close()


@pytest.mark.parametrize("spoil", ["newer", "garbage", "a folder", "no folder"])
def test_a_store_that_cannot_be_opened_is_one_sentence_and_everything_goes_on(tmp_path: Path, spoil: str) -> None:
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
    kept = Keeping(lambda: file)
    key = _keep(kept)
    assert key
    assert kept.find(key) is None
    assert kept.recent(9) == []
    assert kept.trouble.startswith("Nothing is kept on this computer, because the store cannot be used. ")
    assert str(file) in kept.trouble
    assert "\n" not in kept.trouble
    assert kept.delete_all() == kept.trouble
    kept.close()


def test_what_could_not_be_written_is_told_and_written_later_in_its_order(
    kept: Keeping, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise StoreError("cases.sqlite3: database or disk is full")

    with monkeypatch.context() as disk:
        disk.setattr(Database, "writing", full)
        key = _keep(kept)
        kept.keep_note(("c", key), "written while the disk was full", "")
        kept.finish()
        assert kept.trouble == "The last changes are not saved yet. cases.sqlite3: database or disk is full."
        assert kept.find(key) is None
    kept.leave(("c", key), [], "openai", "refused")
    kept.finish()
    assert kept.trouble == ""
    assert kept.find(key) is not None
    assert kept.standing(("c", key)).note == "written while the disk was full"


def test_a_conversation_beyond_the_limit_is_not_kept_and_that_is_told(
    kept: Keeping, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "LARGEST", 1 << 20)
    monkeypatch.setattr(keeping, "LARGEST_REPLAY", 1 << 20)
    key = _keep(kept, "x" * (2 << 20))
    assert kept.trouble == "A conversation of more than 1 MB is not kept: it is gone when the workbench ends."
    assert kept.find(key) is None
    small = _keep(kept)
    assert kept.trouble == ""
    kept.keep_replay(("c", small), {"answer": "x" * (2 << 20)}, 1, True, "")
    assert kept.trouble.startswith("A replay of more than 1 MB is not kept")
    assert kept.replays(("c", small)) == []


def test_what_is_deleted_is_gone_also_if_it_was_about_to_be_written(kept: Keeping) -> None:
    key = _keep(kept)
    kept.keep_note(("c", key), "soon gone", "")
    assert kept.delete(f"c:{key}") == ""
    assert kept.recent(9) == []
    assert kept.find(key) is None


def test_a_deletion_that_fails_says_why(kept: Keeping, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_: object) -> None:
        raise StoreError("cases.sqlite3: disk I/O error")

    key = _keep(kept)
    monkeypatch.setattr(Cases, "delete", busy)
    assert kept.delete(f"c:{key}") == "It could not be deleted. cases.sqlite3: disk I/O error."
