"""Triage as a support person does it: files in, the causes, a row opened and back, and copies that are repaired."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import pandas
import pytest
from playwright.sync_api import Browser, FilePayload, Page, WebSocketRoute, expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

import workbench
from tests.benchmarks.triage import mixed_histories
from tests.browser.actions import choose, expect_that
from tests.browser.conftest import PATIENCE, Visit, at_rest, served
from tests.triage.test_judging import CALL, RENAMED
from workbench.parallel import SMALL_BATCH
from workbench.triage.judging import judge
from workbench.triage.report import report_bytes

pytestmark = pytest.mark.browser
FINE = [{"role": "user", "content": "hi"}]
SORTED = "[data-testid=stDataFrame] canvas table tbody tr"
"""The rows in sight, as the table tells them to those who do not see it."""


def judge_three_files(page: Page) -> None:
    """Go to Triage by the bar, drop three files and have them judged."""
    page.get_by_role("button", name="Triage", exact=True).click()
    files: list[FilePayload] = [
        {"name": name, "mimeType": "application/json", "buffer": json.dumps(content).encode()}
        for name, content in (("a.json", RENAMED), ("b.json", FINE), ("c.json", [*RENAMED, *FINE]))
    ]
    page.locator(".st-key-triage-files input[type=file]").set_input_files(files)
    page.get_by_role("button", name="Check 3 files").click()
    expect(page.get_by_role("heading", name="2 of 3 conversations would be refused")).to_be_visible()
    expect(page.get_by_text("3 of 3 files · ")).to_be_visible()
    at_rest(page)


def test_files_are_judged_a_cause_filters_and_the_address_keeps_it(visit: Visit) -> None:
    page = visit()
    judge_three_files(page)
    expect(page.get_by_text("3 of 3 rows")).to_be_visible()
    page.get_by_role("button", name="The answer from a tool can no longer be matched to its question.").click()
    expect(page.get_by_text("2 of 3 rows")).to_be_visible()
    assert "cause=tool-id-mismatch" in page.url


def test_every_conversation_of_a_jsonl_file_a_table_and_an_archive_is_a_row(visit: Visit) -> None:
    lines = [json.dumps({"messages": chat}).encode() for chat in (RENAMED, FINE, [*FINE, *RENAMED])]
    table, packed = io.BytesIO(), io.BytesIO()
    pandas.DataFrame({"messages": [json.dumps(RENAMED), json.dumps(FINE)]}).to_parquet(table)
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("chats/a.json", json.dumps(RENAMED))
        archive.writestr("chats/notes.txt", "no chat")
    page = visit()
    page.get_by_role("button", name="Triage", exact=True).click()
    files: list[FilePayload] = [
        {"name": "chats.jsonl", "mimeType": "application/jsonl", "buffer": b"\n".join(lines)},
        {"name": "chats.parquet", "mimeType": "application/octet-stream", "buffer": table.getvalue()},
        {"name": "chats.zip", "mimeType": "application/zip", "buffer": packed.getvalue()},
    ]
    page.locator(".st-key-triage-files input[type=file]").set_input_files(files)
    page.get_by_role("button", name="Check 3 files").click()
    expect(
        page.get_by_role("heading", name="4 of 7 conversations would be refused, 1 could not be judged")
    ).to_be_visible()
    page.get_by_role("button", name="It could not be read or judged.").click()
    expect(page.get_by_text("1 of 7 rows")).to_be_visible()
    expect(page.locator(SORTED).first).to_contain_text("notes.txt")
    expect(page.locator(SORTED).first).to_contain_text("This is plain text; no conversation was read from it.")


def test_a_dropped_folder_is_checked_with_the_folders_of_its_files(visit: Visit, tmp_path: Path) -> None:
    for customer, history in (("anna", RENAMED), ("bo", FINE)):
        (tmp_path / "export" / customer).mkdir(parents=True)
        (tmp_path / "export" / customer / f"{customer}-1.json").write_text(json.dumps(history))
    page = visit()
    page.get_by_role("button", name="Triage", exact=True).click()
    page.locator(".st-key-triage-folder input[type=file]").set_input_files(tmp_path / "export")
    page.get_by_role("button", name="Check 2 files").click()
    expect(page.get_by_role("heading", name="1 of 2 conversations would be refused")).to_be_visible()
    expect(page.locator(SORTED).first).to_contain_text("anna/anna-1.json")


def test_stop_keeps_the_rows_that_came(visit: Visit, tmp_path: Path) -> None:
    """The file is so large that the click comes before its end."""
    line = json.dumps({"messages": [*RENAMED, {"role": "user", "content": "x" * 200}]})
    (tmp_path / "many.jsonl").write_text("\n".join([line] * 20_000))
    page = visit()
    page.get_by_role("button", name="Triage", exact=True).click()
    page.get_by_label("the path of a folder or file").fill(str(tmp_path / "many.jsonl"))
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile(r"of [\d,]+ rows"))).to_be_visible()
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_text(re.compile(r"· stopped$"))).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile(r"conversations would be refused$"))).to_be_visible()
    expect(page.locator(SORTED).first).to_contain_text("many.jsonl")


def test_the_chosen_columns_are_in_the_address(visit: Visit) -> None:
    page = visit()
    judge_three_files(page)
    heads = page.locator("[data-testid=stDataFrame] canvas table thead th")
    expect(heads.filter(has_text="Size (bytes)")).to_have_count(0)
    page.get_by_role("button", name="Columns", exact=True).click()
    page.get_by_role("button", name="Size (bytes)", exact=True).click()
    expect(heads.filter(has_text="Size (bytes)")).to_have_count(1)
    at_rest(page)
    _, _, query = page.url.partition("?")
    again = visit(f"?{query}").locator("[data-testid=stDataFrame] canvas table thead th")
    expect(again.filter(has_text="Size (bytes)")).to_have_count(1)


def test_an_example_opens_in_the_workbench_and_going_back_returns_to_the_same_place(visit: Visit) -> None:
    page = visit()
    judge_three_files(page)
    page.get_by_role("button", name="The answer from a tool can no longer be matched to its question.").click()
    expect(page.get_by_text("2 of 3 rows")).to_be_visible()
    page.get_by_role("button", name="Open an example (4 messages)").click()
    page.wait_for_selector(".wb-verdict")
    at_rest(page)
    expect(page.locator(".wb-verdict")).to_contain_text("would refuse this")
    page.get_by_role("button", name="Triage", exact=True).click()
    expect(page.get_by_text("2 of 3 rows")).to_be_visible()


def test_the_back_button_returns_from_a_row_to_the_same_place_and_forward_to_the_row(visit: Visit) -> None:
    page = visit()
    judge_three_files(page)
    page.get_by_role("button", name="The answer from a tool can no longer be matched to its question.").click()
    expect(page.get_by_text("2 of 3 rows")).to_be_visible()
    page.get_by_role("button", name="Open an example (4 messages)").click()
    expect(page.locator(".wb-verdict")).to_contain_text("would refuse this")
    at_rest(page)
    page.go_back()
    expect(page.get_by_text("2 of 3 rows")).to_be_visible()
    assert "cause=tool-id-mismatch" in page.url
    page.go_forward()
    expect(page.locator(".wb-verdict")).to_contain_text("would refuse this")


@pytest.mark.parametrize("way", ["the back button", "the bar"])
def test_filters_order_and_columns_are_the_same_after_a_row_was_opened(visit: Visit, way: str) -> None:
    page = visit()
    judge_three_files(page)
    page.get_by_placeholder("Search title, name, cause or id").fill("dome")
    page.get_by_placeholder("Search title, name, cause or id").press("Enter")
    choose(page, "Verdict", "refused")
    choose(page, "Sort", "longest first")
    page.get_by_role("button", name="Columns", exact=True).click()
    page.get_by_role("button", name="Size (bytes)", exact=True).click()
    heads = page.locator("[data-testid=stDataFrame] canvas table thead th")
    expect(heads.filter(has_text="Size (bytes)")).to_have_count(1)
    expect(page.locator(SORTED).first).to_contain_text("c.json")
    at_rest(page)
    before = heads.all_inner_texts()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Open an example (4 messages)").click()
    expect(page.locator(".wb-verdict")).to_contain_text("would refuse this")
    at_rest(page)
    if way == "the back button":
        page.go_back()
    else:
        page.get_by_role("button", name="Triage", exact=True).click()
    expect(page.get_by_text("2 of 3 rows")).to_be_visible()
    expect(page.get_by_label("Verdict")).to_have_value("refused")
    expect(page.get_by_label("Sort")).to_have_value("longest first")
    expect(page.get_by_placeholder("Search title, name, cause or id")).to_have_value("dome")
    expect(page.locator(SORTED).first).to_contain_text("c.json")
    assert heads.all_inner_texts() == before


_SCROLLED = "() => ['[data-testid=stMain]', '.dvn-scroller'].map(part => document.querySelector(part).scrollTop)"


def test_going_back_scrolls_the_page_and_its_table_as_before(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Triage", exact=True).click()
    files: list[FilePayload] = [
        {"name": f"{number}.json", "mimeType": "application/json", "buffer": json.dumps(RENAMED).encode()}
        for number in range(40)
    ]
    page.locator(".st-key-triage-files input[type=file]").set_input_files(files)
    page.get_by_role("button", name="Check 40 files").click()
    expect(page.get_by_text("40 of 40 files · ")).to_be_visible()
    at_rest(page)
    table = page.locator("[data-testid=stDataFrame] canvas").first
    table.scroll_into_view_if_needed()
    page.locator(".dvn-scroller").hover()
    page.mouse.wheel(0, 900)
    expect_that(page, lambda: page.evaluate(_SCROLLED)[1] > 800)
    box = table.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 18, box["y"] + 120)
    row = page.get_by_role("button", name="Open in the workbench")
    row.scroll_into_view_if_needed()
    at_rest(page)
    scrolled = page.evaluate(_SCROLLED)
    assert scrolled[0] > 100
    row.click()
    expect(page.locator(".wb-verdict")).to_contain_text("would refuse this")
    at_rest(page)
    page.go_back()
    expect(page.get_by_role("button", name="Open in the workbench")).to_be_visible()
    expect_that(page, lambda: page.evaluate(_SCROLLED) == pytest.approx(scrolled, abs=2))


def test_the_back_button_returns_from_triage_to_the_conversation(visit: Visit) -> None:
    page = visit("?sample=icontent/rethreaded-prefix")
    page.get_by_role("button", name="Triage", exact=True).click()
    expect(page.get_by_role("heading", name="What is wrong with these chats?")).to_be_visible()
    at_rest(page)
    page.go_back()
    expect(page.locator(".wb-verdict")).to_contain_text("would refuse this")


def test_all_that_can_be_repaired_safely_is_downloaded_as_copies_with_a_report(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    judge_three_files(page)
    page.get_by_role("button", name="Repair 2 safely").click()
    expect(page.get_by_text("2 conversations repaired in 2 files, 0 errors left, 3 files read.")).to_be_visible()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download the copies and the report").click()
    copy = tmp_path / "repaired.zip"
    coming.value.save_as(copy)
    with zipfile.ZipFile(copy) as archive:
        assert sorted(archive.namelist()) == ["a.json", "c.json", "repair-report.txt"]
        assert json.loads(archive.read("a.json"))[2]["tool_call_id"] == "call_1"


def test_the_shown_rows_are_exported_and_all_on_demand(visit: Visit) -> None:
    page = visit()
    judge_three_files(page)
    page.get_by_role("button", name="The answer from a tool can no longer be matched to its question.").click()
    expect(page.get_by_text("2 of 3 rows")).to_be_visible()
    page.get_by_role("button", name="Export…").click()
    assert _exported_rows(page) == 2
    page.get_by_text("All 3", exact=True).click()
    at_rest(page)
    assert _exported_rows(page) == 3


def _exported_rows(page: Page) -> int:
    with page.expect_download() as coming:
        page.get_by_role("button", name="CSV, for a spreadsheet").click()
    with coming.value.path().open(newline="", encoding="utf-8") as file:
        return len(list(csv.DictReader(file)))


def test_an_order_is_shown_although_the_rows_were_sorted_by_a_column(visit: Visit) -> None:
    page = visit()
    judge_three_files(page)
    _sort_by(page, "Conversation")
    expect(page.locator(SORTED).nth(1)).to_contain_text("b.json")
    choose(page, "Sort", "longest first")
    expect(page.locator(SORTED).first).to_contain_text("c.json")


def test_all_bars_have_the_same_scale(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Triage", exact=True).click()
    unnamed = [*FINE, {"type": "function_call", "call_id": "call_1", "name": "", "arguments": "{}"}]
    unfinished = [*FINE, {"role": "assistant", "content": None, "tool_calls": [CALL]}, *FINE]
    often: list[tuple[int, object]] = [(8, RENAMED), (2, unnamed), (2, unfinished)]
    files: list[FilePayload] = [
        {"name": f"{kind}-{number}.json", "mimeType": "application/json", "buffer": json.dumps(history).encode()}
        for kind, (times, history) in enumerate(often)
        for number in range(times)
    ]
    page.locator(".st-key-triage-files input[type=file]").set_input_files(files)
    page.get_by_role("button", name="Check 12 files").click()
    expect(page.get_by_text("12 of 12 files · ")).to_be_visible()
    at_rest(page)
    rows = page.locator("[class*=st-key-cause-row-cause-]")
    captions = rows.locator("[data-testid=stCaptionContainer]")
    expect(captions).to_have_text(["8 · fixable", "2 · no safe fix", "2 · fixable"])
    longest, *others = (row.evaluate("bar => bar.getBoundingClientRect().width") for row in rows.locator("i").all())
    assert others == pytest.approx([longest / 4, longest / 4], abs=1)


_OPACITY = """node => { let opacity = 1;
  for (; node; node = node.parentElement) opacity *= getComputedStyle(node).opacity;
  return opacity; }"""


def test_the_paragraph_for_the_customer_is_copied_with_one_click(visit: Visit) -> None:
    page = visit()
    judge_three_files(page)
    copy = page.locator(".st-key-clusters").get_by_label("Copy to clipboard").first
    expect_that(page, lambda: copy.evaluate(_OPACITY) == 1)
    copy.click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("2 chats have the same problem. The answer from the tool “dome_log”")


def test_a_narrow_window_stacks_the_causes_and_the_cluster(visit: Visit) -> None:
    page = visit(viewport={"width": 800, "height": 900})
    judge_three_files(page)
    causes, cluster = page.locator(".st-key-causes").bounding_box(), page.locator(".st-key-clusters").bounding_box()
    assert causes is not None
    assert cluster is not None
    assert causes["y"] + causes["height"] <= cluster["y"]
    assert page.locator(".triage-bar i").first.evaluate("bar => bar.getBoundingClientRect().width") > 100


def test_a_page_at_twice_its_size_breaks_no_word_of_the_headline(visit: Visit) -> None:
    """At 200 %, a window of 1280 pixels is as wide as one of 640."""
    page = visit(viewport={"width": 640, "height": 700})
    judge_three_files(page)
    headline = page.get_by_role("heading", name="2 of 3 conversations would be refused").bounding_box()
    assert headline is not None
    assert headline["width"] >= 300


_OVERFLOW = "part => part.scrollWidth - part.clientWidth"


def test_a_window_of_usual_width_shows_every_column_and_the_end_of_every_cluster(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Triage", exact=True).click()
    unnamed = [*FINE, {"type": "function_call", "call_id": "call_1", "name": "", "arguments": "{}"}]
    mapping = {"1": {"id": "1", "message": {"author": {"role": "user"}, "content": {"parts": ["hi"]}}}}
    export = {"title": "Dome", "create_time": 1763111520, "mapping": mapping, "current_node": "1"}
    files: list[FilePayload] = [
        {"name": name, "mimeType": "application/json", "buffer": json.dumps(content).encode()}
        for name, content in (("a.json", RENAMED), ("b.json", unnamed), ("conversations.json", [export]))
    ]
    page.locator(".st-key-triage-files input[type=file]").set_input_files(files)
    page.get_by_role("button", name="Check 3 files").click()
    expect(page.get_by_text("3 of 3 rows")).to_be_visible()
    at_rest(page)
    heads = page.locator("[data-testid=stDataFrame] canvas table thead th")
    expect(heads.filter(has_text="When")).to_have_count(1)
    expect(heads.filter(has_text="First bad message")).to_have_count(1)
    assert page.locator(".st-key-triage .dvn-scroller").evaluate(_OVERFLOW) <= 0
    page.get_by_label("Cluster").click()
    for option in page.get_by_role("option").all():
        assert option.locator("div").first.evaluate(_OVERFLOW) <= 0
        assert option.locator("div").first.evaluate("part => getComputedStyle(part).overflow") == "visible"


_LINES = """cells => cells.map(cell => { const text = document.createRange(); text.selectNodeContents(cell);
  return new Set([...text.getClientRects()].map(line => line.top)).size; })"""


def test_a_report_breaks_no_word_apart(browser: Browser, tmp_path: Path) -> None:
    name = "a-folder-with-a-long-name/" * 4 + "a.json"
    case = judge(workbench.load(RENAMED, name=name), name, 0, "openai")
    report = tmp_path / "report.html"
    report.write_bytes(report_bytes([replace(case, when="2026-11-14T09:12:00Z", size=123_456, tokens=98_765)], "html"))
    page = browser.new_page(viewport={"width": 1000, "height": 800})
    page.goto(report.as_uri())
    for column in ("when", "messages", "verdict", "size", "tokens"):
        assert page.locator(f"td.{column}").evaluate_all(_LINES) == [1], column
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.close()


MANY = 5_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """5,000 different histories of 15 messages in the formats that are stored most; every fourth lost its beginning."""
    folder = tmp_path_factory.mktemp("many")
    for number, history in enumerate(mixed_histories(MANY)):
        (folder / f"chat-{number:04}.json").write_bytes(history)
    return folder


@pytest.fixture(scope="module")
def archive(folder: Path) -> FilePayload:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in sorted(folder.iterdir()):
            packed.write(file, file.name)
    return {"name": "many.zip", "mimeType": "application/zip", "buffer": buffer.getvalue()}


def test_five_thousand_conversations_are_rows_that_are_sorted_filtered_and_found_again(
    visit: Visit, archive: FilePayload, tmp_path: Path
) -> None:
    """In a workbench of its own, as after a start: the one that all tests share holds what they opened before."""
    with served(tmp_path / "log.txt") as address:
        page = visit(address=address)
        _try_five_thousand(page, archive)
        page.close()


def _try_five_thousand(page: Page, archive: FilePayload) -> None:
    page.get_by_role("button", name="Triage", exact=True).click()
    page.locator(".st-key-triage-files input[type=file]").set_input_files([archive])
    page.get_by_role("button", name="Check 1 file").click()
    whole = page.get_by_text(f"{MANY:,} of {MANY:,} rows")
    expect(whole).to_be_visible(timeout=3 * PATIENCE)
    expect(page.get_by_role("heading", name=f"of {MANY:,} conversations would be refused")).to_be_visible()
    at_rest(page)
    expect(page.locator(SORTED).first).to_contain_text("refused")
    _sort_by(page, "Verdict")
    expect(page.locator(SORTED).first).to_contain_text("accepted")
    page.get_by_role("tab", name="By provider").click()
    page.get_by_role("button", name="Anthropic", exact=True).click()
    expect(page.get_by_text(f"1,000 of {MANY:,} rows")).to_be_visible()
    page.get_by_placeholder("Search title, name, cause or id").fill("chat-4991")
    page.get_by_placeholder("Search title, name, cause or id").press("Enter")
    expect(page.get_by_text(f"1 of {MANY:,} rows")).to_be_visible()
    at_rest(page)
    page.get_by_role("button", name="Open an example (15 messages)").click()
    expect(page.locator(".wb-verdict")).to_contain_text("would refuse this")
    page.get_by_role("button", name="Triage", exact=True).click()
    expect(page.get_by_text(f"1 of {MANY:,} rows")).to_be_visible()


def test_a_folder_named_at_the_start_opens_in_triage(tmp_path: Path, browser: Browser) -> None:
    """It has more files than are judged without worker processes."""
    count, log = SMALL_BATCH + 200, tmp_path / "log.txt"
    (tmp_path / "some").mkdir()
    for number, history in enumerate(mixed_histories(count)):
        (tmp_path / "some" / f"chat-{number:04}.json").write_bytes(history)
    with served(log, str(tmp_path / "some")):
        page = browser.new_page()
        page.goto(next(word for word in log.read_text().split() if "?batch=" in word))
        expect(page.get_by_text(f"{count} of {count} files · ")).to_be_visible(timeout=3 * PATIENCE)
        expect(page.get_by_text(f"{count} of {count} rows")).to_be_visible()
        page.close()


def test_a_refresh_that_arrives_after_an_example_was_opened_does_not_empty_the_page(
    folder: Path, tmp_path: Path, visit: Visit
) -> None:
    """The page of a running batch asks for a refresh each second. Here, one arrives while the next page is drawn."""
    held: list[bytes] = []
    late: list[bytes] = []
    holds = False

    def between(browser_side: WebSocketRoute) -> None:
        server_side = browser_side.connect_to_server()

        def from_browser(message: str | bytes) -> None:
            if holds and isinstance(message, bytes) and BackMsg.FromString(message).rerun_script.is_auto_rerun:
                held.append(message)
            else:
                server_side.send(message)

        def from_server(message: str | bytes) -> None:
            began = isinstance(message, bytes) and ForwardMsg.FromString(message)
            if held and not late and began and began.HasField("new_session") and not began.metadata.run.fragment_ids:
                late.append(held[-1])
                server_side.send(late[0])
            browser_side.send(message)

        browser_side.on_message(from_browser)
        server_side.on_message(from_server)

    with served(tmp_path / "log.txt") as address:
        page = visit("", address=address)
        page.route_web_socket(re.compile("_stcore/stream"), between)
        page.reload()
        at_rest(page)
        page.get_by_role("button", name="Triage", exact=True).click()
        page.get_by_label("the path of a folder or file").fill(str(folder))
        page.keyboard.press("Enter")
        example = page.get_by_role("button", name="Open an example (15 messages)")
        expect(example).to_be_visible()
        holds = True
        expect_that(page, lambda: bool(held))
        example.click()
        expect(page.locator(".wb-verdict")).to_contain_text("would refuse this")
        assert late
        page.wait_for_timeout(1_000)  # the answer to the late refresh would come now
        expect(page.locator(".wb-verdict")).to_contain_text("would refuse this")
        page.close()


def _sort_by(page: Page, title: str) -> None:
    """The heads are painted and not elements, so the one of this title is clicked where it is."""
    canvas = page.locator("[data-testid=stDataFrame] canvas").first
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box is not None
    across = box["x"] + {"Conversation": 100, "Verdict": 570}[title]
    page.mouse.click(across, box["y"] + 18)
