"""Join the small files of a session folder into the document that a source reads."""

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
class JoinedDocument:
    """The files of a session and the list of their values, which is read as one document."""

    path: Path
    files: tuple[Path, ...]
    value: list[Json]
    path_in_item: tuple[str, ...] = ()
    """The path from an item of the list to the value of its file."""


def session_documents(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each joined document; nothing if this is not a session folder."""
    for document in joined_documents(folder):
        yield str(document.path), orjson.dumps(document.value)


def joined_documents(folder: Path) -> Iterator[JoinedDocument]:
    for messages in _message_folders(folder):
        numbered = sorted(
            (int(match[1]), path) for path in messages.iterdir() if (match := _MESSAGE.fullmatch(path.name))
        )
        loaded = [path for _, path in numbered[_removed_count(messages.parent) :]]
        values = [(path, value) for path in loaded if (value := _read(path)) is not None]
        yield JoinedDocument(messages, tuple(path for path, _ in values), [value for _, value in values])
    if (storage := _storage(folder)) is not None:
        rows = [
            (path, {"type": kind, "data": value})
            for kind in _STORED
            for path in sorted((storage / kind).rglob("*.json"))
            if (value := _read(path)) is not None
        ]
        yield JoinedDocument(storage, tuple(path for path, _ in rows), [row for _, row in rows], ("data",))


def is_session_folder(folder: Path) -> bool:
    return folder.is_dir() and (_storage(folder) is not None or next(_message_folders(folder), None) is not None)


def _message_folders(folder: Path) -> Iterator[Path]:
    """Yield the folders in which Strands stores one file per message of an agent."""
    candidates = [folder, folder / "messages", *sorted(folder.glob("agents/agent_*/messages"))]
    for path in candidates:
        if path.is_dir() and (path / "message_0.json").is_file():
            yield path


def _removed_count(agent: Path) -> int:
    """Return how many of the first messages the program no longer loads."""
    settings = _read(agent / "agent.json")
    state = settings.get("conversation_manager_state") if isinstance(settings, dict) else None
    count = state.get("removed_message_count") if isinstance(state, dict) else None
    return count if isinstance(count, int) and count > 0 else 0


def _storage(folder: Path) -> Path | None:
    """Return the folder in which opencode stored sessions, messages and parts before it used a database."""
    for path in (folder, folder / "storage"):
        if all((path / kind).is_dir() for kind in _STORED):
            return path
    return None


def _read(path: Path) -> Json | None:
    try:
        value: Json = orjson.loads(path.read_bytes())
        return value
    except (OSError, ValueError):
        return None
