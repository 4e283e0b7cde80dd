"""The rules that apply to a conversation, and how severe each is for the target.

Everything that only depends on the target is cached: computing it takes longer than checking a short conversation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from workbench.checks.chat import Chat
from workbench.checks.journey import Journey
from workbench.checks.program_validation import THROWN
from workbench.checks.repaired_by_conversion import applies_to_file
from workbench.formats import Format
from workbench.rules import RULES, Rule
from workbench.rules.contract import Occasion
from workbench.rules.occasions import CONDITIONS, may_be_present
from workbench.targets import INFO, Target
from workbench.targets.severities import Severity


class ApplicableRule(NamedTuple):
    rule: Rule
    severity: Severity
    """The severity for the target."""
    in_judged: bool = True
    """Whether the rule could find something in what it reads."""
    in_file: bool = False
    """Whether the rule also checks the history in the file, and could find something there."""


ApplicableRules = Sequence[ApplicableRule]


_Reads = Literal["route", "file", "judged"]
"""What an occasion reads: the route, the history in the file, or the history that the target receives."""


class _Candidate(NamedTuple):
    """A rule that a target enforces, with the places of its occasions among all occasions."""

    rule: Rule
    severity: Severity
    occasion: int
    occasion_in_file: int | None
    """Given if the rule checks both the history in the file and the converted history."""


class _Occasions(NamedTuple):
    """Occasions that read the same, and that are all absent without the same condition."""

    reads: _Reads
    condition: Occasion | None
    occasions: Sequence[Occasion]
    absent: Sequence[bool]
    """The answers if the condition does not hold."""


class _Enforced(NamedTuple):
    """The rules of a target for histories of one format, with the occasions that they share."""

    made_for: tuple[Target, Format | None, int]
    """The entry is only valid for exactly this target, this format and these rules."""
    candidates: list[_Candidate]
    occasions: Sequence[_Occasions]
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
        return _applicable(enforced, _present_occasions(enforced, journey, target))
    if not (named and target.throws is not None and conversation.format in target.formats):
        return []
    return [ApplicableRule(one.rule, one.severity) for one in enforced.candidates if one.rule.name == THROWN]


def _applicable(enforced: _Enforced, present: tuple[bool, ...]) -> ApplicableRules:
    known = enforced.by_occasions.get(present)
    if known is None:
        if len(enforced.by_occasions) >= _MAX_CACHED:
            enforced.by_occasions.clear()
        known = enforced.by_occasions[present] = list(_with_occasion(enforced.candidates, present))
    return known


def _with_occasion(candidates: Sequence[_Candidate], present: tuple[bool, ...]) -> Iterator[ApplicableRule]:
    for rule, severity, occasion, occasion_in_file in candidates:
        in_judged, in_file = present[occasion], occasion_in_file is not None and present[occasion_in_file]
        if in_judged or in_file:
            yield ApplicableRule(rule, severity, in_judged, in_file)


def selected_rules(rules: ApplicableRules, select: frozenset[str], ignore: frozenset[str]) -> ApplicableRules:
    """Return the rules that the user selected and did not ignore, by name, code or family."""
    return [row for row in rules if _is_selected(row.rule, select, ignore)]


def _is_selected(rule: Rule, select: frozenset[str], ignore: frozenset[str]) -> bool:
    names = {rule.name, rule.code, rule.code[:2]}
    return not names & ignore and (not select or bool(names & select))


def _present_occasions(enforced: _Enforced, journey: Journey, target: Target) -> tuple[bool, ...]:
    """Return which occasions are present, in the order of `enforced.occasions`."""
    read: dict[_Reads, Chat | Journey] = {"route": journey, "file": journey.internal, "judged": journey.judged}
    present: list[bool] = []
    for reads, condition, occasions, absent in enforced.occasions:
        subject = read[reads]
        try:
            if condition is not None and not condition(subject, target):
                present += absent
            else:
                present += [occasion(subject, target) for occasion in occasions]
        except Exception:  # noqa: BLE001 - the rules run, and each reports the defect as its own
            present += [_is_present(occasion, subject, target) for occasion in occasions]
    return tuple(present)


def _is_present(occasion: Occasion, subject: Chat | Journey, target: Target) -> bool:
    try:
        return occasion(subject, target)
    except Exception:  # noqa: BLE001 - as above
        return True


def _enforced_by(target: Target, converted_from: Format | None, with_information: bool, bare: bool) -> _Enforced:
    """Return the rules of a target for requests, or for bare messages without a request."""
    origin = converted_from.name if converted_from else None
    key, made_for = (id(target), origin, with_information, bare), (target, converted_from, RULES.changes)
    known = _enforced.get(key)
    if known is not None and known.made_for == made_for:
        return known
    rows: list[tuple[Rule, Severity, tuple[_Reads, ...]]] = []
    for rule in RULES.values():
        severity = target.rules.get(rule.name, rule.default) if rule.applies_to_bare_messages or not bare else None
        if severity and (with_information or severity != INFO) and may_be_present(rule.occasion, target):
            rows.append((rule, severity, _reading(rule, severity, converted_from)))
    _enforced[key] = _Enforced(made_for, *_numbered(rows), {})
    return _enforced[key]


def _numbered(
    rows: Sequence[tuple[Rule, Severity, tuple[_Reads, ...]]],
) -> tuple[list[_Candidate], Sequence[_Occasions]]:
    """Return the rules with the numbers of their occasions, and all occasions by what they read and need."""
    asked: dict[tuple[_Reads, Occasion | None], dict[Occasion, None]] = {}
    for rule, _, read in rows:
        for reads in read:
            occasion = rule.occasion or _always
            asked.setdefault((reads, CONDITIONS.get(occasion)), {})[occasion] = None
    every = [(reads, occasion) for (reads, _), occasions in asked.items() for occasion in occasions]
    numbers = {one: number for number, one in enumerate(every)}
    candidates: list[_Candidate] = []
    for rule, severity, read in rows:
        at = [numbers[reads, rule.occasion or _always] for reads in read]
        candidates.append(_Candidate(rule, severity, at[0], at[1] if len(at) > 1 else None))
    groups = [
        _Occasions(reads, condition, tuple(occasions), (False,) * len(occasions))
        for (reads, condition), occasions in asked.items()
    ]
    return candidates, groups


def _reading(rule: Rule, severity: Severity, converted_from: Format | None) -> tuple[_Reads, ...]:
    """Return what a rule reads. Without a conversion, the target receives the history in the file."""
    if rule.on == "route":
        return ("route",)
    if rule.on == "file" or converted_from is None:
        return ("file",)
    return ("judged", "file") if applies_to_file(rule, severity, converted_from) else ("judged",)


def _always(chat: object, target: Target) -> bool:
    return True
