"""The conversation before and after a repair, in the stages and in the chat."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.browser.actions import paste, row, verdict
from tests.browser.conftest import Visit, at_rest

pytestmark = pytest.mark.browser

CALL = {"id": "call_1", "type": "function", "function": {"name": "dome_log", "arguments": "{}"}}
UNANSWERED = [
    {"role": "user", "content": "Is the dome closed?"},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "user", "content": "Thanks."},
]


def test_the_headline_leads_to_the_repair_drawn_in_the_stages(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix")
    page.get_by_role("button", name="→ accepted with 1 fix").click()
    expect(row(page, 3).locator(".wb-chip.wb-struck").first).to_have_text("▲toolu_1A7k")
    expect(row(page, 3).locator(".wb-chip.wb-added").first).to_have_text("hist_tool_toolu_1A7k")
    page.get_by_role("button", name="After", exact=True).click()
    expect(verdict(page)).to_contain_text("After the repair: OpenAI would accept this")
    expect(row(page, 3).locator(".wb-chip").first).to_have_text("hist_tool_toolu_1A7k")
    page.get_by_role("button", name="Before", exact=True).click()
    expect(row(page, 3).locator(".wb-chip").first).to_have_text("▲toolu_1A7k")


def test_a_fix_can_be_left_out_and_ticked_again(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix")
    page.get_by_role("button", name="Repair 1").click()
    row(page, 3).get_by_role("button", name="Skip this fix").click()
    expect(row(page, 3).locator(".wb-added")).to_have_count(0)
    expect(page.locator(".st-key-section input[type=checkbox]:checked")).to_have_count(0)
    page.locator(".wb-cause .wb-fix").first.click()
    expect(row(page, 3).locator(".wb-chip.wb-added").first).to_be_visible()
    expect(page.locator(".st-key-section input[type=checkbox]:checked")).to_have_count(1)


def test_an_applied_repair_stays_visible_and_undo_survives_a_reload(visit: Visit) -> None:
    page = visit()
    paste(page, json.dumps(UNANSWERED))
    page.get_by_role("button", name="Repair 1").click()
    expect(page.locator(".wb-row-added")).to_contain_text("No result was recorded for this call.")
    page.get_by_role("button", name="Apply 1 fix").click()
    expect(verdict(page)).to_contain_text("OpenAI would accept this")
    expect(page.locator(".wb-row-added .wb-gutter")).to_contain_text("2")
    at_rest(page)
    page.reload()
    expect(verdict(page)).to_contain_text("OpenAI would accept this")
    expect(page.locator(".wb-row-added .wb-gutter")).to_contain_text("2")
    page.locator(".wb-actions").get_by_role("button", name="Undo").click()
    expect(verdict(page)).to_contain_text("OpenAI would refuse this")
    expect(page.locator(".wb-actions").get_by_role("button", name="Undo")).to_have_count(0)


def test_the_chat_draws_the_repair_in_the_card(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix")
    page.get_by_role("button", name="Chat", exact=True).click()
    page.get_by_role("button", name="Before and after").click()
    card = row(page, 2).get_by_role("group", name="Call of dome_log")
    expect(card.locator(".wb-chip.wb-struck")).to_have_text("▲toolu_1A7k")
    expect(card.locator(".wb-chip.wb-added")).to_have_text("hist_tool_toolu_1A7k")
    card.locator(".wb-chip.wb-added").click()
    expect(page.get_by_role("dialog", name="Value").locator("pre")).to_have_text("hist_tool_toolu_1A7k")
