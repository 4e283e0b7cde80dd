"""What a JSON value says, word by word, whatever its format: what no reader knows must not be lost either.

A word is a run of letters and digits in a text or a number. Text that holds JSON, or what Python prints, is read, so
that it may be written in another way; so is a file that was encoded twice. What only names a kind or a place says
nothing (`leaves.py` decides that), nor does what only its provider can decrypt.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable, Iterator

from workbench.json.leaves import Leaf, leaves_of, only_names, only_tells_kind, place_in_text
from workbench.json.media import inner_base64, split_data_url
from workbench.json.text import Json, glued_objects, parse_or_none, without_halves

_WORD = re.compile(r"[^\W_]+")
_ESCAPE = re.compile(r"\\+(?:u[0-9a-fA-F]{4}|.)", re.DOTALL)
_NOT_WORDS = frozenset({"null", "none", "true", "false", "nan", "undefined"})
_DEEPEST_TEXT = 4
_LONGEST_PRINT = 100_000
_UNREADABLE = (ValueError, SyntaxError, MemoryError, RecursionError, TypeError, OverflowError)


def lost_words(removed: Iterable[Json], added: Iterable[Json]) -> list[str]:
    """The words of what was removed that are not in what was added."""
    return words_missing(
        (leaf for value in removed for leaf in leaves_of(value)), (leaf for value in added for leaf in leaves_of(value))
    )


def words_missing(removed: Iterable[Leaf], added: Iterable[Leaf]) -> list[str]:
    """The same, of values whose places are known. A word may have become part of a longer one."""
    missing = dict.fromkeys(word for leaf in removed for word in _said(leaf))
    if not missing:
        return []
    added = list(added)
    for word in (word for leaf in added for word in _kept(leaf)):
        missing.pop(word, None)
    if not missing:
        return []
    written = "\n".join(_plain(leaf.value) for leaf in added if _is_content(leaf.value) and not only_names(leaf))
    return [word for word in missing if word not in written]


def says_nothing(value: object) -> bool:
    """Whether there is no word in it, at any depth and under any key, and no image or other bytes either."""
    return not any(True for leaf in leaves_of(value) for _ in _said(leaf))


def _said(leaf: Leaf) -> Iterator[str]:
    """The words of a value that must not get lost."""
    for inner in _read(leaf):
        if not only_names(inner):
            yield from (word for word in _WORD.findall(_plain(inner.value)) if word not in _NOT_WORDS)


def _kept(leaf: Leaf) -> Iterator[str]:
    """The words of a value that are not lost, because they are here."""
    for inner in _read(leaf):
        if not only_tells_kind(inner):
            yield from _WORD.findall(_plain(inner.value))


def _read(leaf: Leaf, depth: int = 0) -> Iterator[Leaf]:
    """The value itself or, of a text that holds JSON, what is in it. A constant says nothing."""
    value = leaf.value
    if not _is_content(value):
        return
    inner = _inside(value) if isinstance(value, str) and depth < _DEEPEST_TEXT else None
    if inner is None:
        yield leaf
        return
    for one in leaves_of(inner, leaf.key, place_in_text(leaf.place, inner)):
        yield from _read(one, depth + 1)


def _is_content(value: object) -> bool:
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)


def _inside(text: str) -> Json:
    """The object, list or text that a text holds, as JSON or as Python prints it."""
    if text[:1] in ("{", "[", '"'):
        parsed = parse_or_none(text)
        if isinstance(parsed, (dict, list, str)):
            return parsed
        if len(pieces := glued_objects(text)) > 1:
            return [parse_or_none(piece) for piece in pieces]
    if text[:1] in ("{", "[", "(") and len(text) < _LONGEST_PRINT:
        try:
            with warnings.catch_warnings(action="ignore"):
                parsed = ast.literal_eval(text)
        except _UNREADABLE:
            return None
        return parsed if isinstance(parsed, (dict, list)) else None
    return None


def _plain(leaf: object) -> str:
    """As it reads: without escapes, without the head of a data URL, encoded once, and without regard to case."""
    text = without_halves(str(leaf))
    if (url := split_data_url(text)) is not None:
        text = url.data
    if " " not in text[:64]:
        text = inner_base64(text) or text
    return (_ESCAPE.sub(_unescaped, text) if "\\" in text else text).casefold()


def _unescaped(match: re.Match[str]) -> str:
    escape = match[0].lstrip("\\")
    if len(escape) == 5:
        return chr(int(escape[1:], 16))
    return " " if escape in "nrtbf" else escape
