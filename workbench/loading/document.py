"""Read the conversations of one document: JSON directly, anything else as a person may have pasted or saved it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from workbench.conversation import Conversation, Note
from workbench.json.description import listed
from workbench.json.text import compact
from workbench.loading.capsule import from_capsule, is_capsule
from workbench.loading.containers import read_container, table_names
from workbench.loading.conversations import conversations_in_value
from workbench.loading.curl import answer_after, curl_request, is_curl
from workbench.loading.decode import decode, is_plain, without_mark
from workbench.loading.error import EMPTY, LoadError
from workbench.loading.events import joined_list, streamed_answer
from workbench.loading.lines import read_exact_jsonl, read_jsonl
from workbench.loading.message_list import stringified
from workbench.loading.pasted_values import pasted_values
from workbench.loading.reading import Reading
from workbench.loading.refusals import is_refusal
from workbench.loading.shape import EXPECTED
from workbench.loading.sources import from_source
from workbench.loading.strict import has_several_values, read_strict
from workbench.loading.strings import unescape
from workbench.loading.text_tables import tables_in, yaml_in
from workbench.origin import FileKind
from workbench.targets.endpoints import address_in
from workbench.targets.previews import previews_in

_MAX_WRAPPINGS = 8
"""The most times that JSON inside a string is opened."""
_MAX_AROUND = 10_000
_ESCAPED = re.compile(r"\s*\"?(?=[\[{](?:[\s\[{]|\\+[nrt])*+\\+\")")


def read_document(data: bytes | str, name: str) -> Iterable[Conversation | LoadError]:
    """Return the conversations in the order of the document. Raise LoadError if none of it can be read, now or when
    the first is taken."""
    if isinstance(data, bytes) and (container := read_container(data)) is not None:
        value, kind = container
        return from_source(value, name, [], kind) or _from_unknown_program(value, kind, name, data)
    if isinstance(data, bytes) and has_several_values(data):
        exact = read_exact_jsonl(data, name) if is_plain(data) else None
        return _read_pasted(*decode(data), name) if exact is None else exact
    strict = read_strict(without_mark(data)) if isinstance(data, bytes) else None
    if strict is not None and not isinstance(strict[0], str):
        return conversations_in_value(strict[0], name, strict[1])
    text, notes = (data, []) if isinstance(data, str) else decode(data)
    return _read_text(text.removeprefix("\ufeff"), name, notes)


def _from_unknown_program(value: object, kind: FileKind, name: str, data: bytes) -> Iterable[Conversation | LoadError]:
    """Read a container that no source recognises: rows as any other list; a database is refused by its tables."""
    if kind == "tables":
        names = table_names(data)
        inside = f"with the table{'s' if len(names) > 1 else ''} {listed(names)}" if names else "without a table"
        found = f"a SQLite database of an unknown program, {inside},"
        raise LoadError(found, EXPECTED, "export the conversation as JSON and load that")
    return conversations_in_value(value, name, [])


def _read_text(text: str, name: str, notes: list[Note]) -> Iterator[Conversation | LoadError]:
    """Read a text, after opening it as often as it is itself JSON inside a string."""
    if is_capsule(text):
        yield from_capsule(text, name)
        return
    for _ in range(_MAX_WRAPPINGS):
        strict = read_strict(text)
        if strict is not None and not isinstance(strict[0], str):
            yield from conversations_in_value(strict[0], name, [*notes, *strict[1]])
            return
        if strict is not None:
            text, notes = str(strict[0]), [*notes, stringified()]
        elif is_curl(text):
            around = answer_after(text)
            text, endpoint, headers = curl_request(text.removesuffix(around) if around else text)
            previews = previews_in(headers, endpoint)
            for item in _read_text(text, name, notes):
                if isinstance(item, Conversation):
                    item = replace(item, endpoint=endpoint, around=around, previews=previews)
                yield item
            return
        elif escaped := _ESCAPED.match(text):
            text, notes = unescape(text[escaped.end() :]), [*notes, stringified()]
        else:
            break
    yield from _read_pasted(text, notes, name)


def _read_pasted(text: str, notes: list[Note], name: str) -> Iterator[Conversation | LoadError]:
    if not text.strip():
        raise LoadError(EMPTY, EXPECTED, "save or paste it again", line=1, column=1)
    if (streamed := streamed_answer(text)) is not None:
        answer, note = streamed
        yield from _read_text(compact(answer), name, [*notes, note])
        return
    if (conversations := read_jsonl(text, name)) is not None:
        yield from conversations
        return
    if (conversations := from_source(text, name, notes, "text")) is not None:
        yield from conversations
        return
    if (value := yaml_in(text, name)) is not None:
        yield from conversations_in_value(value, name, [*notes, Note("yaml", "read as YAML")])
        return
    if tables := list(tables_in(text)):
        notes = [*notes, Note("table", "read as a table with one row per line")]
        for label, rows in tables:
            yield from conversations_in_value(rows, f"{name}#{label}" if label else name, notes)
        return
    readings = _without_errors(list(pasted_values(text)))
    if (joined := joined_list([reading.value for reading in readings])) is not None:
        yield from conversations_in_value(joined[0], name, [*notes, joined[1]])
        return
    around = _around(text, readings)
    endpoint = address_in(around)
    for reading in readings:
        items: Iterable[Conversation | LoadError]
        if isinstance(reading.value, str):
            items = _read_text(reading.value, name, [*notes, stringified()])
        else:
            items = conversations_in_value(reading.value, name, [*notes, *reading.notes])
        for item in items:
            if isinstance(item, Conversation) and around:
                item = replace(item, around=around, endpoint=item.endpoint or endpoint)
            yield item


def _without_errors(readings: list[Reading]) -> list[Reading]:
    """Leave out error bodies that accompany a conversation: they are about it, and not conversations themselves."""
    others = [reading for reading in readings if not is_refusal(reading.value)]
    return others or readings


def _around(text: str, readings: list[Reading]) -> str:
    """Return the prose before, between and after the conversations."""
    ends = [0, *(reading.end for reading in readings)]
    starts = [*(reading.start for reading in readings), len(text)]
    pieces = (text[end:start].strip() for end, start in zip(ends, starts, strict=True))
    around = "\n".join(piece for piece in pieces if any(map(str.isalpha, piece)))
    return around if len(around) <= _MAX_AROUND else f"{around[:_MAX_AROUND]}\n…\n{around[-_MAX_AROUND:]}"
