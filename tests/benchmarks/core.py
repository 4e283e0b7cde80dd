"""How long the core takes, as multiples of `orjson.loads` of the same bytes in the same run.

    python -m tests.benchmarks.core [--rare-collections] [count …]

Every row is measured in a process of its own, in processor time, and the best of several runs counts: these are ratios,
not times. Python's cycle collector is left as every program has it. On a long file it is more than half of what
`orjson.loads` takes; the workbench pauses it, and pays for one collection afterwards. With `--rare-collections` its
thresholds are raised for both sides, so that only the work is compared.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import orjson

from tests.benchmarks.histories import history_in
from workbench.checks.check import check
from workbench.formats import FORMATS
from workbench.loading import load
from workbench.stages import stages
from workbench.targets import TARGETS, default_target

RARE_COLLECTIONS = "--rare-collections"
COLUMNS = ("load and detect", "whole route", "all rules", "everything", "memory")


def best_of_turns(steps: dict[str, Callable[[], object]], turns: int) -> dict[str, float]:
    """The shortest time of each step. They take turns, so that a noisy minute of the machine strikes all of them."""
    times = dict.fromkeys(steps, float("inf"))
    for _ in range(turns):
        for name, step in steps.items():
            gc.collect()
            start = time.process_time()
            made = step()
            times[name] = min(times[name], time.process_time() - start)
            del made
    return times


def measure(format_name: str, count: int) -> dict[str, float]:
    """The ratios of one format at one size."""
    data = orjson.dumps(history_in(format_name, count))
    conversation = load(data, format=format_name)
    target = TARGETS[default_target(conversation)]
    steps: dict[str, Callable[[], object]] = {
        "parse": lambda: orjson.loads(data),
        "load and detect": lambda: load(data),
        "whole route": lambda: stages(conversation, target),
        "route and rules": lambda: check(conversation),
        "everything": lambda: check(load(data, format=format_name)),
    }
    times = best_of_turns(steps, max(5, min(40, 100_000 // count)))
    ratios = {name: taken / times["parse"] for name, taken in times.items()}
    ratios["all rules"] = ratios["route and rules"] - ratios["whole route"]
    return {"parse_us": times["parse"] / count * 1e6, "memory": memory(data), **ratios}


def memory(data: bytes) -> float:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "history.json"
        path.write_bytes(data)
        return float(_run("tests.benchmarks.memory", str(path)))


def _run(module: str, *words: str) -> str:
    return subprocess.run([sys.executable, "-m", module, *words], capture_output=True, text=True, check=True).stdout


def main(counts: list[int], *options: str) -> None:
    print("| format | messages | µs to parse one | " + " | ".join(COLUMNS) + " |")
    print("|---|---|---|" + "---|" * len(COLUMNS))
    for format_name in FORMATS:
        for count in counts if format_name == "icontent" else counts[-1:]:
            row = json.loads(_run("tests.benchmarks.core", *options, "--row", format_name, str(count)))
            cells = " | ".join(f"{row[name]:.1f} ×" for name in COLUMNS)
            print(f"| {format_name} | {count:,} | {row['parse_us']:.1f} | {cells} |", flush=True)


if __name__ == "__main__":
    words = sys.argv[1:]
    if rare := words[:1] == [RARE_COLLECTIONS]:
        gc.set_threshold(100_000, 50, 100)
        words = words[1:]
    if words[:1] == ["--row"]:
        print(json.dumps(measure(words[1], int(words[2]))))
    else:
        main([int(word) for word in words] or [1_000, 10_000, 100_000], *[RARE_COLLECTIONS] * rare)
