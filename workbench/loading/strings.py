"""Read string literals of JSON, JavaScript and Python. An escape that none of them knows is kept as written."""

from __future__ import annotations

import re
import unicodedata

from workbench.loading.text_cursor import Cursor

START = re.compile(r"(?P<prefix>[bBrRuUfF]{0,2})(?P<quote>'''|\"\"\"|['\"`])")
_SIMPLE = {
    "n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "a": "\a",
    '"': '"', "'": "'", "`": "`", "\\": "\\", "/": "/", "$": "$", "\n": "", "\r\n": "",
}  # fmt: skip
_ESCAPE = re.compile(
    r"\\(?:u(?P<u>[\da-fA-F]{4})|u\{(?P<point>[\da-fA-F]{1,8})\}|U(?P<U>[\da-fA-F]{8})|x(?P<x>[\da-fA-F]{2})"
    r"|N\{(?P<name>[A-Z\d -]+)\}|(?P<octal>[0-7]{1,3})|(?P<simple>\r\n|.))",
    re.DOTALL,
)
_BODIES = {
    "'": re.compile(r"[^\\']*+(?:\\.[^\\']*+)*+", re.DOTALL),
    '"': re.compile(r'[^\\"]*+(?:\\.[^\\"]*+)*+', re.DOTALL),
    "`": re.compile(r"[^\\`]*+(?:\\.[^\\`]*+)*+", re.DOTALL),
    "'''": re.compile(r"[^\\']*+(?:(?:\\.|'(?!''))[^\\']*+)*+", re.DOTALL),
    '"""': re.compile(r'[^\\"]*+(?:(?:\\.|"(?!""))[^\\"]*+)*+', re.DOTALL),
}
"""Everything up to the closing quote. Possessive, because backtracking over many megabytes would take memory."""


def read_string(cursor: Cursor) -> str | None:
    """Return the text of the string literal at the cursor, or None if there is none."""
    opened = cursor.index
    start = cursor.match(START)
    if start is None:
        return None
    quote, prefix = start["quote"], start["prefix"].lower()
    body = cursor.match(_BODIES[quote])
    if body is None or not cursor.take(quote):
        cursor.index = cursor.end
        line = cursor.text.count("\n", 0, opened) + 1
        raise cursor.fault(f"the {quote} that closes the string opened in line {line}")
    if "r" in prefix:
        return body.group()
    text = unescape(body.group())
    return _from_octets(text) if "b" in prefix else text


def unescape(body: str) -> str:
    """Replace the escapes in the body of a string literal."""
    if "\\" not in body:
        return body
    text = _ESCAPE.sub(_character, body)
    if any("\ud800" <= character <= "\udfff" for character in text):
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return text


def _character(escape: re.Match[str]) -> str:
    """Return the character that an escape stands for. An unknown escape is kept as written."""
    if (simple := escape["simple"]) is not None:
        return _SIMPLE.get(simple, escape.group())
    if escape["name"]:
        try:
            return unicodedata.lookup(escape["name"])
        except KeyError:
            return escape.group()
    if escape["octal"]:
        return chr(int(escape["octal"], 8))
    code = int(escape["u"] or escape["point"] or escape["U"] or escape["x"], 16)
    return chr(code) if code <= 0x10FFFF else escape.group()


def _from_octets(text: str) -> str:
    """Decode the text of a Python bytes literal, whose escapes are bytes and not characters."""
    try:
        return text.encode("latin-1").decode()
    except UnicodeError:
        return text
