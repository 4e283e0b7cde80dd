"""A shared case: the recipient opens the file and sees the same as the sender."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.actions import row, verdict
from tests.browser.conftest import Visit, at_rest

pytestmark = pytest.mark.browser

_NOTE = "Ada saw the same on Tuesday."


def _section(page: Page, name: str) -> None:
    page.get_by_role("button", name=re.compile(f"^{name}")).first.click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    at_rest(page)


def _send_both(page: Page) -> None:
    _section(page, "Replay")
    page.get_by_role("button", name="Send both: original and repaired").click()
    expect(page.locator(".st-key-proof")).to_contain_text("The repair works")
    at_rest(page)


def _shared(page: Page, folder: Path) -> Path:
    _section(page, "Share")
    page.get_by_label("Note").fill(_NOTE)
    page.get_by_label("Note").press("Control+Enter")
    expect(page.get_by_text("Your note.")).to_be_visible()
    expect(page.get_by_text("2 replays, without keys.")).to_be_visible()
    at_rest(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download", exact=True).click()
    file = folder / "case.html"
    download.value.save_as(file)
    return file


def test_an_opened_capsule_shows_verdict_refusal_proof_replays_and_note(visit: Visit, tmp_path: Path) -> None:
    sender = visit("?sample=icontent/rethreaded-prefix")
    _send_both(sender)
    head, refused = verdict(sender).inner_text(), row(sender, 3).inner_text()
    proof = sender.locator(".st-key-proof").inner_text().replace("Close", "Open")  # the last answer is open there
    file = _shared(sender, tmp_path)
    sender.context.close()
    receiver = visit()
    receiver.locator("input[type=file]").set_input_files(file)
    receiver.wait_for_selector(".wb-verdict")
    at_rest(receiver)
    expect(verdict(receiver)).to_have_text(head, use_inner_text=True)
    assert "Refused in the replay" in refused
    expect(row(receiver, 3)).to_contain_text("Refused in the replay")
    _section(receiver, "Replay")
    expect(receiver.locator(".st-key-proof")).to_have_text(proof, use_inner_text=True)
    receiver.locator(".st-key-proof").get_by_role("button", name="Open").first.click()
    expect(receiver.locator(".st-key-opened-exchange")).to_contain_text("tool_call_id")
    _section(receiver, "Notes")
    expect(receiver.get_by_label("Note")).to_have_value(_NOTE)


def test_a_capsule_is_read_in_a_browser_without_the_workbench_and_without_script(visit: Visit, tmp_path: Path) -> None:
    sender = visit("?sample=icontent/rethreaded-prefix")
    _send_both(sender)
    file = _shared(sender, tmp_path)
    page = sender.context.browser.new_context(java_script_enabled=False).new_page()  # type: ignore[union-attr]
    page.goto(file.as_uri())
    expect(page.get_by_role("heading", name="OpenAI would refuse this")).to_be_visible()
    for title in ("Internal", "Converted", "API response", "Back-converted"):
        expect(page.get_by_role("columnheader", name=title).first).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("original.*400 at message 3"))).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("repaired.*This is a rehearsal"))).to_be_visible()
    page.context.close()
