"""Find the words that a change to a JSON value loses, in any format, so that even unknown fields are protected.

A word is a run of letters and digits in a string or a number. A text without any counts as a whole if it has an emoji
or another symbol, or a mark such as `?`: somebody answered with it. So does a text that is only `None` or `true`; the
same words inside a longer text may be a value in another notation. Strings that contain JSON or Python's `repr` are
parsed, so that rewriting them in another notation loses nothing; a file that was encoded twice is decoded once, and
the words of an encoded text are those of the text. Metadata (`leaves.py`) and data that only its provider can decrypt
have no words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from workbench.json.leaves import Leaf, PartOf, is_kind_only, is_metadata, leaves_of, part_in_text
from workbench.json.media import inner_base64, split_data_url, text_in_base64
from workbench.json.plain_values import literal_in
from workbench.json.text import Json, glued_objects, parse_or_none, replace_lone_surrogates

_WORD = re.compile(r"[^\W_]+")
_ESCAPE = re.compile(r"\\+(?:u[0-9a-fA-F]{4}|.)", re.DOTALL)
_NOT_WORDS = frozenset({"null", "none", "true", "false", "nan", "undefined"})
_MARKS = frozenset("?!…")
_UNREADABLE = "\ufffd"
"""Stands for half a character, and says nothing."""
_MAX_NESTED_TEXTS = 4
_MAX_LITERAL_LENGTH = 100_000


def lost_words(removed: Iterable[Json], added: Iterable[Json]) -> list[str]:
    """Return the words of the removed values that are not in the added values."""
    return missing_words(
        (leaf for value in removed for leaf in leaves_of(value)), (leaf for value in added for leaf in leaves_of(value))
    )


def missing_words(removed: Iterable[Leaf], added: Iterable[Leaf]) -> list[str]:
    """Return the words of the removed leaves that are not in the added leaves, not even as part of a longer word."""
    missing = dict.fromkeys(word for leaf in removed for word in _content_words(leaf))
    if not missing:
        return []
    added = list(added)
    for word in (word for leaf in added for word in _surviving_words(leaf)):
        missing.pop(word, None)
    if not missing:
        return []
    content = (leaf for leaf in added if leaf.value is not None and not is_metadata(leaf))
    text = "\n".join(_normalised(leaf.value) for leaf in content)
    return [word for word in missing if word not in text]


def has_no_words(value: object) -> bool:
    """Whether a value contains no words at any depth and under any key, and no image or other bytes either."""
    return not any(True for leaf in leaves_of(value) for _ in _content_words(leaf))


def _content_words(leaf: Leaf) -> Iterator[str]:
    """Yield the words of a leaf that must not get lost."""
    for inner in _leaves_inside(leaf):
        if not is_metadata(inner):
            text = _encoded_text(inner.value) or _normalised(inner.value)
            words = _WORD.findall(text)
            if any(word not in _NOT_WORDS for word in words):
                yield from (word for word in words if word not in _NOT_WORDS)
            elif _is_answer(inner, text.strip()):
                yield text.strip()


def _is_answer(leaf: Leaf, text: str) -> bool:
    """Whether a text without words is still something that somebody said. `null` as arguments is only their absence."""
    if not isinstance(leaf.value, str):
        return False
    if text in _NOT_WORDS:
        return leaf.part_of is not PartOf.ARGUMENTS
    return any(sign in _MARKS or (unicodedata.category(sign) == "So" and sign != _UNREADABLE) for sign in text)


def _surviving_words(leaf: Leaf) -> Iterator[str]:
    """Yield the words of a leaf that count as preserved."""
    for inner in _leaves_inside(leaf):
        if not is_kind_only(inner):
            yield from _WORD.findall(_normalised(inner.value))
            yield from _WORD.findall(_encoded_text(inner.value) or "")


def _leaves_inside(leaf: Leaf, depth: int = 0) -> Iterator[Leaf]:
    """Yield the leaf itself, or the leaves inside it if it is a JSON text. Nothing for `null`, `true` and `false`."""
    value = leaf.value
    if not _is_text_or_number(value):
        return
    inner = _parsed_text(value) if isinstance(value, str) and depth < _MAX_NESTED_TEXTS else None
    if inner is None:
        yield leaf
        return
    for nested in leaves_of(inner, leaf.key, part_in_text(leaf.part_of, inner)):
        yield from _leaves_inside(nested, depth + 1)


def _is_text_or_number(value: object) -> bool:
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)


def _parsed_text(text: str) -> Json:
    """Return the object, list or string that a text contains as JSON or as a Python literal, or None."""
    if text[:1] in ("{", "[", '"'):
        parsed = parse_or_none(text)
        if isinstance(parsed, (dict, list, str)):
            return parsed
        if len(pieces := glued_objects(text)) > 1:
            return [parse_or_none(piece) for piece in pieces]
    if text[:1] in ("{", "[", "(") and len(text) < _MAX_LITERAL_LENGTH:
        parsed = literal_in(text)
        return parsed if isinstance(parsed, (dict, list)) else None
    return None


def _normalised(leaf: object) -> str:
    """Return the text of a leaf for comparison: case-folded, unescaped, encoded once, without a data URL's header."""
    text = replace_lone_surrogates(str(leaf))
    if (url := split_data_url(text)) is not None:
        text = url.data
    if " " not in text[:64]:
        text = inner_base64(text) or text
    return (_ESCAPE.sub(_unescaped, text) if "\\" in text else text).casefold()


def _encoded_text(leaf: object) -> str | None:
    """Return the text that a leaf encodes as base64, case-folded, or None."""
    if not isinstance(leaf, str) or " " in leaf[:64]:
        return None
    url = split_data_url(leaf)
    text = text_in_base64(leaf if url is None else url.data)
    return None if text is None else text.casefold()


def _unescaped(match: re.Match[str]) -> str:
    escape = match[0].lstrip("\\")
    if len(escape) == 5:
        return chr(int(escape[1:], 16))
    return " " if escape in "nrtbf" else escape
