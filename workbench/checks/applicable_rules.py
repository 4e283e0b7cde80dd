"""Which rules are asked about a conversation, and how severe each is for the target.

What only depends on the target is worked out once; a short conversation is judged in less time than that takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from workbench.checks.confirmed import THROWN
from workbench.checks.healed import is_asked_about_file
from workbench.checks.journey import Journey
from workbench.formats import Format
from workbench.rules import RULES, Rule
from workbench.rules.contract import Occasion
from workbench.targets import INFO, Target
from workbench.targets.severities import Severity


class AskedRule(NamedTuple):
    rule: Rule
    severity: Severity
    """For the target."""
    in_file: bool
    """Whether it is asked about the history as given as well as about what a conversion made of it."""


Asked = Sequence[AskedRule]


_Reads = Literal["route", "file", "judged", "both"]
"""What an occasion is asked about: the route, the history as given, as the target gets it, or one of the two."""


class _Enforced(NamedTuple):
    """The rules of a target about histories of one format, with the occasions that they share."""

    made_for: tuple[Target, Format | None, int]
    """It is worked out anew for another target or format of the same name, or once there are other rules."""
    rows: list[tuple[AskedRule, int]]
    """Each rule with the number of its occasion."""
    occasions: list[tuple[Occasion, _Reads]]
    asked: dict[tuple[bool, ...], Asked]
    """Which occasions there are → the rules that are asked then: conversations of a batch share these too."""


_enforced: dict[tuple[str, str | None, bool, bool], _Enforced] = {}
_MOST_ASKED = 1_000


def rules_for(journey: Journey, target: Target, *, named: bool, with_information: bool) -> Asked:
    """The rules that could find something, in the order of all rules.

    What was not read cannot be faulted; but a program that a user names is given the list as it is, and throws.
    """
    conversation = journey.conversation
    bare = not (journey.internal.is_in_request or journey.judged.is_in_request)
    converted_from = journey.internal.format if journey.judged_column else None
    enforced = _enforced_by(target, converted_from, with_information, bare)
    if conversation.detection.recognised:
        return _asked(enforced, tuple(_given(enforced, journey, target)))
    if not (named and target.throws is not None and conversation.format in target.formats):
        return []
    return [row for row, _ in enforced.rows if row.rule.name == THROWN]


def _asked(enforced: _Enforced, given: tuple[bool, ...]) -> Asked:
    known = enforced.asked.get(given)
    if known is None:
        if len(enforced.asked) >= _MOST_ASKED:
            enforced.asked.clear()
        known = [row for row, occasion in enforced.rows if given[occasion]]
        enforced.asked[given] = known
    return known


def wanted(rules: Asked, select: frozenset[str], ignore: frozenset[str]) -> Asked:
    """Those that a user selected and did not ignore, by name, code or family."""
    return [row for row in rules if _is_wanted(row.rule, select, ignore)]


def _is_wanted(rule: Rule, select: frozenset[str], ignore: frozenset[str]) -> bool:
    names = {rule.name, rule.code, rule.code[:2]}
    return not names & ignore and (not select or bool(names & select))


def _given(enforced: _Enforced, journey: Journey, target: Target) -> list[bool]:
    """Which occasions there are: in the chat as the target gets it, or as given, which a conversion may have healed."""
    judged, internal = journey.judged, journey.internal
    given: list[bool] = []
    for occasion, reads in enforced.occasions:
        try:
            if reads == "judged":
                given.append(occasion(judged, target))
            elif reads == "route":
                given.append(occasion(journey, target))
            elif reads == "file":
                given.append(occasion(internal, target))
            else:
                given.append(occasion(judged, target) or occasion(internal, target))
        except Exception:  # noqa: BLE001 - the rules are asked, and each reports the defect as its own
            given.append(True)
    return given


def _enforced_by(target: Target, converted_from: Format | None, with_information: bool, bare: bool) -> _Enforced:
    """The rules that are asked about a request, or about bare messages."""
    origin = converted_from.name if converted_from else None
    key, made_for = (target.name, origin, with_information, bare), (target, converted_from, RULES.changes)
    known = _enforced.get(key)
    if known is not None and known.made_for == made_for:
        return known
    numbers: dict[tuple[Occasion, _Reads], int] = {}
    rows: list[tuple[AskedRule, int]] = []
    for rule in RULES.values():
        severity = target.rules.get(rule.name, rule.default) if rule.of_messages or not bare else None
        if severity and (with_information or severity != INFO):
            reads = _reading(rule, severity, converted_from)
            number = numbers.setdefault((rule.occasion or _always, reads), len(numbers))
            rows.append((AskedRule(rule, severity, reads == "both"), number))
    _enforced[key] = _Enforced(made_for, rows, list(numbers), {})
    return _enforced[key]


def _reading(rule: Rule, severity: Severity, converted_from: Format | None) -> _Reads:
    """Without a conversion, the history as given is what the target gets."""
    if rule.on == "route":
        return "route"
    if rule.on == "file" or converted_from is None:
        return "file"
    return "both" if is_asked_about_file(rule, severity, converted_from) else "judged"


def _always(chat: object, target: Target) -> bool:
    return True
