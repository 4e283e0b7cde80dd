"""Worker processes answer in bundles, and leave Ctrl-C to the process that waits for them."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator

import pytest

from workbench.parallel import run_in_processes


def _reaction_to_interrupts(numbers: list[int]) -> list[tuple[int, bool]]:
    time.sleep(0.01)
    return [(os.getpid(), signal.getsignal(signal.SIGINT) == signal.SIG_IGN) for _ in numbers]


@pytest.fixture
def interruptible() -> Iterator[None]:
    """This process reacts to Ctrl-C, although a shell that starts it in the background makes it ignore that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_only_the_waiting_process_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    # A test of the page leaves its script as the main module, which worker processes would import.
    monkeypatch.setitem(sys.modules, "__main__", sys.modules[__name__])
    reactions = dict(run_in_processes(_reaction_to_interrupts, iter([[number] for number in range(200)])))
    assert reactions.pop(os.getpid(), False) is False
    assert reactions
    assert all(reactions.values())
