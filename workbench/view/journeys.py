"""Follow each value of a row over every hop and back: links to highlight, and marks to draw."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from workbench.checks.report import Report
from workbench.converters.contract import Converted, Edge
from workbench.formats import FORMATS
from workbench.json.pointer import Path, PointerError, follow
from workbench.json.text import Json
from workbench.provenance.labels import label
from workbench.provenance.patterns import Patterns
from workbench.provenance.probe import Pattern
from workbench.stages import Response, compare

_NOT_A_CHANGE = ("copied", "renamed", "wrapped", "looked up")


class Place(NamedTuple):
    """A value on the screen: its column, the message there, and the path in it."""

    column: int
    message: int
    path: Path


class Step(NamedTuple):
    source: Place
    target: Place
    how: str


class RowJourney(NamedTuple):
    steps: tuple[Step, ...]
    marks: dict[tuple[int, int], dict[Path, str]]
    """Column and message → path → lost, invented or changed."""


class Journeys:
    """Follows the values of rows. The response and the conversion back are probed like any other conversion."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.stages = report.journey.stages
        self.response_column = len(self.stages.columns)
        self.back_column = self.response_column + 1
        self._patterns: dict[str, Patterns] = {}

    def row(self, index: int, response: Response | None) -> RowJourney:
        steps: list[Step] = []
        marks: dict[tuple[int, int], dict[Path, str]] = {}
        lost: set[Place] = set()
        for hop in self.report.journey.tracer.hops(index):
            column = hop.hop
            for link in hop.trace.links:
                steps.append(Step(Place(column - 1, *link.source), Place(column, *link.target), link.how))
                if not link.how.startswith(_NOT_A_CHANGE):
                    marks.setdefault((column, link.target.message), {})[link.target.path] = "changed"
            for spot in hop.trace.inventions:
                marks.setdefault((column, spot.message), {})[spot.path] = "invented"
            lost.update(Place(column - 1, *loss.source) for loss in hop.trace.losses)
        for spot in self.report.journey.tracer.hidden_failures(index):
            marks.setdefault((0, index), {})[spot.path] = "lost"
        for place in self._lost_for_good(lost, steps):
            marks.setdefault((place.column, place.message), {})[place.path] = "lost"
        if response is not None and response.origin == "reconstructed":
            steps.extend(self._way_back(index, response, marks))
        return RowJourney(tuple(steps), marks)

    def _lost_for_good(self, lost: set[Place], steps: list[Step]) -> set[Place]:
        """Return the internal values that do not reach the last column, in every column that still has them.

        A value that one hop only looked up or invented and a later hop drops is not a loss of the history.
        """
        if not lost:
            return lost
        last = self.response_column - 1
        arrives = {step.source for step in steps if step.target.column == last}
        carries: set[Place] = set(arrives)
        origins = {place for place in lost if place.column == 0}
        for step in reversed(steps):
            if step.target in carries:
                carries.add(step.source)
        ends = set(lost)
        for step in reversed(steps):
            if step.target in ends and step.how != "looked up":
                ends.add(step.source)
                if step.source.column == 0:
                    origins.add(step.source)
        gone = {place for place in origins if place not in carries or place in lost}
        for step in steps:
            if step.source in gone and step.how != "looked up":
                gone.add(step.target)
        return gone

    def _way_back(
        self, index: int, response: Response, marks: dict[tuple[int, int], dict[Path, str]]
    ) -> Iterator[Step]:
        wire = self.stages.wire
        position = next(
            (
                at
                for at in self.stages.cells(index)[-1]
                if FORMATS[wire.format].role_of(wire.messages[at]) == "assistant"
            ),
            None,
        )
        respond = FORMATS[wire.format].response_from
        if position is None or respond is None:
            return
        last = self.response_column - 1
        message = wire.messages[position]
        out = self._pattern("response", message, respond)
        yield from self._steps(out, Place(last, position, ()), message, self.response_column, index, response.body)
        self._invented(out, (self.response_column, index), marks)
        back = self._pattern("back", response.body, lambda value: self._returned(index, value))
        yield from self._steps(
            back, Place(self.response_column, index, ()), response.body, self.back_column, index, response.back
        )
        self._invented(back, (self.back_column, index), marks)
        for difference in compare(self.report.conversation.messages[index], response.back):
            if difference.kind == "changed":
                marks.setdefault((self.back_column, index), {})[difference.path] = "changed"

    def _returned(self, index: int, body: object) -> Json:
        response = self.stages.response(index, live=body)
        return response.back if response else None

    def _pattern(self, name: str, message: object, convert: Callable[[Json], Json]) -> Pattern:
        """Return the pattern of a conversion. Bodies of equal shape have equal traces, so they are probed once."""
        if name not in self._patterns:
            edge = Edge("", "", lambda messages, settings: [Converted(convert(messages[0]), (0,))], "")
            self._patterns[name] = Patterns(edge, {})
        return self._patterns[name].of([message], 0)

    def _steps(
        self, pattern: Pattern, source: Place, before: object, column: int, message: int, after: object
    ) -> Iterator[Step]:
        for _, source_path, _, target_path in pattern.links:
            try:
                how = label(source_path, follow(before, source_path), target_path, follow(after, target_path))
            except PointerError:
                continue  # a remembered pattern that does not fit this body gives no information about it
            yield Step(Place(source.column, source.message, source_path), Place(column, message, target_path), how)

    def _invented(
        self, pattern: Pattern, where: tuple[int, int], marks: dict[tuple[int, int], dict[Path, str]]
    ) -> None:
        for _, path in pattern.inventions:
            marks.setdefault(where, {})[path] = "invented"
