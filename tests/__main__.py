"""All checks that a change must pass.

    python -m tests            lint, types, all tests with coverage, a browser, and two short runs of the fuzzer
    python -m tests --quick    lint, types and the tests by example

The quick checks take less than a minute on two cores that do nothing else. The first run takes a minute more, because
mypy has no cache yet. They omit the browser, property tests, and the tests that `conftest.py` lists as slow.

Tests in a browser run after the others, because a busy machine makes a page slow. Each of the two processes has its own
browser, workbench and store. Their coverage is not measured, because the page runs in the workbench, which is another
process.

One run of the fuzzer is the same every time. The other has a fresh seed, which it prints with what it finds: luck does
not decide whether a change lands.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time

LEAST_COVERAGE = 85

Step = tuple[str, list[str]]

CHECKS: tuple[Step, ...] = (
    ("lint", ["ruff", "check", "."]),
    ("format", ["ruff", "format", "--check", "."]),
    ("types", ["mypy"]),
)
PYTEST = ["pytest", "-q", "-n", "2", "--dist", "worksteal"]
"""A process that has finished its tests takes some of the other's, so that neither waits for long ones at the end."""
FUZZ = ["tests.fuzz", "--jobs", "2"]
QUICK: tuple[Step, ...] = (("quick tests", [*PYTEST, "-m", "not browser and not slow"]),)
WHOLE: tuple[Step, ...] = (
    ("tests", [*PYTEST, "-m", "not browser", "--cov", "--cov-report="]),
    ("tests in a browser", [*PYTEST, "-m", "browser"]),
    ("fuzzing", [*FUZZ, "--seconds", "60", "--inputs", "2500", "--seed", "2026"]),
    ("fuzzing with a fresh seed", [*FUZZ, "--seconds", "30", "--report-only"]),
    ("coverage", ["coverage", "report", f"--fail-under={LEAST_COVERAGE}"]),
)


def main() -> int:
    options = argparse.ArgumentParser(prog="python -m tests", description=__doc__)
    options.add_argument("--quick", action="store_true", help="only what answers in less than a minute")
    steps = (*CHECKS, *(QUICK if options.parse_args().quick else WHOLE))
    for name, command in steps:
        print(f"== {name}", flush=True)
        start = time.monotonic()
        done = subprocess.run([sys.executable, "-m", *command], check=False)
        if done.returncode:
            print(f"== {name} failed", flush=True)
            return done.returncode
        print(f"== {name} passed, {time.monotonic() - start:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
