"""Many inputs: counts them, keeps the first failing input of each class, and makes that one small."""

from __future__ import annotations

import hashlib
import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.fuzz.attempts import TIME_LIMIT, Failure
from tests.fuzz.corpus import corpus
from tests.fuzz.inputs import Input, made
from tests.fuzz.minimise import minimised
from tests.fuzz.path import Choice, failures_of
from workbench.formats import FORMATS
from workbench.targets import TARGETS

_NOT_IN_NAMES = re.compile(r"[^\w.-]+")


@dataclass
class Outcome:
    """What a run found. Runs of several processes are added up."""

    inputs: int = 0
    failing: int = 0
    classes: Counter[str] = field(default_factory=Counter)
    first: dict[str, tuple[Input, Failure]] = field(default_factory=dict)

    def add(self, other: Outcome) -> None:
        self.inputs += other.inputs
        self.failing += other.failing
        self.classes.update(other.classes)
        self.first = {**other.first, **self.first}

    def count(self, item: Input, failures: list[Failure]) -> None:
        self.inputs += 1
        self.failing += bool(failures)
        for failure in {failure.failure_class: failure for failure in failures}.values():
            self.classes[failure.failure_class] += 1
            self.first.setdefault(failure.failure_class, (item, failure))


def run(
    seed: int, seconds: float, most: int | None = None, start: int = 0, step: int = 1, time_limit: float = TIME_LIMIT
) -> Outcome:
    """Inputs `start`, `start + step` … of a seed until the time is over or `most` were tried."""
    seeds, outcome = corpus(), Outcome()
    end = time.monotonic() + seconds
    number = start
    while time.monotonic() < end and (most is None or outcome.inputs < most):
        item = made(seeds, seed, number)
        outcome.count(item, failures_of(item.data, item.choice, time_limit))
        number += step
    return outcome


def run_files(paths: Iterable[Path]) -> Outcome:
    """Files as they are, for every target and to every format."""
    outcome = Outcome()
    for number, path in enumerate(paths):
        item = Input(0, number, path.name, path.read_bytes(), Choice(tuple(TARGETS), tuple(FORMATS)))
        outcome.count(item, failures_of(item.value, item.choice))
    return outcome


def minimal(item: Input, failure: Failure, seconds: float) -> Any:
    """The smallest value that still fails in this way."""
    if failure.subject in TARGETS:
        choice = Choice((failure.subject,), ())
    else:
        choice = Choice((), (failure.subject,)) if failure.subject else item.choice

    def fails(value: Any) -> bool:
        again = failures_of(item.written(value), choice)
        return any(one.failure_class == failure.failure_class for one in again)

    return minimised(item.value, fails, seconds)


def report(outcome: Outcome, out: Path | None, seconds_each: float) -> Iterator[str]:
    """The numbers, then each class with its first input, made small and written to `out` if that is given."""
    yield f"{outcome.inputs} inputs, {outcome.failing} failures, {len(outcome.classes)} classes"
    for name, count in outcome.classes.most_common():
        item, failure = outcome.first[name]
        yield f"{count:6} {name}"
        yield f"       {item.name}, for {failure.subject or 'any'}: {failure.detail}"
        if out is not None:
            data = item.written(minimal(item, failure, seconds_each))
            path = out / f"{_NOT_IN_NAMES.sub('-', name)[:100]}_{hashlib.sha256(data).hexdigest()[:6]}.json"
            out.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            yield f"       {len(data)} bytes in {path}"
