"""Reading a conversation: the sticky verdict, search, jumps, request-level settings, and single fixes."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.actions import expect_selected, paste, row, verdict
from tests.browser.conftest import Visit, at_rest

pytestmark = pytest.mark.browser

TOOL = {"type": "function", "function": {"name": "not a name!", "parameters": {"type": "object", "properties": {}}}}


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
    expect(page.get_by_role("heading", name="Repair")).to_be_visible()
    at_rest(page)  # the section comes into sight by itself; what scrolls later would scroll back
    page.mouse.wheel(0, 3000)
    expect(strip).to_contain_text("OpenAI would refuse this")
    plain = (
        "message 2 → 3: The answer from the tool “dome_log” cannot be matched to its question once the chat is sent."
    )
    expect(strip).to_contain_text(plain)
    strip.get_by_role("button", name="Back to top").click()
    expect(strip).to_be_hidden()


def test_a_long_conversation_opens_at_its_first_problem(visit: Visit) -> None:
    page = visit()
    chat = [{"role": "user", "content": f"Question {number}"} for number in range(300)]
    paste(page, json.dumps([*chat, {"role": "tool", "tool_call_id": "call_1", "content": "12 °C"}]))
    expect_selected(page, 300)
    expect(row(page, 300)).to_be_in_viewport()
    page.reload()
    at_rest(page)
    expect(row(page, 300)).to_be_in_viewport()


def test_a_small_screen_shows_the_verdict_and_the_first_problem(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix", viewport={"width": 1366, "height": 640})
    expect_selected(page, 3)
    expect(row(page, 3)).to_be_in_viewport()
    expect(page.get_by_role("button", name="Repair 1")).to_be_in_viewport()
    expect(verdict(page)).to_be_in_viewport()


def test_the_page_scrolls_to_every_section_that_is_opened(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix")
    for button, title in (("Replay", "Replay"), ("Repair 1", "Repair"), ("Share…", "Share"), ("Notes", "Notes")) * 2:
        page.get_by_role("button", name=button, exact=True).click()
        expect(page.locator(".st-key-section").get_by_role("heading", name=title, exact=True)).to_be_in_viewport()
        at_rest(page)


def test_a_search_counts_and_escape_clears_it(visit: Visit) -> None:
    page = visit("?sample=icontent/healthy-agent-run")
    page.get_by_label("Search text or id").fill("valve")
    expect(page.get_by_text("3 of 12 messages")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".wb-row[data-i]")).to_have_count(12)
    expect(page.get_by_label("Search text or id")).to_have_value("")


def test_a_jump_to_a_missing_message_is_explained(visit: Visit) -> None:
    page = visit("?sample=icontent/healthy-agent-run")
    page.get_by_label("Go to message").fill("999")
    page.keyboard.press("Enter")
    expect(page.get_by_text("There is no message 999. The last one is 11.")).to_be_visible()


def test_a_finding_about_a_tool_leads_to_the_row_of_the_tools(visit: Visit) -> None:
    page = visit()
    chat = [{"role": "user", "content": f"Question {number}"} for number in range(60)]
    paste(page, json.dumps({"model": "gpt-4.1", "messages": chat, "tools": [TOOL]}))
    tools = page.locator('.wb-request[data-request="tools"]')
    expect(tools.locator(".wb-note-error").first).to_be_visible()
    page.locator(".wb-scroller").evaluate("node => { node.scrollTop = 2000 }")
    expect(row(page, 40)).to_be_visible()
    expect(tools).not_to_be_in_viewport()
    page.get_by_role("button", name=re.compile("at the request")).first.click()
    expect(tools).to_be_in_viewport()


def test_a_plain_history_is_shown_as_the_request_that_it_is(visit: Visit) -> None:
    page = visit("?sample=anthropic/healthy-harbour")
    heads = page.get_by_role("columnheader")
    expect(heads.nth(1)).to_have_text(re.compile("Request anthropic"))
    expect(heads.nth(2)).to_contain_text("API response")
    expect(heads.nth(3)).to_contain_text("Back-converted")
    beside = page.locator(".wb-request")
    expect(beside).to_have_count(3)
    for number, words in enumerate(("You assist the harbour master of Kalmar.", "2 tools: find_regulation", "1024")):
        expect(beside.nth(number).get_by_role("cell").first).to_contain_text(words)
    beside.nth(1).get_by_role("button", name="2 tools").click()
    expect(beside.nth(1)).to_contain_text("input_schema")
    beside.nth(0).locator(".wb-str").click()
    expect(page.get_by_role("dialog", name="Value").locator("pre")).to_have_text(
        "You assist the harbour master of Kalmar."
    )


def test_another_program_can_be_chosen_that_sends_a_plain_history(visit: Visit) -> None:
    page = visit("?sample=openai-chat/healthy-request-and-response")
    programs = page.locator('optgroup[label="As another program would send it"] option')
    expect(programs.first).to_have_text("AI SDK 4")
    page.get_by_label("target", exact=True).select_option(label="AI SDK 4")
    expect(page.get_by_role("columnheader").nth(1)).to_contain_text("Internal")
    expect(page.get_by_role("columnheader").nth(2)).to_contain_text("Converted")
    expect(page.locator('.wb-request[data-request="tools"] .wb-cell')).to_have_count(4)


def test_a_history_of_sdk_4_is_shown_as_the_sdk_sends_it_and_spec_004_can_be_chosen(visit: Visit) -> None:
    page = visit("?sample=vercel-v4-core/healthy-parallel&target=openai")
    head = page.get_by_role("columnheader").nth(2)
    expect(head).to_contain_text("a string in quotes (spec 004 sends the string unchanged)")
    head.get_by_label("as sent by").select_option("spec 004")
    expect(head).to_contain_text("AI SDK 4 sends it as JSON")
    page.reload()
    expect(head.get_by_label("as sent by")).to_have_value("spec-004")


def test_the_fix_of_a_finding_ticks_only_itself(visit: Visit) -> None:
    page = visit("?sample=icontent/four-ids")
    for _ in range(2):
        page.locator(".wb-cause .wb-fix").first.click()
        expect(page.get_by_role("heading", name="Repair")).to_be_visible()
        expect(page.locator(".st-key-section input[type=checkbox]:checked")).to_have_count(1)


def test_a_finding_is_described_in_plain_words_first_and_technically_on_request(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix")
    plain = "The answer from the tool “dome_log” cannot be matched to its question once the chat is sent."
    sentence = page.locator(".wb-cause .wb-sentence")
    expect(sentence).to_have_text(plain)
    expect(page.locator(".wb-cause").get_by_text("ID302 tool-id-mismatch-created")).to_be_hidden()
    page.get_by_role("checkbox", name="Technical").check()
    expect(sentence).to_contain_text("one prefix was stripped from each")
    page.reload()
    expect(sentence).to_contain_text("one prefix was stripped from each")


def test_a_recorded_refusal_is_explained_first_next_to_the_predicted_one(visit: Visit) -> None:
    words = "Invalid parameter: 'tool_call_id' of 'call_2' not found in 'tool_calls' of previous message."
    error = f"openai.BadRequestError: Error code: 400 - { ({'error': {'message': words}}) }"
    messages = [{"role": "user", "content": "hi"}] * 3 + [{"role": "tool", "tool_call_id": "call_2", "content": "done"}]
    page = visit()
    paste(page, f"{error}\n\n{json.dumps({'messages': messages})}")
    said = page.locator(".wb-recorded dd")
    expect(said.nth(0)).to_have_text(words)
    expect(said.nth(1)).to_contain_text("messages with role 'tool' must be a response")
    expect(row(page, 3).locator(".wb-cell").nth(1)).to_contain_text(f"Refused in the recording: {words}")


def test_the_repair_is_two_keys_away(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix")
    page.get_by_role("button", name="Repair 1").click()
    expect(page.get_by_role("heading", name="Repair")).to_be_visible()
    at_rest(page)
    page.get_by_role("button", name="Skip to the open section").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".st-key-section input[type=checkbox]").first).to_be_focused()


_DROP = """([text, name]) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], name, { type: "application/json" }));
  const options = { bubbles: true, cancelable: true, composed: true, dataTransfer: carried };
  const over = new DragEvent("dragover", options);
  document.body.dispatchEvent(over);
  document.body.dispatchEvent(new DragEvent("drop", options));
  return over.defaultPrevented;
}"""


@pytest.mark.parametrize("query", ["", "?sample=icontent/rethreaded-prefix"])
def test_a_file_can_be_dropped_anywhere(visit: Visit, query: str) -> None:
    page = visit(query)
    assert page.evaluate(_DROP, ['[{"role": "user", "content": "Is the sluice open?"}]', "dropped.json"])
    expect(row(page, 0)).to_contain_text("Is the sluice open?")
    expect(page.locator(".wb-name")).to_contain_text("dropped.json")


@pytest.mark.parametrize("width", [800, 1280])
def test_the_buttons_of_the_bar_stay_in_one_line(visit: Visit, width: int) -> None:
    page = visit("?sample=icontent/rethreaded-prefix", viewport={"width": width, "height": 900})
    tops = page.locator(".wb-actions .wb-button").evaluate_all("nodes => nodes.map(n => n.getBoundingClientRect().top)")
    assert len(tops) == 7
    assert max(tops) - min(tops) < 2


def test_a_role_is_not_broken_in_the_middle_of_a_word(visit: Visit) -> None:
    page = visit("?sample=openai-responses/healthy-reasoning")
    words = page.locator(".wb-gutter .wb-quiet").evaluate_all(
        """nodes => nodes.flatMap(node => [...node.childNodes].filter(n => n.nodeType === Node.TEXT_NODE).map(text => {
          const range = document.createRange();
          range.selectNodeContents(text);
          return [text.data, range.getClientRects().length];
        }))"""
    )
    assert ["function_", 1] in words
    assert [word for word in words if word[1] > 1] == []


def test_a_click_leads_from_problem_to_problem(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix&message=0")
    page.get_by_role("button", name="Next problem").click()
    expect_selected(page, 3)
    healthy = visit("?sample=icontent/healthy-agent-run")
    expect(healthy.get_by_role("button", name="Next problem")).to_have_count(0)
