"""The repair that a person saw is written into the session's own file, and undoing it restores every byte."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tests.doctor.test_doctor import ASKED, CALLED, agents_store, stored, strands_session
from tests.sources.documents import lines
from tests.sources.test_writing import CLAUDE, CLAUDE_LOST, FAULTS, claude_line
from workbench.conversation import Conversation
from workbench.doctor.previewed_repair import OpenedFile, WrittenFile, opened_file, undo_writing, write_repair
from workbench.files import UnsafeDestinationError, replace_keeping_original
from workbench.loading import load_all
from workbench.outputs.repaired_file import Changed, repaired_file_text
from workbench.repairs.repair import repair
from workbench.sources.writing.changes import CannotBeWrittenError


def read(file: Path) -> Conversation:
    return next(item for item in load_all(file) if isinstance(item, Conversation))


def on_disk(folder: Path, content: bytes, name: str = "session.jsonl") -> OpenedFile:
    path = folder / name
    path.write_bytes(content)
    return opened_file(path)


def repaired(file: OpenedFile) -> WrittenFile:
    before = read(file.path)
    return write_repair(file, before, repair(before, mind_others=False).conversation, replace_keeping_original)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize(("source", "content"), FAULTS.values(), ids=FAULTS)
def test_a_repair_is_written_next_to_the_original_and_undone_byte_for_byte(
    source: str, content: bytes, tmp_path: Path
) -> None:
    file = on_disk(tmp_path, content)
    written = repaired(file)
    assert written.kept == tmp_path / "session.jsonl.orig"
    assert written.kept.read_bytes() == content
    assert file.path.read_bytes() != content
    undo_writing(written)
    assert file.path.read_bytes() == content
    assert names(tmp_path) == ["session.jsonl"]


def test_every_other_line_stays_the_same(tmp_path: Path) -> None:
    file = on_disk(tmp_path, lines(*CLAUDE_LOST))
    before = file.path.read_bytes().splitlines()
    repaired(file)
    after = file.path.read_bytes().splitlines()
    assert after[:2] == before[:2]
    assert len(after) == len(before) + 1


def test_a_file_that_changed_since_it_was_opened_is_left_alone(tmp_path: Path) -> None:
    file = on_disk(tmp_path, lines(*CLAUDE_LOST))
    before = read(file.path)
    with file.path.open("ab") as program:
        program.write(b'{"type": "progress"}\n')
    content = file.path.read_bytes()
    with pytest.raises(CannotBeWrittenError, match="changed since it was opened"):
        write_repair(file, before, repair(before).conversation, replace_keeping_original)
    assert file.path.read_bytes() == content
    assert names(tmp_path) == ["session.jsonl"]


def test_a_write_by_a_program_during_the_repair_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = on_disk(tmp_path, lines(*CLAUDE_LOST))
    original = repaired_file_text

    def meanwhile(text: str, changed: Sequence[Changed], target: str | None = None) -> str:
        with file.path.open("ab") as program:
            program.write(b'{"type": "progress"}\n')
        return original(text, changed, target)

    monkeypatch.setattr("workbench.doctor.previewed_repair.repaired_file_text", meanwhile)
    with pytest.raises(CannotBeWrittenError, match="changed since it was opened"):
        repaired(file)
    assert names(tmp_path) == ["session.jsonl"]


def test_a_file_that_a_program_has_locked_is_left_alone(tmp_path: Path) -> None:
    file = on_disk(tmp_path, lines(*CLAUDE_LOST))
    with file.path.open("rb") as locked:
        fcntl.flock(locked, fcntl.LOCK_EX)
        with pytest.raises(CannotBeWrittenError, match="locked"):
            repaired(file)
    assert file.path.read_bytes() == lines(*CLAUDE_LOST)


def test_a_link_out_of_its_folder_is_not_followed(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    target = on_disk(elsewhere, lines(*CLAUDE_LOST))
    link = tmp_path / "session.jsonl"
    link.symlink_to(target.path)
    with pytest.raises(UnsafeDestinationError):
        repaired(opened_file(link))
    assert target.path.read_bytes() == lines(*CLAUDE_LOST)


def test_nothing_is_undone_after_the_program_wrote_to_the_file(tmp_path: Path) -> None:
    written = repaired(on_disk(tmp_path, lines(*CLAUDE_LOST)))
    with written.file.path.open("ab") as program:
        program.write(b'{"type": "progress"}\n')
    content = written.file.path.read_bytes()
    with pytest.raises(CannotBeWrittenError, match="nothing was undone"):
        undo_writing(written)
    assert written.file.path.read_bytes() == content
    assert written.kept.exists()


def test_without_the_original_nothing_is_undone(tmp_path: Path) -> None:
    written = repaired(on_disk(tmp_path, lines(*CLAUDE_LOST)))
    written.kept.unlink()
    with pytest.raises(CannotBeWrittenError, match="no longer at"):
        undo_writing(written)


def test_another_branch_is_not_written_because_the_program_does_not_load_it(tmp_path: Path) -> None:
    forked = lines(*CLAUDE_LOST, claude_line("e", "a", "user", "and Oslo?"))
    file = on_disk(tmp_path, forked)
    main = read(file.path)
    assert main.origin is not None
    branch = next(item for open_branch in main.origin.branches if isinstance(item := open_branch(), Conversation))
    with pytest.raises(CannotBeWrittenError, match="does not load this branch"):
        write_repair(file, branch, repair(branch).conversation, replace_keeping_original)


def test_a_repair_that_would_change_more_than_the_writer_can_is_refused(tmp_path: Path) -> None:
    file = on_disk(tmp_path, lines(*CLAUDE))
    before = read(file.path)
    other = before.with_payload([*before.messages, {"role": "user", "content": "one more"}])
    with pytest.raises(CannotBeWrittenError, match="more than calls and their results"):
        write_repair(file, before, other, replace_keeping_original)


def test_the_error_for_a_session_folder_names_the_command_that_repairs_it(tmp_path: Path) -> None:
    file = opened_file(strands_session(tmp_path, ASKED, CALLED, ASKED))
    with pytest.raises(CannotBeWrittenError, match="workbench doctor --fix"):
        repaired(file)


def test_rows_of_a_database_are_written_and_restored(tmp_path: Path) -> None:
    path = tmp_path / "agents.db"
    agents_store(path)
    original = stored(path, "one")
    written = repaired(opened_file(path))
    assert len(stored(path, "one")) == len(original) + 1
    assert stored(written.kept, "one") == original
    undo_writing(written)
    assert stored(path, "one") == original
    assert names(tmp_path) == ["agents.db"]


def test_a_database_that_its_program_has_open_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "agents.db"
    agents_store(path)
    original = stored(path, "one")
    with closing(sqlite3.connect(path)) as program:
        program.execute("begin immediate")
        with pytest.raises(CannotBeWrittenError, match="cannot be written now"):
            repaired(opened_file(path))
        program.rollback()
    assert stored(path, "one") == original
    assert names(tmp_path) == ["agents.db"]


def test_a_database_with_a_write_ahead_log_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "agents.db"
    agents_store(path)
    with closing(sqlite3.connect(path)) as program:
        program.execute("pragma journal_mode = wal")
        program.execute("insert into agent_messages (session_id, message_data) values ('three', '{}')")
        program.commit()
        assert os.path.getsize(f"{path}-wal")
        with pytest.raises(CannotBeWrittenError, match="has the database open"):
            repaired(opened_file(path))
