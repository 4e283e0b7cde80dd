"""What the doctor costs: many sessions, and one long session, as multiples of parsing their lines with `orjson`.

    python -m tests.benchmarks.doctor [sessions] [megabytes]

The sessions are Claude Code's, of 60 lines each and every one different; in the second row, one in ten lacks a result.
Both sides are measured in turns and in processor time of one process, and the shortest of each counts. The last column
is the time on the clock until all of them are examined with all cores, as the command does it.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson

from tests.benchmarks.histories import session_records
from workbench.doctor.examining import examine_all
from workbench.doctor.session_files import session_files
from workbench.doctor.sessions import Health, Session, examine

_LINES = 60
_TURNS = 3


def write_sessions(folder: Path, count: int, lines: int = _LINES, *, healthy: bool = False) -> None:
    """Write sessions. Unless all are healthy, one in ten lost the result of its second call."""
    for number in range(count):
        records = session_records(lines)
        if number % 10 == 9 and not healthy:
            del records[8]
            records[10]["parentUuid"] = records[7]["uuid"]
        text = b"\n".join(map(orjson.dumps, records)).replace(b"5d0c2f1e", f"{number:08x}".encode())
        (folder / f"{number:05}.jsonl").write_bytes(text + b"\n")


def parsed(files: list[Path]) -> list[list[Any]]:
    return [[orjson.loads(line) for line in file.read_bytes().splitlines()] for file in files]


def examined(folder: Path) -> list[Session]:
    return [examine(file) for file in session_files((folder,), Path.home(), os.environ)]


def seconds_with_all_cores(folder: Path) -> float:
    times = []
    for _ in range(_TURNS):
        start = time.perf_counter()
        for _session in examine_all(session_files((folder,), Path.home(), os.environ)):
            pass
        times.append(time.perf_counter() - start)
    return min(times)


def shortest(*steps: Callable[[], object]) -> list[float]:
    """The shortest processor time of each step. They take turns, so that a noisy minute strikes all of them."""
    times = [float("inf")] * len(steps)
    for _ in range(_TURNS):
        for number, step in enumerate(steps):
            start = time.process_time()
            made = step()
            times[number] = min(times[number], time.process_time() - start)
            del made
    return times


def row(count: int, lines: int = _LINES, *, healthy: bool = False) -> str:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_sessions(folder, count, lines, healthy=healthy)
        files = sorted(folder.iterdir())
        megabytes = sum(file.stat().st_size for file in files) / 1e6
        parsing, examining = shortest(lambda: parsed(files), lambda: examined(folder))
        broken = sum(session.health is Health.BROKEN for session in examined(folder))
        all_cores = seconds_with_all_cores(folder)
    times = f"{parsing:.2f} | {examining:.2f} | {examining / parsing:.1f} × | {all_cores:.2f}"
    return f"| {count:,} | {broken:,} | {megabytes:,.0f} | {times} |"


def main(count: int, megabytes: int) -> None:
    print("| sessions | broken | MB | s to parse | s to examine | ratio | s with all cores |")
    print("|---|---|---|---|---|---|---|")
    print(row(count, healthy=True), flush=True)
    print(row(count), flush=True)
    if megabytes:
        a_line = len(b"\n".join(map(orjson.dumps, session_records(500)))) / 500
        print(row(1, int(megabytes * 1e6 / a_line)))


if __name__ == "__main__":
    words = [int(word) for word in sys.argv[1:]]
    main(*[*words, *(2_000, 100)[len(words) :]])
