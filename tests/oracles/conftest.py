"""The oracles, started once; where one is not installed its tests are skipped with the reason, and fail in CI."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator

import pytest

from tests.oracles.packages import MissingNodeError
from tests.oracles.sdk import Sdk, running_sdk


@pytest.fixture(scope="session")
def sdk() -> Iterator[Sdk]:
    try:
        with running_sdk() as running:
            yield running
    except (MissingNodeError, subprocess.SubprocessError) as reason:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"the AI SDK cannot be asked: {reason}")
