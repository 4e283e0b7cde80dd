"""One embedded model for all tests of replays."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from workbench.rehearsal import Rehearsal


@pytest.fixture(scope="session")
def rehearsal() -> Iterator[Rehearsal]:
    with Rehearsal() as server:
        yield server
