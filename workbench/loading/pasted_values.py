"""Choose which values in a pasted text are its conversations: in a code fence, a sequence, or a log with JSON in it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.json.description import described
from workbench.json.text import Json, parse_or_none
from workbench.loading.error import LoadError
from workbench.loading.find_messages import find_messages
from workbench.loading.reading import Reading
from workbench.loading.refusals import is_refusal
from workbench.loading.shape import EXPECTED, looks_like_message
from workbench.loading.sources import source_of_lines
from workbench.loading.text_values import as_one_list, is_body, is_sequence, values_in

_MIN_SHARE = 10
"""A single message, or messages with variables in them, count only if they are at least a tenth of the text: shorter
ones are an example in prose, or a line of a program."""
_WORDS = frozenset({"content", "text", "parts", "messages"})
"""Keys whose value is what a message says."""
_EXAMPLE = "it has an example of one message in it; paste that alone"
_CODE = "its messages are program code, whose variables have the words; paste what was sent"
_ERROR_ALONE = "it has a provider's error in it; load the request that was refused"
_FENCE = re.compile(r"^[ \t>]*(?P<mark>`{3,}|~{3,})(?P<rest>[^\n]*)", re.MULTILINE)


def pasted_values(text: str) -> Iterator[Reading]:
    """Yield the values of the code fence with the most messages, or of the entire text if no fence has any."""
    best: tuple[int, list[Reading]] = (0, [])
    for start, end in _fenced(text):
        try:
            readings = list(_values_meant(text, start, end))
        except LoadError:
            continue
        best = max(best, (_message_count(readings), readings), key=lambda pair: pair[0])
    try:
        readings = best[1] or list(_values_meant(text, 0, len(text)))
        if _is_short(text, readings) and (why := _why_not_sent(readings)):
            raise _no_conversation(text, 0, len(text), why)
        yield from readings
    except LoadError as fault:
        raise fault.locate(text) from None


def _is_short(text: str, readings: list[Reading]) -> bool:
    """Whether the text is much longer than what was found in it. One message is then an example, which nobody sent."""
    return sum(reading.end - reading.start for reading in readings) * _MIN_SHARE < len(text.strip())


def _why_not_sent(readings: list[Reading]) -> str:
    """Return why a small part of a text is not a conversation that was sent, or "" if it may be one."""
    if _message_count(readings) <= 1:
        return _EXAMPLE
    return _CODE if any(map(_has_variables, readings)) else ""


def _has_variables(reading: Reading) -> bool:
    """Whether what a message says is in a variable: only the program knows what was sent."""
    return any(note.kind == "bare-word" and note.at.rpartition("/")[2] in _WORDS for note in reading.notes)


def _fenced(text: str) -> Iterator[tuple[int, int]]:
    """Yield the span inside each code fence. A fence is closed by a line of the same marks, as many or more."""
    opened: re.Match[str] | None = None
    for line in _FENCE.finditer(text):
        if opened is not None and line["mark"].startswith(opened["mark"]):
            yield opened.end() + 1, line.start()
            opened = None
        elif opened is None and "`" not in line["rest"]:
            opened = line


def _message_count(readings: list[Reading]) -> int:
    found = (find_messages(_opened(reading.value)) for reading in readings)
    return max((len(message_list.messages) for message_list in found if message_list), default=0)


def _opened(value: Json) -> Json:
    """Return the value, or the JSON in it if it is a string."""
    return parse_or_none(value) if isinstance(value, str) else value


def _values_meant(text: str, start: int, end: int) -> Iterator[Reading]:
    """Yield every conversation of a plain sequence, or its messages as one; of a log, only the largest conversation."""
    readings = values_in(text, start, end)
    if not readings:
        raise _no_conversation(text, start, end, "there is no JSON in it")
    if is_sequence(text, readings, start, end) and source_of_lines([reading.value for reading in readings]):
        yield as_one_list(readings)
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
    """Whether the value is a text with more in it than a pair of brackets."""
    return isinstance(value, str) and any(map(str.isalnum, value))


def _no_conversation(text: str, start: int, end: int, why: str) -> LoadError:
    error = LoadError(described(text[start:end]), EXPECTED, why)
    error.offset = start
    return error


def _best_of_log(readings: list[Reading]) -> Reading | None:
    """Return the largest conversation, or all single messages as one list if there is none."""
    bodies = [reading for reading in readings if is_body(reading) or _is_text_of_json(reading.value)]
    if bodies:
        return max(bodies, key=lambda reading: (_message_count([reading]), reading.end - reading.start))
    messages = [reading for reading in readings if looks_like_message(reading.value)]
    if len(messages) > 1:
        return as_one_list(messages)
    return messages[0] if messages else None
