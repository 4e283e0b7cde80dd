"""Read a string, a number, a word or a printed object. Anything without a JSON value becomes text, with a note."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import TypeAlias

from workbench.json.text import Json
from workbench.loading.numbers import read_number
from workbench.loading.strict import has_lone_surrogate
from workbench.loading.strings import START, read_string
from workbench.loading.text_cursor import Cursor

AddNote: TypeAlias = Callable[[str, str], None]

NAME = re.compile(r"(?:new\s+)?(?:[^\W\d]|\$)[\w$]*+(?:\.[\w$]++)*+")
_WORDS: dict[str, Json] = {
    "null": None, "None": None, "nil": None, "true": True, "True": True, "false": False, "False": False,
}  # fmt: skip
_ENUM = re.compile(r"<[\w.]+: (?P<value>'[^'\n]*'|\"[^\"\n]*\"|-?\d{1,18})>")
_ANGLED = re.compile(r"<[^<>\n]*+(?:<[^<>\n]*+>[^<>\n]*+)*+>")
_CALL_PIECE = re.compile(r"[()]|'(?:[^\\'\n]|\\.)*+'|\"(?:[^\\\"\n]|\\.)*+\"")
_RAW_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


def read_literal(cursor: Cursor, in_brackets: bool, note: AddNote) -> Json:
    """Return the value at the cursor. `in_brackets`: inside round brackets, Python joins adjacent strings."""
    if START.match(cursor.text, cursor.index, cursor.end):
        return _text(cursor, in_brackets, note)
    number = read_number(cursor)
    if number is not None:
        if isinstance(number, str):
            note("long-number", "a number too long to compute with; its digits were kept as text")
        elif isinstance(number, float) and not math.isfinite(number):
            note("non-finite-number", f"{number} is not a JSON number")
        return number
    if enumeration := cursor.match(_ENUM):
        value = enumeration["value"]
        return value[1:-1] if value[0] in "'\"" else int(value)
    if angled := cursor.match(_ANGLED):
        note("python-object", f"{angled.group()[:80]} is an object, not data; its text was kept")
        return angled.group()
    return _word(cursor, note)


def _text(cursor: Cursor, in_brackets: bool, note: AddNote) -> str:
    """Return a string, joined with the adjacent strings that Python joins or `+` adds."""
    start = cursor.index
    pieces = [read_string(cursor) or ""]
    while _moved_to_next_piece(cursor, in_brackets):
        pieces.append(read_string(cursor) or "")
    text = "".join(pieces)
    if not text.isascii() and has_lone_surrogate(text):
        note("lone-surrogate", "half of a surrogate pair: no provider accepts this text")
    if _RAW_CONTROL.search(cursor.text, start, cursor.index):
        note("control-character", "the text contains a raw control character")
    return text


def _moved_to_next_piece(cursor: Cursor, in_brackets: bool) -> bool:
    """Move to the next piece of the same string, if there is one.

    Strings without `+` between them are joined in Python only, and never if a colon follows: that one is a key.
    """
    ahead = Cursor(cursor.text, cursor.index, cursor.end, cursor.comments)
    is_python = in_brackets or cursor.text[cursor.index - 1] == "'"
    ahead.skip_blank()
    has_plus = ahead.take("+")
    ahead.skip_blank()
    start = ahead.index
    if not (has_plus or is_python) or not START.match(ahead.text, ahead.index, ahead.end):
        return False
    read_string(ahead)
    ahead.skip_blank()
    if ahead.here == ":":
        return False
    cursor.index = start
    return True


def _word(cursor: Cursor, note: AddNote) -> Json:
    start = cursor.index
    match = cursor.match(NAME)
    if match is None:
        is_missing = cursor.here and cursor.here in ",]})"
        raise cursor.fault("a value", "a value is probably missing here" if is_missing else "")
    word = match.group()
    if cursor.here == "(":
        text = _call(cursor, start)
        note("python-object", f"{text[:80]} is an object, not data; its text was kept")
        return text
    if word in _WORDS:
        return _WORDS[word]
    if word == "undefined":
        note("undefined", "undefined is not a JSON value; it was read as null")
        return None
    note("bare-word", f"the name {word} is where a value should be; it was kept as text")
    return word


def _call(cursor: Cursor, start: int) -> str:
    """Return the text of a call such as `datetime.datetime(2026, 1, 2)`. The cursor is at its opening bracket."""
    depth = 0
    while match := _CALL_PIECE.search(cursor.text, cursor.index, cursor.end):
        cursor.index = match.end()
        depth += {"(": 1, ")": -1}.get(match.group(), 0)
        if depth == 0:
            return cursor.text[start : cursor.index]
    cursor.index = cursor.end
    raise cursor.fault("the ) that closes the call")
