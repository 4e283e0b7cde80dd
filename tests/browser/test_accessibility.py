"""The accessibility checker finds no serious problem in any state of the page."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.actions import row, show_panel
from tests.browser.conftest import Visit, at_rest
from tests.browser.test_sessions import SESSION
from tests.browser.test_triage import judge_three_files
from workbench.capsules.capsule import capsule_of
from workbench.capsules.page import page_of
from workbench.conversation import KeptReplay
from workbench.loading import load_value
from workbench.replays.proof import send_both
from workbench.replays.sending import ReplaySettings

pytestmark = pytest.mark.browser

_AXE = "axe-core@4.10.2"
_LOOKS = 20


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The accessibility checker's script, from npm."""
    npm = shutil.which("npm")
    missing = "npm, which brings the accessibility checker, is not here"
    if npm is not None:
        folder = tmp_path_factory.mktemp("axe")
        command = [npm, "install", _AXE, "--no-audit", "--no-fund", "--silent", "--prefix", str(folder)]
        done = subprocess.run(command, capture_output=True, timeout=300, check=False)
        script = folder / "node_modules/axe-core/axe.min.js"
        if done.returncode == 0 and script.exists():
            return script.read_text()
        missing = "the accessibility checker could not be installed from npm"
    if os.environ.get("CI"):
        pytest.fail(missing)
    pytest.skip(missing)


def _violations(page: Page, axe: str) -> list[str]:
    """What is wrong once the page rests. Streamlit draws a label before its words, so a first look may be early."""
    page.evaluate(axe)
    for _ in range(_LOOKS):
        at_rest(page)
        found = _seen(page)
        if not found:
            break
        page.wait_for_timeout(500)
    return found


def _seen(page: Page) -> list[str]:
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{violation['id']}: {json.dumps(node['target'])} {node['html'][:160]}"
        for violation in found["violations"]
        for node in violation["nodes"]
        if violation["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 800)])
@pytest.mark.parametrize("sample", ["icontent/rethreaded-prefix", "anthropic/healthy-harbour", ""])
def test_the_page_passes_the_accessibility_check(visit: Visit, axe: str, scheme: str, width: int, sample: str) -> None:
    size = {"width": width, "height": 900}
    page = visit(f"?sample={sample}" if sample else "", color_scheme=scheme, viewport=size)
    assert _violations(page, axe) == []


def test_the_threads_and_targets_pass_it_too(visit: Visit, axe: str) -> None:
    page = visit("?sample=icontent/four-ids")
    for tab in ("Threads", "Targets", "Raw", "Steps"):
        show_panel(page, tab)
        assert _violations(page, axe) == []


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 800)])
def test_repair_replay_and_conversion_pass_it_too(visit: Visit, axe: str, scheme: str, width: int) -> None:
    page = visit("?sample=icontent/rethreaded-prefix", color_scheme=scheme, viewport={"width": width, "height": 900})
    page.get_by_role("button", name="Before and after").click()
    expect(page.locator(".wb-chip.wb-added").first).to_be_visible()
    assert _violations(page, axe) == []
    for section in ("Repair", "Replay"):
        page.get_by_role("button", name=section).first.click()
        expect(page.get_by_role("heading", name=section)).to_be_visible()
        assert _violations(page, axe) == []
    page.get_by_role("button", name="Send both").click()
    expect(page.get_by_text("The repair works")).to_be_visible()
    assert _violations(page, axe) == []
    page.get_by_role("button", name="Convert…").click()
    expect(page.locator(".st-key-convert-verdict")).to_be_visible()
    assert _violations(page, axe) == []
    for section in ("Share", "Notes"):
        page.get_by_role("button", name=section).first.click()
        expect(page.get_by_role("heading", name=section)).to_be_visible()
        assert _violations(page, axe) == []
    page.goto(page.url.split("?")[0])
    expect(page.get_by_role("heading", name="Recent cases")).to_be_visible()
    assert _violations(page, axe) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_capsule_passes_it_opened_and_read_without_the_workbench(
    visit: Visit, axe: str, scheme: str, tmp_path: Path
) -> None:
    history = [
        {"role": "user", "content": "Is the dome closed?"},
        {"role": "tool", "tool_call_id": "call_9", "content": "yes"},
        {"role": "assistant", "content": "Yes."},
    ]
    conversation = load_value(history, "dome.json")
    proof = send_both(conversation, ReplaySettings())
    sent = [KeptReplay(one.as_json(), 3, True) for one in (proof.original, proof.repaired) if one is not None]
    file = tmp_path / "case.html"
    file.write_text(page_of(capsule_of(conversation, replays=sent, note="Look.")), encoding="utf-8")
    page = visit(color_scheme=scheme)
    page.locator("input[type=file]").set_input_files(file)
    expect(row(page, 1)).to_contain_text("Refused in the replay")
    assert _violations(page, axe) == []
    page.goto(file.as_uri())
    page.evaluate(axe)
    assert _seen(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_chat_and_the_reader_pass_it_too(visit: Visit, axe: str, scheme: str) -> None:
    page = visit("?sample=anthropic/healthy-thinking", color_scheme=scheme)
    page.get_by_role("button", name="Chat", exact=True).click()
    expect(page.get_by_role("group", name="Call of convert_units")).to_be_visible()
    assert _violations(page, axe) == []
    page.locator(".wb-prose").first.click()
    expect(page.get_by_role("dialog", name="Value")).to_be_visible()
    assert _violations(page, axe) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_part_of_learn_passes_it_too(visit: Visit, axe: str, scheme: str) -> None:
    page = visit(color_scheme=scheme)
    page.get_by_role("button", name="Learn", exact=True).click()
    page.wait_for_selector(".wb-fieldtable")
    at_rest(page)
    assert _violations(page, axe) == []
    for link, shown in (("Spec 001: an id changes its prefix", "Step 1 of 8"), ("Guess who refuses it", "Reveal")):
        page.get_by_role("button", name=link).click()
        expect(page.get_by_text(shown).first).to_be_visible()
        at_rest(page)
        assert _violations(page, axe) == []
    page.get_by_role("button", name=re.compile(r"All \d+ rules")).click()
    page.get_by_label("Search the rules").fill("tool-result-orphan")
    page.get_by_label("Search the rules").press("Enter")
    page.get_by_role("button", name="TC101 tool-result-orphan").click()
    expect(page.locator(".token.inserted").first).to_be_visible()
    assert _violations(page, axe) == []


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 640)])
def test_a_batch_passes_it_too(visit: Visit, axe: str, scheme: str, width: int) -> None:
    page = visit(color_scheme=scheme, viewport={"width": width, "height": 900})
    judge_three_files(page)
    assert _violations(page, axe) == []


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 800)])
def test_nothing_serious_in_a_session_with_its_file(visit: Visit, axe: str, scheme: str, width: int) -> None:
    page = visit("", color_scheme=scheme, viewport={"width": width, "height": 900})
    page.locator("input[type=file]").set_input_files(
        {"name": "session.jsonl", "mimeType": "application/jsonl", "buffer": SESSION}
    )
    expect(page.locator(".wb-file").first).to_be_visible()
    assert _violations(page, axe) == []
    page.locator(".wb-gap-fold").nth(1).click()
    expect(page.locator(".wb-unsent-record").first).to_be_visible()
    page.locator(".wb-rest").first.click()
    assert _violations(page, axe) == []
    page.get_by_role("button", name="Fold the file").click()
    assert _violations(page, axe) == []
    page.get_by_role("button", name="Chat", exact=True).click()
    expect(page.locator(".wb-chat-row").first).to_be_visible()
    assert _violations(page, axe) == []
