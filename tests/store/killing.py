"""A program that starts savers, kills each at a random moment and prints the keys of everything they had saved.

It has one thread, so it can fork: a saver starts in a millisecond, and two hundred of them take only seconds.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path

from tests.store.saving import save_without_end

_MAX_SECONDS = 0.05
"""The time before a kill: enough for some saves and part of another."""


def saved_before_a_kill(file: Path, name: str, moment: float) -> list[str]:
    reading, writing = os.pipe()
    saver = os.fork()
    if saver == 0:
        os.close(reading)
        os.dup2(writing, 1)
        try:
            save_without_end(file, name)
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading) as output:
        first = output.readline()  # from now on it is saving
        time.sleep(moment)
        os.kill(saver, signal.SIGKILL)
        os.waitpid(saver, 0)
        lines = [first, *output]
    return [line.strip() for line in lines if line.endswith("\n")]


if __name__ == "__main__":
    chance = random.Random(7)
    for number in range(int(sys.argv[2])):
        keys = saved_before_a_kill(Path(sys.argv[1]), f"run{number}", chance.uniform(0, _MAX_SECONDS))
        print(*keys, sep="\n", flush=True)
