"""Choose the files that the doctor examines: the given ones, or all that programs keep their sessions in.

A home folder may be a copy from another computer, so the session folders of all operating systems are tried.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from workbench.loading.folder import files_and_sessions_in
from workbench.loading.session_folders import is_session_folder
from workbench.sources import SOURCES

_SYSTEM_FOLDERS = {
    "{config}": (("XDG_CONFIG_HOME", ".config"), ("", "Library/Application Support"), ("APPDATA", "AppData/Roaming")),
    "{data}": (
        ("XDG_DATA_HOME", ".local/share"),
        ("", "Library/Application Support"),
        ("LOCALAPPDATA", "AppData/Local"),
    ),
}
"""For Linux, macOS and Windows: the environment variable that sets the folder, and its default in the home folder."""
_ORIGINAL = re.compile(r"\.orig\d*$")
"""The ending of an original that an earlier repair kept."""
_Environment = Mapping[str, str]


def session_files(paths: Sequence[Path], home: Path, environment: _Environment) -> list[Path]:
    """Return the sessions at the given paths, or those of all known programs if there are none; the newest first.

    A session is a file, or a folder whose files belong together. The kept originals of earlier repairs are left out
    unless they are given by name.
    """
    candidates = _sessions_at(paths) if paths else _sessions_of_programs(home, environment)
    sessions = (path for path in candidates if path in paths or not _ORIGINAL.search(path.name))
    return sorted(dict.fromkeys(sessions), key=modified, reverse=True)


def _sessions_at(paths: Sequence[Path]) -> Iterator[Path]:
    """Yield files, session folders and what is in other folders, including the hidden folders of programs."""
    for path in paths:
        if is_session_folder(path):
            yield path
        elif path.is_dir():
            yield from files_and_sessions_in(path)
            yield from _sessions_of_programs(path, {})
        else:
            yield path


def _sessions_of_programs(home: Path, environment: _Environment) -> Iterator[Path]:
    for source in SOURCES:
        for pattern in source.homes:
            for folder, below in _start_folders(pattern, home, environment):
                yield from (path for path in folder.glob(below) if path.is_file() or is_session_folder(path))


def _start_folders(pattern: str, home: Path, environment: _Environment) -> Iterator[tuple[Path, str]]:
    """Yield each folder that a pattern starts in, with the rest of the pattern below it."""
    first, _, below = pattern.partition("/")
    if first.startswith("$"):
        if folder := environment.get(first[1:]):
            yield Path(folder), below
    elif first in _SYSTEM_FOLDERS:
        for variable, default in _SYSTEM_FOLDERS[first]:
            yield Path(environment.get(variable) or home / default), below
    else:
        yield home, pattern


def modified(path: Path) -> float:
    """Return when a session was last written to. A folder was when the newest of its files was."""
    files = path.rglob("*.json") if path.is_dir() else (path,)
    return max(map(_time_of, files), default=0.0)


def _time_of(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0
