"""Starts the process that x-rays a converter, and waits for it no longer than it may take."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from workbench.json.text import Json

SECONDS = 120


class XrayError(Exception):
    """It could not be x-rayed. The message is the whole sentence."""


def run_xray(function: str, source: str, target: str, *, each: bool = False, seconds: float = SECONDS) -> Json:
    """The observations as JSON. Whatever the converter does to its process, this one goes on."""
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "result.json"
        request = {"function": function, "from": source, "to": target, "each": each, "result": str(result)}
        try:
            done = subprocess.run(
                [sys.executable, "-m", "workbench.xray.child"],
                input=json.dumps(request),
                capture_output=True,
                text=True,
                errors="replace",
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired as fault:
            raise XrayError(f"{function} was not done after {seconds:,.0f} seconds.") from fault
        if not result.exists():
            last = (done.stderr.strip().splitlines() or ["no output"])[-1]
            raise XrayError(f"{function} ended its process with code {done.returncode}: {last}")
        seen = json.loads(result.read_text(encoding="utf-8"))
    if "error" in seen:
        raise XrayError(f"{seen['error']}.")
    return {"function": function, **seen}
