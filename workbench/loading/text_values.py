"""Find the values in any text, such as a log, a snippet of code, or messages without brackets around them."""

from __future__ import annotations

import re

from workbench.conversation import Conversation, Note
from workbench.loading.error import LoadError, TooDeepError
from workbench.loading.find_messages import find_messages
from workbench.loading.reading import Reading, Unreadable, read_at
from workbench.loading.shape import looks_like_message
from workbench.loading.text_cursor import Comments, Cursor
from workbench.loading.tolerant import ELISION

_START = re.compile(r"[\[{]|[bB]?[\"'](?=\s*[\[{])")
_CHAT_SIGNS = re.compile(r"[\"'](?:role|speaker|messages|contents|parts)[\"']\s*:|\b(?:role|speaker)\s*[:=]\s*[\"']")
_LABEL = re.compile(r"\[[^\[\]{}\"\n]{1,60}\][^\S\n]*[^\s,\]]|\{\{\w+\}\}")
"""The start of a line in a log or a chat: a time in brackets, or a placeholder for a name."""
_EFFORT = 8
"""How many times the length of the text may be read."""
_ATTEMPT = 60
"""The cost of trying one bracket, as the number of characters that could be read in the same time."""


def values_in(text: str, start: int, end: int) -> list[Reading]:
    """Return every value in a part of a text, in order.

    A broken value is skipped, with a note, only if there is a complete conversation too; otherwise it is an error,
    whose line and column are not set yet. The effort is limited, because a text of only opening brackets would be
    read to its end from each of them.
    """
    found: list[Reading] = []
    faults: list[LoadError] = []
    effort = _EFFORT * (end - start) + 100_000
    index = start
    comments = Comments()
    beginning = start + len(text[start:end]) - len(text[start:end].lstrip())
    while effort > 0 and (opener := _START.search(text, index, end)):
        try:
            reading = _value_at(text, opener, end, comments)
        except Unreadable as unreadable:
            if isinstance(unreadable.fault, TooDeepError):
                raise unreadable.fault from None
            effort -= unreadable.index - opener.start() + _ATTEMPT
            index = max(unreadable.index, opener.end()) if unreadable.is_data else opener.end()
            if unreadable.is_data or unreadable.index >= end or opener.start() == beginning:
                unreadable.fault.partial = unreadable.fault.partial or _complete_messages(found)
                faults.append(unreadable.fault)
        else:
            found.append(reading)
            index = reading.end
    if faults and not any(map(is_body, found)) and not _is_prose(text, start, end, faults):
        raise max(faults, key=lambda fault: len(fault.messages))
    if faults and found:
        first = faults[0].locate(text)
        found[-1].notes.append(Note("unreadable-part", f"another part of the text could not be read: {first}"))
    return found


def _is_prose(text: str, start: int, end: int, faults: list[LoadError]) -> bool:
    """Whether the broken pieces are just brackets in prose, such as code in a manual."""
    beginning = text[start:end].lstrip()
    begins_with_data = beginning[:1] in {"{", "[", '"', "'"} and not _LABEL.match(beginning)
    return not (begins_with_data or any(fault.messages for fault in faults) or _CHAT_SIGNS.search(text, start, end))


def _value_at(text: str, opener: re.Match[str], end: int, comments: Comments) -> Reading:
    """Return the value that starts here: a container, or a string that contains only JSON."""
    start = opener.start()
    if opener.group() in {"[", "{"}:
        return read_at(text, start, end, comments)
    try:
        quoted = read_at(text, start, end, comments)
    except Unreadable as unreadable:
        raise Unreadable(unreadable.fault, min(unreadable.index, end - 1), is_data=False) from None
    body = str(quoted.value).strip()
    if body[:1] + body[-1:] not in {"[]", "{}"}:
        raise Unreadable(Cursor(text, start, end).fault("a value"), quoted.end - 1, is_data=False)
    return quoted


def is_body(reading: Reading) -> bool:
    """Whether the value contains messages and is not a single message itself."""
    message_list = None if looks_like_message(reading.value) else find_messages(reading.value)
    return message_list is not None and bool(message_list.messages)


def is_sequence(text: str, readings: list[Reading], start: int, end: int) -> bool:
    """Whether there is nothing but commas, blanks, comments and `...` around the values (spec 004's log)."""
    ends = [start, *(reading.end for reading in readings)]
    starts = [*(reading.start for reading in readings), end]
    return all(_is_empty(text, before, after) for before, after in zip(ends, starts, strict=True))


def _is_empty(text: str, start: int, end: int) -> bool:
    cursor = Cursor(text, start, end)
    while cursor.index < end:
        before = cursor.index
        cursor.skip_blank()
        if not (cursor.match(ELISION) or cursor.take(",") or cursor.take(";") or cursor.index > before):
            return False
    return True


def as_one_list(readings: list[Reading]) -> Reading:
    """Join several values into one reading, as the list whose brackets are missing."""
    notes = [
        Note(note.kind, note.text, f"/{index}{note.at}")
        for index, reading in enumerate(readings)
        for note in reading.notes
    ]
    notes.append(Note("no-brackets", f"{len(readings)} separate values were read as one list"))
    return Reading([reading.value for reading in readings], notes, readings[0].start, readings[-1].end)


def _complete_messages(readings: list[Reading]) -> Conversation | None:
    """Return the messages before the cut in a truncated sequence, as a conversation."""
    messages = [reading for reading in readings if looks_like_message(reading.value)]
    if not messages:
        return None
    reading = as_one_list(messages)
    message_list = find_messages(reading.value)
    return message_list.conversation("", reading.value, reading.notes) if message_list else None
