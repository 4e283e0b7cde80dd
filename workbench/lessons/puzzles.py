"""Puzzles: a healthy sample with one injected fault. Which targets refuse it, and where is the fault?"""

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

_MAX_TARGETS = 6
_MAX_MESSAGES = 20
_FIRST_SEED = 2
"""The seed of the first puzzle, chosen because that puzzle is short."""
POINTS_FOR_THE_MESSAGE = 2


@dataclass(frozen=True)
class Score:
    """The points of one guess: one for each target judged correctly, and more for the right message."""

    points: int
    maximum: int
    judged_correctly: frozenset[str] = frozenset()
    """The targets about which the guess was right."""
    place_found: bool = False


@dataclass(frozen=True)
class Puzzle:
    sample: Sample
    healthy: Conversation
    broken: Broken

    @property
    def name(self) -> str:
        return f"{self.sample.name} {self.broken.mutation.name}"

    @cached_property
    def targets(self) -> tuple[str, ...]:
        """A few targets that accept the healthy conversation, the sample's own target first.

        One target of each API comes before a second one of any API, because targets that share an API mostly agree.
        """
        accepting = [verdict.target for verdict in verdicts(self.healthy) if verdict.outcome is Outcome.ACCEPTED]
        accepting.sort(key=lambda name: name != self.sample.target)
        targets_per_api: Counter[str] = Counter()
        rank_in_api: dict[str, int] = {}
        for name in accepting:
            rank_in_api[name] = targets_per_api[TARGETS[name].wire]
            targets_per_api[TARGETS[name].wire] += 1
        return tuple(sorted(accepting, key=rank_in_api.__getitem__)[:_MAX_TARGETS])

    @cached_property
    def verdicts(self) -> dict[str, Verdict]:
        """The verdict of each target on the broken conversation."""
        return {name: check(self.broken.conversation, name).verdict for name in self.targets}

    @property
    def refusing(self) -> set[str]:
        return {name for name, verdict in self.verdicts.items() if verdict.outcome is Outcome.REFUSED}

    @property
    def messages(self) -> set[int]:
        """The messages in which the fault is visible."""
        base = len(to_path(self.broken.conversation.base))
        steps = [to_path(place)[base : base + 1] for place in self.broken.places]
        return {int(step[0]) for step in steps if step and str(step[0]).isdecimal()}

    def score(self, refusing: Collection[str], message: int | None) -> Score:
        correct = frozenset(name for name in self.targets if (name in refusing) == (name in self.refusing))
        place_found = message in self.messages
        points = len(correct) + (POINTS_FOR_THE_MESSAGE if place_found else 0)
        return Score(points, len(self.targets) + POINTS_FOR_THE_MESSAGE, correct, place_found)


def healthy_samples() -> list[Sample]:
    """Return the samples that are single JSON files without findings."""
    return [sample for sample in samples() if not sample.expected and sample.file.suffix == ".json"]


def puzzle_of(sample: Sample, fault: str) -> Puzzle | None:
    """Return the puzzle, or None if the sample is too long to read or cannot have this fault."""
    healthy = sample.load()
    if fault not in MUTATIONS or len(healthy.messages) > _MAX_MESSAGES:
        return None
    broken = inject(healthy, MUTATIONS[fault])
    return None if broken is None else Puzzle(sample, healthy, broken)


def puzzle_number(number: int) -> Puzzle:
    """Return a puzzle that is always the same for the same number."""
    random = Random(_FIRST_SEED + number)
    candidates, faults = healthy_samples(), list(MUTATIONS)
    while True:  # this ends soon, because most samples can have most faults
        puzzle = puzzle_of(random.choice(candidates), random.choice(faults))
        if puzzle is not None:
            return puzzle
