"""Why a file was not written is said in words, without numbers of system errors."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from workbench.doctor.exclusive_access import exclusive_access
from workbench.doctor.refusals import in_words
from workbench.files import UnsafeDestinationError
from workbench.sources.writing.changes import CannotBeWrittenError

REASONS = {
    "the repair moves messages": CannotBeWrittenError("the repair moves messages"),
    "a is a link to b": UnsafeDestinationError("a is a link to b"),
    "this user may not write to the folder /sessions": PermissionError(errno.EACCES, "denied", "/sessions/.a.part"),
    "the disk is full": OSError(errno.ENOSPC, "No space left on device", "/sessions/a"),
    "the disk is read-only": OSError(errno.EROFS, "Read-only file system", "/sessions/a"),
    "the file is no longer there": FileNotFoundError(errno.ENOENT, "No such file or directory", "/sessions/a"),
    "input/output error": OSError(errno.EIO, "Input/output error", "/sessions/a"),
}


@pytest.mark.parametrize(("sentence", "reason"), REASONS.items())
def test_a_reason_is_a_sentence(sentence: str, reason: Exception) -> None:
    assert in_words(reason) == sentence


def test_a_file_that_is_read_only_for_this_user_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "session.jsonl"
    file.write_text("{}")
    monkeypatch.setattr(os, "access", lambda path, mode: not (Path(path) == file and mode == os.W_OK))
    with pytest.raises(CannotBeWrittenError, match="the file is read-only for this user"), exclusive_access(file):
        raise AssertionError("it was opened")
