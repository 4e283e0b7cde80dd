"""Actions on the page that several browser tests share."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import Error, Locator, Page, expect

from tests.browser.conftest import PATIENCE, at_rest


def paste(page: Page, text: str) -> None:
    """Paste a conversation on the first screen and open it."""
    page.get_by_label("Conversation", exact=True).fill(text)
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_selector(".wb-verdict")
    at_rest(page)


def verdict(page: Page) -> Locator:
    return page.locator(".wb-verdict h1")


def row(page: Page, index: int) -> Locator:
    return page.locator(f'.wb-row[data-i="{index}"]')


def selected(page: Page) -> Locator:
    return page.locator(".wb-row.wb-selected[data-i]")


def expect_selected(page: Page, index: int) -> None:
    expect(selected(page)).to_have_attribute("data-i", str(index))


def tip(page: Page) -> Locator:
    return page.locator(".wb-tip:not([hidden])")


def show_panel(page: Page, name: str) -> None:
    """The tab changes at once, what it shows follows."""
    page.get_by_role("tab", name=name).click()
    expect(page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
    expect(page.get_by_text("Loading …")).to_have_count(0)
    at_rest(page)


def choose(page: Page, label: str, option: str) -> None:
    """From one of Streamlit's lists. A page that still moves under it closes it again: then it is opened anew."""
    offered = page.get_by_role("option", name=option, exact=True)
    for _ in range(10):
        page.get_by_label(label).click()
        try:
            offered.click(timeout=6_000)
        except Error:
            page.keyboard.press("Escape")
        else:
            return
    raise AssertionError(f"{label} never offered {option}")


def expect_that(page: Page, holds: Callable[[], bool]) -> None:
    """For what is measured and not read: looks again until it holds, since a page is drawn in steps."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not holds():
        assert time.monotonic() < deadline, "it never came to hold"
        page.wait_for_timeout(100)
