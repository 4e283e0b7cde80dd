"""How long the table of Triage takes to sort, filter and search in a real browser.

    python -m tests.benchmarks.triage_page [count]

Times are milliseconds from the click in the browser to the change on the screen. The budget is 300.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.benchmarks.page import row, served, timed
from tests.benchmarks.triage import mixed_histories
from tests.browser.conftest import ARGUMENTS, IDLE

_RUNS = 10
_ROWS = "[...document.querySelectorAll('[data-testid=stCaptionContainer]')].find(n => n.textContent.includes(' rows'))"
_PAINTED = """(() => { const canvas = document.querySelector('[data-testid=stDataFrame] canvas');
  if (!canvas?.clientWidth) return '';
  const scale = canvas.width / canvas.clientWidth;
  const { data } = canvas.getContext('2d').getImageData(45 * scale, 35 * scale, 110 * scale, 200 * scale);
  return data[3] ? data.join() : ''; })()"""
"""The painted names of the first rows. The table's text for screen readers follows a fifth of a second later."""
_COUNT = f"{_ROWS}.textContent"
_AWAIT = """([event, text]) => { const read = new Function('return ' + text);
  window.changed = new Promise((done) => { const before = read();
    window.addEventListener(event, () => { const start = performance.now();
      const look = () => { const spent = performance.now() - start;
        if (![before, ''].includes(read()) || spent > 10000) done(spent); else requestAnimationFrame(look); }; look();
    }, { capture: true, once: true }); }); }"""
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
            row(f"{count:,} rows: filter by a verdict", [_filter_by_verdict(page) for _ in range(_RUNS)])
            row(f"{count:,} rows: search", [_search(page, number) for number in range(_RUNS)])
            row(f"{count:,} rows: sort by the list of orders", [_order(page, number) for number in range(_RUNS)])
            row(f"{count:,} rows: sort by a column", [_sort(page) for _ in range(_RUNS)])
        browser.close()


def _filter(page: Page) -> float:
    click = f"window.before = {_COUNT}; document.querySelector('[class*=st-key-cause-tool] button').click()"
    return timed(page, click, f"{_COUNT} !== window.before")


def _filter_by_verdict(page: Page) -> float:
    chosen = page.locator(".st-key-outcome input").input_value()
    other = "Verdict: all" if chosen == "refused" else "refused"
    return _chosen(page, "outcome", other, _COUNT)


def _order(page: Page, number: int) -> float:
    return _chosen(page, "sort", ("by name", "worst first")[number % 2], _PAINTED)


def _chosen(page: Page, key: str, option: str, text: str) -> float:
    """Choose an option by keyboard: a pointer over the table would paint it too. The clock runs from Enter."""
    field = page.locator(f".st-key-{key} input")
    field.click()
    field.press_sequentially(option)
    page.get_by_role("option", name=option, exact=True).wait_for()
    return _after(page, "keydown", text, lambda: field.press("Enter"))


def _search(page: Page, number: int) -> float:
    """The clock runs from Enter: the page searches when the word is complete."""
    field = page.locator(".st-key-q input")
    field.fill(f"chat-{number:04}" if number % 2 == 0 else "")
    return _after(page, "keydown", _COUNT, lambda: field.press("Enter"))


def _sort(page: Page) -> float:
    """The head is painted, so a real pointer goes to its place; the clock runs from the moment the page hears of it."""
    canvas = page.locator("[data-testid=stDataFrame] canvas").first
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box is not None
    x, y = box["x"] + _NAME_HEAD, box["y"] + 18
    return _after(page, "pointerup", _PAINTED, lambda: page.mouse.click(x, y))


def _after(page: Page, event: str, text: str, act: Callable[[], None]) -> float:
    page.evaluate(_AWAIT, [event, text])
    act()
    spent = float(page.evaluate("window.changed"))
    page.wait_for_selector(IDLE)
    page.wait_for_timeout(300)
    return spent


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 5_000)
