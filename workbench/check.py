"""Check a conversation for a target: convert it as the target gets it, run the rules, point into the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from workbench.chat import read_chat
from workbench.collector import collector_paused
from workbench.conversation import Conversation
from workbench.convert import NoRouteError
from workbench.findings import Cause, Finding, by_cause
from workbench.formats.contract import Event
from workbench.pointer import Path, PointerError, resolve, to_pointer
from workbench.rules import RULES, Fault, Rule
from workbench.rules.contract import PARTNER
from workbench.rules.journey import Journey
from workbench.stages import stages
from workbench.targets import ERROR, INFO, TARGETS, Target, default_target, target_for
from workbench.targets.contract import fill

Progress = Callable[[str, int, int], None]
"""(what, done, all): told between the rules, for a person who waits."""


@dataclass(frozen=True)
class Report:
    """Everything a check says about one conversation and one target."""

    conversation: Conversation
    target: Target
    findings: tuple[Finding, ...]
    journey: Journey = field(repr=False)

    @property
    def errors(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.severity == ERROR]

    @property
    def causes(self) -> list[Cause]:
        return by_cause(self.findings)

    @property
    def refused(self) -> bool:
        return bool(self.errors)

    @property
    def provider_error(self) -> str | None:
        """The words with which the target would refuse: of the first cause, what tells most of it."""
        errors = (finding for cause in self.causes if cause.severity == ERROR for finding in cause.findings)
        return next((finding.provider_error for finding in errors if finding.provider_error), None)

    @property
    def time_of_death(self) -> int | None:
        """The first message with which the history became invalid for the target."""
        return min((_noticed_at(finding, self) for finding in self.errors), default=None)


def _noticed_at(finding: Finding, report: Report) -> int:
    """A missing result is noticed with the message after the call, everything else where it stands."""
    last = len(report.conversation.messages) - 1
    later = finding.rule == "tool-result-missing"
    return max(0, min(finding.message_index + later, last))


@collector_paused()
def check(
    conversation: Conversation,
    target: str | None = None,
    select: frozenset[str] = frozenset(),
    ignore: frozenset[str] = frozenset(),
    progress: Progress | None = None,
    with_information: bool = True,
    exact: bool = True,
) -> Report:
    """All findings of a conversation for a target, by default its format's own. Rules by name or code.

    Without information only what speaks against the history is looked for. If places need not be exact, what is found
    after conversion points at its message and not at the value. Both are much faster on a history with many faults.
    """
    chosen = target_for(target or default_target(conversation), conversation.format)
    journey = _journey(conversation, chosen, exact)
    findings: list[Finding] = []
    rules = [rule for rule in RULES.values() if _wanted(rule, select, ignore)]
    for done, rule in enumerate(rules):
        if progress:
            progress(f"checking {rule.name}", done, len(rules))
        severity = chosen.rules.get(rule.name, rule.default)
        if severity and (with_information or severity != INFO):
            findings.extend(_run(rule, severity, journey, chosen))
    return Report(conversation, chosen, tuple(sorted(findings, key=lambda finding: finding.rank)), journey)


def _wanted(rule: Rule, select: frozenset[str], ignore: frozenset[str]) -> bool:
    names = {rule.name, rule.code, rule.code[:2]}
    return not names & ignore and (not select or bool(names & select))


def _journey(conversation: Conversation, target: Target, exact: bool) -> Journey:
    way = stages(conversation, target)
    internal = read_chat(conversation.format, conversation.messages, conversation.settings)
    internal.odd = conversation.detection.odd
    column = _judged_column([column.format for column in way.columns], target)
    if column == 0:
        return Journey(way, internal, internal, 0, exact)
    judged = way.columns[column]
    return Journey(way, internal, read_chat(judged.format, judged.messages, judged.settings), column, exact)


def _judged_column(formats: list[str], target: Target) -> int:
    """The history as given if the target takes its format; else the one that the route makes for the target."""
    if formats[0] in target.formats:
        return 0
    return next((number for number, name in enumerate(formats) if name == target.formats[0]), 0)


def _run(rule: Rule, severity: str, journey: Journey, target: Target) -> Iterator[Finding]:
    if rule.on == "route":
        for fault in rule.check(journey, target):
            yield _finding(rule, severity, fault, target, journey, "converted", 0)
        return
    chat, column = (journey.internal, 0) if rule.on == "file" else (journey.judged, journey.judged_column)
    stage = "converted" if column else "internal"
    found = [_finding(rule, severity, fault, target, journey, stage, column) for fault in rule.check(chat, target)]
    yield from found
    if column and rule.mended_on_the_way:
        places = {finding.at for finding in found}
        for fault in rule.check(journey.internal, target):
            noted = fault._replace(text=f"{fault.text} {_MENDED}", severity=INFO)
            finding = _finding(rule, severity, noted, target, journey, "internal", 0)
            if finding.at not in places:
                yield finding


def _finding(
    rule: Rule, severity: str, fault: Fault, target: Target, journey: Journey, stage: str, column: int
) -> Finding:
    index, path = _in_file(journey, column, fault.message, fault.path)
    partner = _in_file(journey, column, *fault.partner) if fault.partner else None
    words = target.words.get(f"{rule.name}:{fault.variant}") or target.words.get(rule.name)
    return Finding(
        rule=rule.name,
        code=rule.code,
        severity=_milder(fault.severity, severity),
        stage=stage,
        at=_pointer(journey.conversation, index, path),
        message_index=index,
        id=fault.id,
        text=fault.text.replace(PARTNER, str(partner[0])) if partner else fault.text,
        provider_error=fill(words.text, fault.facts) if words else None,
        partner=_pointer(journey.conversation, *partner) if partner else None,
        cause=fault.cause,
        wire_at=f"/{fault.message}{to_pointer(fault.path)}" if column else None,
        param=fill(words.param, fault.facts) if words and words.param else None,
        error_code=words.code if words else None,
        error_type=words.type if words else None,
    )


_MENDED = "The conversion rewrites it on the way."


def _milder(one: str | None, other: str) -> str:
    order = ("info", "warning", "error")
    return min(one, other, key=order.index) if one else other


def _in_file(journey: Journey, column: int, message: int, path: Path) -> tuple[int, Path]:
    if column == 0 or message < 0:
        return message, path
    if not journey.exact:
        sources = journey.stages.columns[column].sources[message]
        return (sources[0] if sources else 0), ()
    whole = next((event for event in journey.judged.of_message(message) if event.path == path), None)
    if whole is None or "id" not in whole.places:
        spot = journey.tracer.origin(column, message, path)
        return spot.message, spot.path
    spot = journey.tracer.origin(column, message, whole.at("id"))
    return spot.message, _block_around(journey, spot.message, spot.path) or _only_one_like(journey, spot.message, whole)


def _only_one_like(journey: Journey, index: int, event: Event) -> Path:
    """Where an id was made on the way (Gemini has none), the one event of that kind in the message."""
    if not 0 <= index < len(journey.internal.messages):
        return ()
    like = [other.path for other in journey.internal.of_message(index) if other.kind == event.kind]
    return like[0] if len(like) == 1 else ()


def _block_around(journey: Journey, index: int, path: Path) -> Path:
    """The block that holds a value: where a fault is of a whole result, its id leads to it."""
    blocks = [event.path for event in journey.internal.of_message(index) if path[: len(event.path)] == event.path]
    return max(blocks, key=len, default=path)


def _pointer(conversation: Conversation, index: int, path: Path) -> str:
    if 0 <= index < len(conversation.messages):
        return conversation.pointer(index, path)
    beside = conversation.base.rpartition("/")[0] + to_pointer(path)
    return beside if path and _is_in(conversation, beside) else conversation.base


def _is_in(conversation: Conversation, pointer: str) -> bool:
    try:
        resolve(conversation.payload, pointer)
    except PointerError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Verdict:
    """Would this target take the conversation?"""

    target: str
    title: str
    outcome: str
    """accepted, refused or unknown (it depends on what the file does not show)."""
    errors: int
    words: str | None
    first_message: int | None


def verdicts(conversation: Conversation) -> list[Verdict]:
    """The answer of every target at once."""
    return [_verdict(conversation, name) for name in TARGETS]


def _verdict(conversation: Conversation, name: str) -> Verdict:
    title = TARGETS[name].title
    try:
        report = check(conversation, name, with_information=False, exact=False)
    except NoRouteError:
        return Verdict(name, title, "unknown", 0, None, None)
    if report.refused:
        count = sum(cause.severity == ERROR for cause in report.causes)
        return Verdict(name, title, "refused", count, report.provider_error, report.time_of_death)
    doubtful = [finding for finding in report.findings if finding.severity == "warning" and finding.provider_error]
    words = doubtful[0].provider_error if doubtful else None
    return Verdict(name, title, "unknown" if doubtful else "accepted", 0, words, None)
