"""Which rules are asked about a conversation, and how severe each is for the target.

What only depends on the target is worked out once; a short conversation is judged in less time than that takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from workbench.checks.confirmed import THROWN
from workbench.checks.journey import Journey
from workbench.rules import RULES, Rule
from workbench.rules.contract import Occasion
from workbench.targets import INFO, Target
from workbench.targets.severities import Severity

Asked = Sequence[tuple[Rule, Severity]]
"""Rules with how severe they are for a target."""


class _Enforced(NamedTuple):
    """The rules of a target, with the occasions that they share."""

    target: Target
    registered: list[Rule]
    """All rules that there were: it is worked out anew once there are others."""
    rows: list[tuple[Rule, Severity, int]]
    """Each rule with the number of its occasion."""
    occasions: list[Occasion]
    """The first is always there."""
    of_route: list[bool]
    """Of each occasion, whether it is asked about the route, and not about a chat."""


_enforced: dict[tuple[str, bool, bool], _Enforced] = {}


def rules_for(journey: Journey, target: Target, *, named: bool, with_information: bool) -> Asked:
    """The rules that could find something, in the order of all rules.

    What was not read cannot be faulted; but a program that a user names is given the list as it is, and throws.
    """
    conversation = journey.conversation
    bare = not (journey.internal.is_in_request or journey.judged.is_in_request)
    enforced = _enforced_by(target, with_information, bare)
    if conversation.detection.recognised:
        given = _given(enforced, journey, target)
        return [(rule, severity) for rule, severity, occasion in enforced.rows if given[occasion]]
    if not (named and target.throws is not None and conversation.format in target.formats):
        return []
    return [(rule, severity) for rule, severity, _ in enforced.rows if rule.name == THROWN]


def wanted(rules: Asked, select: frozenset[str], ignore: frozenset[str]) -> Asked:
    """Those that a user selected and did not ignore, by name, code or family."""
    return [row for row in rules if _is_wanted(row[0], select, ignore)]


def _is_wanted(rule: Rule, select: frozenset[str], ignore: frozenset[str]) -> bool:
    names = {rule.name, rule.code, rule.code[:2]}
    return not names & ignore and (not select or bool(names & select))


def _given(enforced: _Enforced, journey: Journey, target: Target) -> list[bool]:
    """Which occasions there are: in the chat as the target gets it, or as given, which a conversion may have healed."""
    judged, internal = journey.judged, journey.internal
    given: list[bool] = []
    for occasion, of_route in zip(enforced.occasions, enforced.of_route, strict=True):
        try:
            if of_route:
                given.append(occasion(journey, target))
            else:
                given.append(occasion(judged, target) or (judged is not internal and occasion(internal, target)))
        except Exception:  # noqa: BLE001 - the rules are asked, and each reports the defect as its own
            given.append(True)
    return given


def _enforced_by(target: Target, with_information: bool, bare: bool) -> _Enforced:
    """The rules that are asked about a request, or about bare messages."""
    key, registered = (target.name, with_information, bare), list(RULES.values())
    known = _enforced.get(key)
    if known is not None and known.target is target and known.registered == registered:
        return known
    numbers: dict[tuple[Occasion, bool], int] = {(_always, False): 0}
    rows: list[tuple[Rule, Severity, int]] = []
    for rule in registered:
        severity = target.rules.get(rule.name, rule.default) if rule.of_messages or not bare else None
        if severity and (with_information or severity != INFO):
            occasion = (rule.occasion or _always, rule.occasion is not None and rule.on == "route")
            rows.append((rule, severity, numbers.setdefault(occasion, len(numbers))))
    occasions, of_route = [occasion for occasion, _ in numbers], [of_route for _, of_route in numbers]
    _enforced[key] = _Enforced(target, registered, rows, occasions, of_route)
    return _enforced[key]


def _always(chat: object, target: Target) -> bool:
    return True
