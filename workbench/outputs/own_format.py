"""Changed conversations as their file is written: lines stay lines, a session stays the session of its program.

What is written is read again before it is handed out. If the loader would read anything else than the conversations as
they were changed, and every other one as it was, the file is not written.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence, Set
from hashlib import sha256
from typing import TypeAlias

from workbench.checks.chat import Chat, read_chat
from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.json.pointer import list_index, replaced, to_path
from workbench.json.text import Json, compact, parse_or_none
from workbench.loading import LoadError, load_all
from workbench.loading.lines import is_jsonl
from workbench.outputs.aligned import kept_items
from workbench.outputs.edited_text import edited_text
from workbench.outputs.rewrite import in_the_style_of
from workbench.rules.editing.context import NO_RESULT
from workbench.sources.writing import rewritten
from workbench.sources.writing.changes import CannotBeWrittenError, outline

Changed: TypeAlias = tuple[Conversation, Conversation]
"""A conversation as it was read, and as it is to be written."""


def in_own_format(text: str, changed: Sequence[Changed], target: str | None = None) -> str:
    """The whole file with the changes in it, which were made for a target.

    Raises `CannotBeWrittenError` where the file cannot hold them, or would be read otherwise.
    """
    changed = [(before, after) for before, after in changed if compact(before.payload) != compact(after.payload)]
    if not changed:
        return text
    written = rewritten(text, changed) if changed[0][0].origin is not None else _written(text, changed)
    _verify(text, written, changed, target)
    return written


def _written(text: str, changed: Sequence[Changed]) -> str:
    document = parse_or_none(text)
    if isinstance(document, list) and (numbers := _members(document, changed)) is not None:
        before, after = list(document), list(document)
        for number, (old, new) in zip(numbers, changed, strict=True):
            before[number], after[number] = old.payload, new.payload
        return edited_text(text, before, after)
    if isinstance(document, (dict, list)):
        return edited_text(text, changed[0][0].payload, _together(changed))
    if is_jsonl(text):
        return _in_lines(text, changed)
    raise CannotBeWrittenError("the file is a text with the conversation in it")


def _members(document: list[Json], changed: Sequence[Changed]) -> list[int] | None:
    """Which items of a list are the conversations; None if they are not its items."""
    numbers = [list_index(before.name.rpartition("#/")[2]) for before, _ in changed]
    found = [number for number in numbers if number is not None and number < len(document)]
    payloads = [compact(before.payload) for before, _ in changed]
    return found if [compact(document[number]) for number in found] == payloads else None


def _together(changed: Sequence[Changed]) -> Json:
    """The document after all changes: each is of the whole of it, or of one of several lists in it."""
    payload = changed[0][1].payload
    for before, after in changed[1:]:
        if before.base != after.base:
            raise CannotBeWrittenError("the changes cannot be combined")
        payload = replaced(payload, to_path(after.base), after.messages)
    return payload


def _in_lines(text: str, changed: Sequence[Changed]) -> str:
    """One message on each line, or a conversation in each of some lines."""
    lines = text.split("\n")
    values = [parse_or_none(line.strip()) for line in lines]
    numbers = [number for number, value in enumerate(values) if isinstance(value, (dict, list))]
    before, after = changed[0]
    if len(changed) == 1 and compact(before.payload) == compact([values[number] for number in numbers]):
        return "\n".join(_messages_in_lines(lines, numbers, before.payload, after.payload))
    for old, new in changed:
        number = list_index(old.name.rpartition(":")[2]) or 0
        if not 0 < number <= len(lines) or compact(values[number - 1]) != compact(old.payload):
            raise CannotBeWrittenError("the file is a text with the conversation in it")
        lines[number - 1] = _edited_line(lines[number - 1], old.payload, new.payload)
    return "\n".join(lines)


def _messages_in_lines(lines: list[str], numbers: list[int], before: list[Json], after: list[Json]) -> list[str]:
    """Lines that say what they said are kept to the byte, with all that is between them."""
    ends = [*numbers[1:], len(lines)]
    behind = [lines[number + 1 : end] for number, end in zip(numbers, ends, strict=True)]
    was_at = {now: was for was, now in kept_items(before, after)}
    written = lines[: numbers[0]]
    for now, message in enumerate(after):
        was = was_at.get(now)
        if was is None:
            written.append(_edited_line(lines[numbers[min(now, len(numbers) - 1)]], None, message))
        else:
            written += [_edited_line(lines[numbers[was]], before[was], message), *behind[was]]
    kept = set(was_at.values())
    return written + [line for was, several in enumerate(behind) if was not in kept for line in several]


def _edited_line(line: str, before: object, after: object) -> str:
    text = line.removesuffix("\r")
    new = in_the_style_of(text, after) if before is None else edited_text(text, before, after)
    return new + line[len(text) :]


def _verify(text: str, written: str, changed: Sequence[Changed], target: str | None) -> None:
    """Raises `CannotBeWrittenError` unless the loader reads every changed conversation as it was changed, and every
    other one as it was."""
    name = changed[0][0].name
    for branches_too in (False, True):
        expected = _expected(_conversations(text, name, branches_too), name, changed)
        if sum(isinstance(wanted, Conversation) for wanted in expected) == len(changed):
            break
    else:
        raise CannotBeWrittenError("the file is no longer as it was read")
    found = _conversations(written, name, branches_too)
    if len(found) != len(expected):
        raise CannotBeWrittenError("the file would be read as other conversations than before")
    for item, wanted in zip(found, expected, strict=True):
        if isinstance(wanted, bytes):
            if _digest(item) != wanted:
                raise CannotBeWrittenError("the repair would change another conversation of the file")
        elif not (isinstance(item, Conversation) and _reads_as(item, wanted, target)):
            raise CannotBeWrittenError("the file would not be read as it was repaired")


def _conversations(text: str, name: str, branches_too: bool) -> list[Conversation | LoadError]:
    items = list(load_all(text.encode(errors="surrogatepass"), name))
    origins = [item.origin for item in items if isinstance(item, Conversation) and item.origin is not None]
    return [*items, *(branch() for origin in origins for branch in origin.branches if branches_too)]


def _expected(
    items: Sequence[Conversation | LoadError], name: str, changed: Sequence[Changed]
) -> list[Conversation | bytes]:
    """Each conversation as it was changed, or the digest of one that stays.

    The end of its name tells which of several it is: the rest is what it was loaded as.
    """
    waiting: dict[bytes, list[Changed]] = defaultdict(list)
    for before, after in changed:
        waiting[_digest(before)].append((before, after))
    expected: list[Conversation | bytes] = []
    for item in items:
        which = item.name.removeprefix(name)
        alike = waiting.get(_digest(item), [])
        at = next((at for at, (before, _) in enumerate(alike) if before.name.endswith(which)), None)
        expected.append(_digest(item) if at is None else alike.pop(at)[1])
    return expected


def _digest(item: Conversation | LoadError) -> bytes:
    said = compact(item.payload) if isinstance(item, Conversation) else item.expected
    return sha256(said.encode(errors="surrogatepass")).digest()


def _reads_as(found: Conversation, wanted: Conversation, target: str | None) -> bool:
    """Whether it is the same, message by message. For a result that was not recorded a program may have words and a
    place of its own; these must be as good."""
    if (found.origin is None) != (wanted.origin is None):
        return False
    if compact([found.messages, found.settings]) == compact([wanted.messages, wanted.settings]):
        return True
    there, here = (read_chat(wanted.format, one.messages, one.settings) for one in (found, wanted))
    placeholders = {compact(event.id) for event in here.results if NO_RESULT in compact(event.value)}
    if not placeholders or _said(there, placeholders) != _said(here, placeholders):
        return False
    filled = {event.message for event in here.results if compact(event.id) in placeholders}
    others = Counter(compact(message) for index, message in enumerate(wanted.messages) if index not in filled)
    return others <= Counter(map(compact, found.messages)) and _errors_in(found, target) <= _errors_in(wanted, target)


def _said(chat: Chat, placeholders: Set[str]) -> tuple[list[Json], Counter[str]]:
    """Who says what with which id, and which calls have a placeholder."""
    fillers = [result for result in chat.results if compact(result.id) in placeholders]
    return outline(chat, fillers, with_ids=True), Counter(compact(result.id) for result in fillers)


def _errors_in(conversation: Conversation, target: str | None) -> int:
    return len(check(conversation, target, with_information=False, exact=False).errors)
