"""Which known text an error is, by the stable pieces of it that are there.

A template is cut into its sentences. What differs from history to history is a gap, quotes may be there or not. The
text that shares the most letters with the error wins; texts that say the same for several rules or targets are all
kept, because only the file can tell which it is.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from workbench.formats import FORMATS
from workbench.locating.clean import clean
from workbench.locating.mentions import Mentions, mentions_in
from workbench.locating.texts import ErrorText, known_texts

_ENOUGH = 20
"""Letters that a text must share with the error to be told from chance."""
_SAME_PLACE = 30
"""What it counts that the error complains of the same field of a message, or of another one."""
_COMPLETE = 10
"""What it counts that every sentence of the text is there: some are short."""
_NO_PLACE = 8
"""What it counts against a text that names a field if the error names none."""
_SENTENCE = re.compile(r"(?<=[.:]) (?=\S)")
_GAP = re.compile(r"\{\w+\}")
_GENERAL = ("openai", "openai-compatible")
"""Who is meant by words that many servers have taken over, if nothing else tells."""
_HINTS = (
    (re.compile(r"azure", re.I), "azure-openai"),
    (re.compile(r"deepseek", re.I), "deepseek"),
    (re.compile(r"moonshot|kimi", re.I), "moonshot"),
    (re.compile(r"minimax", re.I), "minimax"),
    (re.compile(r"mistral", re.I), "mistral"),
    (re.compile(r"bedrock|ValidationException", re.I), "bedrock"),
    (re.compile(r"INVALID_ARGUMENT|GenerateContentRequest|generativelanguage|gemini|vertex", re.I), "gemini"),
    (re.compile(r"anthropic|claude", re.I), "anthropic"),
)


class Recognised(NamedTuple):
    candidates: tuple[ErrorText, ...] = ()
    """The texts that fit best, the likeliest first; none if the error is not known."""

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(candidate.rule for candidate in self.candidates))


def recognise(text: str, mentions: Mentions, format_name: str | None) -> Recognised:
    """`text` is clean. The format of the file, if there is one, decides between providers that speak alike."""
    best: list[ErrorText] = []
    highest = _ENOUGH - 1
    for known in known_texts():
        score = _score(known, text, mentions)
        if score > highest:
            best, highest = [known], score
        elif score == highest:
            best.append(known)
    if not best:
        return Recognised()
    hinted = [target for pattern, target in _HINTS if pattern.search(text)]
    own = FORMATS[format_name].own_target if format_name else ""
    best.sort(key=lambda known: (known.target not in hinted, known.target != own, known.target not in _GENERAL))
    return Recognised(tuple(best))


def _score(known: ErrorText, text: str, mentions: Mentions) -> int:
    pieces, field, beside = _pieces(known)
    found = [length for pattern, length in pieces if pattern.search(text)]
    if not found:
        return 0
    shared = sum(found) + (_COMPLETE if len(found) == len(pieces) else 0)
    said = _field(mentions)
    if (field or beside) and said:
        return shared + (_SAME_PLACE if (field or beside) == said else -_SAME_PLACE)
    return shared - _NO_PLACE if field else shared


@cache
def _pieces(known: ErrorText) -> tuple[tuple[tuple[re.Pattern[str], int], ...], str, str]:
    """The sentences as patterns with the number of letters each has, and the field that is complained of: as the text
    names it, and as the error's `param` does."""
    pieces = []
    for sentence in _SENTENCE.split(clean(known.text)):
        piece = _tail(sentence) if _is_place(sentence) else sentence
        letters = sum(map(str.isalpha, _GAP.sub("", piece)))
        if letters >= 6:
            pieces.append((_pattern(piece), letters))
    return tuple(pieces), _field_of(known.text), _field_of(known.param)


def _field_of(template: str) -> str:
    return _field(mentions_in(clean(re.sub(r"\{(message|part|closes|call|first)\}", "0", template))))


def _is_place(sentence: str) -> bool:
    """`messages.{message}.content.{part}:` only says where, and that is compared apart."""
    return bool(re.fullmatch(r"'?(?:messages|input|contents|tools)[\w.{}\[\]]*'?:", sentence))


def _tail(place: str) -> str:
    """The part of a place that names a field; a log often has no more of it."""
    return re.split(r"[}\]]\.?", place)[-1].strip("':")


def _pattern(sentence: str) -> re.Pattern[str]:
    out = []
    for part in re.split(r"(\{\w+\}|')", sentence.rstrip(".").removeprefix("The ")):
        if part == "'":
            out.append("'?")
        else:
            out.append(r".{0,200}?" if _GAP.fullmatch(part) else re.escape(part))
    return re.compile("".join(out), re.IGNORECASE)


def _field(mentions: Mentions) -> str:
    """The named steps of a place: `content.tool_use.id`."""
    return ".".join(step for step in mentions.path if isinstance(step, str))
