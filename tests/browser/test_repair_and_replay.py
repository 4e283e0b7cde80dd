"""Repairing and replaying in the browser."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.actions import choose, expect_selected, paste, row, verdict
from tests.browser.conftest import Visit
from workbench.checks.check import check
from workbench.loading import load
from workbench.replays import open_record

pytestmark = pytest.mark.browser

LONG_ANSWER = [{"role": "user", "content": "Tell me all."}, {"role": "assistant", "content": "word " * 2_000}]


def test_the_prefix_mismatch_is_repaired_and_the_download_checks_clean(visit: Visit, tmp_path: Path) -> None:
    page = visit("?sample=icontent/rethreaded-prefix")
    page.get_by_role("button", name="Repair 1").click()
    expect(page.get_by_text('Writes [3].blocks[0].callId: "toolu_1A7k" → "hist_')).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download with the ticked fixes (IContent)").click()
    path = tmp_path / "proposed.json"
    download.value.save_as(path)
    assert download.value.suggested_filename == "rethreaded-prefix-repaired.json"
    assert check(load(path), "openai").errors == []
    page.get_by_role("button", name="Apply", exact=True).click()
    expect(verdict(page)).to_contain_text("OpenAI would accept this")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the repaired version (IContent)").click()
    path = tmp_path / "repaired.json"
    download.value.save_as(path)
    assert check(load(path), "openai").errors == []
    page.locator(".st-key-section").get_by_role("button", name="Undo").click()
    expect(verdict(page)).to_contain_text("OpenAI would refuse this")
    page.get_by_role("button", name="Redo").click()
    expect(verdict(page)).to_contain_text("OpenAI would accept this")


def test_the_embedded_model_answers_and_the_answer_lands_in_the_table(visit: Visit) -> None:
    page = visit("?sample=icontent/healthy-agent-run")
    page.get_by_role("button", name="Replay").click()
    page.get_by_label("Send messages up to").fill("3")
    page.get_by_label("Send messages up to").press("Tab")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(row(page, 3).locator(".wb-origin.wb-rehearsed").first).to_be_visible()
    expect(row(page, 3)).to_contain_text("Its text and calls are the same as in the recording.")
    expect(page.locator(".st-key-exchanges")).to_contain_text("original, up to message 3")
    expect(page.locator(".st-key-opened-exchange")).to_be_in_viewport()
    expect(page.get_by_label("Send messages up to")).to_have_value("3")


def test_a_replay_can_be_stopped_half_way(visit: Visit) -> None:
    page = visit()
    paste(page, json.dumps(LONG_ANSWER))
    page.get_by_role("button", name="Replay").click()
    page.get_by_label("Send messages up to").fill("0")
    page.get_by_label("Send messages up to").press("Tab")
    choose(page, "Simulate", "a slow answer")
    page.get_by_role("button", name="Send", exact=True).click()
    coming = page.locator("[data-testid=stCode]").first
    expect(coming).to_have_text(re.compile(r"^word"))
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.locator(".st-key-exchanges")).to_contain_text("stopped")


def test_a_refusal_lands_as_a_note_at_its_place(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix")
    page.get_by_role("button", name="Replay").click()
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator(".wb-note", has_text="Refused in the replay")).to_be_visible()
    note = row(page, 3).locator(".wb-note", has_text="Refused")
    expect(note).to_be_visible()
    expect(note.get_by_role("button", name="Re-thread to hist_tool_toolu_1A7k")).to_be_visible()
    expect_selected(page, 3)


def test_a_repair_is_proved_by_sending_both_versions(visit: Visit, tmp_path: Path) -> None:
    page = visit("?sample=icontent/rethreaded-prefix")
    page.get_by_role("button", name="Replay").click()
    page.get_by_role("button", name="Send both").click()
    proof = page.locator(".st-key-proof")
    expect(proof).to_contain_text("400 at message 3")
    expect(proof).to_contain_text("The repair works: the original was refused")
    expect(proof.get_by_role("button")).to_have_text(["Open", "Close"])
    proof.get_by_role("button", name="Open").click()
    opened = page.locator(".st-key-opened-exchange")
    expect(opened).to_contain_text("original")
    opened.get_by_role("tab", name="Headers").click()
    expect(opened).to_contain_text("authorization: ***")
    opened.get_by_role("tab", name="Request").click()
    expect(opened).to_contain_text("POST /v1/chat/completions")
    with page.expect_download() as download:
        opened.get_by_role("button", name="Download this exchange").click()
    download.value.save_as(tmp_path / "exchange.json")
    assert open_record(tmp_path / "exchange.json").ended == "refused"


def test_a_request_is_edited_and_sent_again(visit: Visit) -> None:
    page = visit()
    paste(page, json.dumps([{"role": "user", "content": "hi"}, {"role": "tool", "tool_call_id": "x", "content": "y"}]))
    page.get_by_role("button", name="Replay").click()
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator(".st-key-exchanges")).to_contain_text("400 at message 1")
    opened = page.locator(".st-key-opened-exchange")
    opened.get_by_text("Edit and send again").click()
    text = opened.get_by_label("Message 1 as sent")
    text.fill('{"role": "user", "content": "y"}')
    text.press("Control+Enter")
    opened.get_by_role("button", name="Send edited").click()
    expect(page.locator(".st-key-exchanges")).to_contain_text("edited")
    expect(page.locator(".st-key-opened-exchange")).to_contain_text("This is a rehearsal: no model was called.")
