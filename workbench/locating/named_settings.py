"""Find the setting that an error names in plain words: `thinking budget` for `thinkingBudget` or `thinking_budget`."""

from __future__ import annotations

import re

from workbench.json.pointer import Path, containers

_PIECES = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_MAX_DEPTH = 3
_TOO_COMMON = frozenset(
    {"model", "messages", "message", "tools", "input", "contents", "system", "type", "text", "name"}
)


def setting_named_first(body: object, words: str) -> Path | None:
    """Return the setting that the sentence begins with, even one with a common name: `Input must be a list`."""
    first = re.match(r"\W*([A-Za-z_]+)\W+(?:must|should|is|are|cannot|has|needs)\b", words)
    name = first[1].lower() if first else ""
    return (name,) if isinstance(body, dict) and name in body else None


def setting_named_in(body: object, message_key: str, words: str) -> Path | None:
    """Return the setting with the longest name that is in the error, or one whose last word is (`Penalty`)."""
    sentence = " " + " ".join(piece.lower() for piece in _PIECES.findall(words)) + " "
    best: tuple[int, Path] = (0, ())
    partial_match: Path | None = None
    for path, container in containers(body, _MAX_DEPTH):
        if not isinstance(container, dict) or (path and path[0] in {message_key, "tools"}):
            continue
        for key in container:
            pieces = [piece.lower() for piece in _PIECES.findall(key)]
            if key not in _TOO_COMMON and f" {' '.join(pieces)} " in sentence and len("".join(pieces)) > best[0]:
                best = (len("".join(pieces)), (*path, key))
            if len(pieces) > 1 and len(pieces[-1]) > 5 and f" {pieces[-1]} " in sentence:
                partial_match = partial_match or (*path, key)
    return best[1] if best[0] > 3 else partial_match
