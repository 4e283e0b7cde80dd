"""Join the small files of a session folder into the document that a source reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import orjson

from workbench.json.text import Json

_MESSAGE = re.compile(r"message_(\d+)\.json")
_STORED = ("session", "message", "part")


def session_documents(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each joined document; nothing if this is not a session folder."""
    for messages in _message_folders(folder):
        numbered = sorted(
            (int(match[1]), path) for path in messages.iterdir() if (match := _MESSAGE.fullmatch(path.name))
        )
        values = [value for _, path in numbered if (value := _read(path)) is not None]
        yield str(messages), orjson.dumps(values)
    if (storage := _storage(folder)) is not None:
        rows = [
            {"type": kind, "data": value}
            for kind in _STORED
            for path in sorted((storage / kind).rglob("*.json"))
            if (value := _read(path)) is not None
        ]
        yield str(storage), orjson.dumps(rows)


def is_session_folder(folder: Path) -> bool:
    return folder.is_dir() and (_storage(folder) is not None or next(_message_folders(folder), None) is not None)


def _message_folders(folder: Path) -> Iterator[Path]:
    """Yield the folders in which Strands stores one file per message of an agent."""
    candidates = [folder, folder / "messages", *sorted(folder.glob("agents/agent_*/messages"))]
    for path in candidates:
        if path.is_dir() and (path / "message_0.json").is_file():
            yield path


def _storage(folder: Path) -> Path | None:
    """Return the folder in which opencode stored sessions, messages and parts before it used a database."""
    for path in (folder, folder / "storage"):
        if all((path / kind).is_dir() for kind in _STORED):
            return path
    return None


def _read(path: Path) -> Json | None:
    try:
        return orjson.loads(path.read_bytes())
    except (OSError, ValueError):
        return None
