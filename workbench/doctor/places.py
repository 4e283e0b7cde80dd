"""Which files the doctor looks at: those that were named, or the places where programs keep their sessions.

A home folder is looked at as that of any system, because it may be a copy from another computer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from workbench.loading.folder import files_in
from workbench.loading.session_folders import is_session_folder, session_folders_in
from workbench.sources import SOURCES

_SYSTEM_FOLDERS = {
    "{config}": (("XDG_CONFIG_HOME", ".config"), ("", "Library/Application Support"), ("APPDATA", "AppData/Roaming")),
    "{data}": (
        ("XDG_DATA_HOME", ".local/share"),
        ("", "Library/Application Support"),
        ("LOCALAPPDATA", "AppData/Local"),
    ),
}
"""On Linux, on macOS and on Windows: the variable that moves it, and where it is otherwise."""
_ORIGINAL = re.compile(r"\.orig\d*$")
"""What an earlier repair kept."""
_Environment = Mapping[str, str]


def session_files(paths: Sequence[Path], home: Path, environment: _Environment) -> list[Path]:
    """Files, and folders that are one session. The newest first."""
    found = _named(paths) if paths else _at_home(home, environment)
    sessions = (path for path in found if path in paths or not _ORIGINAL.search(path.name))
    return sorted(dict.fromkeys(sessions), key=_modified, reverse=True)


def _named(paths: Sequence[Path]) -> Iterator[Path]:
    """Everything in a folder, and below a home folder the hidden places of the programs too."""
    for path in paths:
        if is_session_folder(path):
            yield path
        elif path.is_dir():
            folders = list(session_folders_in(path))
            yield from folders
            yield from (file for file in files_in(path) if not any(folder in file.parents for folder in folders))
            yield from _at_home(path, {})
        else:
            yield path


def _at_home(home: Path, environment: _Environment) -> Iterator[Path]:
    for source in SOURCES:
        for pattern in source.homes:
            for folder, below in _places(pattern, home, environment):
                yield from (path for path in folder.glob(below) if path.is_file() or is_session_folder(path))


def _places(pattern: str, home: Path, environment: _Environment) -> Iterator[tuple[Path, str]]:
    """The folders that a pattern begins in, each with what is below it."""
    first, _, below = pattern.partition("/")
    if first.startswith("$"):
        if moved := environment.get(first[1:]):
            yield Path(moved), below
    elif first in _SYSTEM_FOLDERS:
        for variable, usual in _SYSTEM_FOLDERS[first]:
            yield Path(environment.get(variable) or home / usual), below
    else:
        yield home, pattern


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
