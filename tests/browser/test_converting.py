"""Converting a conversation for another provider in the browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.actions import choose, verdict
from tests.browser.conftest import Visit
from workbench.checks.check import check
from workbench.loading import load

pytestmark = pytest.mark.browser


def test_a_healthy_conversation_is_converted_and_the_download_is_accepted(visit: Visit, tmp_path: Path) -> None:
    page = visit("?sample=icontent/healthy-agent-run")
    page.get_by_role("button", name="Convert…").click()
    section = page.locator(".st-key-converting")
    choose(page, "Convert to", "Anthropic Messages")
    expect(section.locator(".st-key-convert-verdict")).to_contain_text("Anthropic would accept this")
    expect(section.locator(".st-key-convert-costs-listed")).to_contain_text("Renamed")
    with page.expect_download() as download:
        section.get_by_role("button", name="Download converted").click()
    assert download.value.suggested_filename == "healthy-agent-run-anthropic.json"
    path = tmp_path / "converted.json"
    download.value.save_as(path)
    converted = load(path)
    assert converted.format == "anthropic"
    assert check(converted, "anthropic").errors == []
    section.get_by_role("button", name="Open converted").click()
    expect(verdict(page)).to_contain_text("Anthropic would accept this")
