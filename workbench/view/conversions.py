"""A conversion as the page offers it: who can receive it, what it loses and changes, and the verdict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from workbench.checks.check import check
from workbench.checks.preflight import Preflight, preflight
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.conversion import as_conversation, document_of, hops
from workbench.converters import NoRouteError, route
from workbench.detection import detected
from workbench.formats import FORMATS
from workbench.outputs.as_json import indented
from workbench.outputs.preflight import ids_stay, preflight_sections
from workbench.outputs.visible import shortened, visible
from workbench.stages import columns_along
from workbench.targets import ERROR, TARGETS
from workbench.view.limited import limited
from workbench.view.protocol import Headline
from workbench.view.repairs import file_name
from workbench.view.verdict import LONGEST, headline, location_text

_MAX_LINES = 40
_TITLES = {
    "lost": "Lost",
    "moved": "Moved",
    "settings left out": "Settings left out",
    "renamed": "Renamed",
    "invented": "Invented",
    "ids": "Changed ids",
}


_QUICK = 1_000
"""Up to this many messages are compared value by value without a click."""


class Change(NamedTuple):
    """All changes of one kind that a conversion makes: losses, renames, inventions …"""

    title: str
    lines: tuple[str, ...]
    more: bool
    """Whether there are more changes than lines."""


class Costs(NamedTuple):
    summary: str
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Conversion:
    route: str
    verdict: Headline
    findings: tuple[str, ...]
    """The reasons why the receiver would refuse it."""
    text: str
    """The converted document."""
    file_name: str
    converted: Conversation


def formats_to(conversation: Conversation) -> list[str]:
    """Return the other formats that a route leads to, with those that providers accept first."""
    reachable = [name for name in FORMATS if name != conversation.format and _is_reachable(conversation.format, name)]
    return sorted(reachable, key=lambda name: FORMATS[name].wire is None)


def _is_reachable(source: str, to: str) -> bool:
    try:
        route(source, to)
    except NoRouteError:
        return False
    return True


def receivers_of(to: str) -> list[str]:
    """Return the targets that accept a format directly, with its own target first."""
    own = FORMATS[to].own_target
    return [own, *(name for name, target in TARGETS.items() if to in target.formats and name != own)]


def conversion(conversation: Conversation, to: str, target: str) -> Conversion:
    """Return the converted document and the receiver's predicted answer. Raises NoRouteError if there is no route."""
    columns = columns_along(conversation, hops(conversation.format, to))
    document = document_of(conversation, columns[-1])
    converted = detected(as_conversation(conversation.name, document, to), to)
    report = check(converted, target)
    return Conversion(
        route=" → ".join(FORMATS[column.format].title for column in columns),
        verdict=headline(report),
        findings=tuple(_findings(report)),
        text=indented(document),
        file_name=file_name(conversation, to),
        converted=converted,
    )


def _findings(report: Report) -> list[str]:
    heads = [cause.head for cause in report.causes if cause.severity == ERROR]  # as many as the verdict counts
    lines = [
        visible(shortened(f"{finding.code} {location_text(report, finding)}: {finding.text}", LONGEST))
        for finding in heads
    ]
    return limited(lines, _MAX_LINES, str)


def is_quick(conversation: Conversation) -> bool:
    """Whether the losses and changes are computed without a click. That traces every value of every message."""
    return len(conversation.messages) <= _QUICK


def costs(conversation: Conversation, to: str) -> Costs:
    """Return what the conversion loses, moves, renames and invents."""
    flight = preflight(conversation, to)
    changes = tuple(_changes(flight))
    loses = {change.title for change in changes} & {_TITLES["lost"], _TITLES["settings left out"]}
    ids = " All ids stay the same." if ids_stay(flight) else ""
    return Costs(
        ("Something is lost in the conversion." if loses else "Nothing is lost in the conversion.") + ids, changes
    )


def _changes(flight: Preflight) -> Iterator[Change]:
    for kind, lines in preflight_sections(flight):
        shown = [shortened(line, LONGEST) for line in islice(lines, _MAX_LINES + 1)]
        if shown:
            yield Change(_TITLES[kind], tuple(shown[:_MAX_LINES]), len(shown) > _MAX_LINES)
