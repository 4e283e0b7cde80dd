"""Convert a violation to a finding: its place in the file, and the error message of the target."""

from __future__ import annotations

from typing import NamedTuple

from workbench.checks.chat import Chat
from workbench.checks.file_places import in_file, pointer_to
from workbench.checks.findings import SEVERITIES, Finding, Stage
from workbench.checks.journey import Journey
from workbench.checks.schema import Problem
from workbench.json.pointer import to_pointer
from workbench.rules import Rule, Violation
from workbench.rules.contract import PARTNER
from workbench.targets import ERROR, Target
from workbench.targets.families.contract import Family
from workbench.targets.refusal_words import Words, fill
from workbench.targets.severities import Severity


def finding_of(
    rule: Rule, severity: Severity, violation: Violation, target: Target, journey: Journey, stage: Stage, column: int
) -> Finding:
    """Return a violation in one column of the journey as a finding that points into the file."""
    index, path = in_file(journey, column, violation.message, violation.path)
    partner = in_file(journey, column, *violation.partner) if violation.partner else None
    refusal = _refusal(rule, violation, target, journey, column)
    return Finding(
        rule=rule.name,
        code=rule.code,
        severity=milder(violation.severity, severity) if violation.severity else severity,
        stage="internal" if violation.recorded else stage,
        at=pointer_to(journey.conversation, index, path),
        message_index=index,
        id=violation.id,
        text=_text(violation, target, partner[0] if partner else None),
        provider_error=violation.words or (refusal.text if refusal else None),
        partner=pointer_to(journey.conversation, *partner) if partner else None,
        cause=violation.cause,
        wire_at=f"/{violation.message}{to_pointer(violation.path)}" if column else None,
        param=refusal.param if refusal else None,
        error_code=refusal.code if refusal else None,
        error_type=refusal.type if refusal else None,
        explains=rule.explains,
        enforced=violation.as_given
        or violation.recorded
        or (_is_enforced(rule, journey, target) and not violation.healed),
        as_given=violation.as_given,
        healed=violation.healed,
        pending=violation.pending and target.rules.get(rule.name) == ERROR,
        judged_index=violation.message,
        noticed_later=rule.noticed_later,
        fallback=rule.fallback,
    )


def _text(violation: Violation, target: Target, partner: int | None) -> str:
    text = violation.text if partner is None else violation.text.replace(PARTNER, str(partner))
    if not violation.healed:
        return text
    return f"{text} This conversion repairs it; if a program sends it as it is, {target.title} refuses it."


def _is_enforced(rule: Rule, journey: Journey, target: Target) -> bool:
    """Whether the target judges this: it does not see our route, nor the file if that was converted before."""
    seen = rule.on == "judged" or (rule.on == "file" and journey.judged_column == 0)
    return seen and rule.name in target.rules


class _Refusal(NamedTuple):
    """The target's error message with the facts of this history."""

    text: str
    param: str | None
    code: str | None
    type: str | None


def _refusal(rule: Rule, violation: Violation, target: Target, journey: Journey, column: int) -> _Refusal | None:
    """Return the target's error message for the rule, or that of its family for a broken schema."""
    of_variant = target.words.get(f"{rule.name}:{violation.variant}") if violation.variant else None
    own = of_variant or target.words.get(rule.name)
    if (
        violation.problem is not None and of_variant is None and (own is None or violation.variant)
    ):  # the family's text fits better than another variant's
        by_family = _family_words(violation.problem, target, journey, column)
        if by_family is not None:
            return _Refusal(by_family.text, by_family.param, by_family.code, by_family.type)
    if own is None:
        return None
    facts = violation.facts
    if violation.message < 0 and target.request.family is not None:
        facts = {**_place(violation, target.request.family, journey, column), **facts}
    param = fill(own.param, facts) if own.param else None
    return _Refusal(fill(own.text, facts), param, own.code, own.type)


def _place(violation: Violation, family: Family, journey: Journey, column: int) -> dict[str, str]:
    """Return the place of a request-level fault, and of the value that contains it, as the family writes places."""
    path = violation.path
    values = _judged(journey, column).along(path)
    return {"place": family.place(path, values), "holder": family.place(path[:-1], values[:-1])}


def _judged(journey: Journey, column: int) -> Chat:
    return journey.judged if column == journey.judged_column else journey.internal


def _family_words(problem: Problem, target: Target, journey: Journey, column: int) -> Words | None:
    if target.request.family is None:
        return None
    kind, path, facts = problem
    return target.request.family.words(kind, path, _judged(journey, column).along(path), facts)


def milder(one: Severity | None, other: Severity) -> Severity:
    return max(one, other, key=SEVERITIES.index) if one else other
