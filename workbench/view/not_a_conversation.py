"""Explain a text that is not a conversation to a user who expected it to be one."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.loading import LoadError
from workbench.locating import Located, locate
from workbench.locating.envelopes import unwrap
from workbench.locating.outside import outside_cause
from workbench.outputs.visible import shortened
from workbench.rules.plain_words import plain_sentence
from workbench.view.verdict import LONGEST

ADVICE = (
    "The workbench needs the conversation as data, as a program stores or sends it. Look for an export as JSON, or ask "
    "for the body of the request that failed: a log, a HAR file or a `curl` command that contains it will do."
)
_LONGEST_ERROR = 20_000


def error_meaning(text: str) -> str:
    """Return what a provider's error means, or an empty string if the text is not a known error."""
    located = _known_error(text)
    return shortened(located.sentence, LONGEST) if located is not None else outside_meaning(text)


def plain_meaning(text: str) -> str:
    """Return what a provider's error means in one sentence without technical words; empty if the error is not known."""
    located = _known_error(text)
    return plain_sentence(located.rule) if located is not None and located.rule is not None else outside_meaning(text)


def outside_meaning(text: str) -> str:
    """Return what an error is about that no conversation caused, such as a limit of the account; else an empty string.

    Only the body of an error counts, because a note can mention an account too.
    """
    if not 0 < len(text) <= _LONGEST_ERROR or _known_error(text) is not None:
        return ""
    unwrapped = unwrap(text)
    return (unwrapped.has_body and outside_cause(unwrapped.sentence)) or ""


def _known_error(text: str) -> Located | None:
    located = locate(None, text) if 0 < len(text) <= _LONGEST_ERROR else None
    return located if located is not None and located.rule is not None else None


def split_errors(
    data: bytes, failures: Sequence[LoadError], *, alone: bool, with_file: bool = False
) -> tuple[list[str], list[LoadError]]:
    """Split unreadable texts into providers' errors, as text, and failures that remain unread.

    If the document has no conversation (`alone`), all of it is examined. Otherwise only the unreadable line is, because
    the text of an error can also be part of a message. A text that was typed next to a chosen file
    (`with_file`) and contains no conversation is the error, even if it is unknown.
    """
    lines = data.decode("utf-8", "replace").splitlines() if failures and not alone else []
    errors: list[str] = []
    unread: list[LoadError] = []
    for failure in failures:
        text = data[: _LONGEST_ERROR + 1].decode("utf-8", "replace") if alone else _line(lines, failure.line)
        if (alone and with_file and text.strip()) or error_meaning(text):
            errors.append(text)
        else:
            unread.append(failure)
    return errors, unread


def _line(lines: Sequence[str], number: int | None) -> str:
    return lines[number - 1] if number is not None and 0 < number <= len(lines) else ""
