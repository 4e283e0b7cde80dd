"""Saved cases are found again, and no byte of a deleted case remains."""

from __future__ import annotations

import os
import sqlite3
import stat
from pathlib import Path

import pytest

from tests.store.conversations import conversation, packed
from workbench.store import schema
from workbench.store.cases import Cases, CaseState
from workbench.store.error import NewerStoreError, StoreError
from workbench.store.packing import Packing


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "home" / "cases.sqlite3"


def _bytes_of(file: Path) -> bytes:
    return b"".join(path.read_bytes() for path in file.parent.iterdir())


def test_a_conversation_with_its_repair_replays_and_note_is_found_after_a_restart(file: Path) -> None:
    first, repaired = conversation("broken"), conversation("repaired")
    cases = Cases(file)
    cases.keep("one", Packing().pack(first), "dome.json", "openai", siblings=[("one", "dome.json")])
    cases.keep("two", Packing().pack(repaired), "dome.json", "anthropic", past=[("c", "one")])
    cases.add_replay(("c", "two"), {"answer": "yes"}, 3, True, "dome.json")
    cases.set_note(("c", "two"), "Ada saw it too", "dome.json")
    cases.save_state(("c", "one"), [("c", "two")], "openai", "refused")
    cases.close()
    again = Cases(file)
    one, two = again.find("one"), again.find("two")
    assert one is not None
    assert two is not None
    assert (one.conversation, one.target, one.past, one.siblings) == (first, "openai", (), (("one", "dome.json"),))
    assert (two.conversation, two.target, two.past) == (repaired, "anthropic", (("c", "one"),))
    assert [(kept.record, kept.messages, kept.in_table) for kept in again.replays(("c", "two"))] == [
        ({"answer": "yes"}, 3, True)
    ]
    assert again.replays(("c", "one")) == []
    state = CaseState("Ada saw it too", ("c", "one"), (("c", "two"),))
    assert again.state(("c", "one")) == again.state(("c", "two")) == state
    (case,) = again.recent(10)
    assert (case.name, case.title, case.target, case.verdict) == ("c:one", "dome.json", "openai", "refused")
    assert (case.left_at, case.replays, case.repairs) == (("c", "one"), 1, 1)
    again.close()


def test_the_same_content_is_one_case_and_a_second_key_leads_to_it(file: Path) -> None:
    cases = Cases(file)
    cases.keep("one", packed(), "dome.json", "")
    assert cases.key_of(packed().identity) == "one"
    assert cases.key_of(packed().identity, [("c", "one")]) is None
    cases.keep("other", packed(), "renamed.json", "")  # as a second process does that opened it at the same time
    cases.set_note(("c", "other"), "seen", "")
    assert [(case.name, case.title, case.note) for case in cases.recent(10)] == [("c:one", "renamed.json", "seen")]
    cases.close()


def test_a_sample_becomes_a_case_when_it_is_changed_but_not_when_it_is_viewed(file: Path) -> None:
    cases = Cases(file)
    cases.save_state(("sample", "icontent/four-ids"), [], "openai", "refused")
    assert cases.recent(10) == []
    cases.keep("repaired", packed(), "Four ids", "openai", past=[("sample", "icontent/four-ids")])
    assert [(case.name, case.title, case.repairs) for case in cases.recent(10)] == [
        ("sample:icontent/four-ids", "Four ids", 1)
    ]
    cases.close()


def test_only_the_viewed_conversations_of_a_file_are_listed(file: Path) -> None:
    cases = Cases(file)
    for number in range(3):
        cases.keep(f"key{number}", packed(f"text {number}"), f"#{number}", "", listed=number == 0)
    assert {case.title for case in cases.recent(10)} == {"#0"}
    cases.save_state(("c", "key2"), [], "openai", "accepted")
    assert [case.title for case in cases.recent(10)] == ["#2", "#0"]
    cases.close()


def test_no_other_user_can_read_the_file(file: Path) -> None:
    cases = Cases(file)
    cases.keep("one", packed(), "dome.json", "")
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in file.parent.iterdir()} == {0o600}
    cases.close()


@pytest.mark.parametrize("everything", [False, True], ids=["one case", "all cases"])
def test_no_byte_of_a_deleted_case_remains_in_any_file(file: Path, everything: bool) -> None:
    cases, bystander = Cases(file), Cases(file)  # as if another process had it open too
    cases.keep("stays", packed("the other case"), "other.json", "")
    words = ["Kestrel-7731", "Osprey-2291", "Heron-5512"]
    noise = os.urandom(200_000).hex()  # does not compress: the bytes themselves are in the file
    pack = Packing().pack(conversation(f"{words[0]} {noise}"))
    for number in range(20):
        cases.keep(f"gone{number}", pack, f"{words[1]}.json", "")
    cases.add_replay(("c", "gone0"), {"said": noise}, 1, True, "")
    for length in range(1, 40):
        cases.set_note(("c", "gone0"), words[2] * length, "")
    bystander.recent(10)
    stored = bytes(next(iter(_blobs(file))))
    assert words[2].encode() in _bytes_of(file)
    assert stored[100:200] in _bytes_of(file)
    if everything:
        cases.delete_all()
    else:
        cases.delete("c:gone0")
    remaining = _bytes_of(file)
    assert [word for word in words if word.encode() in remaining] == []
    assert stored[100:200] not in remaining
    assert [case.title for case in bystander.recent(10)] == ([] if everything else ["other.json"])
    assert bystander.find("gone0") is None
    assert (bystander.find("stays") is None) is everything
    cases.close()
    bystander.close()


def _blobs(file: Path) -> list[bytes]:
    with sqlite3.connect(file) as connection:
        rows = connection.execute("SELECT data FROM contents ORDER BY length(data) DESC").fetchall()
    connection.close()
    return [row[0] for row in rows]


def test_shared_content_stays_until_both_cases_are_deleted(file: Path) -> None:
    cases = Cases(file)
    cases.keep("one", packed("same words"), "one.json", "")
    cases.keep("two", packed("same words"), "one.json", "", past=[("sample", "x")])
    cases.delete("c:one")
    version = cases.find("two")
    assert version is not None
    assert version.conversation.payload == [{"role": "user", "content": "same words"}]
    cases.delete("sample:x")
    assert cases.find("two") is None
    assert _blobs(file) == []
    cases.close()


def test_additions_to_a_deleted_case_are_dropped(file: Path) -> None:
    cases = Cases(file)
    cases.keep("one", packed(), "dome.json", "")
    cases.delete("c:one")
    cases.keep("two", packed("repaired"), "dome.json", "", past=[("c", "one")])
    cases.add_replay(("c", "one"), {"late": True}, 1, True, "")
    cases.set_note(("c", "one"), "late", "")
    cases.save_state(("c", "one"), [], "openai", "refused")
    assert (cases.recent(10), cases.count(), cases.find("two"), cases.replays(("c", "one"))) == ([], 0, None, [])
    cases.close()


def test_an_older_file_is_migrated_and_loses_nothing(file: Path) -> None:
    file.parent.mkdir()
    with sqlite3.connect(file) as old:
        for statement in schema.STEPS[0]:
            old.execute(statement)
        old.execute(f"PRAGMA application_id = {schema.APPLICATION}")
        old.execute("PRAGMA user_version = 1")
        old.execute("INSERT INTO cases VALUES ('c:one', 'dome.json', 'openai', 'refused', 5.0)")
    old.close()
    cases = Cases(file)
    assert [(case.title, case.verdict, case.note, case.left_at) for case in cases.recent(10)] == [
        ("dome.json", "refused", "", ("c", "one"))
    ]
    cases.close()
    with sqlite3.connect(file) as now:
        assert now.execute("PRAGMA user_version").fetchone()[0] == len(schema.STEPS)
    now.close()


def test_a_failed_migration_leaves_the_older_file_unchanged(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Cases(file).close()
    before = len(schema.STEPS)
    steps = (*schema.STEPS, ("CREATE TABLE half (a)", "no SQL at all"))
    with monkeypatch.context() as later:
        later.setattr(schema, "STEPS", steps)
        with pytest.raises(StoreError, match=r"cases\.sqlite3: "):
            Cases(file)
    with sqlite3.connect(file) as now:
        assert now.execute("PRAGMA user_version").fetchone()[0] == before
        assert now.execute("SELECT count(*) FROM sqlite_master WHERE name = 'half'").fetchone()[0] == 0
    now.close()
    Cases(file).close()


def test_a_newer_file_is_not_changed(file: Path) -> None:
    cases = Cases(file)
    cases.keep("one", packed(), "dome.json", "")
    cases.close()
    with sqlite3.connect(file) as newer:
        newer.execute("PRAGMA user_version = 99")
    newer.close()
    before = file.read_bytes()
    with pytest.raises(NewerStoreError, match="was written by a newer workbench"):
        Cases(file)
    assert file.read_bytes() == before


def test_another_programs_database_is_not_changed(file: Path) -> None:
    file.parent.mkdir()
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE songs (title)")
    other.close()
    before = file.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        Cases(file)
    assert file.read_bytes() == before


@pytest.mark.parametrize("content", [b"no database at all " * 50, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_file_that_is_not_a_database_is_reported(file: Path, content: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(content)
    with pytest.raises(StoreError, match=r"cases\.sqlite3: .*not a database"):
        Cases(file)
    assert file.read_bytes() == content


def test_a_damaged_conversation_is_reported_and_the_others_are_found(file: Path) -> None:
    cases = Cases(file)
    cases.keep("one", packed("a"), "a.json", "")
    cases.keep("two", packed("b"), "b.json", "")
    with sqlite3.connect(file) as hand:
        only_in_one = "SELECT hash FROM parts WHERE version = 'one' EXCEPT SELECT hash FROM parts WHERE version = 'two'"
        hand.execute(f"UPDATE contents SET data = x'00' WHERE hash IN ({only_in_one})")
    hand.close()
    with pytest.raises(StoreError, match="damaged"):
        cases.find("one")
    assert cases.find("two") is not None
    cases.close()


def test_a_folder_that_cannot_be_created_is_reported(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file, where a folder should be")
    with pytest.raises(StoreError, match="cases"):
        Cases(tmp_path / "taken" / "cases.sqlite3")
