"""Break one pair of a session in its records, as a crash or another program does, without code of the repairs."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from workbench.checks.chat import read_chat
from workbench.conversation import Conversation
from workbench.formats.contract import Event
from workbench.json.pointer import Path, follow, to_path
from workbench.loading import load_all

LINKS = (("uuid", "parentUuid"), ("id", "parentId"))


class Pair(NamedTuple):
    """Where a call and its result are in the document, and where their ids are."""

    call: Path
    result: Path
    call_id: Path
    result_id: Path


class NotHereError(Exception):
    """The fault cannot occur in this kind of file."""


def lose_result(document: Any, pair: Pair, has_lines: bool) -> None:
    _remove(document, pair.result, has_lines)


def lose_call(document: Any, pair: Pair, has_lines: bool) -> None:
    _remove(document, pair.call, has_lines)


def rename_result(document: Any, pair: Pair, has_lines: bool) -> None:
    _put(document, pair.result_id, "other_7")


def rename_call(document: Any, pair: Pair, has_lines: bool) -> None:
    _put(document, pair.call_id, "other_7")


def change_prefix(document: Any, pair: Pair, has_lines: bool) -> None:
    old = follow(document, pair.result_id)
    _put(document, pair.result_id, f"{'call' if str(old).startswith('toolu') else 'toolu'}_{str(old).split('_')[-1]}")


def empty_result_id(document: Any, pair: Pair, has_lines: bool) -> None:
    _put(document, pair.result_id, None)


def double_result(document: Any, pair: Pair, has_lines: bool) -> None:
    _double(document, pair.result, has_lines)


def double_call(document: Any, pair: Pair, has_lines: bool) -> None:
    _double(document, pair.call, has_lines)


def result_later(document: Any, pair: Pair, has_lines: bool) -> None:
    held, index = _unlinked(document, pair.result)
    if index + 1 == len(held):
        raise NotHereError
    held.insert(index + 1, held.pop(index))


def result_first(document: Any, pair: Pair, has_lines: bool) -> None:
    held, index = _unlinked(document, pair.result)
    calls, first = _unlinked(document, pair.call)
    if held is not calls:
        raise NotHereError
    held.insert(first, held.pop(index))


def rename_result_later(document: Any, pair: Pair, has_lines: bool) -> None:
    rename_result(document, pair, has_lines)
    result_later(document, pair, has_lines)


def rename_result_first(document: Any, pair: Pair, has_lines: bool) -> None:
    rename_result(document, pair, has_lines)
    result_first(document, pair, has_lines)


FAULTS: dict[str, Callable[[Any, Pair, bool], None]] = {
    fault.__name__: fault
    for fault in (
        lose_result, lose_call, rename_result, rename_call, change_prefix, empty_result_id,
        double_result, double_call, result_later, result_first, rename_result_later, rename_result_first,
    )
}  # fmt: skip


def broken_texts(text: str, name: str) -> Iterator[tuple[str, str]]:
    """Yield every fault of the first and the last pair of the first conversation, with the broken text."""
    conversation = next(item for item in load_all(text.encode(), name) if isinstance(item, Conversation))
    origin = conversation.origin
    assert origin is not None
    for number, pair in enumerate(_pairs(conversation)):
        for fault, apply in FAULTS.items():
            document = copy.deepcopy(origin.document)
            try:
                apply(document, pair, bool(origin.lines))
            except (NotHereError, LookupError, TypeError):
                continue
            yield f"{fault}-{number}", _text(document, bool(origin.lines))


def records_of(text: str) -> list[str]:
    """The text of each record: a line, or an item of the outermost list that has several."""
    try:
        document = json.loads(text)
    except ValueError:
        return text.splitlines()
    depth = 0
    while not (isinstance(document, list) and len(document) > 1):
        values = document if isinstance(document, list) else list(document.values())
        document = max(values, key=lambda value: len(json.dumps(value)))
        depth += 1
    margin = " " * 2 * (depth + 1)
    return [margin + json.dumps(record, indent=2).replace("\n", f"\n{margin}") for record in document]


def _pairs(conversation: Conversation) -> Iterator[Pair]:
    chat = read_chat(conversation.format, conversation.messages, conversation.settings)
    pairs = list(zip(chat.calls, chat.results, strict=True))
    for call, result in (pairs[0], pairs[-1]):
        yield Pair(*(_place(conversation, event, part) for part in ("", "id") for event in (call, result)))


def _place(conversation: Conversation, event: Event, part: str) -> Path:
    assert conversation.origin is not None
    value: Any = conversation.origin.document
    path: list[str | int] = []
    for step in to_path(conversation.in_file(conversation.pointer(event.message, event.at(part)))):
        path.append(int(step) if isinstance(value, list) else step)
        value = value[path[-1]]
    return tuple(path)


def _text(document: Any, has_lines: bool) -> str:
    if has_lines:
        return "".join(f"{json.dumps(record)}\n" for record in document)
    return json.dumps(document, indent=2) + "\n"


def _put(document: Any, path: Path, value: Any) -> None:
    if not isinstance(follow(document, path), str):
        raise NotHereError
    follow(document, path[:-1])[path[-1]] = value


def _item(document: Any, path: Path) -> Path:
    """The innermost item around a place whose list has others too."""
    for length in range(len(path) - 1, -1, -1):
        if isinstance(path[length], int) and len(follow(document, path[:length])) > 1:
            return path[: length + 1]
    raise NotHereError


def _remove(document: Any, path: Path, has_lines: bool) -> None:
    item = _item(document, path)
    held = follow(document, item[:-1])
    record = held.pop(item[-1])
    if has_lines and len(item) == 1:
        for own, parent in LINKS:
            for line in document:
                if parent in line and parent in record and line[parent] == record[own]:
                    line[parent] = record[parent]


def _double(document: Any, path: Path, has_lines: bool) -> None:
    held, index = _unlinked(document, path)
    held.insert(index + 1, copy.deepcopy(held[index]))


def _unlinked(document: Any, path: Path) -> tuple[list[Any], int]:
    """The list and index of an item that no other names as its parent."""
    item = _item(document, path)
    held, index = follow(document, item[:-1]), int(item[-1])
    if any(parent in held[index] and own in held[index] for own, parent in LINKS):
        raise NotHereError
    return held, index
