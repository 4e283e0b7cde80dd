"""Cases are available after a reload, a restart and by a link until they are deleted, or nothing is stored."""

from __future__ import annotations

import json
import re
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.actions import paste, verdict
from tests.browser.conftest import Visit, at_rest, free_port, served
from workbench.samples import sample_named
from workbench.store.cases import Cases
from workbench.store.location import store_file

pytestmark = pytest.mark.browser

_NOTE = "Ada saw the same on Tuesday."


def _broken() -> str:
    sample = sample_named("icontent/rethreaded-prefix")
    assert sample is not None
    return sample.file.read_text()


def _open_file(page: Page, name: str = "dome-night.json", text: str = "") -> None:
    content = (text or _broken()).encode()
    page.locator("input[type=file]").set_input_files({"name": name, "mimeType": "application/json", "buffer": content})
    page.wait_for_selector(".wb-verdict")
    at_rest(page)


def _section(page: Page, name: str) -> None:
    page.get_by_role("button", name=re.compile(f"^{name}")).first.click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    at_rest(page)


def _write_note(page: Page, text: str) -> None:
    _section(page, "Notes")
    page.get_by_label("Note").fill(text)
    page.get_by_label("Note").press("Control+Enter")
    at_rest(page)


def _case(page: Page, name: str) -> Locator:
    return page.locator(".wb-recent li", has_text=name)


def _delete(page: Page, name: str) -> None:
    page.get_by_role("button", name=f"Delete {name}", exact=True).click()
    page.get_by_role("button", name=f"Confirm: delete {name}", exact=True).click()
    expect(_case(page, name)).to_have_count(0)
    at_rest(page)


def test_after_a_restart_repair_undo_replay_and_note_are_back(visit: Visit, tmp_path: Path) -> None:
    port = free_port()
    with served(tmp_path / "first.txt", port=port) as address:
        page = visit(address=address)
        _open_file(page)
        expect(verdict(page)).to_contain_text("would refuse")
        _write_note(page, _NOTE)
        _section(page, "Repair")
        page.get_by_role("button", name="Apply", exact=True).click()
        expect(verdict(page)).to_contain_text("would accept")
        at_rest(page)
        _section(page, "Replay")
        page.get_by_role("button", name="Send", exact=True).click()
        expect(page.locator(".st-key-opened-exchange")).to_be_visible()
        at_rest(page)
        link = page.url
        page.context.close()
    with served(tmp_path / "second.txt", port=port) as address:
        page = visit(address=address)
        row = _case(page, "dome-night.json")
        expect(row).to_contain_text("OpenAI would accept it")
        expect(row).to_contain_text("repaired, 1 replay")
        expect(row).to_contain_text(_NOTE)
        row.get_by_role("button").first.click()
        page.wait_for_selector(".wb-verdict")
        at_rest(page)
        assert page.url.split("&")[0] == link.split("&")[0]
        expect(verdict(page)).to_contain_text("would accept")
        expect(page.locator(".wb-origin.wb-rehearsed").first).to_be_visible()
        _section(page, "Replay")
        expect(page.locator("[class*=st-key-exchange-list]")).to_have_count(1)
        _section(page, "Notes")
        expect(page.get_by_label("Note")).to_have_value(_NOTE)
        _section(page, "Repair")
        page.locator(".st-key-section").get_by_role("button", name="Undo", exact=True).click()
        expect(verdict(page)).to_contain_text("would refuse")
        at_rest(page)
        page.reload()
        at_rest(page)
        expect(verdict(page)).to_contain_text("would refuse")
        _section(page, "Repair")
        page.get_by_role("button", name="Redo", exact=True).click()
        expect(verdict(page)).to_contain_text("would accept")
        at_rest(page)
        page.context.close()


def test_a_case_that_is_deleted_is_gone_from_the_list_the_link_and_the_disk(visit: Visit) -> None:
    page = visit()
    _open_file(page, "kestrel-night.json", json.dumps([{"role": "user", "content": "The Kestrel passcode is 7731."}]))
    _write_note(page, "Osprey")
    link = page.url
    page.goto(page.url.split("?")[0])
    at_rest(page)
    _open_file(page, "other.json", json.dumps([{"role": "user", "content": "Something else."}]))
    page.goto(page.url.split("?")[0])
    at_rest(page)
    expect(_case(page, "kestrel-night.json")).to_contain_text("Osprey")
    _delete(page, "kestrel-night.json")
    expect(_case(page, "other.json")).to_be_visible()
    held = b"".join(path.read_bytes() for path in store_file().parent.iterdir())
    assert b"kestrel" not in held
    assert b"Osprey" not in held
    page.goto(link)
    at_rest(page)
    expect(page.get_by_text("no longer available")).to_be_visible()
    page.get_by_role("button", name="Delete all", exact=True).click()
    page.get_by_role("button", name="Confirm: delete all").click()
    expect(page.get_by_role("heading", name="Recent cases")).to_have_count(0)
    at_rest(page)
    page.reload()
    at_rest(page)
    expect(page.locator(".wb-recent")).to_have_count(0)
    with closing(Cases(store_file())) as cases:
        assert cases.count() == 0


def test_a_deletion_needs_a_second_click(visit: Visit) -> None:
    page = visit()
    _open_file(page)
    page.goto(page.url.split("?")[0])
    at_rest(page)
    delete = page.get_by_role("button", name="Delete dome-night.json", exact=True)
    delete.click()
    expect(page.get_by_role("button", name="Confirm: delete dome-night.json")).to_be_focused()
    page.keyboard.press("Tab")
    expect(delete).to_be_visible()
    expect(_case(page, "dome-night.json")).to_be_visible()


def test_a_conversation_opened_twice_is_one_case_and_keeps_its_note(visit: Visit) -> None:
    page = visit()
    paste(page, _broken())
    _write_note(page, _NOTE)
    page.goto(page.url.split("?")[0])
    at_rest(page)
    _open_file(page, "the-same.json")
    _section(page, "Notes")
    expect(page.get_by_label("Note")).to_have_value(_NOTE)
    _section(page, "Share")
    expect(page.get_by_label("Note")).to_have_value(_NOTE)
    expect(page.get_by_text("Your note.")).to_be_visible()
    page.goto(page.url.split("?")[0])
    at_rest(page)
    expect(page.locator(".wb-recent li")).to_have_count(1)
    expect(_case(page, "the-same.json")).to_be_visible()


def test_without_a_store_nothing_is_saved_and_nothing_is_shown(visit: Visit, tmp_path: Path) -> None:
    with closing(Cases(store_file())) as cases:
        cases.set_note(("sample", "icontent/four-ids"), "an earlier case", "Four ids")
        before = cases.recent(9)
    with served(tmp_path / "log.txt", "--no-store") as address:
        page = visit(address=address)
        expect(page.locator(".wb-recent")).to_have_count(0)
        _open_file(page)
        _write_note(page, _NOTE)
        page.reload()
        at_rest(page)
        expect(verdict(page), "in memory it is there").to_contain_text("would refuse")
        page.context.close()
    with closing(Cases(store_file())) as cases:
        assert cases.recent(9) == before
        assert cases.count() == 1
