"""Find the name of the tool that a finding is about."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from workbench.checks.findings import Finding
from workbench.checks.report import Report
from workbench.formats.contract import Event
from workbench.json.pointer import PointerError, resolve
from workbench.outputs.visible import visible

_MAX_NAME = 60


def tool_of(report: Report, finding: Finding) -> str:
    """Return the tool name of the call, result or definition that the finding or its partner points at."""
    name = next(_names(report, finding), "")
    return visible(name if len(name) <= _MAX_NAME else f"{name[:_MAX_NAME]}…")


def _names(report: Report, finding: Finding) -> Iterator[str]:
    chat = report.journey.internal
    if isinstance(finding.id, (str, int)):
        same_id = (*chat.calls_by_id.get(finding.id, ()), *chat.results_by_id.get(finding.id, ()))
        yield from filter(None, map(_name, same_id))
    nearby = _events_nearby(report, finding)
    yield from filter(None, (_name(event) for event in nearby if _is_at(report, event, finding)))
    if finding.message_index < 0:
        yield from _defined_names(report, finding)


def _events_nearby(report: Report, finding: Finding) -> Iterator[Event]:
    """Yield the calls, then the results, of the messages that the finding and its partner point into."""
    chat, conversation = report.journey.internal, report.conversation
    indexes = {conversation.index_of(pointer) for pointer in (finding.at, finding.partner) if pointer}
    for events in (chat.calls, chat.results):
        if None in indexes:  # it points outside the messages, or at the entire list
            yield from events
            continue
        for index in sorted(index for index in indexes if index is not None):
            start, end = bisect_left(events, index, key=_message), bisect_right(events, index, key=_message)
            yield from events[start:end]


def _message(event: Event) -> int:
    return event.message


def _name(event: Event) -> str:
    return event.name if isinstance(event.name, str) else ""


def _is_at(report: Report, event: Event, finding: Finding) -> bool:
    """Whether the finding or its partner points at this event, into it, or at its message."""
    place = report.conversation.pointer(event.message, event.path)
    return any(
        f"{pointer}/".startswith(f"{place}/") or f"{place}/".startswith(f"{pointer}/")
        for pointer in (finding.partner, finding.at)
        if pointer
    )


def _defined_names(report: Report, finding: Finding) -> Iterator[str]:
    """Yield the `name` of each object that contains the finding's pointer, innermost first."""
    steps = finding.at.split("/")
    for length in range(len(steps), 1, -1):
        try:
            value = resolve(report.conversation.payload, "/".join(steps[:length]))
        except PointerError:
            continue
        if isinstance(value, dict) and isinstance(name := value.get("name"), str):
            yield name
