"""The rules that apply to a conversation, and how severe each is for the target.

Everything that only depends on the target is cached: computing it takes longer than checking a short conversation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from workbench.checks.journey import Journey
from workbench.checks.program_validation import THROWN
from workbench.checks.repaired_by_conversion import applies_to_file
from workbench.formats import Format
from workbench.rules import RULES, Rule
from workbench.rules.contract import Occasion
from workbench.targets import INFO, Target
from workbench.targets.severities import Severity


class ApplicableRule(NamedTuple):
    rule: Rule
    severity: Severity
    """The severity for the target."""
    in_file: bool
    """Whether the rule checks both the history in the file and the converted history."""


ApplicableRules = Sequence[ApplicableRule]


_Reads = Literal["route", "file", "judged", "both"]
"""What an occasion reads: the route, the history in the file, the history that the target receives, or both."""


class _Enforced(NamedTuple):
    """The rules of a target for histories of one format, with the occasions that they share."""

    made_for: tuple[Target, Format | None, int]
    """The entry is only valid for exactly this target, this format and these rules."""
    rows: list[tuple[ApplicableRule, int]]
    """Each rule with the number of its occasion."""
    occasions: list[tuple[Occasion, _Reads]]
    by_occasions: dict[tuple[bool, ...], ApplicableRules]
    """Which occasions are present → the rules that apply then. Conversations of a batch share these too."""


_enforced: dict[tuple[int, str | None, bool, bool], _Enforced] = {}
"""By the identity of the target: one name may have two, of which the model chooses."""
_MAX_CACHED = 1_000


def rules_for(journey: Journey, target: Target, *, named: bool, with_information: bool) -> ApplicableRules:
    """Return the rules that could find something, in the order of all rules.

    A conversation of unknown format cannot be checked. But a program that the user names receives the list unchanged,
    and what it throws is known.
    """
    conversation = journey.conversation
    bare = not (journey.internal.is_in_request or journey.judged.is_in_request)
    converted_from = journey.internal.format if journey.judged_column else None
    enforced = _enforced_by(target, converted_from, with_information, bare)
    if conversation.detection.recognised:
        return _applicable(enforced, tuple(_present_occasions(enforced, journey, target)))
    if not (named and target.throws is not None and conversation.format in target.formats):
        return []
    return [row for row, _ in enforced.rows if row.rule.name == THROWN]


def _applicable(enforced: _Enforced, present: tuple[bool, ...]) -> ApplicableRules:
    known = enforced.by_occasions.get(present)
    if known is None:
        if len(enforced.by_occasions) >= _MAX_CACHED:
            enforced.by_occasions.clear()
        known = [row for row, occasion in enforced.rows if present[occasion]]
        enforced.by_occasions[present] = known
    return known


def selected_rules(rules: ApplicableRules, select: frozenset[str], ignore: frozenset[str]) -> ApplicableRules:
    """Return the rules that the user selected and did not ignore, by name, code or family."""
    return [row for row in rules if _is_selected(row.rule, select, ignore)]


def _is_selected(rule: Rule, select: frozenset[str], ignore: frozenset[str]) -> bool:
    names = {rule.name, rule.code, rule.code[:2]}
    return not names & ignore and (not select or bool(names & select))


def _present_occasions(enforced: _Enforced, journey: Journey, target: Target) -> list[bool]:
    """Return which occasions are present: in the chat that the target receives, or in the file, which may be healed."""
    judged, internal = journey.judged, journey.internal
    present: list[bool] = []
    for occasion, reads in enforced.occasions:
        try:
            if reads == "judged":
                present.append(occasion(judged, target))
            elif reads == "route":
                present.append(occasion(journey, target))
            elif reads == "file":
                present.append(occasion(internal, target))
            else:
                present.append(occasion(judged, target) or occasion(internal, target))
        except Exception:  # noqa: BLE001 - the rules run, and each reports the defect as its own
            present.append(True)
    return present


def _enforced_by(target: Target, converted_from: Format | None, with_information: bool, bare: bool) -> _Enforced:
    """Return the rules of a target for requests, or for bare messages without a request."""
    origin = converted_from.name if converted_from else None
    key, made_for = (id(target), origin, with_information, bare), (target, converted_from, RULES.changes)
    known = _enforced.get(key)
    if known is not None and known.made_for == made_for:
        return known
    numbers: dict[tuple[Occasion, _Reads], int] = {}
    rows: list[tuple[ApplicableRule, int]] = []
    for rule in RULES.values():
        severity = target.rules.get(rule.name, rule.default) if rule.applies_to_bare_messages or not bare else None
        if severity and (with_information or severity != INFO):
            reads = _reading(rule, severity, converted_from)
            number = numbers.setdefault((rule.occasion or _always, reads), len(numbers))
            rows.append((ApplicableRule(rule, severity, reads == "both"), number))
    _enforced[key] = _Enforced(made_for, rows, list(numbers), {})
    return _enforced[key]


def _reading(rule: Rule, severity: Severity, converted_from: Format | None) -> _Reads:
    """Return what a rule reads. Without a conversion, the target receives the history in the file."""
    if rule.on == "route":
        return "route"
    if rule.on == "file" or converted_from is None:
        return "file"
    return "both" if applies_to_file(rule, severity, converted_from) else "judged"


def _always(chat: object, target: Target) -> bool:
    return True
