"""One document → its conversations: real JSON at once, else whatever a person may have pasted or saved."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from workbench.conversation import Conversation, Note
from workbench.json.description import listed
from workbench.json.text import compact
from workbench.loading.capsule import from_capsule, is_capsule
from workbench.loading.choose import pasted_values
from workbench.loading.containers import contained, table_names
from workbench.loading.conversations import frame
from workbench.loading.curl import answer_after, curl_request, is_curl
from workbench.loading.decode import decode, without_mark
from workbench.loading.error import LoadError
from workbench.loading.events import streamed_answer
from workbench.loading.lines import is_jsonl, read_lines
from workbench.loading.message_list import stringified
from workbench.loading.reading import Reading
from workbench.loading.refusals import is_refusal
from workbench.loading.shape import EXPECTED
from workbench.loading.sources import from_source
from workbench.loading.strict import read_strict
from workbench.loading.strings import unescape
from workbench.loading.text_tables import tables_in, yaml_in

_WRAPPINGS = 8
"""How many times a text inside a text is opened."""
_LONGEST_AROUND = 10_000
_ESCAPED = re.compile(r"\s*\"?(?=[\[{](?:[\s\[{]|\\+[nrt])*+\\+\")")


def read_document(data: bytes | str, name: str) -> Iterator[Conversation | LoadError]:
    """Conversations in the order of the document. Raises LoadError when it cannot be read at all."""
    if isinstance(data, bytes) and (held := contained(data)) is not None:
        value, kind = held
        yield from from_source(value, name, [], kind) or _unrecognised(value, kind, name, data)
        return
    strict = read_strict(without_mark(data)) if isinstance(data, bytes) else None
    if strict is not None and not isinstance(strict[0], str):
        yield from frame(strict[0], name, strict[1])
    else:
        text, notes = (data, []) if isinstance(data, str) else decode(data)
        yield from _read_text(text.removeprefix("\ufeff"), name, notes)


def _unrecognised(value: object, kind: str, name: str, data: bytes) -> Iterator[Conversation | LoadError]:
    """What no source recognised: rows like any list, and a database by its tables, because their rows say nothing."""
    if kind == "tables":
        names = table_names(data)
        inside = f"with the table{'s' if len(names) > 1 else ''} {listed(names)}" if names else "without a table"
        found = f"a SQLite database of no known program, {inside},"
        raise LoadError(found, EXPECTED, "export the conversation as JSON and load that")
    return frame(value, name, [])


def _read_text(text: str, name: str, notes: list[Note]) -> Iterator[Conversation | LoadError]:
    """A text that only holds another text is opened until it is a document."""
    if is_capsule(text):
        yield from_capsule(text, name)
        return
    for _ in range(_WRAPPINGS):
        strict = read_strict(text)
        if strict is not None and not isinstance(strict[0], str):
            yield from frame(strict[0], name, [*notes, *strict[1]])
            return
        if strict is not None:
            text, notes = strict[0], [*notes, stringified()]
        elif is_curl(text):
            around = answer_after(text)
            text, endpoint = curl_request(text.removesuffix(around) if around else text)
            for item in _read_text(text, name, notes):
                yield replace(item, endpoint=endpoint, around=around) if isinstance(item, Conversation) else item
            return
        elif escaped := _ESCAPED.match(text):
            text, notes = unescape(text[escaped.end() :]), [*notes, stringified()]
        else:
            break
    yield from _read_pasted(text, name, notes)


def _read_pasted(text: str, name: str, notes: list[Note]) -> Iterator[Conversation | LoadError]:
    if not text.strip():
        raise LoadError("an empty document", EXPECTED, "save or paste it again", line=1, column=1)
    if (streamed := streamed_answer(text)) is not None:
        answer, note = streamed
        yield from _read_text(compact(answer), name, [*notes, note])
        return
    if is_jsonl(text):
        yield from read_lines(text, name)
        return
    if (of_source := from_source(text, name, notes, "text")) is not None:
        yield from of_source
        return
    if (written := yaml_in(text, name)) is not None:
        yield from frame(written, name, [*notes, Note("yaml", "read as YAML")])
        return
    if tables := list(tables_in(text)):
        noted = [*notes, Note("table", "read as a table, a row for each line")]
        for label, rows in tables:
            yield from frame(rows, f"{name}#{label}" if label else name, noted)
        return
    readings = _without_errors(list(pasted_values(text)))
    around = _around(text, readings)
    for reading in readings:
        if isinstance(reading.value, str):
            found = _read_text(reading.value, name, [*notes, stringified()])
        else:
            found = frame(reading.value, name, [*notes, *reading.notes])
        for item in found:
            yield replace(item, around=around) if isinstance(item, Conversation) and around else item


def _without_errors(readings: list[Reading]) -> list[Reading]:
    """An error body beside a conversation is about it, and is none itself."""
    others = [reading for reading in readings if not is_refusal(reading.value)]
    return others or readings


def _around(text: str, readings: list[Reading]) -> str:
    """What is before, between and after the conversations, if those are words."""
    ends = [0, *(reading.end for reading in readings)]
    starts = [*(reading.start for reading in readings), len(text)]
    pieces = (text[end:start].strip() for end, start in zip(ends, starts, strict=True))
    around = "\n".join(piece for piece in pieces if any(map(str.isalpha, piece)))
    return around if len(around) <= _LONGEST_AROUND else f"{around[:_LONGEST_AROUND]}\n…\n{around[-_LONGEST_AROUND:]}"
