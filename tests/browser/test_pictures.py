"""Take the pictures of the README if WORKBENCH_PICTURES is set."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, expect

from tests.browser.actions import row, tip
from tests.browser.conftest import Visit, at_rest
from tests.browser.observatory import OBSERVATORY
from tests.triage.test_judging import RENAMED
from workbench.samples import Sample, samples

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        not os.environ.get("WORKBENCH_PICTURES"), reason="pictures are taken when WORKBENCH_PICTURES is set"
    ),
]

PICTURES = Path(__file__).parent.parent / "pictures"


def test_the_pictures_of_the_readme_are_taken(visit: Visit) -> None:
    PICTURES.mkdir(exist_ok=True)
    size = {"width": 1280, "height": 860}
    visit("", viewport=size).screenshot(path=PICTURES / "first.png", animations="disabled")
    for scheme in ("light", "dark"):
        page = visit("?sample=icontent/rethreaded-prefix", color_scheme=scheme, viewport=size)
        row(page, 2).locator('[data-at="2:2:/tool_calls/0/id"]').hover()
        expect(tip(page)).to_be_visible()
        page.screenshot(path=PICTURES / f"page-{scheme}.png", animations="disabled")
    page = visit("?sample=icontent/rethreaded-prefix", viewport=size)
    page.get_by_role("button", name="Before and after").click()
    expect(page.locator(".wb-chip.wb-added").first).to_be_visible()
    at_rest(page)
    page.screenshot(path=PICTURES / "repair.png", animations="disabled")
    page.get_by_role("button", name="Chat", exact=True).click()
    expect(page.get_by_role("group", name="Call of dome_log")).to_be_visible()
    at_rest(page)
    page.screenshot(path=PICTURES / "chat.png", animations="disabled")
    page = visit("", viewport=size)
    page.get_by_role("button", name="Learn", exact=True).click()
    page.locator('[data-at="0:2:/blocks/0/callId"]').hover()
    expect(tip(page)).to_be_visible()
    page.screenshot(path=PICTURES / "learn-light.png", animations="disabled")
    assert all(picture.stat().st_size < 300_000 for picture in PICTURES.glob("*.png"))


def test_the_picture_of_a_session_is_taken(visit: Visit) -> None:
    page = visit("", viewport={"width": 1280, "height": 1100})
    page.locator("input[type=file]").set_input_files(
        {"name": "5d0c2f1e.jsonl", "mimeType": "application/jsonl", "buffer": OBSERVATORY}
    )
    page.locator(".wb-gap-fold").nth(2).click()
    expect(page.locator(".wb-unsent-record")).to_have_count(2)
    row(page, 2).locator('[data-at="0:2:/content/0/content"]').hover()
    expect(tip(page)).to_be_visible()
    at_rest(page)
    page.screenshot(path=PICTURES / "session.png", animations="disabled")
    assert (PICTURES / "session.png").stat().st_size < 300_000


def test_the_picture_of_the_exchange_is_taken(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix", viewport={"width": 1280, "height": 860})
    page.get_by_role("button", name="Replay", exact=True).click()
    page.get_by_role("button", name="Send both").click()
    expect(page.locator(".st-key-proof")).to_contain_text("The repair works")
    page.get_by_role("tab", name="Request").click()
    at_rest(page)
    page.locator(".st-key-proof").evaluate("node => node.scrollIntoView({block: 'start'})")
    page.mouse.wheel(0, -140)
    expect(page.get_by_role("button", name="Send both again")).to_be_in_viewport()
    expect(page.get_by_text("POST /v1/chat/completions")).to_be_in_viewport()
    page.screenshot(path=PICTURES / "exchange.png", animations="disabled")


def test_the_picture_of_triage_is_taken(visit: Visit) -> None:
    """Half of the conversations have one cause, as after a switch of the provider."""
    page = visit("", viewport={"width": 1280, "height": 860})
    page.get_by_role("button", name="Triage", exact=True).click()
    renamed = [(f"chat-{number:05}.json", _stamped(number)) for number in range(417, 441)]
    formats = ("openai-chat", "anthropic", "gemini")
    others = [(f"{sample.name.replace('/', '-')}.json", _content(sample)) for sample in samples()]
    chosen = [*renamed, *(one for one in others if one[0].startswith(formats))]
    files: list[FilePayload] = [
        {"name": name, "mimeType": "application/json", "buffer": content} for name, content in chosen
    ]
    page.locator(".st-key-triage-files input[type=file]").set_input_files(files)
    page.get_by_role("button", name=f"Check {len(files)} files").click()
    expect(page.get_by_text(f"{len(files)} of {len(files)} files · ")).to_be_visible()
    expect(page.get_by_text(" rows")).to_be_visible()
    page.mouse.move(640, 8)  # away from the causes, which light up under the pointer
    at_rest(page)
    page.screenshot(path=PICTURES / "triage.png", animations="disabled")
    assert (PICTURES / "triage.png").stat().st_size < 300_000


def _stamped(number: int) -> bytes:
    first, *rest = RENAMED
    return json.dumps([{**first, "timestamp": f"2026-11-14T09:{number % 60:02}:00Z"}, *rest]).encode()


def _content(sample: Sample) -> bytes:
    return json.dumps(sample.load().payload).encode()
