"""Rules run with their conditions assumed true: who was refused knows that a rule applies, whatever the file says.

A file is seldom the whole request. Its model, its settings and the limits of the server are not in it, so a rule that
asks for them stays silent in a check. Here the provider has already said which rule was broken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Stage
from workbench.checks.report import Report
from workbench.checks.violations_to_findings import finding_of
from workbench.json.text import Json
from workbench.rules import RULES, Rule
from workbench.targets import TARGETS, WARNING, Target

_ASSUMPTIONS: tuple[dict[str, Json], ...] = (
    {},
    {"thinking": {"type": "enabled", "budget_tokens": 1024}},
    {"thinking": {"type": "disabled"}},
    {"store": False},
    {"store": True},
    {"stream": True},
)
"""Settings that rules ask for and that a bare list of messages does not have."""
_MOST_TARGETS = 8
_MOST_FOUND = 200


def findings_if_assumed(report: Report, rules: Iterable[str], models: tuple[str, ...] = ()) -> list[Finding]:
    """What these rules find for any target that enforces them, in the file as given and as it was converted."""
    found: dict[tuple[str, str], Finding] = {}
    for name in rules:
        if name in RULES:
            for finding in _of_rule(report, RULES[name], models):
                found.setdefault((finding.rule, finding.at), finding)
                if len(found) >= _MOST_FOUND:
                    return list(found.values())
    return list(found.values())


def _of_rule(report: Report, rule: Rule, models: tuple[str, ...]) -> Iterator[Finding]:
    journey = report.journey
    if rule.on == "route":
        return
    for target in _enforcing(rule, report.target):
        for chat, column in ((journey.judged, journey.judged_column), (journey.internal, 0)):
            for assumed in _assumed(chat, models):
                faults = list(rule.check(assumed, target))
                for fault in faults[:_MOST_FOUND]:
                    stage: Stage = "converted" if column else "internal"
                    yield finding_of(rule, WARNING, fault, target, journey, stage, column)
                if faults:
                    return


def _enforcing(rule: Rule, first: Target) -> list[Target]:
    """The target that spoke, then others that have the rule, with their limits; those that speak its format first."""
    others = [target for target in TARGETS.values() if rule.name in target.rules and target is not first]
    others.sort(key=lambda target: target.formats[0] != first.formats[0])
    return [first, *others][:_MOST_TARGETS]


def _assumed(chat: Chat, models: tuple[str, ...]) -> Iterator[Chat]:
    """The chat with each setting that may have been beside it; what the file says itself is believed first."""
    for assumption in (*_ASSUMPTIONS, *({"model": model} for model in models)):
        yield replace(chat, settings={**chat.settings, **assumption}, memo={}) if assumption else chat
