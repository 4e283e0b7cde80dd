"""Which other messages a message is probed together with: as few as give it what the whole history gives it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from workbench.converters.contract import Edge
from workbench.converters.rows import Rows
from workbench.converters.tool_ids import bare
from workbench.formats import FORMATS
from workbench.formats.contract import Event
from workbench.json.pointer import leaves
from workbench.json.text import Json
from workbench.provenance.differences import equal

_NEIGHBOURS = 20
_WHOLE_UP_TO = 400
"""Messages of a history that is probed as a whole where its neighbours do not make a message what it becomes."""
_DIGITS = re.compile(r"\d+")


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

    def of(self, index: int) -> list[int]:
        """The message, those it shares a target message with, and the calls that its results answer.

        Where those do not suffice, its neighbours; in a short history, all.
        """
        narrow = self._group(index)
        if self._outcome_is_same(narrow, index):
            return narrow
        last = len(self.messages)
        wide = list(range(max(0, index - _NEIGHBOURS), min(last, index + _NEIGHBOURS + 1)))
        if self._outcome_is_same(wide, index):
            return wide
        return list(range(last)) if last <= _WHOLE_UP_TO else sorted({*narrow, *wide})

    def _group(self, index: int) -> list[int]:
        answers = [event.id for event in self._events(index) if event.kind == "result" and isinstance(event.id, str)]
        numbers = self.rows.made_of.get(index, ())
        if not answers and all(len(self.rows[number].sources) == 1 for number in numbers):
            return [index]
        group = {index}
        for number in numbers:
            group.update(self.rows[number].sources)
        for call_id in answers:
            group.update(self._calling(bare(call_id), index))
        return sorted(group)

    def _calling(self, bare_id: str, index: int) -> list[int]:
        """The messages that make a call: the nearest up to this one, where it nearly always stands, else any."""
        if self._calls is None:
            for near in range(index, max(-1, index - 1 - _NEIGHBOURS), -1):
                if any(event.kind == "call" and _is_called(event.id, bare_id) for event in self._events(near)):
                    return [near]
            self._calls = self._read_all()
        return self._calls.get(bare_id, [])[-2:]

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

    def _outcome_is_same(self, context: list[int], index: int) -> bool:
        """Whether the message becomes in this context what it becomes in the whole history."""
        rows = self.edge.convert([self.messages[member] for member in context], self.settings)
        position = context.index(index)
        here = [row.message for row in rows if position in row.sources]
        there = [self.rows[number].message for number in self.rows.made_of.get(index, ())]
        return equal(here, there) or _differ_in_positions_only(here, there)


def _is_called(call_id: Json, bare_id: str) -> bool:
    return isinstance(call_id, str) and bare(call_id) == bare_id


def _differ_in_positions_only(here: list[Json], there: list[Json]) -> bool:
    """Ids that a converter makes up count messages (`message-7`), so in a shorter list they count otherwise."""
    one, other = list(leaves(here)), list(leaves(there))
    return len(one) == len(other) and all(
        leaf == twin or (leaf[0] == twin[0] and _without_digits(leaf[1]) == _without_digits(twin[1]) is not None)
        for leaf, twin in zip(one, other, strict=True)
    )


def _without_digits(value: Json) -> str | None:
    return _DIGITS.sub("0", value) if isinstance(value, str) else None
