"""The listed rows and the positions of problems: filters, search, the next problem, the minimap."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from workbench.checks.report import Report
from workbench.json.text import compact
from workbench.view.threads import Threads

_MAP_MARKS = 240
_RANK = {"error": 0, "warning": 1, "fine": 2, "info": 3}


@dataclass(frozen=True, slots=True)
class Filter:
    kind: str = "all"
    """all, problems, thread or role."""
    value: str = ""
    query: str = ""


class Listing:
    """The rows of one checked conversation, filtered."""

    def __init__(self, report: Report, threads: Threads) -> None:
        self.report, self.threads = report, threads
        self._last: tuple[Filter, Sequence[int]] | None = None

    @cached_property
    def severities(self) -> dict[int, str]:
        """Map each message to its worst severity."""
        worst: dict[int, str] = {}
        for cause in self.report.causes:
            severity = cause.severity  # computed once: a cause can have as many findings as there are messages
            for index in (finding.message_index for finding in cause.places):
                if index >= 0 and (index not in worst or _RANK[severity] < _RANK[worst[index]]):
                    worst[index] = severity
        return worst

    @cached_property
    def problems(self) -> list[int]:
        return sorted(index for index, severity in self.severities.items() if severity != "info")

    def rows(self, wanted: Filter) -> Sequence[int]:
        """Return the messages that match a filter, in order. The last result is cached for scrolling."""
        if self._last and self._last[0] == wanted:
            return self._last[1]
        chosen = self._chosen(wanted)
        if wanted.query.strip():
            chosen = self._containing(wanted.query.strip(), chosen)
        self._last = (wanted, chosen)
        return chosen

    def position(self, rows: Sequence[int], index: int) -> int:
        """Return the position of a message among the rows, or where it would be."""
        if isinstance(rows, range):
            return max(0, min(index, len(rows) - 1))
        return max(0, min(bisect_left(rows, index), len(rows) - 1))

    def next_problem(self, index: int, step: int) -> int | None:
        """Return the next problem after (1) or before (-1) a message, wrapping around at the ends."""
        if not self.problems:
            return None
        if step > 0:
            return self.problems[bisect_right(self.problems, index) % len(self.problems)]
        return self.problems[bisect_left(self.problems, index) - 1]

    def marks(self, rows: Sequence[int]) -> list[tuple[float, str]]:
        """Return the positions of the problems in the list, from 0 to 1; as many as a thin strip can show."""
        placed = ((self.position(rows, index), index, severity) for index, severity in self.severities.items())
        return spread(((at, severity) for at, index, severity in placed if rows and rows[at] == index), len(rows))

    def _chosen(self, wanted: Filter) -> Sequence[int]:
        if wanted.kind == "problems":
            return self.problems
        if wanted.kind == "thread" and wanted.value.isdecimal():
            number = int(wanted.value)
            return self.threads.all[number].messages if number < len(self.threads.all) else []
        if wanted.kind == "role":
            roles = self.report.journey.internal.roles
            return [index for index, role in enumerate(roles) if role == wanted.value]
        return range(len(self.report.conversation.messages))

    def _containing(self, query: str, rows: Sequence[int]) -> list[int]:
        """Return the rows whose JSON contains the query, ignoring case. The query is escaped as in JSON."""
        needle = compact(query.casefold())[1:-1]
        messages = self.report.conversation.messages
        return [index for index in rows if needle in compact(messages[index]).casefold()]


def spread(problems: Iterable[tuple[int, str]], total: int) -> list[tuple[float, str]]:
    """Return positions from 0 to 1 on a thin strip, each with the worst severity of the problems that fall there."""
    strip: dict[int, str] = {}
    for position, severity in problems:
        slot = position * _MAP_MARKS // max(total, _MAP_MARKS)
        if severity != "info" and (slot not in strip or _RANK[severity] < _RANK[strip[slot]]):
            strip[slot] = severity
    return [(round(slot / min(total, _MAP_MARKS), 4), strip[slot]) for slot in sorted(strip)]
