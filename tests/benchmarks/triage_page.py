"""How long the table of Triage takes to sort, filter and search in a real browser.

    python -m tests.benchmarks.triage_page [count]

Times are milliseconds from the click in the browser to the change on the screen. The budget is 300.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.benchmarks.page import row, served, timed
from tests.benchmarks.triage import mixed_histories
from tests.browser.conftest import ARGUMENTS, IDLE

_RUNS = 10
_ROWS = "[...document.querySelectorAll('[data-testid=stCaptionContainer]')].find(n => n.textContent.includes(' rows'))"
_FIRST = "document.querySelector('[data-testid=stDataFrame] canvas table tbody tr').textContent"
_AWAIT_SORTED = f"""() => {{ window.sorted = new Promise((done) => {{ const before = {_FIRST};
  window.addEventListener('pointerup', () => {{ const start = performance.now();
    const look = () => {{ const spent = performance.now() - start;
      if ({_FIRST} !== before || spent > 10000) done(spent); else requestAnimationFrame(look); }}; look();
  }}, {{ capture: true, once: true }}); }}); }}"""
_NAME_HEAD = 100
"""Pixels from the left edge of the table."""


def main(count: int) -> None:
    path = shutil.which("chromium")
    assert path, "there is no Chromium on this machine"
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for number, history in enumerate(mixed_histories(count)):
            (folder / f"chat-{number:05}.json").write_bytes(history)
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        with served(["-m", "workbench", str(folder), "--no-browser", "--port"]) as (_, log):
            page = browser.new_page(viewport={"width": 1280, "height": 1000})
            page.goto(next(word for word in log.read_text().split() if "?batch=" in word))
            page.get_by_text(f"{count:,} of {count:,} files · ").wait_for(timeout=300_000)
            page.wait_for_selector("[data-testid=stDataFrame] canvas table", state="attached")
            page.wait_for_selector(IDLE)
            page.wait_for_timeout(2000)
            print("| what | median ms | 95th percentile ms |")
            print("|---|---|---|")
            row(f"{count:,} rows: filter by a cause", [_filter(page) for _ in range(_RUNS)])
            row(f"{count:,} rows: sort by a column", [_sort(page) for _ in range(_RUNS)])
        browser.close()


def _filter(page: Page) -> float:
    click = f"window.before = {_ROWS}.textContent; document.querySelector('[class*=st-key-cause-tool] button').click()"
    return timed(page, click, f"{_ROWS}.textContent !== window.before")


def _sort(page: Page) -> float:
    """The head is painted, so a real pointer goes to its place; the clock runs from the moment the page hears of it."""
    box = page.locator("[data-testid=stDataFrame] canvas").first.bounding_box()
    assert box is not None
    page.evaluate(_AWAIT_SORTED)
    page.mouse.click(box["x"] + _NAME_HEAD, box["y"] + 18)
    spent = float(page.evaluate("window.sorted"))
    page.wait_for_timeout(300)
    return spent


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 5_000)
