"""Read the body and the address of a `curl` command that is quoted for bash, Windows cmd or PowerShell."""

from __future__ import annotations

import re
import shlex
from typing import NamedTuple

from workbench.loading.error import LoadError
from workbench.loading.strings import unescape
from workbench.loading.text_cursor import Cursor

_COMMAND = re.compile(r"\s*(?:[$>%#]\s+)?curl(?:\.exe)?\s")
_CONTINUED = re.compile(r"[\\^`]\r?\n(?=\s*(?:-|['\"]|http))")
_DOLLAR_QUOTED = re.compile(r"\$'((?:[^'\\]|\\.)*+)'", re.DOTALL)
_PRINTED = re.compile(r"^(?=HTTP/|[{\[<]|event:|data:|\w+Error\b|[Ee]rror\b)", re.MULTILINE)
_BLANKS = 100
"""The most blanks between a continued command and its next line."""
_PIECE = re.compile(
    r"(?P<blank>\s++)|'(?P<single>[^']*+)'|\"(?P<double>(?:[^\"\\]|\\.)*+)\"|\\(?P<escaped>.)|(?P<open>['\"\\])"
    r"|(?P<plain>[^\s'\"\\]++)",
    re.DOTALL,
)
_IN_DOUBLE = re.compile(r"\\([\\\"])")
"""The characters that a backslash escapes between double quotes; before any other it is kept."""
_QUOTED = re.compile(r"\$'(?:[^'\\]|\\.)*+(?:'|\Z)|'[^']*+(?:'|\Z)|\"(?:[^\"\\]|\\.)*+(?:\"|\Z)|\\.", re.DOTALL)
"""Quoted text. Quotes that are not closed reach to the end."""
_HEADER_OPTIONS = ("--header", "-H")
_DATA_OPTIONS = ("--data-raw", "--data-binary", "--data-ascii", "--data", "--json", "-d")


def is_curl(text: str) -> bool:
    return _COMMAND.match(text) is not None


class CurlRequest(NamedTuple):
    body: str
    address: str
    headers: list[tuple[str, str]]


def curl_request(text: str) -> CurlRequest:
    """Return the body, which is the text after the data options, the address and the headers.

    A file that the command names is not opened: a pasted command must not read the disk.
    """
    text = text.strip()
    try:
        words = _words(_plain(text))
    except ValueError as fault:
        error = Cursor(text, len(text)).fault("the rest of the command", f"a quote is probably not closed ({fault})")
        raise error.locate(text) from fault
    bodies, address, headers = list(_bodies(words)), _address(words), _headers(words)
    if not bodies:
        raise LoadError("a curl command without a body", "a curl command with --data or --json", "", 1, 1)
    if bodies[0] == "@-" and "<<" in text:
        return CurlRequest(text[text.index("<<") :], address, headers)
    if bodies[0].startswith("@"):
        guess = f"load the file {bodies[0][1:]} itself"
        raise LoadError("a curl command that sends a file", "a curl command with its body in it", guess, 1, 1)
    return CurlRequest("&".join(bodies), address, headers)


def answer_after(text: str) -> str:
    """Return the output copied along with the command. The command ends on the line where its last quote closes."""
    text = _without_carets(text)
    quoted = _QUOTED.finditer(text)
    near = next(quoted, None)
    for line in _PRINTED.finditer(text):
        while near is not None and near.end() <= line.start():
            near = next(quoted, None)
        in_quotes = near is not None and near.start() < line.start()
        before = text[max(0, line.start() - _BLANKS) : line.start()].rstrip()
        if not in_quotes and not before.endswith(("\\", "^", "`")):
            return text[line.start() :].strip()
    return ""


def _address(words: list[str]) -> str:
    urls = (word.removeprefix("--url=") for word in words)
    return next((url for url in urls if url.startswith(("http://", "https://"))), "")


def _headers(words: list[str]) -> list[tuple[str, str]]:
    """The names and values of all headers."""
    headers = []
    for index, word in enumerate(words):
        option = next((option for option in _HEADER_OPTIONS if word.startswith(option)), None)
        if option is None:
            continue
        line = word[len(option) :].removeprefix("=") or next(iter(words[index + 1 : index + 2]), "")
        name, colon, value = line.partition(":")
        headers += [(name.strip(), value.strip())] if colon else []
    return headers


def _plain(text: str) -> str:
    """Rewrite the command as one line in bash's quoting, without continuations, `$'…'`, and cmd's `^"` and `\\"`."""
    text = _without_carets(_CONTINUED.sub(" ", text))
    return _DOLLAR_QUOTED.sub(lambda quoted: shlex.quote(unescape(quoted[1])), text)


def _without_carets(text: str) -> str:
    return re.sub(r"\^(.)", r"\1", text, flags=re.DOTALL) if '^"' in text else text


def _words(text: str) -> list[str]:
    """Split the command into words as bash does. `shlex` goes character by character: half a minute for a megabyte."""
    words: list[str] = []
    word: list[str] | None = None
    for piece in _PIECE.finditer(text):
        kind = piece.lastgroup
        if kind == "blank":
            if word is not None:
                words.append("".join(word))
            word = None
            continue
        if kind == "open":
            raise ValueError("No closing quotation")
        word = word or []
        content = piece[kind or ""]
        word.append(_IN_DOUBLE.sub(r"\1", content) if kind == "double" else content)
    return words if word is None else [*words, "".join(word)]


def _bodies(words: list[str]) -> list[str]:
    bodies: list[str] = []
    for index, word in enumerate(words):
        option = next((option for option in _DATA_OPTIONS if word.startswith(option)), None)
        if option is None:
            continue
        if word == option:
            bodies.extend(words[index + 1 : index + 2])
        elif word[len(option)] == "=":
            bodies.append(word[len(option) + 1 :])
        elif option == "-d":
            bodies.append(word[2:])
    return bodies
