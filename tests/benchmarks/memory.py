"""The peak memory of loading, recognising and converting one file, as a multiple of the file.

    python -m tests.benchmarks.memory FILE

What the interpreter and the imported modules take before the file is opened does not count.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from workbench.loading import load
from workbench.stages import stages
from workbench.targets import TARGETS, default_target


def peak() -> int:
    """Of this process since it began; `getrusage` would hand down its parent's."""
    status = Path("/proc/self/status").read_text()
    return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) * 1024


def main(path: Path) -> None:
    load(b'[{"speaker": "human", "blocks": []}]')  # so that what is imported on first use is counted before
    before = peak()
    conversation = load(path)
    made = stages(conversation, TARGETS[default_target(conversation)])
    print((peak() - before) / path.stat().st_size)
    del made


if __name__ == "__main__":
    main(Path(sys.argv[1]))
