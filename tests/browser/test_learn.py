"""Learn as somebody new to formats does it: look at a mapping, hover, edit."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, at_rest
from tests.browser.doing import tip

pytestmark = pytest.mark.browser


def _learn(page: Page) -> None:
    page.get_by_role("button", name="Learn", exact=True).click()
    page.wait_for_selector(".wb-fieldtable")
    at_rest(page)


def test_a_value_of_a_mapping_lights_up_where_it_went_and_its_row_in_the_table(visit: Visit) -> None:
    page = visit()
    _learn(page)
    page.locator('[data-at="0:2:/blocks/0/callId"]').hover()
    expect(page.locator('[data-at="1:2:/content/0/toolCallId"]')).to_have_class("wb-chip wb-hue-0 wb-changed wb-lit")
    expect(tip(page)).to_contain_text("prefix rewritten")
    expect(page.locator("tr.wb-selected")).to_contain_text("blocks[].callId")


def test_what_is_typed_on_the_left_is_converted_on_the_right(visit: Visit) -> None:
    page = visit()
    _learn(page)
    page.get_by_role("button", name="Edit", exact=True).click()
    editor = page.get_by_label("The example as JSON")
    editor.fill('[{"speaker": "human", "blocks": [{"type": "text", "text": "Is it raining?"}]')
    expect(page.get_by_text("This is not JSON yet.")).to_be_visible()
    editor.fill('[{"speaker": "human", "blocks": [{"type": "text", "text": "Is it raining?"}]}]')
    expect(page.locator('[data-at="1:0:/content"]')).to_have_text('"Is it raining?"')
    page.get_by_role("button", name="Done", exact=True).click()
    expect(page.locator('[data-at="0:0:/blocks/0/text"]')).to_have_text('"Is it raining?"')
