"""Requests that real providers judged. They are not in the repository: `WORKBENCH_VERDICTS` names their folder."""

from __future__ import annotations

import gzip
import os
from functools import cache
from pathlib import Path
from typing import Any

import orjson
import pytest

_FOLDER = os.environ.get("WORKBENCH_VERDICTS", "")
needs_recorded_requests = pytest.mark.skipif(
    not _FOLDER, reason="WORKBENCH_VERDICTS does not say where the recorded requests are"
)


@cache
def recorded_requests() -> list[Any]:
    rows: list[Any] = []
    for path in sorted(Path(_FOLDER).glob("*.jsonl.gz")):
        with gzip.open(path) as lines:
            rows += [orjson.loads(line) for line in lines]
    return rows
