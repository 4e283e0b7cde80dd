"""Threads: every tool id of a history with its rewritten forms, as one line through all columns.

Ids that are equal without their known prefixes belong to one thread: a pair that a rewrite separated is still one
thread, and is shown as broken. An id that has both a call and a result is a thread of its own, even if other ids
resemble it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding
from workbench.checks.report import Report
from workbench.converters.tool_ids import strip_prefixes, wire_id
from workbench.formats.contract import Event
from workbench.json.text import Json, JsonObject
from workbench.outputs.visible import shortened
from workbench.view.drawn_rows import Row

_LONGEST, _LONGEST_ID = 600, 200
_TOOL_EVENTS = ("call", "result", "server_call", "server_result")


@dataclass(slots=True)
class Thread:
    number: int
    name: str
    """The id without known prefixes; the full id if several pairs differ only in their prefix."""
    ids: list[str] = field(default_factory=list)
    """The ids as written in the history."""
    calls: list[Event] = field(default_factory=list)
    results: list[Event] = field(default_factory=list)
    broken: str = ""
    """Why it is broken, as a sentence; empty if it is not."""
    severity: str = ""

    @property
    def messages(self) -> list[int]:
        return sorted({event.message for event in (*self.calls, *self.results)})

    @property
    def is_paired(self) -> bool:
        """Whether calls and results match as written in the file. A warning does not break such a pair."""
        called, answered = {event.id for event in self.calls}, {event.id for event in self.results}
        return called == answered and self.calls[0].message <= self.results[0].message

    @property
    def tool(self) -> str:
        return next((event.name for event in self.calls if isinstance(event.name, str)), "")


class Threads:
    """The threads of one checked conversation."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.by_name: dict[str, Thread] = {}
        self._by_stripped_id: dict[str, Thread] = {}
        """An id without known prefixes → the first thread with such an id, to look up rewritten ids."""
        events = [e for e in report.journey.internal.events if e.kind in _TOOL_EVENTS and isinstance(e.id, str)]
        paired = _paired_ids(events)
        for event in events:
            self._add(event, paired)
        for finding in report.findings:
            self._break(finding)

    @cached_property
    def all(self) -> list[Thread]:
        return list(self.by_name.values())

    def number_of(self, tool_id: object) -> int | None:
        thread = self._of(tool_id) if isinstance(tool_id, str) else None
        return thread.number if thread else None

    def _of(self, tool_id: str) -> Thread | None:
        return self.by_name.get(tool_id) or self._by_stripped_id.get(strip_prefixes(tool_id))

    def places(self, events: Iterable[Event]) -> dict[tuple[str | int, ...], int]:
        """Map the paths of the ids of these events to their threads."""
        numbers = {}
        for event in events:
            if event.kind in _TOOL_EVENTS and (number := self.number_of(event.id)) is not None:
                numbers[event.at("id")] = number
        return numbers

    def broken_among(self, rows: Sequence[Row]) -> dict[str, str]:
        """Return the broken threads among those on the screen, with the reason."""
        numbers = {
            segment["thread"]
            for row in rows
            for cell in row["cells"]
            for drawn in cell["messages"]
            for line in drawn["lines"]
            for segment in line["segments"]
            if "thread" in segment
        }
        blocks = [block for row in rows for block in row.get("chat", ())]
        blocks += [result for block in blocks for result in block.get("results", ())]
        blocks += [version for block in blocks for version in block.get("became", ())]
        numbers |= {block["thread"] for block in blocks if "thread" in block}
        return {str(number): self.all[number].broken for number in numbers if self.all[number].broken}

    @cached_property
    def stages(self) -> list[tuple[str, Mapping[int, _Sides]]]:
        """Per stage, each thread → its calls and its results there."""
        journey = self.report.journey
        chats = [("internal", journey.internal)]
        if len(journey.stages.columns) > 1:
            chats.append(("wire", journey.wire))
        return [(stage, self._by_thread(chat)) for stage, chat in chats]

    def sides(self, thread: Thread, sides: Mapping[int, _Sides]) -> _Sides:
        """Return a thread's calls and results in a stage. Ids that became equal there belong to the first thread."""
        return (
            sides.get(thread.number) or sides.get(self._by_stripped_id[strip_prefixes(thread.name)].number) or ([], [])
        )

    def _add(self, event: Event, paired: frozenset[str]) -> None:
        raw_id = str(event.id)
        stripped = strip_prefixes(raw_id)
        name = raw_id if raw_id in paired else stripped
        thread = self.by_name.setdefault(name, Thread(len(self.by_name), name))
        self._by_stripped_id.setdefault(stripped, thread)
        if raw_id not in thread.ids:
            thread.ids.append(raw_id)
        (thread.calls if event.kind.endswith("call") else thread.results).append(event)

    def _break(self, finding: Finding) -> None:
        """Mark a thread as broken. The most severe findings come first, so the first that names it is the reason."""
        if not isinstance(finding.id, str) or finding.code[:2] not in ("TC", "ID") or finding.severity == "info":
            return
        thread = self._of(finding.id)
        if thread is None or (finding.severity != "error" and thread.is_paired):
            return
        explains_ids = finding.rule.startswith("tool-id-")
        if not thread.broken or (explains_ids and not thread.broken.startswith(("The call became", "Different"))):
            thread.broken = shortened(finding.text, _LONGEST)
            thread.severity = thread.severity or finding.severity

    def _by_thread(self, chat: Chat) -> Mapping[int, _Sides]:
        sides: dict[int, _Sides] = {}
        for event in chat.events:
            if event.kind in _TOOL_EVENTS and (number := self.number_of(event.id)) is not None:
                sides.setdefault(number, ([], []))[not event.kind.endswith("call")].append(event)
        return sides


def _paired_ids(events: Iterable[Event]) -> frozenset[str]:
    """Return the ids that have both a call and a result although they resemble other ids."""
    calls: dict[str, set[str]] = {}
    results: set[str] = set()
    for event in events:
        raw_id = str(event.id)
        if event.kind.endswith("call"):
            calls.setdefault(strip_prefixes(raw_id), set()).add(raw_id)
        else:
            results.add(raw_id)
    return frozenset(paired for ids in calls.values() if len(ids) > 1 for paired in ids & results)


def thread_rows(threads: Threads, first: int, last: int) -> list[JsonObject]:
    """Return a section of the table of all threads, with the state of each in every stage."""
    return [
        {
            "thread": thread.number,
            "tool": shortened(thread.tool, _LONGEST_ID),
            "ids": [shortened(raw, _LONGEST_ID) for raw in thread.ids[:6]],
            "normalised": sorted({shortened(str(wire_id(raw)), _LONGEST_ID) for raw in thread.ids[:6]}),
            "calls": _spots(threads.report, thread.calls),
            "results": _spots(threads.report, thread.results),
            "status": {stage: _status(threads.sides(thread, sides)) for stage, sides in threads.stages},
            "broken": thread.broken,
            "severity": thread.severity,
        }
        for thread in threads.all[first:last]
    ]


def _spots(report: Report, events: list[Event]) -> list[list[Json]]:
    return [[event.message, report.conversation.pointer(event.message, event.at("id"))] for event in events[:8]]


_Sides = tuple[list[Event], list[Event]]


def _status(sides: _Sides) -> str:
    """Return the state of a thread in one stage, in a word or two."""
    calls, results = sides
    if not calls:
        return "no call" if results else "gone"
    if not results:
        return "no result"
    if {event.id for event in calls} != {event.id for event in results}:
        return "ids differ"
    if len(calls) > 1 or len(results) > 1:
        return "repeated"
    return "before its call" if results[0].message < calls[0].message else "paired"
