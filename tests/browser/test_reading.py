"""Reading a conversation: the verdict in sight, search, jumps, what is beside the messages, and one fix at a time."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit, at_rest
from tests.browser.doing import paste, row

pytestmark = pytest.mark.browser

TOOL = {"type": "function", "function": {"name": "not a name!", "parameters": {"type": "object"}}}


def test_the_tab_names_the_file_and_its_verdict(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix")
    expect(page).to_have_title("rethreaded-prefix.json: OpenAI would refuse this: 1 error, first at message 3")
    page.get_by_role("button", name="Open…").click()
    expect(page).to_have_title("Conversation workbench")


def test_ctrl_enter_opens_what_was_pasted(visit: Visit) -> None:
    page = visit()
    box = page.get_by_label("Conversation")
    box.fill('[{"role": "user", "content": "Is the sluice open?"}]')
    at_rest(page)
    box.press("Control+Enter")
    expect(row(page, 0)).to_contain_text("Is the sluice open?")


def test_the_verdict_and_the_findings_stay_in_sight_below(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix")
    strip = page.get_by_role("region", name="Verdict, while scrolling")
    expect(strip).to_be_hidden()
    page.get_by_role("button", name="Repair 1").click()
    page.mouse.wheel(0, 3000)
    expect(strip).to_contain_text("OpenAI would refuse this")
    expect(strip).to_contain_text("ID302 message 2 → 3")
    strip.get_by_role("button", name="Back to top").click()
    expect(strip).to_be_hidden()


def test_a_search_counts_and_escape_clears_it(visit: Visit) -> None:
    page = visit("?sample=icontent/healthy-agent-run")
    page.get_by_label("Search text or id").fill("valve")
    expect(page.get_by_text("3 of 12 messages")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".wb-row[data-i]")).to_have_count(12)
    expect(page.get_by_label("Search text or id")).to_have_value("")


def test_a_jump_to_a_message_that_is_not_there_says_so(visit: Visit) -> None:
    page = visit("?sample=icontent/healthy-agent-run")
    page.get_by_label("Go to message").fill("999")
    page.keyboard.press("Enter")
    expect(page.get_by_text("There is no message 999. The last one is 11.")).to_be_visible()


def test_a_finding_about_a_tool_leads_beside_the_messages(visit: Visit) -> None:
    page = visit()
    paste(page, json.dumps({"model": "gpt-4.1", "messages": [{"role": "user", "content": "hi"}], "tools": [TOOL]}))
    beside = page.locator(".wb-request")
    expect(beside.locator(".wb-note-error").first).to_be_visible()
    beside.locator("summary").click()
    expect(beside.locator(".wb-note-error").first).to_be_hidden()
    page.get_by_role("button", name=re.compile("at the request")).first.click()
    expect(beside.locator(".wb-note-error").first).to_be_visible()


def test_the_fix_of_a_finding_ticks_itself_alone(visit: Visit) -> None:
    page = visit("?sample=icontent/four-ids")
    for _ in range(2):
        page.locator(".wb-cause .wb-fix").first.click()
        expect(page.get_by_role("heading", name="Repair")).to_be_visible()
        expect(page.locator(".st-key-section input[type=checkbox]:checked")).to_have_count(1)
