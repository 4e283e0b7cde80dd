"""Which tool a finding is about, where the file names it."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.findings import Finding
from workbench.checks.report import Report
from workbench.formats.contract import Event
from workbench.json.pointer import PointerError, resolve
from workbench.outputs.visible import visible

_LONGEST = 60


def tool_of(report: Report, finding: Finding) -> str:
    """The name of the call or result that the finding points at, of its partner, or of the tool that is defined."""
    name = next(_names(report, finding), "")
    return visible(name if len(name) <= _LONGEST else f"{name[:_LONGEST]}…")


def _names(report: Report, finding: Finding) -> Iterator[str]:
    chat = report.journey.internal
    by_id = isinstance(finding.id, (str, int))
    same_id = [*chat.calls_by_id.get(finding.id, ()), *chat.results_by_id.get(finding.id, ())] if by_id else []
    events = [*chat.calls, *chat.results] if not same_id or not any(_name(event) for event in same_id) else []
    near = [event for event in events if _is_at(report, event, finding)]
    yield from filter(None, (_name(event) for event in (*same_id, *near)))
    if finding.message_index < 0:
        yield from _defined(report, finding)


def _name(event: Event) -> str:
    return event.name if isinstance(event.name, str) else ""


def _is_at(report: Report, event: Event, finding: Finding) -> bool:
    """Whether the finding or its partner points at this event, into it, or at the message that it is in."""
    place = report.conversation.pointer(event.message, event.path)
    return any(
        f"{pointer}/".startswith(f"{place}/") or f"{place}/".startswith(f"{pointer}/")
        for pointer in (finding.partner, finding.at)
        if pointer
    )


def _defined(report: Report, finding: Finding) -> Iterator[str]:
    """The name in the definition that a pointer falls into."""
    steps = finding.at.split("/")
    for length in range(len(steps), 1, -1):
        try:
            value = resolve(report.conversation.payload, "/".join(steps[:length]))
        except PointerError:
            continue
        if isinstance(value, dict) and isinstance(name := value.get("name"), str):
            yield name
