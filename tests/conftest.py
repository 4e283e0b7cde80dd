"""Property tests assert what holds, never how fast: a busy machine does not fail them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

from workbench import defects

defects.HIDDEN = False  # a defect of ours fails the test that meets it

_MACHINE_DEPENDENT = [HealthCheck.too_slow, HealthCheck.filter_too_much]
"""Checks that depend on the machine and on which examples come first, not on the code."""

settings.register_profile("thorough", deadline=None, suppress_health_check=_MACHINE_DEPENDENT)
settings.load_profile("thorough")

HERE = Path(__file__).parent
SLOW = (
    *("app/", "doctor/", "fuzz/", "mutations/", "oracles/", "replays/", "shrinking/", "triage/"),
    *("checks/test_one_verdict.py", "cli/test_failure.py", "cli/test_streams.py"),
    *(
        "converters/test_every_edge.py",
        "converters/test_provider_edges_on_anything.py",
        "converters/test_vercel_edges.py",
    ),
    *(
        "converters/test_responses_and_gemini_edges_never_raise.py",
        "loading/test_limits.py",
        "loading/test_properties.py",
        "loading/test_reading.py",
    ),
    *("locating/test_evidence_in_documents.py", "locating/test_locate.py", "locating/test_texts.py"),
    *("provenance/test_every_edge.py", "provenance/test_patterns.py", "provenance/test_tracer.py"),
    *("rehearsal/test_command.py", "rehearsal/test_load.py", "sources/test_anything.py"),
    *("test_anything.py", "test_files.py", "test_library.py", "test_package.py", "test_shapes.py"),
)
"""What starts programs, asks validators or reads long documents: left out of the quick suite, as properties are."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        is_property = isinstance(item, pytest.Function) and is_hypothesis_test(item.obj)
        if is_property or item.path.relative_to(HERE).as_posix().startswith(SLOW):
            item.add_marker(pytest.mark.slow)
