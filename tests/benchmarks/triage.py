"""What triage costs: short conversations as multiples of `orjson.loads`, and a whole batch with its filters in seconds.

    python -m tests.benchmarks.triage [count]

Each conversation of 15 messages is another one, as in a real batch, so that nothing is remembered from the one before
but what a batch remembers. The ratios are those of one process; the batch takes all cores.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Iterator

import orjson

from tests.benchmarks.histories import short_history
from workbench.checks.check import check
from workbench.checks.report import Report
from workbench.formats import FORMATS
from workbench.loading import load
from workbench.triage.case import worst_first
from workbench.triage.clusters import causes, clusters
from workbench.triage.documents import BatchFile
from workbench.triage.run import triage
from workbench.triage.table import matching, table

SHORT = 15
_STORED_MOST = ("openai-chat", "anthropic", "vercel-v5-ui", "icontent", "openai-responses")
_DIFFERENT = 40
"""Conversations of one format that are measured together."""
_TURNS = 30


def short_histories(format_name: str, count: int, *, trimmed: bool = False) -> list[bytes]:
    """Conversations of 15 messages. A trimmed one lost its first two: as a rule, it begins with a result whose call
    is gone."""
    lost = 2 if trimmed else 0
    histories = (short_history(format_name, number, SHORT + lost) for number in range(count))
    return [orjson.dumps(messages[lost:]) for messages in histories]


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def ratio(format_name: str, *, trimmed: bool = False) -> float:
    """Both are measured in turns, and the shortest time of each conversation counts: another program that uses the same
    cores interrupts a few of them in every turn, and none in every turn."""
    histories = short_histories(format_name, _DIFFERENT, trimmed=trimmed)
    turns = [(_nanoseconds(orjson.loads, histories), _nanoseconds(_judged, histories)) for _ in range(_TURNS)]
    return _shortest([judging for _, judging in turns]) / _shortest([parsing for parsing, _ in turns])


def _shortest(turns: list[list[int]]) -> int:
    return sum(min(turn[number] for turn in turns) for number in range(_DIFFERENT))


def _judged(history: bytes) -> Report:
    return check(load(history), with_information=False)


def _nanoseconds(work: Callable[[bytes], object], histories: list[bytes]) -> list[int]:
    """Return the time for each history. All results are kept until the last one, as a batch does."""
    times: list[int] = []
    results: list[object] = []
    for history in histories:
        start = time.perf_counter_ns()
        results.append(work(history))
        times.append(time.perf_counter_ns() - start)
    return times


def mixed_histories(count: int) -> Iterator[bytes]:
    """Every one different: in turns of the formats that are stored most, one in four trimmed."""
    for number in range(count):
        lost = 2 if number % 4 == 3 else 0
        yield orjson.dumps(short_history(_STORED_MOST[number % len(_STORED_MOST)], number, SHORT + lost)[lost:])


def processor_seconds() -> float:
    """Of this process and those that it started and that have ended."""
    used = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def main(count: int) -> None:
    print("| format | a healthy one | a trimmed one |\n|---|---|---|")
    for format_name in FORMATS:
        print(f"| {format_name} | {ratio(format_name):.0f} × | {ratio(format_name, trimmed=True):.0f} × |", flush=True)
    sources = [BatchFile(f"{number}.json", history) for number, history in enumerate(mixed_histories(count))]
    start = time.perf_counter()
    coming = triage(sources)
    cases = list(next(coming))
    print(f"first row after {time.perf_counter() - start:.2f} s")
    cases += [case for found in coming for case in found]
    taken = time.perf_counter() - start
    print(f"{len(cases):,} rows after {taken:.1f} s, {processor_seconds():.1f} s of all processors")
    print(f"worst first: {1000 * seconds(lambda: worst_first(cases)):.0f} ms")
    print(f"searched: {1000 * seconds(lambda: matching(cases, 'read_file 12')):.0f} ms")
    print(f"causes and clusters: {1000 * seconds(lambda: (causes(cases), clusters(cases))):.0f} ms")
    print(f"the table: {1000 * seconds(lambda: table(cases)):.0f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 5_000)
