"""Examining a session reads each line once; trying its repair reads the result once more and judges little twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest

from tests.benchmarks.histories import session_records
from workbench.checks.check import check
from workbench.doctor.sessions import Health, Session, examine
from workbench.loading import exact_lines, strict
from workbench.loading.inputs import documents

LINES = 60
OUTPUTS = ("outputs.file_text", "outputs.read_back")


class Counted:
    """Counts how often a function is called."""

    def __init__(self, function: Any) -> None:
        self.function, self.calls = function, 0
        self.given: list[tuple[Any, ...]] = []

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        self.calls += 1
        self.given.append(arguments)
        return self.function(*arguments, **keywords)


def examined(folder: Path, records: list[Any]) -> Session:
    file = folder / "session.jsonl"
    file.write_bytes(b"\n".join(map(orjson.dumps, records)) + b"\n")
    return examine(file)


def without_a_result() -> list[Any]:
    records = session_records(LINES)
    del records[8]
    records[10]["parentUuid"] = records[7]["uuid"]
    return records


def test_each_line_of_a_session_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one_by_one, together = Counted(strict._read), Counted(exact_lines.exact_values)
    monkeypatch.setattr(strict, "_read", one_by_one)
    monkeypatch.setattr(exact_lines, "exact_values", together)
    records = session_records(LINES)
    assert examined(tmp_path, records).health is Health.HEALTHY
    assert one_by_one.calls == 0
    assert together.calls == 2
    assert b"\n".join(lines.strip() for (lines,) in together.given) == b"\n".join(map(orjson.dumps, records))


def test_a_broken_session_and_its_repair_are_each_loaded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(documents)
    monkeypatch.setattr("workbench.loading.documents", counted)
    assert examined(tmp_path, without_a_result()).repairable
    assert counted.calls == 2


def test_a_broken_session_is_judged_three_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the repair, after it, and as it is read from the file."""
    counted = Counted(check)
    for module in ("doctor.faults", "doctor.repairing", "repairs.repair", "repairs.guard", *OUTPUTS):
        monkeypatch.setattr(f"workbench.{module}.check", counted)
    assert examined(tmp_path, without_a_result()).repairable
    assert counted.calls == 3
