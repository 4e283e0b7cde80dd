"""Whether a written session is read as it was repaired: a program has its own words for what a repair adds."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence, Set

from workbench.checks.chat import Chat, read_chat
from workbench.checks.check import check
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.formats.contract import Event
from workbench.json.lost_words import lost_words
from workbench.json.pointer import replaced, to_path
from workbench.json.text import Json, compact
from workbench.lazy import lazy
from workbench.rules.editing.context import NO_RESULT
from workbench.rules.editing.placeholders import ORPHAN
from workbench.sources.writing import reorders
from workbench.sources.writing.changes import outline


class Comparison:
    """A conversation as it was read from the written file, and as it was to be written."""

    def __init__(self, found: Conversation, wanted: Conversation) -> None:
        self.found, self.wanted = found, wanted

    def agrees(self, target: str | None, report_of: Callable[[Conversation], Report] | None = None) -> bool:
        """Whether the conversations are the same, message by message.

        A program may have its own text and message for a result that was not recorded, and its own shape for the note
        that holds a result without its call. Then everything else must be there, what was added must follow its call,
        and there must not be more errors. `report_of` returns the report on what was read, if the caller keeps it.
        """
        if self._is_read_as_another_program or compact(self.found.settings) != compact(self.wanted.settings):
            return False
        if self.is_equal:
            return True

        def errors() -> int:
            return len(report_of(self.found).errors) if report_of else _errors_in(self.found, target)

        if reorders(self.wanted) and _same_messages(self.found, self.wanted) and not errors():
            return True
        return self._differs_only_in_additions() and (not errors() or errors() <= _errors_in(self.wanted, target))

    @property
    def is_claimed(self) -> bool:
        """Whether a program's records are recognised only in the written file."""
        return self.found.origin is not None and self.wanted.origin is None

    @property
    def _is_read_as_another_program(self) -> bool:
        found, wanted = self.found, self.wanted
        is_unknown_now = found.origin is None and wanted.origin is not None
        return is_unknown_now or (self.is_claimed and found.format != wanted.format)

    def _differs_only_in_additions(self) -> bool:
        """Whether the same was added, in its place, and no word of anything else is lost."""
        found_added, added = self._additions
        if added.contents != found_added.contents or added.outline() != found_added.outline():
            return False
        if found_added.misplaced() > added.misplaced():
            return False
        expected = added.unchanged(self.wanted.messages)
        written = set(map(compact, self.found.messages))
        missing = [message for message in expected if compact(message) not in written]
        known = set(map(compact, expected))
        others = [message for message in self.found.messages if compact(message) not in known]
        return not lost_words(missing, others)

    @lazy
    def is_equal(self) -> bool:
        return compact(self.found.messages) == compact(self.wanted.messages)

    def with_other_changes(self) -> Conversation | None:
        """Return the conversation with the messages of the repair, except those in which a program has its own words
        for what was added; None if all others are the same already."""
        found, wanted = self.found, self.wanted
        if found.origin is None or len(found.messages) != len(wanted.messages):
            return None
        added = {event.message for added in self._additions for event in added.events}
        messages = [
            old if index in added else new
            for index, (old, new) in enumerate(zip(found.messages, wanted.messages, strict=True))
        ]
        if compact(messages) == compact(found.messages):
            return None
        return found.with_payload(replaced(found.payload, to_path(found.base), messages))

    @lazy
    def _additions(self) -> tuple[_Added, _Added]:
        """What the repair added, as it is read from the file and as it was wanted."""
        found_chat, chat = _chats(self.found, self.wanted)
        placeholders = _ids_without_result(chat)
        return _Added(found_chat, placeholders), _Added(chat, placeholders)


def _same_messages(found: Conversation, wanted: Conversation) -> bool:
    """Whether both have the same calls, results and texts, in whatever order; a lost result may have other words."""
    found_chat, chat = _chats(found, wanted)
    lost = _ids_without_result(chat)

    def counted(one: Chat) -> Counter[tuple[str, str, str]]:
        ids = ((event, compact(event.id)) for event in one.events)
        return Counter((event.kind, call_id, "" if call_id in lost else compact(event.value)) for event, call_id in ids)

    return counted(found_chat) == counted(chat)


def _chats(found: Conversation, wanted: Conversation) -> tuple[Chat, Chat]:
    """Return the chats of both, read in the format that is wanted."""
    form = wanted.format
    return read_chat(form, found.messages, found.settings), read_chat(form, wanted.messages, wanted.settings)


def _ids_without_result(chat: Chat) -> set[str]:
    """Return the ids of the results that a repair added, because none was recorded."""
    return {compact(event.id) for event in chat.results if NO_RESULT in compact(event.value)}


class _Added:
    """What a repair added to a chat: placeholders for results, and notes that hold a result without its call."""

    def __init__(self, chat: Chat, placeholders: Set[str]) -> None:
        fillers = [result for result in chat.results if compact(result.id) in placeholders]
        notes = list(_notes(chat))
        self._chat, self._fillers = chat, fillers
        self.events = [*fillers, *(event for note in notes for event in note)]
        self.contents = Counter(compact(result.id) for result in fillers)
        self.contents.update("\n".join(str(event.value) for event in note) for note in notes)

    def outline(self) -> list[Json]:
        """Return everything else in the chat."""
        return _joined(outline(self._chat, self.events, with_ids=True))

    def misplaced(self) -> int:
        """Return how many placeholders do not follow the message of their call, or other results after it."""
        callers: dict[str, list[int]] = defaultdict(list)
        for call in self._chat.calls:
            callers[compact(call.id)].append(call.message)
        starts = [0]
        """For each message, the first of the messages directly before it that are all results."""
        for number in range(len(self._chat.roles)):
            events = self._chat.of_message(number)
            starts.append(starts[-1] if events and events[0].kind == "result" else number + 1)
        return sum(not _follows(starts, filler.message, callers[compact(filler.id)]) for filler in self._fillers)

    def unchanged(self, messages: Sequence[Json]) -> list[Json]:
        """Return the messages to which nothing was added."""
        changed = {event.message for event in self.events}
        return [message for index, message in enumerate(messages) if index not in changed]


def _follows(starts: list[int], message: int, callers: list[int]) -> bool:
    """Whether only results are between a message and the nearest of these callers before it."""
    earlier = bisect_right(callers, message)
    return earlier > 0 and starts[message] <= callers[earlier - 1] + 1


def _joined(messages: list[Json]) -> list[Json]:
    """Return an outline with adjacent messages of one role combined: a program combines them when it loads them."""
    joined: list[tuple[Json, Json, list[Json]]] = []
    for message in messages:
        assert isinstance(message, tuple)
        role, written_role, events = message
        if joined and joined[-1][:2] == (role, written_role):
            joined[-1][2].extend(events)
        else:
            joined.append((role, written_role, list(events)))
    return list(joined)


def _notes(chat: Chat) -> Iterator[list[Event]]:
    """Yield the texts of each note: the one that introduces the result, and those after it in the same message."""
    note: list[Event] = []
    for event in chat.events:
        if event.kind != "text" or not isinstance(event.value, str):
            continue
        if event.value.startswith(ORPHAN):
            if note:
                yield note
            note = [event]
        elif note and event.message == note[0].message:
            note.append(event)
    if note:
        yield note


def _errors_in(conversation: Conversation, target: str | None) -> int:
    return len(check(conversation, target, with_information=False, exact=False).errors)
