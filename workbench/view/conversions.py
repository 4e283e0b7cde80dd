"""A conversion as the page offers it: who could receive the conversation, what the way there costs, what they'd say."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from workbench.checks.preflight import Preflight, preflight
from workbench.conversation import Conversation
from workbench.converters import NoRouteError, route
from workbench.converters.document import as_conversation
from workbench.formats import FORMATS
from workbench.outputs.as_json import indented
from workbench.outputs.preflight import ids_stay, preflight_sections
from workbench.outputs.visible import shortened, visible
from workbench.targets import TARGETS
from workbench.view.protocol import Headline
from workbench.view.repairs import file_name
from workbench.view.verdict import LONGEST, headline, where_in_words

_MOST_LINES = 40
_TITLES = {
    "lost": "Lost",
    "moved": "Moved",
    "settings left behind": "Settings left behind",
    "renamed": "Renamed",
    "invented": "Invented",
    "ids": "Ids that change",
}


@dataclass(frozen=True, slots=True)
class Costs:
    """What a conversion does of one kind."""

    title: str
    lines: tuple[str, ...]
    more: bool
    """There are more of them than lines."""


@dataclass(frozen=True, slots=True)
class Conversion:
    route: str
    verdict: Headline
    findings: tuple[str, ...]
    """Why the receiver would refuse it."""
    costs: tuple[Costs, ...]
    summary: str
    text: str
    """The converted document."""
    file_name: str
    converted: Conversation


def formats_to(conversation: Conversation) -> list[str]:
    """The other formats that a route leads to, those that providers speak first."""
    reached = [name for name in FORMATS if name != conversation.format and _reached(conversation.format, name)]
    return sorted(reached, key=lambda name: FORMATS[name].wire is None)


def _reached(source: str, to: str) -> bool:
    try:
        route(source, to)
    except NoRouteError:
        return False
    return True


def receivers_of(to: str) -> list[str]:
    """The targets that take a format as it is, its own first."""
    own = FORMATS[to].own_target
    return [own, *(name for name, target in TARGETS.items() if to in target.formats and name != own)]


def conversion(conversation: Conversation, to: str, target: str) -> Conversion:
    """Convert, compare and check. Raises NoRouteError where no route leads there."""
    flight = preflight(conversation, to, target=target)
    costs = tuple(_costs(flight))
    return Conversion(
        route=" → ".join(FORMATS[name].title for name in flight.route),
        verdict=headline(flight.report),
        findings=tuple(_findings(flight)),
        costs=costs,
        summary=_summary(flight, costs),
        text=indented(flight.document),
        file_name=file_name(conversation, to),
        converted=as_conversation(conversation.name, flight.document, to),
    )


def _costs(flight: Preflight) -> list[Costs]:
    costs = []
    for kind, lines in preflight_sections(flight):
        shown = [shortened(line, LONGEST) for line in islice(lines, _MOST_LINES + 1)]
        if shown:
            costs.append(Costs(_TITLES[kind], tuple(shown[:_MOST_LINES]), len(shown) > _MOST_LINES))
    return costs


def _findings(flight: Preflight) -> list[str]:
    return [
        visible(shortened(f"{finding.code} {where_in_words(flight.report, finding)}: {finding.text}", LONGEST))
        for finding in flight.report.errors[:_MOST_LINES]
    ]


def _summary(flight: Preflight, costs: tuple[Costs, ...]) -> str:
    kinds = {cost.title for cost in costs}
    lost = kinds & {_TITLES["lost"], _TITLES["settings left behind"]}
    ids = " All ids stay as they are." if ids_stay(flight) else ""
    return ("Something is lost on the way." if lost else "Nothing is lost on the way.") + ids
