"""Which result answers which call, where a target demands that it stands. Read once, used by every pairing rule.

A call opens a window; a result counts if it stands in it. How the window closes is the target's `pairing`:
contiguous — the run of tool messages right after the call's message; turn — the whole next turn, adjacent messages of
one role counting as one; name — the same, pairing by tool name where there are no ids; segment — up to the next user
or system message; run — up to the next item that says something, calls in a row counting as one; anywhere — the whole
history.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from workbench.chat import Chat
from workbench.formats.contract import Event
from workbench.rules.alike import bare_key


@dataclass(slots=True)
class Pairs:
    answered: dict[int, Event] = field(default_factory=dict)
    """Position of a call in `chat.calls` → its result."""
    orphans: list[Event] = field(default_factory=list)
    mismatches: list[tuple[Event, Event]] = field(default_factory=list)
    """A result with an unknown id, and the unanswered call that it is most likely of: (result, that call)."""
    duplicates: list[tuple[Event, Event]] = field(default_factory=list)
    """(second result, first result)"""
    before_call: list[tuple[Event, Event]] = field(default_factory=list)
    not_adjacent: list[tuple[Event, Event]] = field(default_factory=list)
    """(result, its call)"""
    interrupted: list[tuple[Event, Event]] = field(default_factory=list)
    """In the right turn, with words in a message between: (result, its call)"""
    missing: list[Event] = field(default_factory=list)
    pending: list[Event] = field(default_factory=list)
    """Unanswered calls of the very last message: the tool may still be running."""


_CLOSED_BY = {
    "contiguous": frozenset({"system", "user", "assistant", "other"}),
    "turn": frozenset({"assistant"}),
    "name": frozenset({"assistant"}),
    "segment": frozenset({"user", "system"}),
    "run": frozenset({"system", "user"}),
}


def pairs_of(chat: Chat, pairing: str) -> Pairs:
    """The pairs under one kind of pairing; worked out once per chat."""
    if pairing not in chat.memo:
        chat.memo[pairing] = _Reader(chat, pairing).pairs
    found = chat.memo[pairing]
    assert isinstance(found, Pairs)
    return found


class _Reader:
    def __init__(self, chat: Chat, pairing: str) -> None:
        self.chat, self.pairs = chat, Pairs()
        self.windows = _windows(chat, pairing)
        self.position = {id(call): position for position, call in enumerate(chat.calls)}
        self.anywhere = pairing == "anywhere"
        strangers = [result for result in chat.results if is_id(result.id) and not self._matched(result)]
        self._match_strangers(strangers)
        if pairing == "name":
            self._match_by_name()
        if pairing in ("turn", "name"):
            self._find_interrupted()
        placed = {id(call) for _, call in (*self.pairs.before_call, *self.pairs.not_adjacent)}
        last = len(chat.messages) - 1
        for position, call in enumerate(chat.calls):
            open_call = position not in self.pairs.answered and id(call) not in placed and is_id(call.id)
            if open_call and not self._is_copy(call):
                pending = call.message == last and not self._goes_on(call)
                (self.pairs.pending if pending else self.pairs.missing).append(call)

    def _goes_on(self, call: Event) -> bool:
        """Whether the model speaks on behind the call, in the same list of blocks: then it waits for no result."""
        where = call.path[:-1]
        return bool(call.path) and any(
            event.kind == "text" and event.value and event.path[:-1] == where and _place(event) > _place(call)
            for event in self.chat.of_message(call.message)
        )

    def _is_copy(self, call: Event) -> bool:
        """Whether the same message makes the call twice and the other one is answered: then it is no missing result."""
        return any(
            twin.message == call.message and self.position[id(twin)] in self.pairs.answered
            for twin in self.chat.calls_by_id.get(call.id, ())
            if twin is not call
        )

    def _matched(self, result: Event) -> bool:
        """Whether some call has this result's id; files the result where it belongs."""
        calls = self.chat.calls_by_id.get(result.id, [])
        if not calls:
            return False
        window, answered = self.windows[result.message], self.pairs.answered
        inside = None
        for call in calls:
            if self.anywhere or call.message == result.message or call.message in window:
                inside = self.position[id(call)]
                if inside not in answered:
                    answered[inside] = result
                    return True
        if inside is not None:
            self.pairs.duplicates.append((result, answered[inside]))
        elif all(call.message > result.message for call in calls):
            self.pairs.before_call.append((result, calls[0]))
        else:
            call = [call for call in calls if call.message < result.message][-1]
            first = self.pairs.answered.get(self.position[id(call)])
            if first is not None:
                self.pairs.duplicates.append((result, first))
            else:
                self.pairs.not_adjacent.append((result, call))
        return True

    def _match_strangers(self, strangers: list[Event]) -> None:
        """A result of unknown id is a mismatch if an unanswered call has the same id written differently, or if one
        waits where it stands (that of the same tool, else the first); else it is an orphan."""
        if not strangers:
            return
        waiting: dict[str, list[int]] = {}
        for position, call in enumerate(self.chat.calls):
            if position not in self.pairs.answered and is_id(call.id):
                waiting.setdefault(bare_key(str(call.id)), []).append(position)
        taken: set[int] = set()
        partners: dict[int, int] = {}
        for result in strangers:
            twins = [position for position in waiting.get(bare_key(str(result.id)), ()) if position not in taken]
            if twins:
                partners[id(result)] = self._nearest(twins, result)
                taken.add(partners[id(result)])
        for result in strangers:
            partner = partners.get(id(result))
            if partner is None and not self.anywhere:
                partner = self._first_waiting(result, taken)
            if partner is None:
                self.pairs.orphans.append(result)
            else:
                taken.add(partner)
                self.pairs.mismatches.append((result, self.chat.calls[partner]))

    def _nearest(self, positions: list[int], result: Event) -> int:
        """In the window of the result, else the last before it, else the first after it."""
        calls = self.chat.calls
        inside = [position for position in positions if calls[position].message in self.windows[result.message]]
        before = [position for position in positions if calls[position].message < result.message]
        return inside[0] if inside else before[-1] if before else positions[0]

    def _first_waiting(self, result: Event, taken: set[int]) -> int | None:
        waiting = [
            position
            for message in self.windows[result.message]
            for position in self._calls_of(message)
            if position not in self.pairs.answered and position not in taken
        ]
        named = [p for p in waiting if result.name is not None and self.chat.calls[p].name == result.name]
        return next(iter(named or waiting), None)

    def _match_by_name(self) -> None:
        """Results without an id answer a call of their tool in the window; how many there are is another rule's."""
        for result in self.chat.results:
            if is_id(result.id) or self.windows[result.message]:
                continue
            earlier = [call for call in self.chat.calls if call.message < result.message and call.name == result.name]
            if earlier:
                self.pairs.not_adjacent.append((result, earlier[-1]))
            else:
                self.pairs.orphans.append(result)

    def _find_interrupted(self) -> None:
        """A turn may be several messages; one that only speaks, before one with results, comes between."""
        before = -1
        for result in self.chat.results:
            window = self.windows[result.message]
            if window and result.message > window[-1] + 1 and result.message != before:
                between = range(window[-1] + 1, result.message)
                if any(self._only_speaks(index) for index in between):
                    self.pairs.interrupted.append((result, self.chat.calls[self._calls_of(window[-1])[0]]))
            before = result.message

    def _only_speaks(self, index: int) -> bool:
        kinds = {event.kind for event in self.chat.of_message(index)}
        return "text" in kinds and "result" not in kinds

    def _calls_of(self, message: int) -> list[int]:
        return [self.position[id(event)] for event in self.chat.of_message(message) if event.kind == "call"]


def _windows(chat: Chat, pairing: str) -> list[tuple[int, ...]]:
    """For each message, the messages whose calls a result in it may answer."""
    if pairing == "anywhere":
        return [()] * len(chat.roles)
    closed_by = _CLOSED_BY[pairing]
    merges = pairing in ("turn", "name", "segment")
    calling = {call.message for call in chat.calls}
    windows: list[tuple[int, ...]] = []
    window: tuple[int, ...] = ()
    before = ""
    for index, role in enumerate(chat.roles):
        if index in calling:
            windows.append(window if role != "assistant" else ())
            in_a_row = pairing == "run" and index - 1 in calling
            keeps = pairing == "segment" or (merges and before == "assistant") or in_a_row
            window = (*window, index) if keeps else (index,)
        else:
            speaks = pairing == "run" and role == "assistant" and _speaks(chat, index)
            if speaks or (role in closed_by and not (merges and role == before == "assistant")):
                window = ()
            windows.append(window)
        before = role
    return windows


def _place(event: Event) -> int:
    """The event's number in its list."""
    return event.path[-1] if event.path and isinstance(event.path[-1], int) else 0


def _speaks(chat: Chat, index: int) -> bool:
    return any(event.kind == "text" for event in chat.of_message(index))


def unmatched(calls: list[Event], results: list[Event]) -> tuple[list[Event], list[Event]]:
    """Calls without a result and results without a call: by id where there are ids, else by name and order."""
    left = list(results)
    lacking = []
    for call in calls:
        same = [event for event in left if event.id == call.id and (call.id is not None or event.name == call.name)]
        if same:
            left.remove(same[0])
        else:
            lacking.append(call)
    return lacking, left


def is_id(value: object) -> bool:
    return isinstance(value, (str, int)) and not isinstance(value, bool) and value != ""
