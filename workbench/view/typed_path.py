"""A path as a person types or pastes it: with `~`, spaces around it, or the quotation marks of a file manager."""

from __future__ import annotations

from pathlib import Path


def typed_path(text: str) -> Path | None:
    """Return the file or folder that the text names, or None if there is none."""
    words = text.strip()
    if len(words) > 1 and words[0] == words[-1] and words[0] in "\"'":
        words = words[1:-1]
    if not words:
        return None
    try:
        path = Path(words).expanduser()
        return path if path.exists() else None
    except (OSError, RuntimeError, ValueError):  # too long, an unknown user after `~`, a null byte
        return None
