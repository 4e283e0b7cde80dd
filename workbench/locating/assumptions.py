"""Run rules with their conditions assumed to be true, because the refusal proves that one of them applies.

A file is seldom the complete request: the model, the settings and the limits of the server may be missing, and a rule
that depends on them finds nothing in a check. Here the provider has already stated which rule was broken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace as replace_target
from typing import Any

from msgspec.structs import replace

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Stage
from workbench.checks.report import Report
from workbench.checks.violations_to_findings import finding_of
from workbench.json.text import Json
from workbench.rules import RULES, Rule
from workbench.targets import TARGETS, WARNING, Limits, Target

_ASSUMPTIONS: tuple[dict[str, Json], ...] = (
    {},
    {"thinking": {"type": "enabled", "budget_tokens": 1024}},
    {"thinking": {"type": "disabled"}},
    {"store": False},
    {"store": True},
    {"stream": True},
)
"""Settings that rules depend on and that a bare list of messages does not have."""
_REFUSED_SOMEWHERE: dict[str, Any] = {
    **dict.fromkeys(("calls_doubt_null", "calls_need_content", "answers_need_content"), True),
    **dict.fromkeys(("may_refuse_empty_with_calls", "refuses_empty_results", "reads_arguments"), True),
    **dict.fromkeys(("refuses_empty_arguments", "refuses_null_arguments", "refuses_text_after_calls"), True),
    "schema_depth": 1,
    **dict.fromkeys(("accepts_null", "accepts_null_answers", "accepts_empty_arguments", "accepts_empty_names"), False),
}
_MAX_TARGETS = 8
_MAX_FINDINGS = 200


def findings_if_assumed(report: Report, rules: Iterable[str], models: tuple[str, ...] = ()) -> list[Finding]:
    """Return what these rules find for any target that enforces them, in the file as given and as converted."""
    findings: dict[tuple[str, str], Finding] = {}
    for name in rules:
        if name in RULES:
            for finding in _findings_of_rule(report, RULES[name], models):
                findings.setdefault((finding.rule, finding.at), finding)
                if len(findings) >= _MAX_FINDINGS:
                    return list(findings.values())
    return list(findings.values())


def _findings_of_rule(report: Report, rule: Rule, models: tuple[str, ...]) -> Iterator[Finding]:
    journey = report.journey
    if rule.on == "route":
        return
    for target in _enforcing(rule, report.target):
        for chat, column in ((journey.judged, journey.judged_column), (journey.internal, 0)):
            for assumed_chat in _with_assumptions(chat, models):
                faults = list(rule.check(assumed_chat, target))
                for fault in faults[:_MAX_FINDINGS]:
                    stage: Stage = "converted" if column else "internal"
                    yield finding_of(rule, WARNING, fault, target, journey, stage, column)
                if faults:
                    return


def _enforcing(rule: Rule, first: Target) -> list[Target]:
    """Return the target that refused, then others that have the rule, those with the same format first."""
    others = [target for target in TARGETS.values() if rule.name in target.rules and target is not first]
    others.sort(key=lambda target: target.formats[0] != first.formats[0])
    return [first, *others[: _MAX_TARGETS - 1], replace_target(first, limits=_strictest(first.limits))]


def _strictest(limits: Limits) -> Limits:
    """The limits of a server that refuses everything that is known to be refused anywhere."""
    return replace_target(limits, **_REFUSED_SOMEWHERE)


def _with_assumptions(chat: Chat, models: tuple[str, ...]) -> Iterator[Chat]:
    """Yield the chat as it is in the file, and then with each of the assumed settings."""
    of_models: list[dict[str, Json]] = [{"model": model} for model in models]
    for assumption in (*_ASSUMPTIONS, *of_models):
        yield replace(chat, settings={**chat.settings, **assumption}, memo={}) if assumption else chat
