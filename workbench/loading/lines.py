"""Read JSONL, in which each line is either a conversation or one message of a single conversation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING

from msgspec.structs import replace

from workbench.collector import collector_paused
from workbench.conversation import Conversation, Note
from workbench.json.description import listed
from workbench.json.text import Json, compact, is_json_container, parse_or_none
from workbench.loading.conversations import conversation_in_value, conversations_in_part
from workbench.loading.enveloped_records import from_enveloped_records
from workbench.loading.error import LoadError
from workbench.loading.events import joined_lines
from workbench.loading.exact_lines import Window, windows
from workbench.loading.find_messages import find_messages
from workbench.loading.message_list import MessageList
from workbench.loading.reading import Reading, read_whole
from workbench.loading.refusals import is_refusal
from workbench.loading.shape import EXPECTED, has_speaker, looks_like_message
from workbench.loading.sources import read_lines, source_of_lines
from workbench.loading.strict import read_strict

if TYPE_CHECKING:
    from workbench.sources.contract import Source

_SAMPLE = 20
_FEW = 2
_MIN_EVENT_KINDS = 4
_UNKNOWN_LOG = "it is not from a known program; load the request that was sent, or its messages as JSON"
_MAX_REPORTED = 3
"""How many lines without messages are reported individually."""
_BLANKS = " \t\r\f\v"
_COMMENTS = ("#", "//")
_Line = tuple[int, Reading | LoadError]
"""The number of a line, and what was read from it."""


def is_jsonl(text: str) -> bool:
    """Whether the text has several lines, at least half of which are complete JSON values.

    One or two such lines among prose are a paste instead, such as an error message above its request.
    """
    sample = [text[start:end] for _, start, end in islice(_spans(text), _SAMPLE)]
    whole = sum(map(is_json_container, sample))
    prose = any(line[0].isalnum() for line in sample)
    return len(sample) > 1 and whole * 2 >= len(sample) and not (prose and whole <= _FEW)


def read_jsonl(text: str, name: str) -> Iterator[Conversation | LoadError] | None:
    """Return the conversations of JSONL, or None if the text is something else.

    Usually the first lines are all JSON, and then they are read only once.
    """
    spans = _spans(text)
    sample: list[_Line] = []
    for number, start, end in islice(spans, _SAMPLE):
        value, notes = read_strict(text[start:end]) or (None, [])
        if notes or not isinstance(value, (dict, list)):
            return _conversations(_readings(text, _spans(text)), name) if is_jsonl(text) else None
        sample.append((number, Reading(value, notes, start, end)))
    return _conversations(chain(sample, _readings(text, spans)), name) if len(sample) > 1 else None


def read_exact_jsonl(data: bytes, name: str) -> Iterator[Conversation | LoadError] | None:
    """Return what `read_jsonl` returns for the text of these bytes, but sooner; None if its first lines are not exact.

    `data` must be plain UTF-8.
    """
    pieces = windows(data, _SAMPLE)
    first = next(pieces, None)
    if first is None or first[2] is None or len(first[2]) < 2:
        return None
    return _conversations(_lines_in(data, chain((first,), pieces)), name)


def _lines_in(data: bytes, pieces: Iterable[Window]) -> Iterator[_Line]:
    number = 0
    for start, end, values in pieces:
        if values is None:
            text = data[start:end].decode()
            yield from _readings(text, _spans(text, number))
            number += text.count("\n") + 1
        else:
            for line, value in enumerate(values, number + 1):
                yield line, Reading(value, [])
            number += len(values)


def _conversations(lines: Iterator[_Line], name: str) -> Iterator[Conversation | LoadError]:
    """Yield the conversations line by line, so that the first one of a large file is available at once."""
    sample = list(islice(lines, _SAMPLE))
    all_lines = chain(sample, lines)
    if (source := source_of_lines(_values(sample))) is not None:
        yield from _from_source(source, all_lines, name)
        return
    if from_enveloped_records(_values(sample), name, []):
        yield from _from_envelopes(all_lines, name)
        return
    if joined_lines(_values(sample)) is not None:
        yield from _from_stream(all_lines, name)
        return
    if _one_message_per_line(sample):
        yield _single(list(all_lines), name)
        return
    if events := _event_names(_values(sample)):
        yield _unknown_log(events, name)
        return
    yield from _with_few_errors(_one_per_line(all_lines, name), name)


def _event_names(values: list[Json]) -> list[str]:
    """Return the types of events in a log of an unknown program, or an empty list if it is not such a log.

    A line of such a log has only a piece of a conversation.
    """
    types = [value["type"] for value in values if isinstance(value, dict) and isinstance(value.get("type"), str)]
    names = list(dict.fromkeys(types))
    requests = sum(_is_body(value) for value in values)
    is_log = len(names) >= _MIN_EVENT_KINDS and len(types) * 2 > len(values) and requests * 2 < len(values)
    return names if is_log else []


def _unknown_log(events: list[str], name: str) -> LoadError:
    return LoadError(f"a log of events ({listed(events)})", EXPECTED, _UNKNOWN_LOG, line=1, column=1, name=name)


def _values(lines: Iterable[_Line]) -> list[Json]:
    return [reading.value for _, reading in lines if isinstance(reading, Reading)]


def _from_stream(lines: Iterable[_Line], name: str) -> Iterator[Conversation | LoadError]:
    """Yield the answer of a stream whose events were saved one per line."""
    values = _values(lines)
    value, notes = (values, []) if (joined := joined_lines(values)) is None else (joined[0], [joined[1]])
    yield conversation_in_value(value, name, notes)


def _with_few_errors(items: Iterator[Conversation | LoadError], name: str) -> Iterator[Conversation | LoadError]:
    """Report only the first few lines without messages individually, and the number of the others in one error.

    If no line has messages, there is a single error for all of them.
    """
    held_back: list[LoadError] = []
    count, others = 0, 0
    for item in items:
        if isinstance(item, LoadError) and item.expected == EXPECTED:
            count += 1
            if count > _MAX_REPORTED:
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
    if count > _MAX_REPORTED:
        yield LoadError(f"{count - _MAX_REPORTED:,} more lines without messages", EXPECTED, name=name)


def _one_per_line(lines: Iterable[_Line], name: str) -> Iterator[Conversation | LoadError]:
    """Yield the conversation of each line. An error body is the answer to the request on the line before it.

    An error body on the first line belongs to the first request.
    """
    previous: Conversation | LoadError | None = None
    first_refusal = ""
    for number, reading in lines:
        if isinstance(reading, Reading) and is_refusal(reading.value):
            if isinstance(previous, Conversation):
                previous = replace(previous, refusal=previous.refusal or compact(reading.value))
                continue
            if previous is None and not first_refusal:
                first_refusal = compact(reading.value)
                continue
        if previous is not None:
            yield previous
        if isinstance(reading, Reading):
            *earlier, previous = conversations_in_part(reading.value, f"{name}:{number}", reading.notes)
            yield from earlier
        else:
            previous = reading
        if isinstance(previous, LoadError):
            previous.name, previous.line = name, number
        elif first_refusal:
            previous, first_refusal = replace(previous, refusal=previous.refusal or first_refusal), ""
    if previous is not None:
        yield previous
    elif first_refusal:
        yield conversation_in_value(parse_or_none(first_refusal), name, [])


def _from_envelopes(lines: Iterable[_Line], name: str) -> Iterator[Conversation | LoadError]:
    """Read a session whose records each have an envelope."""
    listed_lines = list(lines)
    notes = [Note("unreadable-line", str(fault)) for _, fault in listed_lines if isinstance(fault, LoadError)]
    yield from from_enveloped_records(_values(listed_lines), name, notes)


def _from_source(source: Source, lines: Iterable[_Line], name: str) -> Iterator[Conversation | LoadError]:
    """Read a program's file. Unreadable lines become notes: programs skip them too, most often after a crash."""
    values: list[Json] = []
    numbers: list[int] = []
    notes: list[Note] = []
    with collector_paused():
        for number, reading in lines:
            if isinstance(reading, LoadError):
                notes.append(Note("unreadable-line", str(reading)))
            else:
                values.append(reading.value)
                numbers.append(number)
        conversations = list(read_lines(source, values, numbers, name, notes))
    yield from conversations


def _spans(text: str, number: int = 0) -> Iterator[tuple[int, int, int]]:
    """Yield the number, start and end of each line that is neither blank nor a comment. `number` lines precede them."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        number += 1
        if text[start] != "{":  # most lines are objects
            start = end - len(text[start:end].lstrip(_BLANKS))
        if start < end and not text.startswith(_COMMENTS, start):
            yield number, start, end
        start = end + 1


def _readings(text: str, spans: Iterator[tuple[int, int, int]]) -> Iterator[_Line]:
    for number, start, end in spans:
        strict = read_strict(text[start:end])
        if strict is not None:
            yield number, Reading(strict[0], strict[1], start, end)
            continue
        try:
            yield number, read_whole(text, start, end)
        except LoadError as fault:
            fault.line, fault.column = number, (fault.offset or start) - text.rfind("\n", 0, start)
            yield number, fault


def _one_message_per_line(sample: list[_Line]) -> bool:
    """Whether more lines are single messages than conversations, which are lines with a list of messages."""
    values = _values(sample)
    wrapped = find_messages(values)
    messages = len(wrapped.places or wrapped.messages) if wrapped else 0
    if wrapped and wrapped.places is None:
        messages = sum(map(looks_like_message, values))
    bodies = sum(_is_body(value) for value in values)
    return messages > bodies


def _is_body(value: object) -> bool:
    message_list = find_messages(value)
    return message_list is not None and (message_list.places is None or len(message_list.messages) > 1)


def _single(lines: list[_Line], name: str) -> Conversation | LoadError:
    """Return all messages of the file as one conversation, with notes about lines that are not messages.

    If one of those lines is a tool's call or result, the messages alone are not the conversation, and are not judged.
    """
    notes: list[Note] = []
    payload: list[Json] = []
    for _, reading in lines:
        if isinstance(reading, LoadError):
            notes.append(Note("unreadable-line", str(reading)))
            continue
        notes += [Note(note.kind, note.text, f"/{len(payload)}{note.at}") for note in reading.notes]
        payload.append(reading.value)
    message_list = find_messages(payload)
    if message_list is None:
        return conversation_in_value(payload, name, notes)
    if message_list.places is None and not all(map(_is_message, payload)):
        messages = [(index, value) for index, value in enumerate(payload) if _is_message(value)]
        message_list = MessageList([value for _, value in messages], (), tuple((index,) for index, _ in messages))
    if len(message_list.messages) < len(payload):
        if tools := _tools_beside(message_list, payload):
            return _unknown_log(tools, name)
        skipped = len(payload) - len(message_list.messages)
        lines_are = "1 line is not a message and is" if skipped == 1 else f"{skipped} lines are not messages and are"
        notes.append(Note("skipped-line", f"{lines_are} left out of the conversation"))
    return message_list.conversation(name, payload, notes)


def _is_message(value: Json) -> bool:
    return looks_like_message(value) or has_speaker(value)


def _tools_beside(message_list: MessageList, payload: list[Json]) -> list[str]:
    """Return the types of all lines if one that is not a message is a tool's call or result, else an empty list."""
    read = {place[0] for place in message_list.places or ()}
    others = [value for index, value in enumerate(payload) if index not in read and isinstance(value, dict)]
    if not any("tool" in str(value.get("type")).lower() for value in others):
        return []
    types = (value.get("type") for value in payload if isinstance(value, dict))
    return list(dict.fromkeys(kind for kind in types if isinstance(kind, str)))
