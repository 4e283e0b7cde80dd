"""The context of a message: the fewest messages that convert it to the same result as the entire history does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from workbench.converters.contract import Edge
from workbench.converters.rows import Rows
from workbench.converters.tool_ids import strip_prefixes
from workbench.formats import FORMATS
from workbench.formats.contract import Event
from workbench.json.pointer import leaves
from workbench.json.text import Json
from workbench.provenance.differences import equal
from workbench.provenance.probe import Pattern
from workbench.provenance.units import ReducedContext, Units, is_larger

_NEIGHBOURS = 20
_MAX_ENTIRE_HISTORY = 400
"""Up to this many leaves, the entire history is the context of a message that its neighbours do not explain. To probe
a message then takes a conversion of the history for each leaf, so all messages together take the cube of its size."""
_MAX_PROBED_AT_ONCE = 2_000
"""A wide context with more leaves is probed in pieces, although its messages may influence each other."""
_LARGE = 60
"""A message included only for its calls is reduced to the answered calls if it has more leaves than this."""
_DIGITS = re.compile(r"\d+")


class Context(NamedTuple):
    members: list[int]
    messages: list[Json]
    """The messages of the members. A large one that is included only for its calls is reduced to the answered ones."""
    depends_on_all: bool = False
    """Whether messages other than those it is merged with or answers influence the conversion of the message, and they
    are few enough to be probed together."""
    shortened: Mapping[int, ReducedContext] = {}
    """The members that were reduced to some of their calls."""

    def with_original_paths(self, pattern: Pattern) -> Pattern:
        """Return a pattern of these messages with the paths that its values have in the history."""
        if not self.shortened:
            return pattern
        links = [
            (member, self.shortened[member].original(0, source)[1] if member in self.shortened else source, nth, target)
            for member, source, nth, target in pattern.links
        ]
        return pattern._replace(links=tuple(links))


class Contexts:
    """Finds the context of any message of one history, which one edge converted to `rows`."""

    def __init__(
        self,
        edge: Edge,
        messages: Sequence[Json],
        settings: Mapping[str, Json],
        rows: Rows,
    ) -> None:
        self.edge, self.messages, self.settings, self.rows = edge, messages, settings, rows
        self._callers_by_id: dict[str, list[int]] | None = None
        self._call_ids: dict[int, frozenset[str]] = {}
        self._units: dict[int, Units] = {}
        """A cache of the most recent messages with many calls, split into units."""
        self._is_enough: dict[tuple[tuple[int, ...], tuple[int, ...]], bool] = {}
        """Context and target messages → whether converting the context gives these target messages."""
        self._is_short: bool | None = None
        self._recent: tuple[object, Context] | None = None
        """The most recent narrow context. The messages that are merged into one target message share it."""
        self._recent_check: tuple[Context, tuple[int, ...], bool] | None = None

    def of(self, index: int) -> Context:
        """Return the smallest context that converts message `index` as the entire history does.

        It is the message with those it shares a target message with and the calls its results answer. If that is not
        enough, it is the neighbours, and after that all messages of a short history.
        """
        narrow = self._narrow(index)
        if self._gives_same_targets(narrow, index):
            return narrow
        last = len(self.messages)
        wide = self._context_of(range(max(0, index - _NEIGHBOURS), min(last, index + _NEIGHBOURS + 1)))
        if self._gives_same_targets(wide, index):
            return wide
        if self._is_short is None:
            self._is_short = not is_larger(self.messages, _MAX_ENTIRE_HISTORY)
        return self._context_of(range(last) if self._is_short else sorted({*narrow.members, *wide.members}))

    def _context_of(self, members: Iterable[int]) -> Context:
        numbers = list(members)
        messages = [self.messages[member] for member in numbers]
        return Context(numbers, messages, depends_on_all=not is_larger(messages, _MAX_PROBED_AT_ONCE))

    def _narrow(self, index: int) -> Context:
        """Return the message, those it is merged with and the calls that their results answer.

        A message with many calls is reduced to the answered ones. Otherwise each of its results would cost as much as
        all of its calls.
        """
        key = tuple(self.rows.targets_by_source.get(index, ())) or index
        if self._recent is not None and self._recent[0] == key:
            return self._recent[1]
        merged = self._merged_with(index)
        answered_by = {member: self._answered_ids(member) for member in merged}
        answered_ids = set().union(*answered_by.values())
        callers = {
            caller for member, ids in answered_by.items() for one in ids for caller in self._callers_of(one, member)
        }
        members = sorted(merged | callers)
        messages = [self.messages[member] for member in members]
        shortened: dict[int, ReducedContext] = {}
        if not is_larger((self.messages[member] for member in merged), _LARGE):
            for at, member in enumerate(members):
                if member not in merged and is_larger([messages[at]], _LARGE):
                    units = self._units_of(member)
                    shortened[at] = units.reduced(units.with_ids(answered_ids) | {0})
                    messages[at] = shortened[at].members[0]
        context = Context(members, messages, shortened=shortened)
        self._recent = None if shortened else (key, context)  # what is shortened depends on the answered ids
        return context

    def _units_of(self, member: int) -> Units:
        if member not in self._units:
            while len(self._units) > _NEIGHBOURS:
                self._units.pop(next(iter(self._units)))
            self._units[member] = Units([self.messages[member]], self.edge.source)
        return self._units[member]

    def _merged_with(self, index: int) -> set[int]:
        """Return the message itself and the messages it shares a target message with."""
        return {index}.union(*(self.rows[number].sources for number in self.rows.targets_by_source.get(index, ())))

    def _answered_ids(self, index: int) -> set[str]:
        """Return the ids, without prefixes, of the calls that the message's results answer."""
        events = self._events(index)
        return {strip_prefixes(event.id) for event in events if event.kind == "result" and isinstance(event.id, str)}

    def _callers_of(self, bare_id: str, index: int) -> list[int]:
        """Return the messages that make a call, searching backwards from message `index` first: it is usually near."""
        if self._callers_by_id is None:
            for near in range(index, max(-1, index - 1 - _NEIGHBOURS), -1):
                if bare_id in self._call_ids_of(near):
                    return [near]
            self._callers_by_id = self._read_all_callers()
        return self._callers_by_id.get(bare_id, [])[-2:]

    def _call_ids_of(self, index: int) -> frozenset[str]:
        """Return the ids, without prefixes, of the calls that a message makes. Recent messages are cached."""
        if index not in self._call_ids:
            while len(self._call_ids) > 2 * _NEIGHBOURS:
                self._call_ids.pop(next(iter(self._call_ids)))
            self._call_ids[index] = frozenset(
                strip_prefixes(event.id)
                for event in self._events(index)
                if event.kind == "call" and isinstance(event.id, str)
            )
        return self._call_ids[index]

    def _events(self, index: int) -> list[Event]:
        return FORMATS[self.edge.source].read(self.messages[index], index)

    def _read_all_callers(self) -> dict[str, list[int]]:
        """Map each call id, without prefixes, to the messages that make that call."""
        callers: dict[str, list[int]] = {}
        for index in range(len(self.messages)):
            for event in self._events(index):
                if event.kind == "call" and isinstance(event.id, str):
                    callers.setdefault(strip_prefixes(event.id), []).append(index)
        return callers

    def _gives_same_targets(self, context: Context, index: int) -> bool:
        """Whether converting this context gives the same target messages as converting the entire history."""
        targets = tuple(self.rows.targets_by_source.get(index, ()))
        recent = self._recent_check
        if targets and recent is not None and recent[0] is context and recent[1] == targets:
            return recent[2]
        key = tuple(context.members), targets
        if not targets or context.shortened or key not in self._is_enough:
            rows = self.edge.convert(context.messages, self.settings)
            position = context.members.index(index)
            from_context = [row.message for row in rows if position in row.sources]
            from_history = [self.rows[number].message for number in targets]
            self._is_enough[key] = equal(from_context, from_history) or _differ_in_numbering_only(
                from_context, from_history
            )
        self._recent_check = context, targets, self._is_enough[key]
        return self._is_enough[key]


def _differ_in_numbering_only(from_context: list[Json], from_history: list[Json]) -> bool:
    """Whether only numbers inside strings differ: ids that a converter invents count messages (`message-7`)."""
    left, right = list(leaves(from_context)), list(leaves(from_history))
    return len(left) == len(right) and all(
        leaf == twin or (leaf[0] == twin[0] and _without_digits(leaf[1]) == _without_digits(twin[1]) is not None)
        for leaf, twin in zip(left, right, strict=True)
    )


def _without_digits(value: object) -> str | None:
    return _DIGITS.sub("0", value) if isinstance(value, str) else None
