"""Repairing and replaying in the browser."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.doing import choose, expect_selected, paste, row, verdict
from workbench.checks.check import check
from workbench.loading import load

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
        page.get_by_role("button", name="Download as it is now (IContent)").click()
    path = tmp_path / "repaired.json"
    download.value.save_as(path)
    assert check(load(path), "openai").errors == []
    page.get_by_role("button", name="Undo").click()
    expect(verdict(page)).to_contain_text("OpenAI would refuse this")
    page.get_by_role("button", name="Redo").click()
    expect(verdict(page)).to_contain_text("OpenAI would accept this")


def test_the_embedded_model_answers_and_the_answer_lands_in_the_table(visit: Visit) -> None:
    page = visit("?sample=icontent/healthy-agent-run")
    page.get_by_role("button", name="Replay").click()
    page.get_by_label("Send messages up to").fill("3")
    page.get_by_label("Send messages up to").press("Tab")
    page.get_by_role("button", name="Send").click()
    expect(row(page, 3).locator(".wb-origin.wb-rehearsed").first).to_be_visible()
    expect(row(page, 3)).to_contain_text("It says and calls the same as the recording.")
    expect(page.get_by_text("· answered ·")).to_be_in_viewport()
    expect(page.get_by_label("Send messages up to")).to_have_value("3")


def test_a_replay_can_be_stopped_half_way(visit: Visit) -> None:
    page = visit()
    paste(page, json.dumps(LONG_ANSWER))
    page.get_by_role("button", name="Replay").click()
    page.get_by_label("Send messages up to").fill("0")
    page.get_by_label("Send messages up to").press("Tab")
    choose(page, "Simulate", "a slow answer")
    page.get_by_role("button", name="Send").click()
    coming = page.locator("[data-testid=stCode]").first
    expect(coming).to_have_text(re.compile(r"^word"))
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_text("stopped").first).to_be_visible()


def test_a_refusal_lands_as_a_note_at_its_place(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix")
    page.get_by_role("button", name="Replay").click()
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".wb-note", has_text="Refused in the replay")).to_be_visible()
    expect(row(page, 3).locator(".wb-note", has_text="Refused")).to_be_visible()
    expect_selected(page, 3)
