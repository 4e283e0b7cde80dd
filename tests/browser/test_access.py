"""The page is usable with the keyboard only, and readable in light and dark, narrow and wide."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import expect

from tests.browser.actions import expect_selected, expect_that, row, tip
from tests.browser.conftest import Visit, at_rest

pytestmark = pytest.mark.browser


def test_everything_is_reached_by_keyboard_alone(visit: Visit) -> None:
    page = visit("?sample=icontent/four-ids")
    expect_selected(page, 1)
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect_selected(page, 3)
    page.keyboard.press("n")
    expect_selected(page, 1)
    expect(row(page, 1).locator(".wb-gutter .wb-shape").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(tip(page)).to_be_visible()
    page.keyboard.press("?")
    expect(
        page.get_by_role("dialog", name="Help").get_by_text("that answer, as your program would store it")
    ).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Help")).to_have_count(0)
    page.keyboard.press("g")
    page.keyboard.type("0")
    page.keyboard.press("Enter")
    expect_selected(page, 0)
    page.keyboard.press("/")
    page.keyboard.type("nothing says this")
    expect(page.get_by_text("No message matches.")).to_be_visible()


def test_next_and_previous_problem_wrap_around(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix&message=0")
    expect_selected(page, 0)
    page.keyboard.press("p")
    expect_selected(page, 3)
    page.keyboard.press("j")
    expect_selected(page, 4)
    page.keyboard.press("n")
    expect_selected(page, 3)


@pytest.mark.parametrize("width", [1280, 1920])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_overflows_sideways(visit: Visit, width: int, scheme: str) -> None:
    page = visit("?sample=icontent/rethreaded-prefix", color_scheme=scheme, viewport={"width": width, "height": 1000})
    expect(row(page, 3)).to_be_visible()
    expect(page.locator(".wb").first).to_have_attribute("data-theme", scheme)
    expect_that(page, lambda: page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
    scroller = page.locator(".wb-scroller")
    expect_that(page, lambda: scroller.evaluate("node => node.scrollWidth <= node.clientWidth"))


def test_a_narrow_window_hides_no_finding_and_cuts_no_id(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix", viewport={"width": 853, "height": 600})
    page.get_by_role("button", name="error ID302").click()
    expect(row(page, 3)).to_be_in_viewport()
    whole = "node => node.scrollWidth <= node.clientWidth + 1 && node.clientWidth > 80"
    for shown in (page.locator(".wb-sentence").first, row(page, 3).locator(".wb-chip").first):
        expect_that(page, partial(shown.evaluate, whole))


def test_a_chosen_width_survives_a_reload(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix")
    head = page.locator(".wb-headrow .wb-cell").first
    width = "node => node.getBoundingClientRect().width"
    before = head.evaluate(width)
    page.get_by_label("Width of Internal").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect_that(page, lambda: head.evaluate(width) > before + 20)
    wider = head.evaluate(width)
    page.reload()
    at_rest(page)
    expect_that(page, lambda: head.evaluate(width) == wider)
