"""Break it: a healthy sample, one fault of the fault injector, and the question who refuses it and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from random import Random

from workbench.checks.check import check
from workbench.checks.every_target import verdicts
from workbench.checks.verdict import Outcome, Verdict
from workbench.conversation import Conversation
from workbench.json.pointer import to_path
from workbench.mutations import MUTATIONS, Broken, inject
from workbench.samples import Sample, samples
from workbench.targets import TARGETS

_MOST_TARGETS = 6
_MOST_MESSAGES = 20
_FIRST = 2
"""The seed of the first puzzle, which is a short one."""
POINTS_FOR_THE_PLACE = 2


@dataclass(frozen=True)
class Score:
    """Points of one guess: one for each target that was judged right, more for the place."""

    points: int
    most: int


@dataclass(frozen=True)
class Puzzle:
    sample: Sample
    healthy: Conversation
    broken: Broken

    @property
    def name(self) -> str:
        return f"{self.sample.name} {self.broken.fault.name}"

    @cached_property
    def targets(self) -> tuple[str, ...]:
        """Who is asked about: a few that take the healthy conversation, its own target first, then one of each API
        before a second one of any: those that share an API mostly say the same."""
        taking = [verdict.target for verdict in verdicts(self.healthy) if verdict.outcome is Outcome.ACCEPTED]
        taking.sort(key=lambda name: name != self.sample.target)
        seen: Counter[str] = Counter()
        turns: dict[str, int] = {}
        for name in taking:
            turns[name] = seen[TARGETS[name].wire]
            seen[TARGETS[name].wire] += 1
        return tuple(sorted(taking, key=turns.__getitem__)[:_MOST_TARGETS])

    @cached_property
    def verdicts(self) -> dict[str, Verdict]:
        """What each of them says to the broken one."""
        return {name: check(self.broken.conversation, name).verdict for name in self.targets}

    @property
    def refusing(self) -> set[str]:
        return {name for name, verdict in self.verdicts.items() if verdict.outcome is Outcome.REFUSED}

    @property
    def messages(self) -> set[int]:
        """The messages in which the fault can be seen."""
        base = len(to_path(self.broken.conversation.base))
        steps = [to_path(place)[base : base + 1] for place in self.broken.places]
        return {int(step[0]) for step in steps if step and str(step[0]).isdecimal()}

    def score(self, refusing: Collection[str], message: int | None) -> Score:
        right = sum((name in refusing) == (name in self.refusing) for name in self.targets)
        place = POINTS_FOR_THE_PLACE if message in self.messages else 0
        return Score(right + place, len(self.targets) + POINTS_FOR_THE_PLACE)


def healthy_samples() -> list[Sample]:
    """Short ones: a fault is to be found by reading."""
    return [sample for sample in samples() if not sample.expected and sample.file.suffix == ".json"]


def puzzle_of(sample: Sample, fault: str) -> Puzzle | None:
    """None where the sample has nothing that could break so, or nobody would take it healthy."""
    healthy = sample.load()
    if fault not in MUTATIONS or len(healthy.messages) > _MOST_MESSAGES:
        return None
    broken = inject(healthy, MUTATIONS[fault])
    return None if broken is None else Puzzle(sample, healthy, broken)


def puzzle_number(number: int) -> Puzzle:
    """Always the same for the same number."""
    random = Random(_FIRST + number)
    offered, faults = healthy_samples(), list(MUTATIONS)
    while True:  # most samples can break in most ways
        puzzle = puzzle_of(random.choice(offered), random.choice(faults))
        if puzzle is not None:
            return puzzle
