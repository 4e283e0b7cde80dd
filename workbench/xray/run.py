"""Start the process that x-rays a converter, and stop it if it takes too long."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from workbench.json.text import Json

TIMEOUT_SECONDS = 120


class XrayError(Exception):
    """The converter could not be x-rayed. The message is a complete sentence."""


def run_xray(function: str, source: str, target: str, *, each: bool = False, seconds: float = TIMEOUT_SECONDS) -> Json:
    """Return the observations as JSON. The converter runs in another process, so it cannot harm this one."""
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "result.json"
        request = {"function": function, "from": source, "to": target, "each": each, "result": str(result)}
        try:
            process = subprocess.run(
                [sys.executable, "-m", "workbench.xray.child"],
                input=json.dumps(request),
                capture_output=True,
                text=True,
                errors="replace",
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise XrayError(f"{function} did not finish within {seconds:,.0f} seconds.") from error
        if not result.exists():
            last = (process.stderr.strip().splitlines() or ["no output"])[-1]
            raise XrayError(f"{function} ended its process with code {process.returncode}: {last}")
        observations = json.loads(result.read_text(encoding="utf-8"))
    if "error" in observations:
        raise XrayError(f"{observations['error']}.")
    return {"function": function, **observations}
