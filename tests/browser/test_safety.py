"""A hostile conversation changes, loads and sends nothing, and visitors do not see each other's work."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.actions import choose, paste, row, show_panel, verdict
from tests.browser.conftest import Visit, at_rest
from tests.browser.hostile import BEACON, hostile_conversation
from tests.replays.servers import http, server, sse
from workbench.samples import samples

pytestmark = pytest.mark.browser

_PANELS = ("Mapping", "Round trip", "Raw", "Steps", "Threads", "Targets")


def _unharmed(page: Page) -> None:
    assert page.evaluate("window.hurt") is None
    assert page.evaluate("({}).polluted") is None
    assert page.locator("iframe").count() == 0
    assert page.locator("img:not([src^='data:'])").count() == 0


def test_a_hostile_conversation_is_only_shown(visit: Visit) -> None:
    page = visit()
    paste(page, hostile_conversation())
    expect(verdict(page)).to_be_visible()
    for index in (0, 4, 8, 9, 10):
        page.get_by_label("Go to message").fill(str(index))
        page.get_by_label("Go to message").press("Enter")
        expect(row(page, index)).to_be_visible()
        _unharmed(page)
    for panel in _PANELS:
        show_panel(page, panel)
        _unharmed(page)


def test_invisible_characters_are_shown_by_their_code(visit: Visit) -> None:
    page = visit()
    paste(page, hostile_conversation())
    page.get_by_label("Go to message").fill("4")
    page.get_by_label("Go to message").press("Enter")
    for number in ("U+202E", "U+200B", "U+0007", "U+0000", "U+001B", "U+E0041"):
        expect(row(page, 4).locator(".wb-unseen", has_text=number).first).to_be_visible()


def test_repair_and_replay_of_a_hostile_conversation_harm_nobody(visit: Visit) -> None:
    page = visit()
    paste(page, hostile_conversation())
    page.get_by_role("button", name="Repair").first.click()
    expect(page.get_by_role("heading", name="Repair")).to_be_visible()
    at_rest(page)
    _unharmed(page)
    page.get_by_role("button", name="Replay", exact=True).click()
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator(".st-key-opened-exchange")).to_be_visible()
    at_rest(page)
    _unharmed(page)
    page.get_by_role("button", name="Convert…").click()
    expect(page.locator(".st-key-convert-verdict")).to_be_visible()
    at_rest(page)
    _unharmed(page)


MARKUP = f"<img src=x onerror=window.hurt=11> ![]({BEACON}/x.png) [a](javascript:window.hurt=12) \u202egnp"
NAME = "<img src=x onerror=window.hurt=13> ![](x.png) \u202ekcab.json"


def test_a_hostile_file_name_is_shown_as_text_on_every_page(visit: Visit) -> None:
    page, chat = visit(), json.dumps([{"role": "user", "content": "Hello"}]).encode()
    page.locator("input[type=file]").set_input_files({"name": NAME, "mimeType": "application/json", "buffer": chat})
    expect(verdict(page)).to_be_visible()
    at_rest(page)
    expect(page.locator("body")).to_contain_text("onerror")
    assert "\u202e" not in page.locator("body").inner_text()
    _unharmed(page)
    page = visit()
    page.get_by_role("button", name="Triage", exact=True).click()
    files = [{"name": name, "mimeType": "application/json", "buffer": chat} for name in (NAME, f"other {NAME}")]
    page.locator(".st-key-triage-files input[type=file]").set_input_files(files)  # type: ignore[arg-type]
    page.get_by_role("button", name="Check 2 files").click()
    expect(page.get_by_text("2 of 2 rows")).to_be_visible()
    at_rest(page)
    _unharmed(page)


@pytest.mark.parametrize("status", [200, 400])
def test_what_a_hostile_server_answers_is_shown_as_text(visit: Visit, status: int) -> None:
    said = {"index": 0, "delta": {"role": "assistant", "content": MARKUP}, "finish_reason": "stop"}
    answered = sse(json.dumps({"id": MARKUP, "model": MARKUP, "choices": [said]}), "[DONE]")
    refused = http(400, json.dumps({"error": {"message": MARKUP, "type": MARKUP, "code": MARKUP}}))
    with server(answered if status == 200 else refused) as address:
        page = visit("?sample=icontent/healthy-agent-run")
        page.get_by_role("button", name="Replay", exact=True).click()
        choose(page, "Endpoint", "Another endpoint")
        page.get_by_label("Base URL").fill(address)
        page.get_by_label("Base URL").press("Enter")
        at_rest(page)
        page.get_by_label("Model").fill("m")
        page.get_by_label("Model").press("Enter")
        at_rest(page)
        page.get_by_role("button", name="Send", exact=True).click()
        expect(page.locator(".st-key-opened-exchange")).to_be_visible()
        at_rest(page)
        expect(page.locator("body")).to_contain_text("onerror")
        assert "\u202e" not in page.locator("body").inner_text()
        _unharmed(page)


def test_two_people_never_see_each_other(visit: Visit) -> None:
    first, second = visit(), visit()
    paste(first, next(s for s in samples() if s.name == "icontent/healthy-agent-run").file.read_text())
    paste(second, next(s for s in samples() if s.name == "openai-chat/pending-call").file.read_text())
    first.get_by_role("button", name="Replay", exact=True).click()
    first.get_by_role("button", name="Send", exact=True).click()
    expect(first.locator(".wb-origin.wb-rehearsed").first).to_be_visible()
    expect(second.locator(".wb-verdict")).to_contain_text("warning")
    expect(second.locator(".wb-origin.wb-rehearsed")).to_have_count(0)
    second.goto(first.url)
    expect(second.get_by_role("button", name="All 12")).to_be_visible()
    at_rest(second)
    expect(second.locator(".wb-origin.wb-rehearsed").first, "whoever has the link sees the replays").to_be_visible()


def test_a_key_is_never_in_the_address_or_the_page(visit: Visit) -> None:
    page = visit("?sample=icontent/healthy-agent-run")
    page.get_by_role("button", name="Replay", exact=True).click()
    expect(page.get_by_label("Endpoint")).to_be_visible()
    at_rest(page)
    choose(page, "Endpoint", "OpenAI")
    page.get_by_label("API key").fill("sk-secret-of-mine")
    page.get_by_label("API key").press("Enter")
    at_rest(page)
    assert "sk-secret" not in page.url
    assert "sk-secret" not in page.locator("body").inner_text()
