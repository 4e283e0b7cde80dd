"""What people do on the page, in words."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import at_rest


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


def choose(page: Page, label: str, value: str) -> None:
    page.get_by_label(label, exact=True).select_option(value)
