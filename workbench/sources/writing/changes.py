"""What a repair changed in a conversation, as changes of the file: ids, and results that came, went or became a text.

Calls and results are compared, because those are what programs store in their own way. A repair that changes anything
else is not written back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.checks.chat import Chat, read_chat
from workbench.conversation import Conversation
from workbench.formats.contract import Event
from workbench.json.pointer import Path, resolve, to_path
from workbench.json.text import Json, compact, parse_or_none
from workbench.sources.reading import member

_MORE = "the repair changes more than calls and their results"


class CannotBeWrittenError(Exception):
    """Why a repair cannot be written into the file that it is for."""


@dataclass(frozen=True, slots=True)
class NewId:
    """A value in the file that gets another one: the id that a result names, or the id of a call."""

    at: Path
    old: Json
    new: Json


@dataclass(frozen=True, slots=True)
class AddedResult:
    """A result that has to be written for a call."""

    call: Path
    """Where the call is in the file."""
    id: Json
    name: Json


@dataclass(frozen=True, slots=True)
class RemovedResult:
    at: Path


@dataclass(frozen=True, slots=True)
class ResultAsText:
    """A result whose call is missing: its words stay, as a message of the user."""

    at: Path
    text: str


Change = NewId | AddedResult | RemovedResult | ResultAsText


def changes_between(before: Conversation, after: Conversation) -> list[Change]:
    """Raises `CannotBeWrittenError` where more was changed than calls and results."""
    old, new = _chat(before), _chat(after)
    notes = _added_texts(_told(old), _told(new))
    if len(old.calls) != len(new.calls) or any(
        a.name != b.name or compact(a.value) != compact(b.value) for a, b in zip(old.calls, new.calls, strict=True)
    ):
        raise CannotBeWrittenError("the repair changes calls themselves")
    changes: list[Change] = [
        _new_id(before, a, b.id) for a, b in zip(old.calls, new.calls, strict=True) if a.id != b.id
    ]
    return changes + _of_results(before, old, new, notes)


def _chat(conversation: Conversation) -> Chat:
    return read_chat(conversation.format, conversation.messages, conversation.settings)


def _told(chat: Chat) -> list[Event]:
    """Everything beside calls and results; what a result holds belongs to it."""
    results = {(result.message, result.path) for result in chat.results if result.path}
    return [event for event in chat.events if event.kind not in {"call", "result"} and not _is_inside(event, results)]


def _added_texts(old: Sequence[Event], new: Sequence[Event]) -> list[str]:
    """The texts of each message that a repair added; everything else has to be there as before."""
    added: dict[int, list[str]] = {}
    kept = 0
    for event in new:
        if kept < len(old) and event.kind == old[kept].kind and compact(event.value) == compact(old[kept].value):
            kept += 1
        elif event.kind == "text" and isinstance(event.value, str):
            added.setdefault(event.message, []).append(event.value)
        else:
            raise CannotBeWrittenError(_MORE)
    if kept < len(old):
        raise CannotBeWrittenError(_MORE)
    return ["\n".join(texts) for texts in added.values()]


def _is_inside(event: Event, results: set[tuple[int, Path]]) -> bool:
    return any((event.message, event.path[:length]) in results for length in range(1, len(event.path)))


def _of_results(before: Conversation, old: Chat, new: Chat, notes: Sequence[str]) -> list[Change]:
    kept = _matched(old.results, new.results)
    changes: list[Change] = [
        _new_id(before, old.results[was], new.results[now].id)
        for now, was in kept.items()
        if new.results[now].id != old.results[was].id
    ]
    for number, result in enumerate(new.results):
        if number not in kept:
            call = next((n for n, call in enumerate(new.calls) if call.id == result.id), None)
            if call is None:
                raise CannotBeWrittenError("the repair adds a result for no call")
            at = _place(before, old.calls[call], "")
            changes.append(AddedResult(at, result.id, new.calls[call].name))
    unused = list(notes)
    for number in sorted(set(range(len(old.results))) - set(kept.values())):
        result = old.results[number]
        at, note = _place(before, result, ""), next((text for text in unused if _is_about(text, result)), None)
        if note is not None:
            unused.remove(note)
        changes.append(RemovedResult(at) if note is None else ResultAsText(at, note))
    if unused:
        raise CannotBeWrittenError(_MORE)
    return changes


def _is_about(note: str, result: Event) -> bool:
    """Whether a note names the call of a result; the tool if it has no id; its words if it names no tool either."""
    told = (value for value in (result.id, result.name, result.value) if isinstance(value, str) and value)
    return next(told, note) in note


def _matched(old: Sequence[Event], new: Sequence[Event]) -> dict[int, int]:
    """New result → the old one it is: with the same id and value, else with the same value, in order."""
    matched: dict[int, int] = {}
    free = list(range(len(old)))
    for is_same in (_is_equal, _has_equal_value):
        for number, result in enumerate(new):
            if number in matched:
                continue
            was = next((n for n in free if is_same(old[n], result)), None)
            if was is not None:
                matched[number] = was
                free.remove(was)
    return matched


def _is_equal(a: Event, b: Event) -> bool:
    return bool(a.id == b.id) and _has_equal_value(a, b)


def _has_equal_value(a: Event, b: Event) -> bool:
    return compact(a.value) == compact(b.value)


def _place(conversation: Conversation, event: Event, part: str) -> Path:
    pointer = conversation.in_file(conversation.pointer(event.message, event.at(part)))
    document = conversation.origin.document if conversation.origin else conversation.payload
    return _typed(document, to_path(pointer))


def _new_id(conversation: Conversation, event: Event, new: object) -> NewId:
    at = _place(conversation, event, "id")
    change = NewId(at, event.id, new)
    if value_at(conversation, at) != event.id:
        raise CannotBeWrittenError(f"the id {event.id!r} is not in the file as it is")
    return change


def value_at(conversation: Conversation, path: Path) -> Json:
    value: Json = conversation.origin.document if conversation.origin else conversation.payload
    for step in path:
        value = member(parse_or_none(value) if isinstance(value, str) else value, step)
    return value


def _typed(document: object, path: Path) -> Path:
    """The same path with indexes as numbers."""
    typed: list[str | int] = []
    for step in path:
        document = parse_or_none(document) if isinstance(document, str) else document
        typed.append(int(step) if isinstance(document, list) else step)
        document = resolve(document, f"/{str(step).replace('~', '~0').replace('/', '~1')}")
    return tuple(typed)
