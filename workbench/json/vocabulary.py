"""What a JSON value says, word by word, whatever its format: what no reader knows must not be lost either.

A word is a run of letters and digits in a text or a number. Text that holds JSON, or what Python prints, is read, so
that it may be written in another way. Values that only name kinds and places (a role, an id, a media type) say nothing,
unless somebody put a sentence there; nor does what only its provider can decrypt. The id of a file is not of these:
it is all that is left of the file.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable, Iterator

from workbench.json.media import split_data_url
from workbench.json.pointer import leaves
from workbench.json.text import Json, parse_or_none, without_halves

_NAMES_KINDS_AND_PLACES = re.compile(
    r"ids?|(?:(?:tool_?)?call|tool_?use|message|context|(?:reference_?)?task|item)_?ids?|role|speaker|type|(?:part_)?kind"
    r"|state|status|object|format"
    r"|encrypted_content|(?:media|mime|content)_?type|is_?error|created_?at|timestamp|ts|index|detail|version|finish_reason",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"\w\s+\w")
_WORD = re.compile(r"[^\W_]+")
_ESCAPE = re.compile(r"\\+(?:u[0-9a-fA-F]{4}|.)", re.DOTALL)
_NOT_WORDS = frozenset({"null", "none", "true", "false", "nan", "undefined"})
_DEEPEST_TEXT = 4
_LONGEST_PRINT = 100_000
_UNREADABLE = (ValueError, SyntaxError, MemoryError, RecursionError, TypeError, OverflowError)


def lost_words(removed: Iterable[Json], added: Iterable[Json]) -> list[str]:
    """The words of what was removed that are not in what was added."""
    missing = dict.fromkeys(word for value in removed for word in _words(value, False))
    added = list(added) if missing else []
    for value in added:
        for word in _words(value, True):
            missing.pop(word, None)
    if not missing:
        return []
    written = "\n".join(
        _plain(leaf)
        for value in added
        for path, leaf in leaves(value)
        if _is_content(leaf) and not _only_names(path, leaf)
    )
    return [word for word in missing if word not in written]


def says_nothing(value: object) -> bool:
    """Whether there is no word in it, at any depth and under any key, and no image or other bytes either."""
    return next(_words(value, False), None) is None


def _words(value: object, with_names: bool, depth: int = 0) -> Iterator[str]:
    """`with_names` takes in what only names kinds and places, but no role: a word that went there is not lost."""
    for path, leaf in leaves(value):
        if not _is_content(leaf):
            continue
        inner = _inside(leaf) if isinstance(leaf, str) and depth < _DEEPEST_TEXT else None
        if inner is not None:
            yield from _words(inner, with_names, depth + 1)
        elif not _only_names(path, leaf) or (with_names and not _says_who(path)):
            yield from (word for word in _WORD.findall(_plain(leaf)) if word not in _NOT_WORDS)


def _is_content(leaf: object) -> bool:
    return isinstance(leaf, (str, int, float)) and not isinstance(leaf, bool)


def _only_names(path: tuple[str | int, ...], leaf: object) -> bool:
    name = next((step for step in reversed(path) if isinstance(step, str)), "")
    names = _says_who(path) or _NAMES_KINDS_AND_PLACES.fullmatch(name) is not None
    return names and not (isinstance(leaf, str) and _SENTENCE.search(leaf))


def _says_who(path: tuple[str | int, ...]) -> bool:
    """`user` as a role, or inside of one, is not the word that somebody said."""
    return "role" in path or "speaker" in path


def _inside(text: str) -> Json:
    """The object, list or text that a text holds, as JSON or as Python prints it."""
    if text[:1] in ("{", "[", '"'):
        parsed = parse_or_none(text)
        if isinstance(parsed, (dict, list, str)):
            return parsed
    if text[:1] in ("{", "[", "(") and len(text) < _LONGEST_PRINT:
        try:
            with warnings.catch_warnings(action="ignore"):
                parsed = ast.literal_eval(text)
        except _UNREADABLE:
            return None
        return parsed if isinstance(parsed, (dict, list)) else None
    return None


def _plain(leaf: object) -> str:
    """As it reads: without escapes, without the head of a data URL, and without regard to case."""
    text = without_halves(str(leaf))
    if (url := split_data_url(text)) is not None:
        text = url.data
    return (_ESCAPE.sub(_unescaped, text) if "\\" in text else text).casefold()


def _unescaped(match: re.Match[str]) -> str:
    escape = match[0].lstrip("\\")
    if len(escape) == 5:
        return chr(int(escape[1:], 16))
    return " " if escape in "nrtbf" else escape
