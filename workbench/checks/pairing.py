"""Which result answers which call, where a target demands that it is. Read once, used by every pairing rule."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterator
from operator import attrgetter

from msgspec import Struct

from workbench.checks.answer_windows import may_close, windows_of
from workbench.checks.chat import Chat
from workbench.checks.similar_ids import bare_key
from workbench.formats.contract import Event
from workbench.json.text import Json, compact
from workbench.lazy import lazy
from workbench.targets.contract import Pairing


class Pairs(Struct):
    answered: dict[int, Event] = {}
    """`id()` of a call → its result."""
    orphans: list[Event] = []
    mismatches: list[tuple[Event, Event]] = []
    """A result with an unknown id, and the unanswered call that it is most likely of: (result, that call)."""
    duplicates: list[tuple[Event, Event]] = []
    """(second result, first result)"""
    before_call: list[tuple[Event, Event]] = []
    not_adjacent: list[tuple[Event, Event]] = []
    """(result, its call)"""
    interrupted: list[tuple[Event, Event]] = []
    """In the right turn, with words in a message between: (result, its call)"""
    missing: list[Event] = []
    pending: list[Event] = []
    """Unanswered calls of the very last message: the tool may still be running."""

    @property
    def are_irregular(self) -> bool:
        """Whether anything is not one call with one result where it belongs."""
        return bool(
            self.orphans
            or self.mismatches
            or self.duplicates
            or self.before_call
            or self.not_adjacent
            or self.interrupted
            or self.missing
            or self.pending
        )

    def of_calls(self, calls: list[Event]) -> Iterator[tuple[Event, Event]]:
        """(call, its result), of those that are answered."""
        return ((call, self.answered[id(call)]) for call in calls if id(call) in self.answered)


_message_of = attrgetter("message")


def pairs_of(chat: Chat, pairing: Pairing) -> Pairs:
    """The pairs under one kind of pairing; worked out once per chat."""
    if pairing not in chat.memo:
        chat.memo[pairing] = _Reader(chat, pairing).pairs
    found = chat.memo[pairing]
    assert isinstance(found, Pairs)
    return found


class _Reader:
    """Files every result and every open call where it belongs.

    Models that count their ids anew in every turn make thousands of calls with one id, so those are searched and never
    walked through. Most results are in the message right after their call; windows are made only for the others.
    """

    def __init__(self, chat: Chat, pairing: Pairing) -> None:
        self.chat, self.pairing, self.pairs = chat, pairing, Pairs()
        self.spent: dict[Json, int] = {}
        """Id → how many of its calls are answered, counted up to the first that is not."""
        self.anywhere = pairing == "anywhere"
        all_follow = self._match_by_id() == len(chat.results)
        if not chat.results_by_id.keys() <= chat.calls_by_id.keys():
            self._match_strangers()
        if pairing == "name" and not all_follow:
            self._match_by_name()
        if pairing in ("turn", "name") and not all_follow:
            self._find_interrupted()
        self._find_open()

    @lazy
    def windows(self) -> list[range]:
        return windows_of(self.chat, self.pairing)

    def _find_open(self) -> None:
        """Calls that nothing answers. One that its message makes twice, and that is answered once, is not missing."""
        chat, pairs = self.chat, self.pairs
        if len(pairs.answered) == len(chat.calls):
            return
        placed = {id(call) for _, call in (*pairs.before_call, *pairs.not_adjacent)}
        unanswered = [
            call for call in chat.calls if id(call) not in pairs.answered and id(call) not in placed and is_id(call.id)
        ]
        answered = {_name_in_message(call) for call, _ in pairs.of_calls(chat.calls)} if unanswered else set()
        last = len(chat.messages) - 1
        for call in unanswered:
            if _name_in_message(call) not in answered:
                pending = call.message == last and not self._goes_on(call)
                (pairs.pending if pending else pairs.missing).append(call)

    def _goes_on(self, call: Event) -> bool:
        """Whether the model speaks on after the call, in the same list of blocks: then it waits for no result."""
        where = call.path[:-1]
        return bool(call.path) and any(
            event.kind == "text" and event.value and event.path[:-1] == where and _place(event) > _place(call)
            for event in self.chat.of_message(call.message)
        )

    def _match_by_id(self) -> int:
        """Nearly all ids have one call and one result in its window: those are paired without looking further.

        How many results are in the message right after their call, where nothing can close its window.
        """
        calls_by_id, answered, roles = self.chat.calls_by_id, self.pairs.answered, self.chat.roles
        calling, closing, following = {call.message for call in self.chat.calls}, may_close(self.pairing), 0
        for one, results in self.chat.results_by_id.items():
            calls = calls_by_id.get(one)
            if not calls or one == "":
                continue
            if len(calls) == len(results) == 1:
                call, result = calls[0], results[0]
                made, here = call.message, result.message
                if here == made + 1 and here not in calling and roles[here] not in closing:
                    answered[id(call)] = result
                    following += 1
                    continue
                if self.anywhere or here == made or made in self.windows[here]:
                    answered[id(call)] = result
                else:
                    (self.pairs.not_adjacent if made < here else self.pairs.before_call).append((result, call))
                continue
            for result in results:
                self._file(result, calls)
        return following

    def _file(self, result: Event, calls: list[Event]) -> None:
        """Files a result where it belongs among the calls of its id."""
        answered = self.pairs.answered
        first, end = self._in_reach(calls, result)
        for number in range(max(first, self._spent(calls)), end):
            if id(calls[number]) not in answered:
                answered[id(calls[number])] = result
                return
        if first < end:
            self.pairs.duplicates.append((result, answered[id(calls[end - 1])]))
        elif first == 0:
            self.pairs.before_call.append((result, calls[0]))
        elif (earlier := answered.get(id(calls[first - 1]))) is not None:
            self.pairs.duplicates.append((result, earlier))
        else:
            self.pairs.not_adjacent.append((result, calls[first - 1]))

    def _in_reach(self, calls: list[Event], result: Event) -> tuple[int, int]:
        """Which of these calls, from and to, are in the result's window or in its own message."""
        if self.anywhere:
            return 0, len(calls)
        here, window = result.message, self.windows[result.message]
        opens = window.start if window else here
        return bisect_left(calls, opens, key=_message_of), bisect_right(calls, here, key=_message_of)

    def _spent(self, calls: list[Event]) -> int:
        """How many of these calls, from the first on, are answered."""
        spent = self.spent.get(calls[0].id, 0)
        while spent < len(calls) and id(calls[spent]) in self.pairs.answered:
            spent += 1
        self.spent[calls[0].id] = spent
        return spent

    def _match_strangers(self) -> None:
        """A result of unknown id is a mismatch if an unanswered call has the same id written differently, or if one
        waits where it is (that of the same tool, else the first); else it is an orphan."""
        results, known = self.chat.results, self.chat.calls_by_id
        strangers = [result for result in results if is_id(result.id) and result.id not in known]
        calls = self.chat.calls
        waiting = [position for position, call in enumerate(calls) if id(call) not in self.pairs.answered]
        if not waiting:
            self.pairs.orphans += strangers
            return
        alike: dict[str, list[int]] = {}
        for position in waiting:
            if is_id(call_id := calls[position].id):
                alike.setdefault(bare_key(str(call_id)), []).append(position)
        partners: dict[int, int] = {}
        for result in strangers:
            if twins := alike.get(bare_key(str(result.id))):
                partners[id(result)] = taken = twins.pop(self._nearest(twins, result))
                del waiting[bisect_left(waiting, taken)]
        for result in strangers:
            partner = partners.get(id(result))
            if partner is None and (place := self._first_waiting(waiting, result)) is not None:
                partner = waiting.pop(place)
            if partner is None:
                self.pairs.orphans.append(result)
            else:
                self.pairs.mismatches.append((result, calls[partner]))

    def _nearest(self, twins: list[int], result: Event) -> int:
        """Which of these calls: the first in the window of the result, else the last before it, else the first."""
        window = self.windows[result.message]
        inside = bisect_left(twins, window.start, key=self._message_at)
        if inside < len(twins) and self._message_at(twins[inside]) in window:
            return inside
        return max(0, bisect_left(twins, result.message, key=self._message_at) - 1)

    def _first_waiting(self, waiting: list[int], result: Event) -> int | None:
        """Which of the waiting calls in the window of the result: the first of the same tool, else the first."""
        window = self.windows[result.message]
        start = bisect_left(waiting, window.start, key=self._message_at)
        end = bisect_left(waiting, window.stop, key=self._message_at)
        for place in range(start, end):
            if result.name is not None and self.chat.calls[waiting[place]].name == result.name:
                return place
        return start if start < end else None

    def _message_at(self, position: int) -> int:
        return self.chat.calls[position].message

    def _match_by_name(self) -> None:
        """Results without an id answer a call of their tool in the window; how many there are is another rule's."""
        calls, ahead = self.chat.calls, 0
        latest: dict[str, Event] = {}
        for result in self.chat.results:
            while ahead < len(calls) and calls[ahead].message < result.message:
                latest[compact(calls[ahead].name)] = calls[ahead]
                ahead += 1
            if is_id(result.id) or self.windows[result.message]:
                continue
            if call := latest.get(compact(result.name)):
                self.pairs.not_adjacent.append((result, call))
            else:
                self.pairs.orphans.append(result)

    def _find_interrupted(self) -> None:
        """A turn may be several messages; one that only speaks, before one with results, comes between."""
        before = -1
        last_call, looked_at, spoken = -1, -1, False
        for result in self.chat.results:
            window = self.windows[result.message]
            if window and result.message > window[-1] + 1 and result.message != before:
                if window[-1] != last_call or result.message < looked_at:
                    last_call, looked_at, spoken = window[-1], window[-1] + 1, False
                # what was looked at for one result of many need not be for the next
                spoken = spoken or any(self._only_speaks(index) for index in range(looked_at, result.message))
                looked_at = result.message
                if spoken:
                    first = bisect_left(self.chat.calls, window[-1], key=_message_of)
                    self.pairs.interrupted.append((result, self.chat.calls[first]))
            before = result.message

    def _only_speaks(self, index: int) -> bool:
        kinds = {event.kind for event in self.chat.of_message(index)}
        return "text" in kinds and "result" not in kinds


def _name_in_message(call: Event) -> tuple[int, Json]:
    return call.message, call.id


def _place(event: Event) -> int:
    """The event's number in its list."""
    return event.path[-1] if event.path and isinstance(event.path[-1], int) else 0


def unmatched(calls: list[Event], results: list[Event]) -> tuple[list[Event], list[Event]]:
    """Calls without a result and results without a call: by id where there are ids, else by name and order."""
    waiting: dict[tuple[str, str], deque[Event]] = {}
    for result in results:
        waiting.setdefault(_known_by(result), deque()).append(result)
    lacking, taken = [], set()
    for call in calls:
        if same := waiting.get(_known_by(call)):
            taken.add(id(same.popleft()))
        else:
            lacking.append(call)
    return lacking, [result for result in results if id(result) not in taken]


def _known_by(event: Event) -> tuple[str, str]:
    """An id may be a list or an object, so it is written out."""
    return (compact(event.id), "") if event.id is not None else ("", compact(event.name))


def is_id(value: object) -> bool:
    return isinstance(value, (str, int)) and not isinstance(value, bool) and value != ""
