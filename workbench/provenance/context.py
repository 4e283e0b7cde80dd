"""Which other messages a message is probed together with: as few as give it what the whole history gives it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from workbench.converters.contract import Edge
from workbench.converters.rows import Rows
from workbench.converters.tool_ids import bare
from workbench.formats import FORMATS
from workbench.formats.contract import Event
from workbench.json.pointer import leaves
from workbench.json.text import Json
from workbench.provenance.differences import equal
from workbench.provenance.probe import Pattern
from workbench.provenance.units import Reduced, Units, is_larger

_NEIGHBOURS = 20
_WHOLE_UP_TO = 400
"""Messages of a history that is probed as a whole where its neighbours do not make a message what it becomes."""
_LARGE = 60
"""Leaves of a message that is there for its calls, beyond which those are picked out."""
_DIGITS = re.compile(r"\d+")


class Context(NamedTuple):
    members: list[int]
    messages: list[Json]
    """The members' messages. One that is there for its calls only has no others than those that are answered."""
    depends_on_all: bool = False
    """Whether what becomes of the message is decided by others than those it is merged with or answers."""
    shortened: Mapping[int, Reduced] = {}
    """The members that have only some of their calls here."""

    def in_whole(self, pattern: Pattern) -> Pattern:
        """A pattern of these messages, with the places that its values have in the history."""
        if not self.shortened:
            return pattern
        links = [
            (member, self.shortened[member].whole(0, source)[1] if member in self.shortened else source, nth, target)
            for member, source, nth, target in pattern.links
        ]
        return pattern._replace(links=tuple(links))


class Contexts:
    """The contexts of the messages of one history, converted over one edge to `rows`."""

    def __init__(
        self,
        edge: Edge,
        messages: Sequence[Json],
        settings: Mapping[str, Json],
        rows: Rows,
    ) -> None:
        self.edge, self.messages, self.settings, self.rows = edge, messages, settings, rows
        self._calls: dict[str, list[int]] | None = None
        self._called: dict[int, frozenset[str]] = {}
        self._split: dict[int, Units] = {}
        """The last messages with many calls, in units."""
        self._same: dict[tuple[tuple[int, ...], tuple[int, ...]], bool] = {}
        """Of contexts and what was made in them, whether that is what the whole history makes."""

    def of(self, index: int) -> Context:
        """The message, those it shares a target message with, and the calls that its results answer.

        Where those do not suffice, its neighbours; in a short history, all.
        """
        answered = self._answered(index)
        narrow = self._narrow(index, answered)
        if self._outcome_is_same(narrow, index):
            return narrow
        last = len(self.messages)
        wide = self._all_of(range(max(0, index - _NEIGHBOURS), min(last, index + _NEIGHBOURS + 1)))
        if self._outcome_is_same(wide, index):
            return wide
        return self._all_of(range(last) if last <= _WHOLE_UP_TO else sorted({*narrow.members, *wide.members}))

    def _all_of(self, members: Iterable[int]) -> Context:
        numbers = list(members)
        return Context(numbers, [self.messages[member] for member in numbers], depends_on_all=True)

    def _narrow(self, index: int, answered: set[str]) -> Context:
        """Of a message with many calls that only some here answer, those: else each of its results would cost all."""
        merged = self._merged_with(index)
        members = sorted(merged.union(*(self._calling(one, index) for one in answered)))
        messages = [self.messages[member] for member in members]
        shortened: dict[int, Reduced] = {}
        if not is_larger((self.messages[member] for member in merged), _LARGE):
            for at, member in enumerate(members):
                if member not in merged and is_larger([messages[at]], _LARGE):
                    units = self._units_of(member)
                    shortened[at] = units.reduced(units.with_ids(answered) | {0})
                    messages[at] = shortened[at].members[0]
        return Context(members, messages, shortened=shortened)

    def _units_of(self, member: int) -> Units:
        if member not in self._split:
            while len(self._split) > _NEIGHBOURS:
                self._split.pop(next(iter(self._split)))
            self._split[member] = Units([self.messages[member]], self.edge.source)
        return self._split[member]

    def _merged_with(self, index: int) -> set[int]:
        """The message and those that it shares a target message with."""
        return {index}.union(*(self.rows[number].sources for number in self.rows.targets_by_source.get(index, ())))

    def _answered(self, index: int) -> set[str]:
        """The ids, without prefixes, of the calls that its results answer."""
        events = self._events(index)
        return {bare(event.id) for event in events if event.kind == "result" and isinstance(event.id, str)}

    def _calling(self, bare_id: str, index: int) -> list[int]:
        """The messages that make a call: the nearest up to this one, where it nearly always is, else any."""
        if self._calls is None:
            for near in range(index, max(-1, index - 1 - _NEIGHBOURS), -1):
                if bare_id in self._called_in(near):
                    return [near]
            self._calls = self._read_all()
        return self._calls.get(bare_id, [])[-2:]

    def _called_in(self, index: int) -> frozenset[str]:
        """The ids without prefixes of the calls that a message makes; those of the last messages are remembered."""
        if index not in self._called:
            while len(self._called) > 2 * _NEIGHBOURS:
                self._called.pop(next(iter(self._called)))
            self._called[index] = frozenset(
                bare(event.id) for event in self._events(index) if event.kind == "call" and isinstance(event.id, str)
            )
        return self._called[index]

    def _events(self, index: int) -> list[Event]:
        return FORMATS[self.edge.source].read(self.messages[index], index)

    def _read_all(self) -> dict[str, list[int]]:
        """Call id without prefixes → the messages that make that call."""
        calls: dict[str, list[int]] = {}
        for index in range(len(self.messages)):
            for event in self._events(index):
                if event.kind == "call" and isinstance(event.id, str):
                    calls.setdefault(bare(event.id), []).append(index)
        return calls

    def _outcome_is_same(self, context: Context, index: int) -> bool:
        """Whether the message becomes in this context what it becomes in the whole history."""
        made = tuple(self.rows.targets_by_source.get(index, ()))
        key = tuple(context.members), made
        if not made or context.shortened or key not in self._same:
            rows = self.edge.convert(context.messages, self.settings)
            position = context.members.index(index)
            here = [row.message for row in rows if position in row.sources]
            there = [self.rows[number].message for number in made]
            self._same[key] = equal(here, there) or _differ_in_positions_only(here, there)
        return self._same[key]


def _differ_in_positions_only(here: list[Json], there: list[Json]) -> bool:
    """Ids that a converter makes up count messages (`message-7`), so in a shorter list they count otherwise."""
    one, other = list(leaves(here)), list(leaves(there))
    return len(one) == len(other) and all(
        leaf == twin or (leaf[0] == twin[0] and _without_digits(leaf[1]) == _without_digits(twin[1]) is not None)
        for leaf, twin in zip(one, other, strict=True)
    )


def _without_digits(value: object) -> str | None:
    return _DIGITS.sub("0", value) if isinstance(value, str) else None
