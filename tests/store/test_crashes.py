"""Saved cases survive a killed program and a full disk completely."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.store.conversations import packed
from tests.store.saving import text_of
from workbench.store.cases import Cases

pytestmark = pytest.mark.slow
_ROOT = Path(__file__).parents[2]
_KILLS = 200


def _start(file: Path, *arguments: str, limit: Callable[[], None] | None = None) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.store.saving", str(file), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=_ROOT, preexec_fn=limit)


def _assert_saved(cases: Cases, key: str) -> None:
    version = cases.find(key)
    assert version is not None, key
    assert version.conversation.messages == [{"role": "user", "content": text_of(key)}]
    assert cases.state(("c", key)).note == f"note of {key}"


def test_two_hundred_kills_lose_no_saved_case(tmp_path: Path) -> None:
    file = tmp_path / "cases.sqlite3"
    command = [sys.executable, "-m", "tests.store.killing", str(file), str(_KILLS)]
    saved = subprocess.run(command, capture_output=True, text=True, check=True, cwd=_ROOT).stdout.split()
    assert len({key.partition("-")[0] for key in saved}) == _KILLS
    with closing(Cases(file)) as cases:
        for key in saved:
            _assert_saved(cases, key)
        assert cases.count() >= len(saved)


def test_three_processes_that_write_at_the_same_time_lose_nothing(tmp_path: Path) -> None:
    file = tmp_path / "cases.sqlite3"
    children = [_start(file, name, "15") for name in ("one", "two", "three")]
    printed = [child.communicate(timeout=300)[0].split() for child in children]
    assert [child.returncode for child in children] == [0, 0, 0]
    assert [len(keys) for keys in printed] == [15, 15, 15]
    with closing(Cases(file)) as cases:
        for key in (key for keys in printed for key in keys):
            _assert_saved(cases, key)


def test_a_full_disk_is_reported_and_loses_nothing_that_was_saved(tmp_path: Path) -> None:
    """A limit on the file size has the same effect as a full disk."""
    file = tmp_path / "cases.sqlite3"
    with closing(Cases(file)) as cases:
        cases.keep("before", packed(text_of("before")), "before.json", "openai")
        cases.set_note(("c", "before"), "note of before", "")
    size = 600_000
    child = _start(file, "full", limit=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
    lines = child.communicate(timeout=300)[0].splitlines()
    assert lines[-1].startswith(f"not saved: {file}: ")
    with closing(Cases(file)) as cases:
        for key in ["before", *lines[:-1]]:
            _assert_saved(cases, key)
        cases.keep("after", packed(text_of("after")), "after.json", "openai")
        cases.set_note(("c", "after"), "note of after", "")
        _assert_saved(cases, "after")
