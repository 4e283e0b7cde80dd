"""Property tests never assert speed, so a busy machine does not fail them.

No test reads or writes what the developer's own workbench keeps: a run has a store of its own.
"""

from __future__ import annotations

import os
import shutil
import tempfile
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
MANY_EXAMPLES = (
    "fuzz/",
    "oracles/",
    "checks/test_one_verdict.py",
    "checks/test_preflight_foresees_the_check.py",
    "checks/test_schema_gate.py",
    "checks/test_settled.py",
    "checks/test_shared_work.py",
    "converters/test_every_edge.py",
    "converters/test_conversions_are_accepted.py",
    "converters/test_vercel_edges.py",
    "doctor/test_broken_records.py",
    "loading/test_limits.py",
    "loading/test_properties.py",
    "loading/test_reading.py",
    "locating/test_evidence_in_documents.py",
    "locating/test_texts.py",
    "provenance/test_every_edge.py",
    "provenance/test_every_loss_is_reported.py",
    "provenance/test_growth.py",
    "provenance/test_patterns.py",
    "repairs/test_growth.py",
    "rules/request/test_anything_beside.py",
    "rules/test_length.py",
    "rules/test_occasions.py",
    "rules/test_retyped_requests.py",
    "sources/test_arbitrary_files.py",
    "test_arbitrary_documents.py",
    "test_shapes.py",
)
"""Tests that repeat something for every sample, mutation or random document, or count the steps of long work. Coverage
is not measured in these and in property tests: it doubles or triples their time, and the tests by example have to cover
the same code anyway."""
SLOW = (
    *MANY_EXAMPLES,
    "app/",
    "capsules/",
    "doctor/",
    "mutations/",
    "rehearsal/",
    "replays/",
    "shrinking/",
    "triage/",
    "xray/",
    "cli/test_failure.py",
    "cli/test_streams.py",
    "cli/test_xray.py",
    "formats/test_framework_libraries.py",
    "locating/test_locate.py",
    "provenance/test_tracer.py",
    "test_files.py",
    "test_library.py",
    "test_package.py",
    "test_planted_keys.py",
    "view/test_protocol.py",
)
"""Tests that start programs, call validators or read long or random documents. The quick suite omits them and property
tests."""


def pytest_configure(config: pytest.Config) -> None:
    """Before any test is imported, and inherited by every program that a test starts."""
    home = Path(tempfile.mkdtemp(prefix="workbench-tests-"))
    os.environ["WORKBENCH_HOME"] = str(home)
    os.environ.pop("WORKBENCH_NO_STORE", None)
    config.add_cleanup(lambda: shutil.rmtree(home, ignore_errors=True))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not import whole files that `-m` deselects. Importing them takes longer than many tests."""
    selection, path = config.getoption("markexpr"), _relative(collection_path)
    is_deselected = ("not slow" in selection and path.startswith(SLOW)) or (
        "not browser" in selection and path.startswith("browser/")
    )
    return is_deselected or None  # None leaves the decision to pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        is_property = isinstance(item, pytest.Function) and is_hypothesis_test(item.obj)
        if is_property or _relative(item.path).startswith(SLOW):
            item.add_marker(pytest.mark.slow)
        if is_property or _relative(item.path).startswith(MANY_EXAMPLES):
            item.add_marker(pytest.mark.no_cover)


def _relative(path: Path) -> str:
    return path.relative_to(HERE).as_posix() + ("/" if path.is_dir() else "")
