"""Property tests assert what holds, never how fast: a busy machine does not fail them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

_MACHINE_DEPENDENT = [HealthCheck.too_slow, HealthCheck.filter_too_much]
"""Checks that depend on the machine and on which examples come first, not on the code."""

settings.register_profile("thorough", deadline=None, suppress_health_check=_MACHINE_DEPENDENT)
settings.register_profile("quick", settings.get_profile("thorough"), max_examples=5)
settings.load_profile("thorough")

HERE = Path(__file__).parent
SLOW = (
    *("app/", "doctor/", "fuzz/", "mutations/", "oracles/", "replays/", "triage/"),
    *("checks/test_one_verdict.py", "cli/test_failure.py", "cli/test_streams.py", "rehearsal/test_load.py"),
    *("converters/test_every_edge.py", "converters/test_provider_edges_on_anything.py"),
    *("converters/test_responses_and_gemini_edges_never_raise.py", "provenance/test_every_edge.py"),
    *("locating/test_evidence_in_documents.py", "locating/test_locate.py", "locating/test_texts.py"),
    *("test_anything.py", "test_files.py"),
)
"""What starts programs, asks real validators or draws long properties: left out of the quick suite."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.relative_to(HERE).as_posix().startswith(SLOW):
            item.add_marker(pytest.mark.slow)
