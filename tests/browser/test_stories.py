"""People open a broken chat in a real browser: they see what broke, find the place, and follow a value."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, expect

from tests.browser.actions import expect_selected, paste, row, selected, tip, verdict
from tests.browser.conftest import Visit, at_rest
from tests.sources.documents import lines
from tests.sources.test_writing import CLAUDE_LOST, claude_line
from workbench.checks.check import check
from workbench.samples import Sample, samples
from workbench.targets import TARGETS
from workbench.view.verdict import headline

pytestmark = pytest.mark.browser

CARDS = [sample for sample in samples() if sample.card]


@pytest.mark.parametrize("sample", CARDS, ids=lambda sample: sample.name)
def test_a_card_opens_its_story_with_the_expected_verdict(visit: Visit, sample: Sample) -> None:
    page = visit()
    page.get_by_role("button", name=sample.title).click()
    expect(verdict(page)).to_contain_text(headline(check(sample.load(), sample.target))["text"])
    for expected in sample.expected[:1]:
        expect(page.locator(".wb-causes")).to_be_visible()
        index = sample.load().index_of(expected.at)
        if index is not None and expected.severity == "error":
            expect(row(page, index)).to_be_visible()


_FOLLOW = "link => { history.pushState({}, '', link); dispatchEvent(new PopStateEvent('popstate')) }"
"""Goes to a link as the back button does. Loading the page anew takes several times as long."""


@pytest.mark.parametrize("folder", sorted({sample.name.partition("/")[0] for sample in samples()}))
def test_every_sample_opens_by_its_link(visit: Visit, folder: str) -> None:
    here = [sample for sample in samples() if sample.name.startswith(folder + "/") and not sample.card]
    page = visit(f"?sample={here[0].name}")
    for sample in here:
        page.evaluate(_FOLLOW, f"?sample={sample.name}")
        expect(page.locator(".wb-name")).to_contain_text(sample.file.name)
        expect(verdict(page)).to_contain_text(headline(check(sample.load(), sample.target))["text"])


def test_a_pasted_log_leads_to_the_mixed_message_and_the_early_result(visit: Visit) -> None:
    """A log as in spec 004: messages one after the other, with comments and trailing commas and no brackets around."""
    sample = next(sample for sample in samples() if sample.name == "pasted/server-log")
    page = visit()
    paste(page, sample.file.read_text())
    for rule in ("format-mixed", "tool-result-before-call"):
        expect(page.locator(f'.wb-cause [data-why="{rule}"]').first).to_be_visible()
    expect_selected(page, sample.load().index_of(sample.expected[0].at) or 0)


def test_a_click_on_a_finding_takes_you_to_its_message(visit: Visit) -> None:
    page = visit("?sample=icontent/tool-without-response")
    page.locator(".wb-cause-go").nth(1).click()
    expect_selected(page, 2)
    expect(page.locator(".wb-panel h2")).to_have_text("Message 2")


def test_why_opens_the_rule_below_the_finding(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix")
    page.get_by_role("button", name="Why: tool-id-mismatch-created").click()
    expect(page.get_by_role("complementary", name="Rule tool-id-mismatch-created")).to_contain_text("ID302")


def test_hovering_an_id_highlights_its_thread_and_explains_what_broke_it(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix")
    row(page, 2).locator(".wb-chip").first.hover()
    for name in ("▲hist_tool_toolu_1A7k", "▲call_toolu_1A7k", "▲toolu_1A7k", "▲call_1A7k"):
        expect(page.locator(".wb-chip.wb-lit", has_text=name).first).to_be_visible()
    expect(tip(page)).to_contain_text("one prefix was stripped from each")


def test_hovering_a_value_shows_where_it_came_from(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix")
    row(page, 2).locator('[data-at="2:2:/tool_calls/0/function/name"]').hover()
    expect(tip(page)).to_contain_text("renamed")
    expect(tip(page)).to_contain_text("/2/blocks/1/name")
    expect(row(page, 2).locator('[data-at="0:2:/blocks/1/name"]')).to_have_class("wb-str wb-lit")


def test_hovering_a_rewritten_id_names_the_line_of_the_spec(visit: Visit) -> None:
    page = visit("?sample=icontent/healthy-agent-run")
    row(page, 2).locator('[data-at="2:2:/tool_calls/0/id"]').hover()
    expect(tip(page)).to_contain_text("prefix rewritten hist_tool_ → call_, spec 001 line 10")


def test_a_lost_value_is_struck_through_where_it_was(visit: Visit) -> None:
    page = visit("?sample=icontent/lost-error-text")
    expect(page.locator(".wb-row .wb-lost").first).to_be_visible()


def test_a_pasted_refusal_lands_on_its_place(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix&message=0")
    expect_selected(page, 0)
    field = page.get_by_label("Paste a provider's error")
    field.fill("400 Invalid parameter: 'tool_call_id' of 'call_1A7k' not found in 'tool_calls' of previous message.")
    field.press("Enter")
    expect_selected(page, 3)


def test_a_reload_shows_the_same_place(visit: Visit) -> None:
    page = visit()
    paste(page, next(s for s in samples() if s.name == "icontent/healthy-agent-run").file.read_text())
    row(page, 4).locator(".wb-gutter").click()
    page.get_by_role("tab", name="Steps").click()
    expect(page.locator(".wb-step").first).to_be_visible()
    page.wait_for_url("**message=4**tab=steps**")
    page.reload()
    at_rest(page)
    expect_selected(page, 4)
    expect(page.get_by_role("tab", name="Steps")).to_have_attribute("aria-selected", "true")


def test_the_back_button_leads_out_of_a_conversation_and_forth_into_it_again(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="The result that lost its call").click()
    expect_selected(page, 3)
    row(page, 0).locator(".wb-gutter").click()
    page.wait_for_url("**message=0**")
    page.get_by_label("target", exact=True).select_option("anthropic")
    expect(verdict(page)).to_contain_text("Anthropic would refuse")
    page.wait_for_url("**target=anthropic**")
    at_rest(page)
    page.go_back()
    expect(verdict(page)).to_contain_text("OpenAI would refuse")
    expect_selected(page, 0)
    at_rest(page)
    page.go_back()
    expect(page.get_by_role("heading", name="What broke this chat?")).to_be_visible()
    page.go_forward()
    expect(verdict(page)).to_contain_text("OpenAI would refuse")


def test_the_target_can_be_changed_and_the_verdict_follows(visit: Visit) -> None:
    page = visit("?sample=openai-chat/mistral-ids")
    expect(verdict(page)).to_contain_text("Mistral would refuse")
    page.get_by_label("target", exact=True).select_option("openai")
    expect(verdict(page)).to_contain_text("OpenAI would")


def test_every_target_is_one_click_away(visit: Visit) -> None:
    page = visit("?sample=openai-chat/mistral-ids")
    page.get_by_role("button", name="targets refuse").click()
    matrix = page.get_by_role("table", name="The verdict of every target")
    expect(matrix.get_by_role("row")).to_have_count(len(TARGETS) + 1)
    expect(matrix.get_by_role("row").nth(1)).to_be_in_viewport()


def test_filters_and_search_narrow_the_list(visit: Visit) -> None:
    page = visit("?sample=icontent/healthy-agent-run")
    page.get_by_label("Filter by role").select_option("user")
    expect(page.locator(".wb-row[data-i]")).to_have_count(3)
    expect(row(page, 2)).to_have_count(0)
    page.get_by_role("button", name="All 12").click()
    expect(page.locator(".wb-row[data-i]")).to_have_count(12)
    page.get_by_label("Search text or id").fill("opening the VALVE")
    expect(page.locator(".wb-row[data-i]")).to_have_count(1)
    expect(page.locator(".wb-row[data-i]")).to_contain_text("Opening the valve.")
    page.get_by_label("Search text or id").fill("nothing says this")
    expect(page.get_by_text("No message matches.")).to_be_visible()


def test_an_invalid_link_is_explained_on_the_first_screen(visit: Visit) -> None:
    page = visit("?c=not-a-key")
    expect(page.get_by_text("This conversation is no longer available")).to_be_visible()
    expect(selected(page)).to_have_count(0)


def test_a_value_its_pointer_and_its_message_can_be_copied(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix")
    for what, expected in (
        ("Copy value", "dome_log"),
        ("Copy pointer", "/2/blocks/1/name"),
        ("Copy message", '{"speaker":"ai","blocks":[{"type":"text"'),
    ):
        row(page, 2).locator('[data-at="0:2:/blocks/1/name"]').click()
        page.get_by_role("dialog", name="Value").get_by_role("button", name=what).click()
        page.wait_for_function("async start => (await navigator.clipboard.readText()).startsWith(start)", arg=expected)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_chat_shows_a_call_with_its_result_and_is_chosen_again_next_time(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix")
    page.get_by_role("button", name="Chat", exact=True).click()
    card = row(page, 2).get_by_role("group", name="Call of dome_log")
    expect(card).to_contain_text("21:14 humidity 93 %")
    expect(card.locator(".wb-broken")).to_have_count(2)
    card.locator(".wb-prose").first.click()
    expect(page.get_by_role("dialog", name="Value")).to_contain_text('"telescope": 2')
    page.keyboard.press("Escape")
    page.reload()
    expect(row(page, 2).get_by_role("group", name="Call of dome_log")).to_be_visible()


def test_a_folded_value_opens_in_place(visit: Visit) -> None:
    page = visit("?sample=icontent/healthy-agent-run")
    fold = row(page, 2).locator('.wb-fold[data-at="4:2:/metadata"]')
    fold.click()
    expect(row(page, 2).locator('[data-at="4:2:/metadata/finishReason"]')).to_be_visible()


def test_columns_can_be_hidden_and_hops_unfolded(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix")
    heads = page.locator(".wb-headrow .wb-cell")
    expect(heads).to_have_count(4)
    expect(heads.nth(1)).to_contain_text("openai-chat")
    page.get_by_role("button", name="vercel-v4-core", exact=True).click()
    expect(heads).to_have_count(5)
    page.get_by_text("Columns", exact=True).click()
    page.get_by_role("checkbox", name="API response").click()
    expect(heads).to_have_count(4)


def test_several_files_are_opened_together_and_one_is_chosen(visit: Visit) -> None:
    files = [sample.file for sample in samples() if sample.format == "gemini"][:3]
    page = visit()
    page.locator("input[type=file]").set_input_files(files)
    page.wait_for_selector(".wb-verdict")
    chooser = page.get_by_label("conversation", exact=True)
    expect(chooser.locator("option")).to_have_count(3)
    chosen = chooser.locator("option").nth(1).inner_text()
    chooser.select_option(index=1)
    (name,) = [file.name for file in files if file.name in chosen]
    expect(page.locator(".wb-name")).to_contain_text(name)


def test_a_session_is_repaired_in_the_lines_of_its_own_file(visit: Visit, tmp_path: Path) -> None:
    before = lines(*CLAUDE_LOST[:2], claude_line("e", "a", "user", "and Oslo?"), CLAUDE_LOST[2])
    page = visit()
    page.locator("input[type=file]").set_input_files({"name": "s.jsonl", "mimeType": "", "buffer": before})
    expect(page.locator(".wb-name")).to_contain_text("Claude Code session, 2 branches, main one shown")
    expect(page.get_by_label("conversation", exact=True).locator("option")).to_have_count(2)
    page.locator("[data-do=repair]").click()
    page.get_by_text("What changes in the file").click()
    expect(page.get_by_text("@@ from line 3 on @@")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the repaired Claude Code session").first.click()
    download.value.save_as(tmp_path / "after.jsonl")
    after = (tmp_path / "after.jsonl").read_bytes().splitlines()
    assert [line in after for line in before.splitlines()].count(False) == 1
    page.locator(".st-key-apply button").click()
    expect(page.locator(".wb-verdict-fine")).to_be_visible()
    page.locator(".st-key-undo button").click()
    expect(page.locator(".wb-verdict-error")).to_be_visible()


def test_a_pasted_error_is_explained_and_selects_its_message(visit: Visit) -> None:
    page = visit("?sample=openai-chat/interrupted-call")
    page.get_by_label("Paste a provider's error").fill("400 An assistant message with 'tool_calls' must be followed")
    page.get_by_role("button", name="Find", exact=True).click()
    found = page.locator(".wb-found")
    expect(found).to_contain_text("The error you pasted: The assistant asked the tool “scan_shelves” for something")
    expect(found.get_by_text("messages[2]")).to_be_hidden()
    found.get_by_text("Details").click()
    expect(found.get_by_text("messages[2]")).to_be_visible()
    page.get_by_label("Technical details").check()
    expect(found).to_contain_text("The error you pasted: messages[2]")
    expect_selected(page, 2)


_DRAG_A_FILE = """() => { const carried = new DataTransfer(); carried.items.add(new File(["[]"], "chat.json"));
  document.body.dispatchEvent(new DragEvent("dragenter", { dataTransfer: carried, bubbles: true })); }"""


def test_an_error_pasted_before_its_file_is_dropped_is_looked_for_in_the_file(visit: Visit) -> None:
    page = visit()
    page.get_by_label("Conversation", exact=True).fill(
        "400 Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
    )
    page.evaluate(_DRAG_A_FILE)
    expect(page.get_by_label("Conversation", exact=True)).not_to_be_focused()
    page.wait_for_timeout(500)
    at_rest(page)
    chat = [{"role": "user", "content": "hi"}, {"role": "tool", "tool_call_id": "call_1", "content": "ok"}]
    page.locator(".st-key-files input[type=file]").set_input_files(
        {"name": "chat.json", "mimeType": "application/json", "buffer": json.dumps(chat).encode()}
    )
    expect(page.locator(".wb-found")).to_contain_text("The answer from a tool is there, but its question is missing.")
    expect_selected(page, 1)


def test_the_first_screen_counts_the_files_that_it_could_not_read(visit: Visit) -> None:
    page = visit()
    files: list[FilePayload] = [
        {"name": f"{number}.txt", "mimeType": "text/plain", "buffer": b"just words"} for number in range(7)
    ]
    page.locator(".st-key-files input[type=file]").set_input_files(files)
    expect(page.get_by_text("2 more files could not be read.")).to_be_visible()


def test_the_paragraph_for_the_customer_is_copied(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix")
    page.get_by_text("Copy", exact=True).click()
    page.get_by_role("button", name="For the customer").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    assert "OpenAI refuses to continue this chat" in page.evaluate("navigator.clipboard.readText()")
