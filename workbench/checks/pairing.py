"""Pair results with calls, according to where a target requires results to be. Computed once for all pairing rules."""

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

_CONTENT = ("text", "image", "file")


class Pairs(Struct):
    answered: dict[int, Event] = {}
    """`id()` of a call → its result."""
    orphans: list[Event] = []
    mismatches: list[tuple[Event, Event]] = []
    """(result with an unknown id, the unanswered call that it most likely belongs to)"""
    duplicates: list[tuple[Event, Event]] = []
    """(second result, first result)"""
    before_call: list[tuple[Event, Event]] = []
    not_adjacent: list[tuple[Event, Event]] = []
    """(result, its call)"""
    interrupted: list[tuple[Event, Event]] = []
    """(result, its call): in the right turn, but with a text message in between."""
    missing: list[Event] = []
    pending: list[Event] = []
    """Unanswered calls of the last message: the tool may still be running."""

    @property
    def are_in_order(self) -> bool:
        """Whether no call lacks a result, and no result a call or its place."""
        return not (
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
        """Yield (call, its result) for each answered call."""
        return ((call, self.answered[id(call)]) for call in calls if id(call) in self.answered)


_message_of = attrgetter("message")


def pairs_of(chat: Chat, pairing: Pairing) -> Pairs:
    """Return the pairs under one kind of pairing; computed once per chat."""
    pairs: Pairs | None = chat.memo.get(pairing)
    if pairs is None:
        pairs = chat.memo[pairing] = _Reader(chat, pairing).pairs
    return pairs


def pairs_in_order(chat: Chat) -> list[tuple[Event, Event]]:
    """Return every call of a healthy history with its result, wherever that is: by id, or else by name and order."""
    waiting = list(chat.calls)
    pairs = []
    for result in chat.results:
        call = next((call for call in waiting if _may_answer(result, call)), None)
        if call is not None:
            waiting.remove(call)
            pairs.append((call, result))
    return pairs


def _may_answer(result: Event, call: Event) -> bool:
    return bool(call.id == result.id) and (call.id is not None or call.name == result.name)


class _Reader:
    """Pairs every result with its call and sorts the rest by what is wrong.

    Models that restart their ids in every turn make thousands of calls with one id, so calls are found by bisection
    and never by a walk through all. Most results are in the message right after their call; windows are only computed
    for the others.
    """

    def __init__(self, chat: Chat, pairing: Pairing) -> None:
        self.chat, self.pairing, self.pairs = chat, pairing, Pairs()
        self.answered_count: dict[Json, int] = {}
        """Id → how many of its calls are answered, up to the first unanswered one."""
        self.anywhere = pairing == "anywhere"
        following = self._match_by_id()
        all_follow = following == len(chat.results)
        if all_follow and following == len(chat.calls):
            return  # every call has one result, in the message right after it, and there is no other result
        if not chat.results_by_id.keys() <= chat.calls_by_id.keys():
            self._match_unknown_ids()
        if pairing == "name" and not all_follow:
            self._match_by_name()
        if pairing in ("turn", "name") and following + self._count_before_calls() < len(chat.results):
            self._find_interrupted()
        self._find_open()

    @lazy
    def windows(self) -> list[range]:
        return windows_of(self.chat, self.pairing)

    def _find_open(self) -> None:
        """Collect the unanswered calls. A call that its message repeats and that is answered once is not missing."""
        chat, pairs = self.chat, self.pairs
        if len(pairs.answered) == len(chat.calls):
            return
        placed = {id(call) for _, call in (*pairs.before_call, *pairs.not_adjacent)}
        unanswered = [
            call for call in chat.calls if id(call) not in pairs.answered and id(call) not in placed and is_id(call.id)
        ]
        answered_calls = (call for call, _ in pairs.of_calls(chat.calls) if unanswered and is_id(call.id))
        answered = {(call.message, call.id) for call in answered_calls}
        last = len(chat.messages) - 1
        for call in unanswered:
            if (call.message, call.id) not in answered:
                pending = call.message == last and not self._is_followed_by_text(call)
                (pairs.pending if pending else pairs.missing).append(call)

    def _is_followed_by_text(self, call: Event) -> bool:
        """Whether text follows the call in the same list of blocks: then the model does not wait for a result."""
        blocks = call.path[:-1]
        return bool(call.path) and any(
            event.kind == "text" and event.value and event.path[:-1] == blocks and _place(event) > _place(call)
            for event in self.chat.of_message(call.message)
        )

    def _match_by_id(self) -> int:
        """Pair results with the calls of the same id, and return how many are in the message right after their call.

        Nearly all ids have one call and one result in its window; these are paired without looking further.
        """
        calls_by_id, answered, roles = self.chat.calls_by_id, self.pairs.answered, self.chat.roles
        calling, closing, following = {call.message for call in self.chat.calls}, may_close(self.pairing), 0
        for result_id, results in self.chat.results_by_id.items():
            calls = calls_by_id.get(result_id)
            if not calls or result_id == "":
                continue
            if len(calls) == len(results) == 1:
                call, result = calls[0], results[0]
                called, here = call.message, result.message
                if here == called + 1 and here not in calling and roles[here] not in closing:
                    answered[id(call)] = result
                    following += 1
                    continue
                if self.anywhere or here == called or called in self.windows[here]:
                    answered[id(call)] = result
                else:
                    (self.pairs.not_adjacent if called < here else self.pairs.before_call).append((result, call))
                continue
            for result in results:
                self._file(result, calls)
        return following

    def _file(self, result: Event, calls: list[Event]) -> None:
        """Pair a result with one of the calls of its id, or record what is wrong with it."""
        answered = self.pairs.answered
        first, end = self._in_reach(calls, result)
        for number in range(max(first, self._count_answered(calls)), end):
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
        """Return the start and the end of the calls in the result's window or in its own message."""
        if self.anywhere:
            return 0, len(calls)
        here, window = result.message, self.windows[result.message]
        opens = window.start if window else here
        return bisect_left(calls, opens, key=_message_of), bisect_right(calls, here, key=_message_of)

    def _count_answered(self, calls: list[Event]) -> int:
        """Return how many of these calls are answered, up to the first unanswered one."""
        answered_count = self.answered_count.get(calls[0].id, 0)
        while answered_count < len(calls) and id(calls[answered_count]) in self.pairs.answered:
            answered_count += 1
        self.answered_count[calls[0].id] = answered_count
        return answered_count

    def _match_unknown_ids(self) -> None:
        """Classify results with an unknown id. Such a result is a mismatch if an unanswered call has the same id
        written differently, or if a call waits in its window (preferably of the same tool); otherwise an orphan."""
        results, known = self.chat.results, self.chat.calls_by_id
        unknown = [result for result in results if is_id(result.id) and result.id not in known]
        calls = self.chat.calls
        waiting = [position for position, call in enumerate(calls) if id(call) not in self.pairs.answered]
        if not waiting:
            self.pairs.orphans += unknown
            return
        calls_by_bare_id: dict[str, list[int]] = {}
        for position in waiting:
            if is_id(call_id := calls[position].id):
                calls_by_bare_id.setdefault(bare_key(str(call_id)), []).append(position)
        partners: dict[int, int] = {}
        for result in unknown:
            if similar := calls_by_bare_id.get(bare_key(str(result.id))):
                partners[id(result)] = chosen = similar.pop(self._nearest(similar, result))
                del waiting[bisect_left(waiting, chosen)]
        for result in unknown:
            partner = partners.get(id(result))
            if partner is None and (place := self._first_waiting(waiting, result)) is not None:
                partner = waiting.pop(place)
            if partner is None:
                self.pairs.orphans.append(result)
            elif self._is_paired_by_name(result, calls[partner]):
                self.pairs.answered[id(calls[partner])] = result
            else:
                self.pairs.mismatches.append((result, calls[partner]))

    def _is_paired_by_name(self, result: Event, call: Event) -> bool:
        """Whether the name pairs them: Gemini's models make calls without ids, to which Gemini CLI answers with ids."""
        by_name = self.pairing == "name" and not is_id(call.id)
        return by_name and call.name == result.name and call.message in self.windows[result.message]

    def _nearest(self, positions: list[int], result: Event) -> int:
        """Return the index of the first call in the result's window, else of the last one before it, else 0."""
        window = self.windows[result.message]
        inside = bisect_left(positions, window.start, key=self._message_at)
        if inside < len(positions) and self._message_at(positions[inside]) in window:
            return inside
        return max(0, bisect_left(positions, result.message, key=self._message_at) - 1)

    def _first_waiting(self, waiting: list[int], result: Event) -> int | None:
        """Return the index of the first waiting call of the same tool in the result's window, else of the first one."""
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
        """Classify results without an id by the name of their tool. Another rule compares the numbers of both."""
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

    def _count_before_calls(self) -> int:
        """Return how many results come before all calls, so that nothing can be between them and their call."""
        calls, results = self.chat.calls, self.chat.results
        return bisect_right(results, calls[0].message, key=_message_of) if calls else len(results)

    def _find_interrupted(self) -> None:
        """Collect results that a message of the same turn with a text, an image or a file separates from their call."""
        previous = -1
        last_call, scanned, has_text = -1, -1, False
        for result in self.chat.results:
            window = self.windows[result.message]
            if window and result.message > window[-1] + 1 and result.message != previous:
                if window[-1] != last_call or result.message < scanned:
                    last_call, scanned, has_text = window[-1], window[-1] + 1, False
                # Messages that were scanned for one result are not scanned again for the next.
                has_text = has_text or any(self._is_only_content(index) for index in range(scanned, result.message))
                scanned = result.message
                if has_text:
                    first = bisect_left(self.chat.calls, window[-1], key=_message_of)
                    self.pairs.interrupted.append((result, self.chat.calls[first]))
            previous = result.message

    def _is_only_content(self, index: int) -> bool:
        kinds = {event.kind for event in self.chat.of_message(index)}
        return not kinds.isdisjoint(_CONTENT) and "result" not in kinds


def _place(event: Event) -> int:
    """Return the position of the event in its list."""
    return event.path[-1] if event.path and isinstance(event.path[-1], int) else 0


def unmatched(calls: list[Event], results: list[Event]) -> tuple[list[Event], list[Event]]:
    """Return the calls without a result and the results without a call, paired by id, or by name without ids."""
    results_by_key: dict[tuple[str, str], deque[Event]] = {}
    for result in results:
        results_by_key.setdefault(_pairing_key(result), deque()).append(result)
    unanswered, matched = [], set()
    for call in calls:
        if same := results_by_key.get(_pairing_key(call)):
            matched.add(id(same.popleft()))
        else:
            unanswered.append(call)
    return unanswered, [result for result in results if id(result) not in matched]


def _pairing_key(event: Event) -> tuple[str, str]:
    """Return the id as JSON, because it may be a list or an object, or the name if there is no id."""
    return (compact(event.id), "") if event.id is not None else ("", compact(event.name))


def is_id(value: object) -> bool:
    return isinstance(value, (str, int)) and not isinstance(value, bool) and value != ""
