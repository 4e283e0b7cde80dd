"""Which of the values in a pasted text is meant: from a code fence, a sequence, or a log with JSON inside."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.json.description import described
from workbench.loading.error import LoadError
from workbench.loading.find_messages import find_messages
from workbench.loading.pasted import is_body, is_sequence, together, values_in
from workbench.loading.reading import Reading
from workbench.loading.refusals import is_refusal
from workbench.loading.shape import EXPECTED, looks_like_message
from workbench.loading.sources import is_of_source

_SHARE = 10
"""Of a longer text a single message has to be at least this part, to be what the text is about."""
_ERROR_ALONE = "it has a provider's error in it; load the request that was refused"
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
        readings = best[1] or list(_values_meant(text, 0, len(text)))
        if _is_example(text, readings):
            raise _no_conversation(text, 0, len(text), "it has an example of one message in it; paste that alone")
        yield from readings
    except LoadError as fault:
        raise fault.locate(text) from None


def _is_example(text: str, readings: list[Reading]) -> bool:
    """One message in a long text is an example in its prose: judging it would judge what nobody sent."""
    if any(isinstance(reading.value, str) for reading in readings):
        return False  # JSON in a text, which is opened later
    length = sum(reading.end - reading.start for reading in readings)
    return length * _SHARE < len(text.strip()) and _message_count(readings) <= 1


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
        raise _no_conversation(text, start, end, "there is no JSON in it")
    if is_sequence(text, readings, start, end) and is_of_source([reading.value for reading in readings], "lines"):
        yield together(readings)
    elif is_sequence(text, readings, start, end) and (len(readings) == 1 or any(map(is_body, readings))):
        yield from readings
    elif (best := _best_of_log(readings)) is not None:
        yield best
    else:
        longest = max(readings, key=lambda reading: reading.end - reading.start)
        if is_refusal(longest.value):
            raise _no_conversation(text, start, end, _ERROR_ALONE)
        raise _no_conversation(text, start, end, f"the largest JSON in it is {described(longest.value)}")


def _is_text_of_json(value: object) -> bool:
    """A text in quotes that holds more than a pair of brackets."""
    return isinstance(value, str) and any(map(str.isalnum, value))


def _no_conversation(text: str, start: int, end: int, why: str) -> LoadError:
    error = LoadError(described(text[start:end]), EXPECTED, why)
    error.offset = start
    return error


def _best_of_log(readings: list[Reading]) -> Reading | None:
    """The largest conversation, else all messages as one list."""
    bodies = [reading for reading in readings if is_body(reading) or _is_text_of_json(reading.value)]
    if bodies:
        return max(bodies, key=lambda reading: (_message_count([reading]), reading.end - reading.start))
    messages = [reading for reading in readings if looks_like_message(reading.value)]
    if len(messages) > 1:
        return together(messages)
    return messages[0] if messages else None
