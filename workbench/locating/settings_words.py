"""Settings that an error speaks of in plain words: `thinking budget` is `thinkingBudget` is `thinking_budget`."""

from __future__ import annotations

import re

from workbench.json.pointer import Path, containers

_PIECES = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_DEEPEST = 3
_TOO_COMMON = frozenset(
    {"model", "messages", "message", "tools", "input", "contents", "system", "type", "text", "name"}
)


def setting_first_named(body: object, words: str) -> Path | None:
    """`Input must be a list`: the setting that a sentence begins with, however common its name is."""
    first = re.match(r"\W*([A-Za-z_]+)\W+(?:must|should|is|are|cannot|has|needs)\b", words)
    named = first[1].lower() if first else ""
    return (named,) if isinstance(body, dict) and named in body else None


def setting_spoken_of(body: object, message_key: str, words: str) -> Path | None:
    """The longest whose words all are side by side in the error, else one whose last word does (`Penalty`)."""
    spoken = " " + " ".join(piece.lower() for piece in _PIECES.findall(words)) + " "
    best: tuple[int, Path] = (0, ())
    partly: Path | None = None
    for path, container in containers(body, _DEEPEST):
        if not isinstance(container, dict) or (path and path[0] in {message_key, "tools"}):
            continue
        for key in container:
            pieces = [piece.lower() for piece in _PIECES.findall(key)]
            if key not in _TOO_COMMON and f" {' '.join(pieces)} " in spoken and len("".join(pieces)) > best[0]:
                best = (len("".join(pieces)), (*path, key))
            if len(pieces) > 1 and len(pieces[-1]) > 5 and f" {pieces[-1]} " in spoken:
                partly = partly or (*path, key)
    return best[1] if best[0] > 3 else partly
