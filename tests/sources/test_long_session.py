"""A long session of a program is read within a small multiple of its size in memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import orjson

from tests.benchmarks.histories import session_records

LINES = 20_000
MOST_MEMORY = 10
"""Times the size of the file, for reading, recognising and converting it."""


def test_a_long_session_takes_a_small_multiple_of_its_size(tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    file.write_bytes(b"\n".join(map(orjson.dumps, session_records(LINES))) + b"\n")
    command = [sys.executable, "-m", "tests.benchmarks.memory", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert float(done.stdout) < MOST_MEMORY
