"""The changes of a repair as changes to the file: ids, results that were added, removed or turned into a text, and
blank texts that were left out.

Only these are compared, because programs store calls and results in their own way. A repair that changes anything else,
or the order of messages, cannot be expressed like this.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from workbench.checks.chat import Chat, read_chat
from workbench.conversation import Conversation
from workbench.formats.contract import Event
from workbench.json.pointer import Path, replaced, resolve, to_path
from workbench.json.text import Json, compact, parse_or_none
from workbench.rules.editing.context import NO_RESULT
from workbench.rules.editing.placeholders import ORPHAN
from workbench.sources.reading import member

_TOO_MUCH_CHANGED = "the repair changes more than calls and their results"
_MOVED = "the repair moves messages, and the order of these records cannot be changed"


class CannotBeWrittenError(Exception):
    """A repair cannot be written to its file. The message is the reason."""


@dataclass(frozen=True, slots=True)
class NewId:
    """A new id for a call or for the reference of a result."""

    at: Path
    old: Json
    new: Json


@dataclass(frozen=True, slots=True)
class FirstId:
    """A result that names no call, and gets the id of its call."""

    at: Path
    """Where the result is in the file."""
    id: Json


@dataclass(frozen=True, slots=True)
class AddedResult:
    """A result to write for a call."""

    call: Path
    """The place of the call in the file."""
    id: Json
    name: Json


@dataclass(frozen=True, slots=True)
class RemovedResult:
    at: Path


@dataclass(frozen=True, slots=True)
class RemovedCall:
    """A call that is in the conversation twice, and once after the repair."""

    at: Path


@dataclass(frozen=True, slots=True)
class ResultAsText:
    """A result without its call: its text is kept as a user message."""

    at: Path
    text: str


@dataclass(frozen=True, slots=True)
class RemovedText:
    """A block with a text that is empty or only whitespace, which the provider refuses."""

    at: Path


Change = NewId | FirstId | AddedResult | RemovedResult | RemovedCall | ResultAsText | RemovedText


def changes_between(before: Conversation, after: Conversation) -> list[Change]:
    """Return the changes of a repair. Raises `CannotBeWrittenError` if it changed more than ids and results."""
    old, new = _chat(before), _chat(after)
    doubled = _doubled_calls(old, new)
    kept = _matched(old.results, new.results)
    added = [number for number in range(len(new.results)) if number not in kept]
    gone = sorted(set(range(len(old.results))) - set(kept.values()))
    blank = [] if _blank_texts(new) else _blank_texts(old)
    before_outline = outline(old, [*doubled, *(old.results[number] for number in gone), *blank])
    for notes in _possible_notes(old, new) if gone else ([],):
        after_outline = outline(new, [*(new.results[number] for number in added), *notes])
        if before_outline == after_outline:
            break
    else:
        moved = sorted(map(compact, before_outline)) == sorted(map(compact, after_outline))
        raise CannotBeWrittenError(_MOVED if moved else _TOO_MUCH_CHANGED)
    old_calls = [call for call in old.calls if call not in doubled]
    changes: list[Change] = [
        _new_id(before, a, b.id) for a, b in zip(old_calls, new.calls, strict=True) if a.id != b.id
    ]
    changes += [RemovedCall(_place(before, call, "")) for call in doubled]
    changes += [RemovedText(_place_of_blank(before, text)) for text in blank]
    changes += [
        _new_id(before, old.results[was], new.results[now].id)
        for now, was in kept.items()
        if new.results[now].id != old.results[was].id
    ]
    calls: dict[str, list[int]] = defaultdict(list)
    for number, call in enumerate(new.calls):
        calls[compact(call.id)].append(number)
    changes += [_added(before, old_calls, new, calls[compact(new.results[number].id)], number) for number in added]
    changes += _removed(before, [old.results[number] for number in gone], notes)
    if not changes:
        raise CannotBeWrittenError(_TOO_MUCH_CHANGED)
    return changes


def with_new_ids(before: Conversation, after: Conversation) -> tuple[Conversation, list[Change]]:
    """Return the conversation with the ids of a repair but otherwise as it was, and the changes of these ids."""
    old, new = _chat(before), _chat(after)
    payload = before.payload
    changes: list[Change] = []
    for were, are in ((old.calls, new.calls), (old.results, new.results)):
        for now, was in _matched(were, are).items():
            if were[was].id != are[now].id and were[was].id not in (None, ""):
                changes.append(_new_id(before, were[was], are[now].id))
                pointer = before.pointer(were[was].message, were[was].at("id"))
                payload = replaced(payload, _typed(payload, to_path(pointer)), are[now].id)
    return before.with_payload(payload), changes


def _chat(conversation: Conversation) -> Chat:
    return read_chat(conversation.format, conversation.messages, conversation.settings)


def _doubled_calls(old: Chat, new: Chat) -> list[Event]:
    """Return the calls that a repair removed because an equal one comes before them, in the same message or not."""
    surplus = len(old.calls) - len(new.calls)
    still = Counter(compact(call.raw) for call in new.calls)
    seen = Counter[str]()
    doubled = []
    for call in old.calls if surplus > 0 else ():
        name = compact(call.raw)
        seen[name] += 1
        if seen[name] > max(still[name], 1):
            doubled.append(call)
    return doubled


def _blank_texts(chat: Chat) -> list[Event]:
    """Return the blank texts of messages; those in results belong to their results."""
    return [
        event
        for event in _other_events(chat)
        if event.kind == "text" and isinstance(event.value, str) and not event.value.strip()
    ]


def _place_of_blank(before: Conversation, text: Event) -> Path:
    """Return the place of the block with a blank text. Text that is the content of a message itself has no block."""
    at = _place(before, text, "")
    held = member(value_at(before, at), "text")
    if not isinstance(at[-1], int) or not isinstance(held, str) or held.strip():
        raise CannotBeWrittenError(_TOO_MUCH_CHANGED)
    return at


def _other_events(chat: Chat) -> list[Event]:
    """Return all events except calls, results and the content of results."""
    results = {(result.message, result.path) for result in chat.results}
    return [event for event in chat.events if event.kind not in {"call", "result"} and not _is_inside(event, results)]


def _is_inside(event: Event, results: set[tuple[int, Path]]) -> bool:
    """Whether an event is in one of these results; a whole message can be one."""
    return any((event.message, event.path[:length]) in results for length in range(len(event.path)))


def _possible_notes(old: Chat, new: Chat) -> list[list[Event]]:
    """Return the texts that a repair added, compared from the start and from the end: a result that is kept as a text
    may be equal to the text after it, or to the one before it. What begins with the words of a note comes first."""
    before, after = _other_events(old), _other_events(new)
    possible = [_added_texts(before, after), _added_texts(before[::-1], after[::-1])[::-1]]
    return sorted(possible, key=_begin_otherwise)


def _begin_otherwise(notes: Sequence[Event]) -> int:
    """How many messages have a new text without the words that introduce a result."""
    first = {note.message: str(note.value) for note in reversed(notes)}
    return sum(not text.startswith(ORPHAN) for text in first.values())


def _added_texts(old: Sequence[Event], new: Sequence[Event]) -> list[Event]:
    added: list[Event] = []
    kept = 0
    for event in new:
        if kept < len(old) and event.kind == old[kept].kind and compact(event.value) == compact(old[kept].value):
            kept += 1
        elif event.kind == "text" and isinstance(event.value, str):
            added.append(event)
    return added


def _removed(before: Conversation, results: Sequence[Event], notes: Sequence[Event]) -> Iterator[Change]:
    """Yield the changes for removed results. A result becomes a text if the repair wrote one for it."""
    by_message: dict[int, list[str]] = defaultdict(list)
    for note in notes:
        by_message[note.message].append(str(note.value))
    unused = ["\n".join(texts) for texts in by_message.values()]
    for result in results:
        at, text = _place(before, result, ""), next((text for text in unused if _is_about(text, result)), None)
        if text is None:
            yield RemovedResult(at)
        else:
            unused.remove(text)
            yield ResultAsText(at, text)
    if unused:
        raise CannotBeWrittenError(_TOO_MUCH_CHANGED)


def _is_about(note: str, result: Event) -> bool:
    """Whether a note mentions the result: its call id, or its tool if it has no id, or else its content."""
    names = (value for value in (result.id, result.name, result.value) if isinstance(value, str) and value)
    return next(names, note) in note


def outline(chat: Chat, without: Iterable[Event], with_ids: bool = False) -> list[Json]:
    """Return the role and events of each message, without the given events and messages of only such events."""
    omitted: dict[int, list[Event]] = defaultdict(list)
    for event in without:
        omitted[event.message].append(event)
    messages: list[Json] = []
    for number, role in enumerate(chat.roles):
        events, gone = chat.of_message(number), omitted.get(number)
        remaining = [
            (event.kind, event.name, compact(event.value), compact(event.id) if with_ids else "")
            for event in (_others(events, gone) if gone else events)
        ]
        if remaining or not events:
            messages.append((role, _role_of(chat, number), remaining))
    return messages


def _others(events: list[Event], gone: list[Event]) -> Iterator[Event]:
    """Yield the events of a message that are not among these, nor inside one of these results."""
    results, texts, calls = (
        {event.path for event in gone if event.kind == kind} for kind in ("result", "text", "call")
    )
    for event in events:
        is_gone = (event.kind == "text" and event.path in texts) or (event.kind == "call" and event.path in calls)
        if not is_gone and not (results and _is_of(event, results)):
            yield event


def _role_of(chat: Chat, number: int) -> Json:
    """Return the role exactly as written, because one role can have several names."""
    message = chat.messages[number]
    return message.get(chat.format.role_key) if isinstance(message, dict) else None


def _is_of(event: Event, results: Set[Path]) -> bool:
    """Whether an event is one of the results at these places, or inside one. A call can be at the same place."""
    if event.kind == "result" and event.path in results:
        return True
    return any(event.path[:length] in results for length in range(len(event.path)))


def _added(before: Conversation, old_calls: Sequence[Event], new: Chat, calls: list[int], number: int) -> AddedResult:
    """Return a new result, for the last call with its id before it."""
    result = new.results[number]
    if not calls:
        raise CannotBeWrittenError("the repair adds a result that has no call")
    if NO_RESULT not in compact(result.value):
        raise CannotBeWrittenError("the repair rewrites what a tool returned")
    earlier = bisect_right(calls, result.message, key=lambda call: new.calls[call].message)
    call = calls[max(earlier - 1, 0)]
    return AddedResult(_place(before, old_calls[call], ""), result.id, new.calls[call].name)


def _matched(old: Sequence[Event], new: Sequence[Event]) -> dict[int, int]:
    """Return new result → the same old result: by id and value, else by value, in order."""
    matched: dict[int, int] = {}
    for name_of in (lambda event: (compact(event.id), compact(event.value)), lambda event: compact(event.value)):
        used = set(matched.values())
        free: dict[object, deque[int]] = defaultdict(deque)
        for number, result in enumerate(old):
            if number not in used:
                free[name_of(result)].append(number)
        for number, result in enumerate(new):
            if number not in matched and free[name_of(result)]:
                matched[number] = free[name_of(result)].popleft()
    return matched


def place_of_message(conversation: Conversation, index: int) -> Path:
    """Return the place of a message in the file."""
    return _in_file(conversation, conversation.pointer(index))


def _place(conversation: Conversation, event: Event, part: str) -> Path:
    return _in_file(conversation, conversation.pointer(event.message, event.at(part)))


def _in_file(conversation: Conversation, pointer: str) -> Path:
    document = conversation.origin.document if conversation.origin else conversation.payload
    return _typed(document, to_path(conversation.in_file(pointer)))


def _new_id(conversation: Conversation, event: Event, new: object) -> NewId | FirstId:
    if event.kind == "result" and event.id in (None, ""):
        return FirstId(_place(conversation, event, ""), new)
    at = _place(conversation, event, "id")
    change = NewId(at, event.id, new)
    if value_at(conversation, at) != event.id:
        known = "the call has no id" if event.id is None else f"the id {event.id!r} is not"
        raise CannotBeWrittenError(f"{known} in the file, so it cannot be changed there")
    return change


def value_at(conversation: Conversation, path: Path) -> Json:
    value: Json = conversation.origin.document if conversation.origin else conversation.payload
    for step in path:
        value = member(parse_or_none(value) if isinstance(value, str) else value, step)
    return value


def _typed(document: object, path: Path) -> Path:
    """Return the path with list indexes as numbers."""
    typed: list[str | int] = []
    for step in path:
        document = parse_or_none(document) if isinstance(document, str) else document
        typed.append(int(step) if isinstance(document, list) else step)
        document = resolve(document, f"/{str(step).replace('~', '~0').replace('/', '~1')}")
    return tuple(typed)
