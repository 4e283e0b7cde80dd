"""Mutated histories through the whole product.

    python -m tests.fuzz --seconds 60 --seed 1 --out failures
    python -m tests.fuzz failures/*

The second takes files as they are, for every target and format, as after a failure was repaired.
`WORKBENCH_FUZZ_CORPUS` names folders whose documents are mutated beside the samples. Exits with 1 after a failure.
"""

from __future__ import annotations

import argparse
import secrets
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.fuzz.runner import Outcome, report, run, run_files


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Mutate histories, and see what breaks.")
    parser.add_argument("--seconds", type=float, default=60.0, help="for how long (default: 60)")
    parser.add_argument("--inputs", type=int, help="stop after this many")
    parser.add_argument("--seed", type=int, help="the series of inputs; a fresh one, which is printed, by default")
    parser.add_argument("--start", type=int, default=0, help="the first input of the series")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--out", type=Path, help="write the smallest input of each class of failures here")
    parser.add_argument("--minimise", type=float, default=20.0, metavar="SECONDS", help="for each class (default: 20)")
    parser.add_argument("--report-only", action="store_true", help="print failures, and end with 0 all the same")
    parser.add_argument("files", nargs="*", type=Path, help="try these files unchanged instead")
    options = parser.parse_args(arguments)
    if options.files:
        return _print(run_files(options.files), options)
    seed = secrets.randbelow(1_000_000) if options.seed is None else options.seed
    print(f"seed {seed}", flush=True)
    return _print(_run(seed, options), options)


def _print(outcome: Outcome, options: argparse.Namespace) -> int:
    for line in report(outcome, options.out, options.minimise):
        print(line, flush=True)
    return 1 if outcome.failing and not options.report_only else 0


def _run(seed: int, options: argparse.Namespace) -> Outcome:
    jobs: int = options.jobs
    if jobs == 1:
        return run(seed, options.seconds, options.inputs, options.start)
    each = options.inputs and -(-options.inputs // jobs)
    outcome = Outcome()
    with ProcessPoolExecutor(jobs) as pool:
        started = [pool.submit(run, seed, options.seconds, each, options.start + job, jobs) for job in range(jobs)]
        for done in started:
            outcome.add(done.result())
    return outcome


if __name__ == "__main__":
    sys.exit(main())
