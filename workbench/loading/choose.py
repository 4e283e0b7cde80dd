"""Which of the values in a pasted text is meant: from a code fence, a sequence, or a log with JSON inside."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.json.words import described
from workbench.loading.error import LoadError
from workbench.loading.find_messages import find_messages
from workbench.loading.pasted import is_body, is_sequence, together, values_in
from workbench.loading.reading import Reading
from workbench.loading.shape import EXPECTED, looks_like_message
from workbench.loading.sources import is_of_source

_FENCE = re.compile(r"^[ \t>]*(?P<mark>`{3,}|~{3,})(?P<rest>[^\n]*)", re.MULTILINE)


def pasted_values(text: str) -> Iterator[Reading]:
    """From the code fence with most messages, else from the whole text."""
    best: tuple[int, list[Reading]] = (0, [])
    for start, end in _fenced(text):
        try:
            readings = list(_values_meant(text, start, end))
        except LoadError:
            continue
        best = max(best, (_message_count(readings), readings), key=lambda pair: pair[0])
    try:
        yield from best[1] or _values_meant(text, 0, len(text))
    except LoadError as fault:
        raise fault.locate(text) from None


def _fenced(text: str) -> Iterator[tuple[int, int]]:
    """What is between the lines of each code fence. A line of other marks does not close it, a longer one does."""
    opened: re.Match[str] | None = None
    for line in _FENCE.finditer(text):
        if opened is not None and line["mark"].startswith(opened["mark"]):
            yield opened.end() + 1, line.start()
            opened = None
        elif opened is None and "`" not in line["rest"]:
            opened = line


def _message_count(readings: list[Reading]) -> int:
    found = (find_messages(reading.value) for reading in readings)
    return max((len(framed.messages) for framed in found if framed), default=0)


def _values_meant(text: str, start: int, end: int) -> Iterator[Reading]:
    """A plain sequence gives every conversation in it, or one of all its messages; a log gives the one it is about."""
    readings = values_in(text, start, end)
    if not readings:
        error = LoadError(described(text[start:end]), EXPECTED, "there is no JSON in it")
        error.offset = start
        raise error
    if is_sequence(text, readings, start, end) and is_of_source([reading.value for reading in readings], "lines"):
        yield together(readings)
    elif is_sequence(text, readings, start, end) and (len(readings) == 1 or any(map(is_body, readings))):
        yield from readings
    else:
        yield _best_of_log(readings)


def _best_of_log(readings: list[Reading]) -> Reading:
    """The largest conversation, else all messages as one list, else the longest value."""
    bodies = [reading for reading in readings if is_body(reading) or isinstance(reading.value, str)]
    if bodies:
        return max(bodies, key=lambda reading: (_message_count([reading]), reading.end - reading.start))
    messages = [reading for reading in readings if looks_like_message(reading.value)]
    if len(messages) > 1:
        return together(messages)
    return messages[0] if messages else max(readings, key=lambda reading: reading.end - reading.start)
