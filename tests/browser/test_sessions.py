"""A session of a program, opened from its file: where messages come from, what is not sent, and the repair in place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.benchmarks.histories import session_records
from tests.browser.actions import row, selected, tip, verdict
from tests.browser.conftest import Visit, at_rest, served
from tests.sources.documents import lines
from tests.sources.test_claude_code import call, line, result

pytestmark = pytest.mark.browser

SNAPSHOT: Any = {"type": "file-history-snapshot", "messageId": "m", "snapshot": {}}
TASK: Any = {"type": "tool_use", "id": "toolu_task", "name": "Task", "input": {"prompt": "look around"}}
SESSION = lines(
    {"type": "summary", "summary": "Weather", "leafUuid": "x"},
    line("a", None, "user", "Weather?"),
    line("b", "a", "assistant", [{"type": "text", "text": "I look."}], message_id="m"),
    line("c", "b", "assistant", [TASK], message_id="m"),
    line("s1", None, "user", "look around", isSidechain=True),
    line("s2", "s1", "assistant", [{"type": "text", "text": "Sunny."}], isSidechain=True),
    SNAPSHOT,
    line("d", "c", "user", [result("toolu_task")]),
    line("e", "d", "user", "an abandoned question"),
    line("f", "d", "user", "And Rome?"),
    line("g", "f", "assistant", [call("toolu_lost")]),
    line("h", "g", "user", "Did you start?"),
)


@pytest.fixture
def session_file(tmp_path: Path) -> Path:
    file = tmp_path / "5d0c2f1e.jsonl"
    file.write_bytes(SESSION)
    return file


@pytest.fixture
def page(visit: Visit, session_file: Path, tmp_path: Path) -> Iterator[Page]:
    """The session as `workbench FILE` opens it."""
    log = tmp_path / "log.txt"
    with served(log, str(session_file)) as address:
        key = next(word for word in log.read_text().split() if "?c=" in word).partition("?")[2]
        shown = visit(f"?{key}", address=address)
        yield shown
        shown.close()  # before its server ends


def file_cell(page: Page, index: int) -> Locator:
    return row(page, index).locator(".wb-cell.wb-file")


def gaps(page: Page) -> Locator:
    return page.locator(".wb-gap-fold")


def in_repair(page: Page, name: str | re.Pattern[str]) -> Locator:
    return page.locator(".st-key-section").get_by_role("button", name=name)


def test_each_message_is_next_to_its_lines_and_both_are_highlighted_together(page: Page) -> None:
    expect(page.locator(".wb-headrow")).to_contain_text("Claude Code session")
    expect(file_cell(page, 1)).to_contain_text("line 3")
    expect(file_cell(page, 1)).to_contain_text("line 4")
    value = row(page, 1).locator('[data-at="0:1:/content/0/text"]')
    value.hover()
    expect(tip(page)).to_contain_text("line 3 /message/content/0/text")
    expect(file_cell(page, 1).locator(".wb-lit")).to_have_text('"I look."')
    file_cell(page, 0).locator(".wb-str").hover()
    expect(row(page, 0).locator('[data-at="0:0:/content"]')).to_have_class(re.compile("wb-lit"))


def test_unsent_records_are_a_line_that_unfolds(page: Page) -> None:
    expect(gaps(page)).to_have_text([
        re.compile("1 record not sent: summary"),
        re.compile("3 records not sent: 2 of a subagent, 1 file-history-snapshot"),
        re.compile("1 record not sent: on another branch"),
    ])  # fmt: skip
    gaps(page).nth(2).click()
    left_out = page.locator(".wb-unsent-record")
    expect(left_out).to_have_count(1)
    expect(left_out).to_contain_text("an abandoned question")
    expect(left_out).to_contain_text("not sent: on another branch")
    gaps(page).nth(2).click()
    expect(left_out).to_have_count(0)


def test_the_chat_shows_where_records_are_not_sent(page: Page) -> None:
    page.get_by_role("button", name="Chat", exact=True).click()
    expect(page.locator(".wb-chat-row").first).to_be_visible()
    expect(gaps(page).nth(1)).to_contain_text("2 of a subagent")


def test_the_file_can_be_folded_to_a_narrow_column(page: Page) -> None:
    page.get_by_role("button", name="Fold the file").click()
    expect(page.locator(".wb-file")).to_have_count(0)
    expect(row(page, 1).locator(".wb-folded")).to_have_text("line 3line 4")
    page.get_by_role("button", name=re.compile("Show the file")).click()
    expect(file_cell(page, 1)).to_be_visible()


def test_fields_that_are_not_sent_are_shown_on_a_click(page: Page) -> None:
    expect(file_cell(page, 0)).not_to_contain_text("sessionId")
    file_cell(page, 0).get_by_role("button", name="+ 4 not sent").click()
    expect(file_cell(page, 0)).to_contain_text("sessionId")


def test_a_finding_names_its_line(page: Page) -> None:
    expect(page.locator(".wb-cause").first).to_contain_text("line 11")


def test_a_call_leads_to_the_subagent_that_it_started_and_back(page: Page) -> None:
    row(page, 1).get_by_role("button", name="started subagent 1").click()
    expect(page.locator(".wb-name")).to_contain_text("subagent 1")
    expect(row(page, 1)).to_contain_text("Sunny.")
    page.get_by_role("button", name="started by a call of").click()
    expect(page.locator(".wb-name")).not_to_contain_text("subagent 1 ·")
    expect(selected(page)).to_have_attribute("data-i", "1")


def test_the_list_of_conversations_begins_with_verdict_and_title(page: Page) -> None:
    options = page.get_by_label("conversation", exact=True).locator("option")
    expect(options).to_have_text([
        re.compile(r"✖ would refuse · Weather\? · 6 messages"),
        re.compile(r"✓ would accept · subagent 1 · look around · 2 messages"),
        re.compile(r"branch 2 · Weather\?"),
    ])  # fmt: skip


def test_the_repair_is_written_to_the_file_and_undone_byte_for_byte(page: Page, session_file: Path) -> None:
    page.get_by_role("button", name="Repair 1").click()
    page.get_by_text("What changes in the file").click()
    expect(page.locator(".st-key-section")).to_contain_text("@@ from line 12 on @@")
    in_repair(page, "Write to 5d0c2f1e.jsonl").click()
    expect(page.locator(".st-key-section")).to_contain_text("The original is saved as 5d0c2f1e.jsonl.orig.")
    expect(verdict(page)).to_contain_text("would accept")
    written = session_file.read_bytes()
    assert len(written.splitlines()) == len(SESSION.splitlines()) + 1
    assert session_file.with_name("5d0c2f1e.jsonl.orig").read_bytes() == SESSION
    page.reload()
    at_rest(page)
    page.get_by_role("button", name="Repair", exact=True).click()
    in_repair(page, "Restore the original file").click()
    expect(page.locator(".st-key-section")).to_contain_text("The original file was restored.")
    assert session_file.read_bytes() == SESSION
    assert sorted(path.name for path in session_file.parent.glob("5d0c2f1e*")) == ["5d0c2f1e.jsonl"]


def test_the_written_file_is_read_again_without_faults(page: Page) -> None:
    page.get_by_role("button", name="Repair 1").click()
    in_repair(page, "Write to 5d0c2f1e.jsonl").click()
    in_repair(page, "Open the repaired file").click()
    expect(verdict(page)).to_contain_text("would accept")
    expect(file_cell(page, 5)).to_contain_text("line 12")


def test_a_file_that_its_program_went_on_with_is_left_alone(page: Page, session_file: Path) -> None:
    page.get_by_role("button", name="Repair 1").click()
    expect(in_repair(page, "Write to 5d0c2f1e.jsonl")).to_be_visible()
    with session_file.open("ab") as program:
        program.write(lines(SNAPSHOT))
    in_repair(page, "Write to 5d0c2f1e.jsonl").click()
    expect(page.locator(".st-key-section")).to_contain_text("the file has changed since it was opened")
    assert session_file.read_bytes() == SESSION + lines(SNAPSHOT)


def test_an_uploaded_session_can_be_downloaded_but_not_written(visit: Visit) -> None:
    page = visit("")
    page.locator("input[type=file]").set_input_files(
        {"name": "5d0c2f1e.jsonl", "mimeType": "application/jsonl", "buffer": SESSION}
    )
    expect(verdict(page)).to_contain_text("would refuse")
    page.get_by_role("button", name="Repair 1").click()
    expect(in_repair(page, "Download the repaired Claude Code session")).to_be_visible()
    expect(in_repair(page, re.compile("Write to"))).to_have_count(0)


def test_the_sessions_on_this_computer_are_looked_for_on_a_click_and_opened_by_their_path(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "home" / ".claude" / "projects" / "-w"
    project.mkdir(parents=True)
    (project / "5d0c2f1e.jsonl").write_bytes(SESSION)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    with served(tmp_path / "log.txt") as address:
        page = visit("", address=address)
        page.get_by_role("button", name="Check the sessions on this computer").click()
        expect(page.get_by_role("heading", name=re.compile("would be refused"))).to_be_visible()
        page.get_by_role("button", name=re.compile("Open an example")).click()
        expect(verdict(page)).to_contain_text("would refuse")
        page.get_by_role("button", name="Repair 1").click()
        expect(in_repair(page, "Write to 5d0c2f1e.jsonl")).to_be_visible()
        page.close()


NOTICE_PROGRESS = """
window.progress = []
new MutationObserver(() => {
    for (const bar of document.querySelectorAll("[data-testid=stProgress]")) window.progress.push(bar.innerText.trim())
}).observe(document, {subtree: true, childList: true, characterData: true})
"""
"""What a progress bar shows, even if it is gone before the test looks."""


def test_a_long_session_shows_its_progress_while_it_is_checked(visit: Visit, tmp_path: Path) -> None:
    file = tmp_path / "5d0c2f1f.jsonl"
    file.write_bytes(lines(*session_records(15_000)))
    page = visit()
    page.evaluate(NOTICE_PROGRESS)
    page.set_input_files("input[type=file]", file)
    expect(verdict(page)).to_contain_text("would accept")
    at_rest(page)
    shown = [text for text in page.evaluate("window.progress") if text]
    assert shown
    assert all(re.match(r"Checking [\d,]+ of [\d,]+ messages: ", text) for text in shown)
    expect(page.locator("[data-testid=stProgress]")).to_have_count(0)
