"""How long the page takes to answer in a real browser, next to an empty Streamlit app in the same run.

    python -m tests.benchmarks.page [count …]

Times are milliseconds from the click in the browser to the change on the screen.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.benchmarks.histories import icontent_history, session_records
from tests.browser.conftest import ARGUMENTS, IDLE
from workbench.json.text import compact

_RUNS = 20
_PAUSE = 150
_EMPTY = """
import streamlit as st
st.button("again")
st.session_state.n = st.session_state.get("n", 0) + 1
st.text(str(st.session_state.n))
"""
_ROOT = """() => { for (const node of document.querySelectorAll('*'))
  if (node.shadowRoot?.querySelector('.wb-table')) { window.root = node.shadowRoot; return true; } return false; }"""
_IN_SIGHT = """(() => { const view = root.querySelector('.wb-scroller').getBoundingClientRect();
  const inside = (node) => { const box = node.getBoundingClientRect();
    return box.bottom > view.top && box.top < view.bottom; };
  return [...root.querySelectorAll('.wb-row[data-i]')].filter(inside).length > 3
    && ![...root.querySelectorAll('.wb-loading')].some(inside); })()"""
_TIMED = """([act, until]) => new Promise((done) => { const start = performance.now(); const root = window.root;
  const reached = new Function('root', 'return ' + until); new Function('root', act)(root);
  const look = () => { const spent = performance.now() - start;
    if (reached(root) || spent > 10000) done(spent); else requestAnimationFrame(look); }; look(); })"""


def main(counts: list[int]) -> None:
    path = shutil.which("chromium")
    assert path, "there is no Chromium on this machine"
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        print("| what | median ms | 95th percentile ms |")
        print("|---|---|---|")
        _empty_app(browser, Path(folder))
        for count in counts:
            _history(browser, Path(folder), count)
            _session(browser, Path(folder), count)
        _empty_app(browser, Path(folder))
        browser.close()


def _empty_app(browser: Browser, folder: Path) -> None:
    script = folder / "empty.py"
    script.write_text(_EMPTY)
    options = ["--server.headless=true", "--browser.gatherUsageStats=false", "--runner.postScriptGC=false"]
    with served(["-m", "streamlit", "run", str(script), *options, "--server.port"]) as (address, _):
        page = browser.new_page()
        page.goto(address)
        page.wait_for_selector("[data-testid=stText]")
        page.wait_for_selector(IDLE)
        text = "document.querySelector('[data-testid=stText]').textContent"
        click = "window.before = " + text + "; document.querySelector('.stButton button').click()"
        row("empty app: click", [timed(page, click, f"{text} !== window.before") for _ in range(_RUNS)])
        page.close()


def _history(browser: Browser, folder: Path, count: int) -> None:
    file = folder / f"{count}.json"
    file.write_text(compact(_with_faults(icontent_history(count))))
    _measured(browser, file, f"{count:,} messages", _ACTIONS)


def _session(browser: Browser, folder: Path, count: int) -> None:
    """A session file of as many records: the file is a stage, and what is not sent is in between."""
    file = folder / f"{count}.jsonl"
    with file.open("w") as lines:
        for number, record in enumerate(session_records(count)):
            if number % 1000 != 503:  # a result in a thousand records is lost
                lines.write(compact(record) + "\n")
    size = file.stat().st_size / 1e6
    _measured(browser, file, f"session of {count:,} records, {size:.0f} MB", {**_ACTIONS, "unfold a gap": _unfold})


def _measured(browser: Browser, file: Path, what: str, actions: dict[str, Callable[[Page, int], float]]) -> None:
    with served(["-m", "workbench", str(file), "--no-browser", "--port"]) as (address, log):
        key = next(word for word in log.read_text().split() if "?c=" in word).partition("?")[2]
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        start = time.perf_counter()
        page.goto(f"{address}?{key}")
        page.wait_for_selector(".wb-row[data-i]", timeout=120_000)
        print(f"| {what}: first rows on the screen | {(time.perf_counter() - start) * 1000:.0f} | |")
        page.wait_for_selector(IDLE)
        page.wait_for_timeout(1000)
        page.evaluate(_ROOT)
        for name, action in actions.items():
            row(f"{what}: {name}", [action(page, number) for number in range(_RUNS)])
        page.close()


def _with_faults(messages: list[Any]) -> list[Any]:
    """A result in a thousand messages lost its call."""
    for index in range(500, len(messages), 1000):
        messages[index] = {
            "speaker": "tool",
            "blocks": [{"type": "tool_response", "callId": f"x{index}", "result": "?"}],
        }
    return messages


def _select(page: Page, number: int) -> float:
    index = page.evaluate(
        "n => [...window.root.querySelectorAll('.wb-row[data-i]:not(.wb-selected)')][n % 6].dataset.i", number
    )
    click = f"""root.querySelector('.wb-row[data-i="{index}"] .wb-gutter').click()"""
    return timed(page, click, f"root.querySelector('.wb-panel h2')?.textContent === 'Message {index}'")


def _scroll(page: Page, number: int) -> float:
    share = ((number * 37 + 11) % 100) / 100
    act = f"const view = root.querySelector('.wb-scroller'); view.scrollTop = view.scrollHeight * {share}"
    return timed(page, act, _IN_SIGHT)


def _next_problem(page: Page, number: int) -> float:
    act = "window.before = root.querySelector('.wb-panel h2')?.textContent; root.querySelector('[data-key=n]').click()"
    return timed(page, act, "root.querySelector('.wb-panel h2')?.textContent !== window.before")


def _tab(page: Page, number: int) -> float:
    name = ("raw", "steps", "mapping", "trip")[number % 4]
    selected = f"root.querySelector('[data-panel={name}]').getAttribute('aria-selected') === 'true'"
    until = f"{selected} && !root.querySelector('.wb-panel-body [role=status]')"
    return timed(page, f"root.querySelector('[data-panel={name}]').click()", until)


def _unfold(page: Page, number: int) -> float:
    act = "window.fold = root.querySelector('.wb-gap-fold').dataset.fold; root.querySelector('.wb-gap-fold').click()"
    until = "root.querySelector(`[data-fold='${window.fold}']`)?.getAttribute('aria-expanded')"
    return timed(page, act, f"{until} === '{'true' if number % 2 == 0 else 'false'}'")


_ACTIONS: dict[str, Callable[[Page, int], float]] = {
    "select a message": _select,
    "jump to another place": _scroll,
    "next problem": _next_problem,
    "open a tab": _tab,
}


def timed(page: Page, act: str, until: str) -> float:
    spent = float(page.evaluate(_TIMED, [act, until]))
    page.wait_for_timeout(_PAUSE)
    return spent


def row(name: str, times: list[float]) -> None:
    ordered = sorted(times)
    print(f"| {name} | {ordered[len(ordered) // 2]:.0f} | {ordered[int(len(ordered) * 0.95) - 1]:.0f} |", flush=True)


@contextmanager
def served(command: list[str]) -> Iterator[tuple[str, Path]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.NamedTemporaryFile("w", suffix=".log") as log, tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "WORKBENCH_HOME": home}  # not the developer's own store
        server = subprocess.Popen([sys.executable, *command, str(port)], stdout=log, stderr=log, env=environment)
        try:
            _await(f"http://127.0.0.1:{port}/_stcore/health")
            yield f"http://127.0.0.1:{port}/", Path(log.name)
        finally:
            server.terminate()
            server.wait(20)


def _await(address: str) -> None:
    for _ in range(600):
        try:
            with urllib.request.urlopen(address, timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"{address} did not answer")


if __name__ == "__main__":
    main([int(count) for count in sys.argv[1:]] or [10_000, 100_000])
