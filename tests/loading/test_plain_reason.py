"""Why a file was not read, in words for somebody who has never seen JSON."""

from __future__ import annotations

import re

import pytest

from workbench.loading import LoadError, load_all
from workbench.loading.error import DefectiveReading, UnreadableFileError
from workbench.loading.plain_reason import plain_reason

_TECHNICAL = re.compile(r"JSON|line \d|column|[{}\[\]\"]|expected|byte")
_NOTHING = "no conversation was read from it."


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "The file is empty."),
        (b" \n", "The file is empty."),
        (b'[{"role": "user", "con', "The file is incomplete: its end is missing."),
        (b'[{"role": "user", "content": "hi"', "The file is incomplete: its end is missing."),
        (b"Please call the customer back.", f"This is plain text; {_NOTHING}"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", f"This is a PNG image; {_NOTHING}"),
        (bytes(range(256)) * 8, f"This file is not text; {_NOTHING}"),
        (b'[{"name": "A", "email": "a@example.org"}]', "The file contains no conversation."),
        (b"[" * 5_000, "The file is damaged: something was wrapped in itself too many times."),
        (b"PK\x03\x04broken", f"This is a damaged zip archive; {_NOTHING}"),
    ],
)
def test_a_file_has_a_plain_reason(content: bytes, reason: str) -> None:
    (error,) = load_all(content, "chat.json")
    assert isinstance(error, LoadError)
    assert plain_reason(error) == reason
    assert not _TECHNICAL.search(plain_reason(error))


def test_errors_of_the_computer_and_of_the_workbench_do_not_blame_the_file() -> None:
    denied = UnreadableFileError("Permission denied", "chat.json")
    assert plain_reason(denied) == "The file cannot be opened: permission denied."
    defect = DefectiveReading("A rule failed.", "chat.json")
    assert plain_reason(defect) == "The workbench failed to read this file. The file may be good."


@pytest.mark.parametrize("content", [b"", b"text", b'{"a": 1}'])
def test_a_place_that_names_the_file_does_not_repeat_its_name(content: bytes) -> None:
    (error,) = load_all(content, "chat.json")
    assert isinstance(error, LoadError)
    assert "chat.json" in str(error)
    assert "chat.json" not in error.reason
