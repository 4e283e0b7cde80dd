"""Worker processes answer in bundles, and leave Ctrl-C to the process that waits for them."""

from __future__ import annotations

import os
import signal
import time

from workbench.parallel import run_in_processes


def _reaction_to_interrupts(numbers: list[int]) -> list[tuple[int, bool]]:
    time.sleep(0.01)
    return [(os.getpid(), signal.getsignal(signal.SIGINT) == signal.SIG_IGN) for _ in numbers]


def test_only_the_waiting_process_is_interrupted() -> None:
    reactions = dict(run_in_processes(_reaction_to_interrupts, iter([[number] for number in range(200)])))
    assert reactions.pop(os.getpid(), False) is False
    assert reactions
    assert all(reactions.values())
