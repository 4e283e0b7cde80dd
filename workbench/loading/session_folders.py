"""Sessions that programs keep as a folder of small files: put together into the document that a source reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import orjson

from workbench.json.text import Json

_MESSAGE = re.compile(r"message_(\d+)\.json")
_STORED = ("session", "message", "part")


@dataclass(frozen=True, slots=True)
class FolderOfFiles:
    """The files of a session, and the list that they make together."""

    place: Path
    files: tuple[Path, ...]
    value: list[Json]
    inside: tuple[str, ...] = ()
    """The way from an item of the list to what its file holds."""


def session_documents(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Name and content of each document that the files of a folder make together; nothing for other folders."""
    for held in folders_of_files(folder):
        yield str(held.place), orjson.dumps(held.value)


def folders_of_files(folder: Path) -> Iterator[FolderOfFiles]:
    for messages in _message_folders(folder):
        numbered = sorted(
            (int(found[1]), path) for path in messages.iterdir() if (found := _MESSAGE.fullmatch(path.name))
        )
        loaded = [path for _, path in numbered[_removed(messages.parent) :]]
        values = [(path, value) for path in loaded if (value := _read(path)) is not None]
        yield FolderOfFiles(messages, tuple(path for path, _ in values), [value for _, value in values])
    if (storage := _storage(folder)) is not None:
        rows = [
            (path, {"type": kind, "data": value})
            for kind in _STORED
            for path in sorted((storage / kind).rglob("*.json"))
            if (value := _read(path)) is not None
        ]
        yield FolderOfFiles(storage, tuple(path for path, _ in rows), [row for _, row in rows], ("data",))


def is_session_folder(folder: Path) -> bool:
    return folder.is_dir() and (_storage(folder) is not None or next(_message_folders(folder), None) is not None)


def session_folders_in(folder: Path) -> Iterator[Path]:
    """The folders below one that are sessions by themselves."""
    for first in sorted(folder.rglob("message_0.json")):
        yield first.parent
    for kind in sorted(folder.rglob("message")):
        if (storage := _storage(kind.parent)) is not None:
            yield storage


def _message_folders(folder: Path) -> Iterator[Path]:
    """Strands keeps a file for each message of each agent."""
    candidates = [folder, folder / "messages", *sorted(folder.glob("agents/agent_*/messages"))]
    for path in candidates:
        if path.is_dir() and (path / "message_0.json").is_file():
            yield path


def _removed(agent: Path) -> int:
    """How many messages at the front are not loaded again."""
    about = _read(agent / "agent.json")
    state = about.get("conversation_manager_state") if isinstance(about, dict) else None
    count = state.get("removed_message_count") if isinstance(state, dict) else None
    return count if isinstance(count, int) and count > 0 else 0


def _storage(folder: Path) -> Path | None:
    """opencode kept sessions, messages and parts in folders of their own before it had a database."""
    for path in (folder, folder / "storage"):
        if all((path / kind).is_dir() for kind in _STORED):
            return path
    return None


def _read(path: Path) -> Json | None:
    try:
        return orjson.loads(path.read_bytes())
    except (OSError, ValueError):
        return None
