"""Everything that must hold before a change lands: lint, format, types, and all tests with coverage,
and two short runs of the fuzzer: one that is the same every time, one with a fresh seed, which it prints.

    python -m tests

Tests in a browser run by themselves after the others, because a loaded machine makes a page slow.
"""

from __future__ import annotations

import subprocess
import sys
import time

LEAST_COVERAGE = 90

STEPS: tuple[tuple[str, list[str]], ...] = (
    ("lint", ["ruff", "check", "."]),
    ("format", ["ruff", "format", "--check", "."]),
    ("types", ["mypy"]),
    ("tests", ["pytest", "-q", "-n", "2", "-m", "not browser", "--cov", "--cov-report="]),
    ("tests in a browser", ["pytest", "-q", "-m", "browser", "--cov", "--cov-append", "--cov-report="]),
    ("fuzzing", ["tests.fuzz", "--seconds", "60", "--seed", "2026"]),
    ("fuzzing with a fresh seed", ["tests.fuzz", "--seconds", "30"]),
    ("coverage", ["coverage", "report", f"--fail-under={LEAST_COVERAGE}"]),
)


def main() -> int:
    for name, command in STEPS:
        print(f"== {name}", flush=True)
        start = time.monotonic()
        done = subprocess.run([sys.executable, "-m", *command], check=False)
        if done.returncode:
            print(f"== {name} failed", flush=True)
            return done.returncode
        print(f"== {name} fine, {time.monotonic() - start:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
