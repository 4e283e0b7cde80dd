"""What to say of a text that is no conversation, to somebody who expected it to be one."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.loading import LoadError
from workbench.locating import locate
from workbench.outputs.visible import shortened
from workbench.view.verdict import LONGEST

ADVICE = (
    "The workbench needs the conversation as data, as a program stores or sends it. Look for an export as JSON, or ask "
    "for the body of the request that failed: a log, a HAR file or a `curl` command that contains it will do."
)
_LONGEST_ERROR = 20_000


def error_meant(text: str) -> str:
    """What a provider's error means, if the text is one; else nothing."""
    found = locate(None, text) if 0 < len(text) <= _LONGEST_ERROR else None
    return shortened(found.sentence, LONGEST) if found is not None and found.rule is not None else ""


def errors_among(
    data: bytes, failures: Sequence[LoadError], *, alone: bool, beside_a_file: bool = False
) -> tuple[list[str], list[LoadError]]:
    """Which of what could not be read are a provider's errors, in its words, and what remains unread.

    A document without a conversation is looked at as a whole. Beside a conversation only the line that could not be
    read is: the words of an error can also be in what somebody said. A text that was typed beside a chosen file and
    holds no conversation is the error, whether or not its words are known.
    """
    lines = data.decode("utf-8", "replace").splitlines() if failures and not alone else []
    errors: list[str] = []
    unread: list[LoadError] = []
    for failure in failures:
        text = data[: _LONGEST_ERROR + 1].decode("utf-8", "replace") if alone else _line(lines, failure.line)
        if (alone and beside_a_file and text.strip()) or error_meant(text):
            errors.append(text)
        else:
            unread.append(failure)
    return errors, unread


def _line(lines: Sequence[str], number: int | None) -> str:
    return lines[number - 1] if number is not None and 0 < number <= len(lines) else ""
