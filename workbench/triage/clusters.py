"""Cases of the same cause and shape as one cluster, with the smallest of them as its example."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from zlib import crc32

from workbench.rules.plain_words import plain_sentence
from workbench.triage.case import WORST_FIRST, Case, Fixable
from workbench.triage.moments import day_in_words

_PREFIX = "prefix "
NOT_JUDGED = "It could not be read or judged."


@dataclass(frozen=True, slots=True)
class Cluster:
    cases: tuple[Case, ...]

    @property
    def exemplar(self) -> Case:
        """The shortest shows the cause with the least around it."""
        return min(self.cases, key=lambda case: (case.messages, case.size, case.name))

    @property
    def rule(self) -> str:
        return self.cases[0].rule

    @property
    def pattern(self) -> str:
        return self.cases[0].pattern

    @property
    def name(self) -> str:
        """Short and the same in every run, for the address of the page."""
        case = self.cases[0]
        text = "|".join((case.outcome, case.rule, case.pattern, case.source, case.target))
        return f"{case.rule or case.outcome}-{crc32(text.encode('utf-8', 'replace')):08x}"

    @property
    def sentence(self) -> str:
        """The cause in plain words; the tool is named if it is the same in all of them."""
        causes = {case.cause for case in self.cases}
        if len(causes) == 1:
            return causes.pop()
        return plain_sentence(self.rule) if self.rule else NOT_JUDGED

    @property
    def label(self) -> str:
        """What tells it from the others, and stays the same while more cases come: no number and no tool of one."""
        case = self.cases[0]
        sentence = plain_sentence(self.rule) if self.rule else NOT_JUDGED
        way = " to ".join(filter(None, (case.source, case.target_title)))
        more = (way, "may be refused" if case.outcome == "may-refuse" else "", self.pattern.removeprefix(_PREFIX))
        return " · ".join(filter(None, (sentence, *more)))

    @property
    def first_seen(self) -> str:
        return min((case.when for case in self.cases if case.when), default="")

    @property
    def title(self) -> str:
        """What the cluster is about in one line: 312 conversations, one cause."""
        count = len(self.cases)
        counted = f"{count:,} conversations, one cause: " if count > 1 else "One conversation: "
        renamed = f" {pattern_in_words(self.pattern)}" if self.pattern else ""
        seen = f" First seen {day_in_words(self.first_seen)}." if self.first_seen else ""
        return f"{counted}{self.sentence}{renamed}{seen}"

    @property
    def can_be_repaired(self) -> bool:
        """Whether safe fixes do anything for any of them."""
        return any(case.fixes for case in self.cases)

    def count_fixable(self, fixable: Fixable) -> int:
        return sum(case.fixable == fixable for case in self.cases)


@dataclass(frozen=True, slots=True)
class Count:
    """One bar of the chart: a cause, how often, how bad at worst, and how many of them can be repaired."""

    rule: str
    label: str
    number: int
    outcome: str
    fixable: int


def clusters(cases: Iterable[Case]) -> list[Cluster]:
    """The largest first, the worst before milder ones of the same size. What is fine is in no cluster."""
    groups: dict[tuple[str, ...], list[Case]] = {}
    for case in cases:
        if case.needs_attention:
            key = (case.outcome, case.rule, case.pattern, case.source, case.target)
            groups.setdefault(key, []).append(case)
    found = [Cluster(tuple(group)) for group in groups.values()]
    return sorted(found, key=lambda cluster: (-len(cluster.cases), WORST_FIRST.index(cluster.cases[0].outcome)))


def causes(cases: Iterable[Case]) -> list[Count]:
    """How often each cause is the main one, the most frequent first."""
    groups: dict[str, list[Case]] = {}
    for case in cases:
        if case.needs_attention:
            groups.setdefault(case.rule, []).append(case)
    counts = [_count(rule, group) for rule, group in groups.items()]
    return sorted(counts, key=lambda count: (-count.number, count.rule))


def counted_by(cases: Iterable[Case], value_of: Callable[[Case], str]) -> list[Count]:
    """How many of each value need attention, the most first: which format, or which provider, has the trouble."""
    groups: dict[str, list[Case]] = {}
    for case in cases:
        if case.needs_attention and value_of(case):
            groups.setdefault(value_of(case), []).append(case)
    counts = [replace(_count(group[0].rule, group), rule=value, label=value) for value, group in groups.items()]
    return sorted(counts, key=lambda count: (-count.number, count.label))


def outcomes(cases: Iterable[Case]) -> Counter[str]:
    return Counter(case.outcome for case in cases)


def pattern_in_words(pattern: str) -> str:
    """The switch of prefixes that a cause names."""
    before, _, after = pattern.removeprefix(_PREFIX).partition(" became ")
    return f"The questions have {_begin(before)}, their answers {_begin(after)}."


def _begin(prefix: str) -> str:
    return "references without a prefix" if prefix == "no prefix" else f"references that begin with {prefix}"


def _count(rule: str, group: list[Case]) -> Count:
    label = plain_sentence(rule) if rule else NOT_JUDGED
    worst = min((case.outcome for case in group), key=WORST_FIRST.index)
    return Count(rule, label, len(group), worst, sum(case.fixable == "yes" for case in group))
