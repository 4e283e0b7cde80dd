"""Usable by keyboard alone, readable for everyone, in light and dark, narrow and wide."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, at_rest
from tests.browser.doing import expect_selected, expect_that, row, show_panel, tip

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


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("sample", ["icontent/rethreaded-prefix", "icontent/healthy-agent-run", ""])
def test_the_page_passes_the_accessibility_check(visit: Visit, axe: str, scheme: str, sample: str) -> None:
    page = visit(f"?sample={sample}" if sample else "", color_scheme=scheme)
    assert _violations(page, axe) == []


def test_the_threads_and_targets_pass_it_too(visit: Visit, axe: str) -> None:
    page = visit("?sample=icontent/four-ids")
    for tab in ("Threads", "Targets", "Raw", "Steps"):
        show_panel(page, tab)
        assert _violations(page, axe) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_repair_replay_and_conversion_pass_it_too(visit: Visit, axe: str, scheme: str) -> None:
    page = visit("?sample=icontent/rethreaded-prefix", color_scheme=scheme)
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_chat_and_the_reader_pass_it_too(visit: Visit, axe: str, scheme: str) -> None:
    page = visit("?sample=anthropic/healthy-thinking", color_scheme=scheme)
    page.get_by_role("button", name="Chat", exact=True).click()
    expect(page.get_by_role("group", name="Call of convert_units")).to_be_visible()
    assert _violations(page, axe) == []
    page.locator(".wb-prose").first.click()
    expect(page.get_by_role("dialog", name="Value")).to_be_visible()
    assert _violations(page, axe) == []


def test_everything_is_reached_by_keyboard_alone(visit: Visit) -> None:
    page = visit("?sample=icontent/four-ids")
    expect_selected(page, 1)
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect_selected(page, 3)
    page.keyboard.press("n")
    expect_selected(page, 1)
    expect(row(page, 1).locator(".wb-gutter .wb-shape").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(tip(page)).to_be_visible()
    page.keyboard.press("?")
    expect(
        page.get_by_role("dialog", name="Help").get_by_text("that answer, as your program would store it")
    ).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Help")).to_have_count(0)
    page.keyboard.press("g")
    page.keyboard.type("0")
    page.keyboard.press("Enter")
    expect_selected(page, 0)
    page.keyboard.press("/")
    page.keyboard.type("nothing says this")
    expect(page.get_by_text("No message matches.")).to_be_visible()


def test_next_and_previous_problem_go_round(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix&message=0")
    expect_selected(page, 0)
    page.keyboard.press("p")
    expect_selected(page, 3)
    page.keyboard.press("j")
    expect_selected(page, 4)
    page.keyboard.press("n")
    expect_selected(page, 3)


@pytest.mark.parametrize("width", [1280, 1920])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_overflows_sideways(visit: Visit, width: int, scheme: str) -> None:
    page = visit("?sample=icontent/rethreaded-prefix", color_scheme=scheme, viewport={"width": width, "height": 1000})
    expect(row(page, 3)).to_be_visible()
    expect(page.locator(".wb").first).to_have_attribute("data-theme", scheme)
    expect_that(page, lambda: page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
    scroller = page.locator(".wb-scroller")
    expect_that(page, lambda: scroller.evaluate("node => node.scrollWidth <= node.clientWidth"))


def test_a_narrow_window_hides_no_finding_and_cuts_no_id(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix", viewport={"width": 853, "height": 600})
    page.get_by_role("button", name="error ID302").click()
    expect(row(page, 3)).to_be_in_viewport()
    whole = "node => node.scrollWidth <= node.clientWidth + 1 && node.clientWidth > 80"
    for shown in (page.locator(".wb-sentence").first, row(page, 3).locator(".wb-chip").first):
        expect_that(page, partial(shown.evaluate, whole))


def test_a_width_that_was_chosen_is_kept_over_a_reload(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix")
    head = page.locator(".wb-headrow .wb-cell").first
    width = "node => node.getBoundingClientRect().width"
    before = head.evaluate(width)
    page.get_by_label("Width of Internal").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect_that(page, lambda: head.evaluate(width) > before + 20)
    wider = head.evaluate(width)
    page.reload()
    at_rest(page)
    expect_that(page, lambda: head.evaluate(width) == wider)


PICTURES = Path(__file__).parent.parent / "pictures"


@pytest.mark.skipif(
    not os.environ.get("WORKBENCH_PICTURES"), reason="pictures are taken when WORKBENCH_PICTURES is set"
)
def test_the_pictures_of_the_readme_are_taken(visit: Visit) -> None:
    PICTURES.mkdir(exist_ok=True)
    size = {"width": 1280, "height": 860}
    visit("", viewport=size).screenshot(path=PICTURES / "first.png")
    for scheme in ("light", "dark"):
        page = visit("?sample=icontent/rethreaded-prefix", color_scheme=scheme, viewport=size)
        row(page, 2).locator('[data-at="2:2:/tool_calls/0/id"]').hover()
        expect(tip(page)).to_be_visible()
        page.screenshot(path=PICTURES / f"page-{scheme}.png")
    page = visit("?sample=icontent/rethreaded-prefix", viewport=size)
    page.get_by_role("button", name="Before and after").click()
    expect(page.locator(".wb-chip.wb-added").first).to_be_visible()
    at_rest(page)
    page.screenshot(path=PICTURES / "repair.png")
    page.get_by_role("button", name="Chat", exact=True).click()
    expect(page.get_by_role("group", name="Call of dome_log")).to_be_visible()
    at_rest(page)
    page.screenshot(path=PICTURES / "chat.png")
    page = visit("", viewport=size)
    page.get_by_role("button", name="Learn", exact=True).click()
    page.locator('[data-at="0:2:/blocks/0/callId"]').hover()
    expect(tip(page)).to_be_visible()
    page.screenshot(path=PICTURES / "learn-light.png")
    assert all(picture.stat().st_size < 300_000 for picture in PICTURES.glob("*.png"))


@pytest.mark.skipif(
    not os.environ.get("WORKBENCH_PICTURES"), reason="pictures are taken when WORKBENCH_PICTURES is set"
)
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
    page.screenshot(path=PICTURES / "exchange.png")


def test_every_part_of_learn_passes_it_too(visit: Visit, axe: str) -> None:
    page = visit()
    page.get_by_role("button", name="Learn", exact=True).click()
    page.wait_for_selector(".wb-fieldtable")
    at_rest(page)
    assert _violations(page, axe) == []
    for link, shown in (("Spec 001: an id changes its prefix", "Step 1 of 8"), ("Guess who refuses it", "Reveal")):
        page.get_by_role("button", name=link).click()
        expect(page.get_by_text(shown).first).to_be_visible()
        at_rest(page)
        assert _violations(page, axe) == []
