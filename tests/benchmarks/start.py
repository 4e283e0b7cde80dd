"""How long it takes from starting the program to its first screen, next to an empty Streamlit app in the same run.

    python -m tests.benchmarks.start [runs]

Both are started in turns, each time in a new process with a new page of one browser, because these machines are noisy.
The first pair warms up the disk and is not counted.
"""

from __future__ import annotations

import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Error, Page, sync_playwright

from tests.browser.conftest import ARGUMENTS

_EMPTY = "import streamlit as st\nst.text('ready')\n"
_LONGEST = 60


def main(runs: int) -> None:
    path = shutil.which("chromium")
    assert path, "there is no Chromium on this machine"
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        script = Path(folder) / "empty.py"
        script.write_text(_EMPTY)
        options = ["--server.headless=true", "--browser.gatherUsageStats=false", "--server.port"]
        streamlit = ["-m", "streamlit", "run", str(script), *options]
        empty, workbench = [], []
        for _ in range(runs + 1):
            empty.append(_first_paint(browser, streamlit, "[data-testid=stText]", folder))
            workbench.append(_first_paint(browser, ["-m", "workbench", "--no-browser", "--port"], "textarea", folder))
        browser.close()
    typical = statistics.median(empty[1:]), statistics.median(workbench[1:])
    print("| from start to first screen | median seconds | times the empty app |")
    print("|---|---|---|")
    print(f"| empty Streamlit app | {typical[0]:.2f} | 1.0 × |")
    print(f"| workbench | {typical[1]:.2f} | {typical[1] / typical[0]:.1f} × |")


def _first_paint(browser: Browser, command: list[str], shown: str, home: str) -> float:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    start = time.perf_counter()
    server = subprocess.Popen(
        [sys.executable, *command, str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "WORKBENCH_HOME": home},
    )
    try:
        _open_when_served(page, f"http://127.0.0.1:{port}/", start)
        page.wait_for_selector(shown, timeout=_LONGEST * 1000)
        return time.perf_counter() - start
    finally:
        page.close()
        server.terminate()
        server.wait(20)


def _open_when_served(page: Page, address: str, start: float) -> None:
    while time.perf_counter() - start < _LONGEST:
        try:
            page.goto(address)
            return
        except Error:  # nobody listens yet
            time.sleep(0.02)
    raise TimeoutError(address)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
