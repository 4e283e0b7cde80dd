"""Learn for a user who is new to formats: read a mapping, hover over a value, edit."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.actions import tip
from tests.browser.conftest import Visit, at_rest

pytestmark = pytest.mark.browser


def _learn(page: Page) -> None:
    page.get_by_role("button", name="Learn", exact=True).click()
    page.wait_for_selector(".wb-fieldtable")
    at_rest(page)


def test_a_value_of_a_mapping_is_highlighted_on_both_sides_and_in_the_table(visit: Visit) -> None:
    page = visit()
    _learn(page)
    page.locator('[data-at="0:2:/blocks/0/callId"]').hover()
    expect(page.locator('[data-at="1:2:/content/0/toolCallId"]')).to_have_class("wb-chip wb-hue-0 wb-changed wb-lit")
    expect(tip(page)).to_contain_text("prefix rewritten")
    expect(page.locator("tr.wb-selected")).to_contain_text("blocks[].callId")


def test_text_typed_on_the_left_is_converted_on_the_right(visit: Visit) -> None:
    page = visit()
    _learn(page)
    page.get_by_role("button", name="Edit", exact=True).click()
    editor = page.get_by_label("The example as JSON")
    assert editor.evaluate("editor => [editor.scrollTop, editor.selectionStart]") == [0, 0]
    editor.fill('[{"speaker": "human", "blocks": [{"type": "text", "text": "Is it raining?"}]')
    expect(page.get_by_text("This is not JSON yet.")).to_be_visible()
    editor.fill('[{"speaker": "human", "blocks": [{"type": "text", "text": "Is it raining?"}]}]')
    expect(page.locator('[data-at="1:0:/content"]')).to_have_text('"Is it raining?"')
    page.get_by_role("button", name="Done", exact=True).click()
    expect(page.locator('[data-at="0:0:/blocks/0/text"]')).to_have_text('"Is it raining?"')


def test_a_walk_is_gone_through_and_its_question_answered(visit: Visit) -> None:
    page = visit()
    _learn(page)
    page.get_by_role("button", name="Spec 001: an id changes its prefix").click()
    expect(page.get_by_text("Step 1 of 8")).to_be_visible()
    for step in range(2, 9):
        page.get_by_role("button", name="Next ▸").click()
        expect(page.get_by_text(f"Step {step} of 8")).to_be_visible()
    expect(page.get_by_text("What will OpenAI answer?")).to_be_visible()
    page.get_by_text("OpenAI refuses message 3").click()
    expect(page.get_by_text("Correct.")).to_be_visible()
    expect(page.get_by_text("OpenAI would refuse this: 1 error")).to_be_visible()


def test_a_rule_is_found_and_its_bad_example_opened_in_the_workbench(visit: Visit) -> None:
    page = visit()
    _learn(page)
    page.get_by_role("button", name="rules", exact=False).last.click()
    page.get_by_label("Search the rules").fill("TC101")
    page.get_by_label("Search the rules").press("Enter")
    page.get_by_role("button", name="TC101 tool-result-orphan").click()
    expect(page.get_by_role("heading", name="TC101 tool-result-orphan")).to_be_visible()
    page.get_by_role("button", name="Open in the workbench").first.click()
    expect(page.locator(".wb-verdict")).to_contain_text("would refuse this")


def test_somebody_guesses_who_refuses_a_broken_chat(visit: Visit) -> None:
    page = visit()
    _learn(page)
    page.get_by_role("button", name="Guess who refuses it").click()
    expect(page.get_by_text("Which message is broken?")).to_be_visible()
    page.get_by_role("button", name="Reveal", exact=True).click()
    expect(page.get_by_text(re.compile("The broken message(s are| is) "))).to_be_visible()


def test_a_narrow_window_leaves_room_for_the_links_and_the_part_beside_them(visit: Visit) -> None:
    page = visit(viewport={"width": 800, "height": 900})
    _learn(page)
    links, part = page.locator(".st-key-learn-links").bounding_box(), page.locator(".wb-fieldtable").bounding_box()
    assert links is not None
    assert part is not None
    assert links["width"] >= 180
    assert part["x"] > links["x"] + links["width"]
    assert part["x"] + part["width"] <= 800
