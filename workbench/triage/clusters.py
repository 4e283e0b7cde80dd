"""Group cases with the same cause and the same source, with the smallest case as the example."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from zlib import crc32

from workbench.checks.verdict import Outcome
from workbench.rules.plain_words import plain_sentence
from workbench.triage.case import WORST_FIRST, Case, Fixable
from workbench.triage.dates import day_text

_PREFIX = "prefix "
_OTHER_OUTCOMES = {Outcome.MAY_REFUSE: "may be refused", Outcome.ACCEPTED: "accepted", Outcome.NOT_JUDGED: "not judged"}
"""Outcomes by which a label differs from that of the refused conversations with the same cause."""
NOT_JUDGED = "It could not be read or judged."


@dataclass(frozen=True, slots=True)
class Cluster:
    cases: tuple[Case, ...]

    @property
    def exemplar(self) -> Case:
        """The shortest case: it shows the cause with the fewest other messages."""
        return min(self.cases, key=lambda case: (case.messages, case.size, case.name))

    @property
    def rule(self) -> str:
        return self.cases[0].rule

    @property
    def pattern(self) -> str:
        return self.cases[0].pattern

    @property
    def name(self) -> str:
        """A short name for the page's address, the same in every run."""
        case = self.cases[0]
        text = "|".join(_group(case))
        return f"{case.rule or case.outcome}-{crc32(text.encode('utf-8', 'replace')):08x}"

    @property
    def sentence(self) -> str:
        """The cause in plain words, with the name of the tool if it is the same in all cases."""
        causes = {case.cause for case in self.cases}
        if len(causes) == 1:
            return causes.pop()
        return _sentence(self.rule, self.cases[0].outcome) if self.rule else NOT_JUDGED

    @property
    def label(self) -> str:
        """A label that is unique among the clusters and does not change while cases are added: it has no counts."""
        sentence = _sentence(self.rule, self.cases[0].outcome) if self.rule else self.cases[0].cause
        outcome = _OTHER_OUTCOMES.get(self.cases[0].outcome, "")
        return " · ".join(filter(None, (sentence, self.route, outcome, self.pattern.removeprefix(_PREFIX))))

    @property
    def route(self) -> str:
        """Where the conversations come from and who receives them; empty if neither is known."""
        return " to ".join(filter(None, (self.cases[0].source, self.cases[0].target_title)))

    @property
    def first_seen(self) -> str:
        return min((case.when for case in self.cases if case.when), default="")

    @property
    def title(self) -> str:
        """The count and the cause in one line: `312 conversations, one cause: …`, or why files were not judged."""
        count = len(self.cases)
        if self.rule:
            start = f"{count:,} conversations, one cause: " if count > 1 else "One conversation: "
        else:
            start = f"{count:,} files, one reason: " if count > 1 else "One file: "
        pattern = f" {pattern_text(self.pattern)}" if self.pattern else ""
        first_seen = f" First seen {day_text(self.first_seen)}." if self.first_seen else ""
        return f"{start}{self.sentence}{pattern}{first_seen}"

    @property
    def can_be_repaired(self) -> bool:
        """Whether any case has a safe fix."""
        return any(case.fixes for case in self.cases)

    def count_fixable(self, fixable: Fixable) -> int:
        return sum(case.fixable == fixable for case in self.cases)


@dataclass(frozen=True, slots=True)
class Count:
    """One bar of the chart: how often a cause occurs, its worst outcome, and how many cases are fixable."""

    rule: str
    label: str
    number: int
    outcome: Outcome
    fixable: int

    @property
    def name(self) -> str:
        """Identifies the bar in the page's address."""
        return self.rule or "none"


def clusters(cases: Iterable[Case]) -> list[Cluster]:
    """Return the clusters of the cases that need attention, largest first, then worst first.

    Chats that can continue come after those that cannot, unjudged files last.
    """
    groups: dict[tuple[str, ...], list[Case]] = {}
    for case in cases:
        if case.needs_attention:
            key = _group(case)
            groups.setdefault(key, []).append(case)
    unsorted = [Cluster(tuple(group)) for group in groups.values()]
    return sorted(unsorted, key=_cluster_order)


def _group(case: Case) -> tuple[str, ...]:
    """Return what the cases of a cluster have in common. A case without a rule is grouped by why it was not judged."""
    return case.outcome, case.rule, case.pattern or ("" if case.rule else case.cause), case.source, case.target


def _cluster_order(cluster: Cluster) -> tuple[bool, bool, int, int]:
    outcome = cluster.cases[0].outcome
    return not cluster.rule, outcome is Outcome.ACCEPTED, -len(cluster.cases), WORST_FIRST.index(outcome)


def share_of_cause(cluster: Cluster, found: Iterable[Cluster]) -> str:
    """Return which part of the conversations with the same cause is in this cluster; empty if it is all of them."""
    total = sum(len(other.cases) for other in found if other.rule == cluster.rule)
    if not cluster.rule or total == len(cluster.cases):
        return ""
    return f"{len(cluster.cases):,} of {total:,} with this cause; the list above has the others"


def causes(cases: Iterable[Case]) -> list[Count]:
    """Return how often each cause is the main one, most frequent first."""
    groups: dict[str, list[Case]] = {}
    for case in cases:
        if case.needs_attention:
            groups.setdefault(case.rule, []).append(case)
    counts = [_count(rule, group) for rule, group in groups.items()]
    return sorted(counts, key=lambda count: (-count.number, count.rule))


def most_and_chosen(counts: Sequence[Count], most: int, chosen: str | None) -> list[Count]:
    """Return the most frequent causes, and the chosen one even if it is rare: a filter must be in sight."""
    return [count for number, count in enumerate(counts) if number < most or count.name == chosen]


def counts_by(cases: Iterable[Case], value_of: Callable[[Case], str]) -> list[Count]:
    """Return how many cases need attention for each value, such as a format or a provider, most frequent first."""
    groups: dict[str, list[Case]] = {}
    for case in cases:
        if case.needs_attention and value_of(case):
            groups.setdefault(value_of(case), []).append(case)
    counts = [replace(_count(group[0].rule, group), rule=value, label=value) for value, group in groups.items()]
    return sorted(counts, key=lambda count: (-count.number, count.label))


def outcomes(cases: Iterable[Case]) -> Counter[Outcome]:
    return Counter(case.outcome for case in cases)


def pattern_text(pattern: str) -> str:
    """Return a sentence about the change of prefixes that a pattern describes."""
    before, _, after = pattern.removeprefix(_PREFIX).partition(" became ")
    return f"The internal references of the questions {_prefixes(before)}; those of their answers {_prefixes(after)}."


def _prefixes(prefix: str) -> str:
    return "have no prefix" if prefix == "no prefix" else f"begin with {prefix}"


def _count(rule: str, group: list[Case]) -> Count:
    worst = min((case.outcome for case in group), key=WORST_FIRST.index)
    label = _sentence(rule, worst) if rule else NOT_JUDGED
    return Count(rule, label, len(group), worst, sum(case.fixable == "yes" for case in group))


def _sentence(rule: str, outcome: Outcome) -> str:
    return plain_sentence(rule, is_certain=outcome is Outcome.REFUSED)
