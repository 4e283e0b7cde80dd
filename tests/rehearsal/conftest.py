"""One embedded model for all of its tests."""

from __future__ import annotations

from collections.abc import Iterator

import openai
import pytest

from workbench.rehearsal import Rehearsal


@pytest.fixture(scope="session")
def rehearsal() -> Iterator[Rehearsal]:
    with Rehearsal() as server:
        yield server


@pytest.fixture(scope="session")
def client(rehearsal: Rehearsal) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=rehearsal.base_url, api_key="none", max_retries=0) as openai_client:
        yield openai_client
