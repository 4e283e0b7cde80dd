"""JSONL: a conversation on each line, or one message on each line of a single conversation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from msgspec.structs import replace

from workbench.conversation import Conversation, Note
from workbench.json.description import listed
from workbench.json.text import Json, compact, parse_or_none
from workbench.loading.conversations import frame_one
from workbench.loading.error import LoadError
from workbench.loading.events import joined_lines
from workbench.loading.find_messages import find_messages
from workbench.loading.message_list import Framed
from workbench.loading.reading import Reading, read_whole
from workbench.loading.refusals import is_refusal
from workbench.loading.shape import EXPECTED, looks_like_message
from workbench.loading.sources import from_source, is_of_source

_SAMPLE = 20
_FEW = 2
_MANY_KINDS = 4
_UNKNOWN_LOG = "it is of no known program; load the request that it sent, or its messages as JSON"
_MOST_SILENT = 3
"""How many lines without messages are reported one by one."""
_LINE = re.compile(r"[ \t\r\f\v]*+([^\n]*+)(?:\n|\Z)")


def is_jsonl(text: str) -> bool:
    """Several lines, at least half of which are whole JSON values by themselves.

    A few of them among prose are a paste: an error above the request that it is about.
    """
    sample = [text[start:end] for _, start, end in islice(_spans(text), _SAMPLE)]
    whole = sum(isinstance(parse_or_none(line), (dict, list)) for line in sample)
    prose = any(line[0].isalnum() for line in sample)
    return len(sample) > 1 and whole * 2 >= len(sample) and not (prose and whole <= _FEW)


def read_lines(text: str, name: str) -> Iterator[Conversation | LoadError]:
    """Line by line, so that the first conversation of a large file does not wait for the last."""
    lines = _readings(text)
    sample = list(islice(lines, _SAMPLE))
    every = chain(sample, lines)
    if is_of_source(_values(sample), "lines"):
        yield from _from_source(every, name)
        return
    if joined_lines(_values(sample)) is not None:
        yield from _from_stream(every, name)
        return
    if _one_message_per_line(sample):
        yield _single(list(every), name)
        return
    if events := _event_names(_values(sample)):
        yield LoadError(f"a log of events ({listed(events)})", EXPECTED, _UNKNOWN_LOG, line=1, column=1, name=name)
        return
    yield from _few_silent(_one_per_line(every, name), name)


def _event_names(values: list[Json]) -> list[str]:
    """The kinds of events in a log of a program that nobody knows: what a line holds is a piece of a conversation."""
    kinds = [value["type"] for value in values if isinstance(value, dict) and isinstance(value.get("type"), str)]
    names = list(dict.fromkeys(kinds))
    requests = sum(_is_body(value) for value in values)
    return names if len(names) >= _MANY_KINDS and len(kinds) * 2 > len(values) and requests * 2 < len(values) else []


def _values(lines: Iterable[tuple[int, Reading | LoadError]]) -> list[Json]:
    return [reading.value for _, reading in lines if isinstance(reading, Reading)]


def _from_stream(lines: Iterable[tuple[int, Reading | LoadError]], name: str) -> Iterator[Conversation | LoadError]:
    """A stream whose events were saved one on each line is the one answer that they make."""
    values = _values(lines)
    joined = joined_lines(values)
    yield frame_one(values, name, []) if joined is None else frame_one(joined[0], name, [joined[1]])


def _few_silent(items: Iterator[Conversation | LoadError], name: str) -> Iterator[Conversation | LoadError]:
    """Of the lines of a log that hold no messages the first few are reported, the rest are counted.

    If no line holds any, one sentence is enough.
    """
    held_back: list[LoadError] = []
    count, others = 0, 0
    for item in items:
        if isinstance(item, LoadError) and item.expected == EXPECTED:
            count += 1
            if count > _MOST_SILENT:
                continue
            if not others:
                held_back.append(item)
                continue
        others += 1
        yield from (*held_back, item)
        held_back = []
    if count > 1 and not others:
        held_back[0].found = f"{count:,} lines, the first of which is {held_back[0].found},"
        yield held_back[0]
        return
    yield from held_back
    if count > _MOST_SILENT:
        yield LoadError(f"{count - _MOST_SILENT:,} more lines without messages", EXPECTED, name=name)


def _one_per_line(lines: Iterable[tuple[int, Reading | LoadError]], name: str) -> Iterator[Conversation | LoadError]:
    """An error body after a request is how that request was answered; one at the top belongs to the first request."""
    before: Conversation | LoadError | None = None
    on_top = ""
    for number, reading in lines:
        if isinstance(reading, Reading) and is_refusal(reading.value):
            if isinstance(before, Conversation):
                before = replace(before, refusal=before.refusal or compact(reading.value))
                continue
            if before is None and not on_top:
                on_top = compact(reading.value)
                continue
        if before is not None:
            yield before
        if isinstance(reading, Reading):
            before = frame_one(reading.value, f"{name}:{number}", reading.notes)
        else:
            before = reading
        if isinstance(before, LoadError):
            before.name, before.line = name, number
        elif on_top:
            before, on_top = replace(before, refusal=before.refusal or on_top), ""
    if before is not None:
        yield before
    elif on_top:
        yield frame_one(parse_or_none(on_top), name, [])


def _from_source(lines: Iterable[tuple[int, Reading | LoadError]], name: str) -> Iterator[Conversation | LoadError]:
    """Programs skip what they cannot read, most often a line that a crash cut: it is noted, and the rest is read."""
    values: list[Json] = []
    numbers: list[int] = []
    notes: list[Note] = []
    for number, reading in lines:
        if isinstance(reading, LoadError):
            notes.append(Note("unreadable-line", str(reading)))
        else:
            values.append(reading.value)
            numbers.append(number)
    yield from from_source(values, name, notes, "lines", tuple(numbers)) or ()


def _spans(text: str) -> Iterator[tuple[int, int, int]]:
    """Number, start and end of each line that is neither blank nor a comment."""
    for number, found in enumerate(_LINE.finditer(text), 1):
        start, end = found.span(1)
        if start < end and not text.startswith(("#", "//"), start):
            yield number, start, end


def _readings(text: str) -> Iterator[tuple[int, Reading | LoadError]]:
    for number, start, end in _spans(text):
        try:
            yield number, read_whole(text, start, end)
        except LoadError as fault:
            fault.line, fault.column = number, (fault.offset or start) - text.rfind("\n", 0, start)
            yield number, fault


def _one_message_per_line(sample: list[tuple[int, Reading | LoadError]]) -> bool:
    """By majority: a line that holds a list of messages is a conversation, one that only is a message is a message."""
    values = _values(sample)
    wrapped = find_messages(values)
    messages = len(wrapped.places or wrapped.messages) if wrapped else 0
    if wrapped and wrapped.places is None:
        messages = sum(map(looks_like_message, values))
    bodies = sum(_is_body(value) for value in values)
    return messages > bodies


def _is_body(value: object) -> bool:
    framed = find_messages(value)
    return framed is not None and (framed.places is None or len(framed.messages) > 1)


def _single(lines: list[tuple[int, Reading | LoadError]], name: str) -> Conversation | LoadError:
    """All messages of the file. A line that cannot be read, or is no message, is reported in a note."""
    notes: list[Note] = []
    payload: list[Json] = []
    for _, reading in lines:
        if isinstance(reading, LoadError):
            notes.append(Note("unreadable-line", str(reading)))
            continue
        notes += [Note(note.kind, note.text, f"/{len(payload)}{note.at}") for note in reading.notes]
        payload.append(reading.value)
    framed = find_messages(payload)
    if framed is None:
        return frame_one(payload, name, notes)
    if framed.places is None and not all(map(looks_like_message, payload)):
        kept = [(index, value) for index, value in enumerate(payload) if looks_like_message(value)]
        framed = Framed([value for _, value in kept], (), tuple((index,) for index, _ in kept))
    if len(framed.messages) < len(payload):
        skipped = len(payload) - len(framed.messages)
        notes.append(Note("skipped-line", f"{skipped} lines are not messages and are left out of the conversation"))
    return framed.conversation(name, payload, notes)
