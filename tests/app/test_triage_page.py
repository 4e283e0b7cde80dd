"""The triage page, run without a browser: rows appear, causes filter, and the address keeps the state."""

from __future__ import annotations

import io
import json
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Selectbox

from tests.triage.test_judging import RENAMED
from workbench.app.batches import BATCHES, Batch
from workbench.triage.clusters import clusters
from workbench.triage.documents import BatchFile, conversation_of
from workbench.triage.repaired_copies import RepairedDocument
from workbench.triage.report import KINDS, report_bytes

FINE = [{"role": "user", "content": "hi"}]
UNANSWERED = [*RENAMED[:2], *FINE]


def _draw() -> None:
    from workbench.app.triage_page import page

    page()


def _finished(batch: Batch) -> Batch:
    while batch.running:
        time.sleep(0.01)
    return batch


@pytest.fixture
def batch() -> Batch:
    contents = {"a.json": RENAMED, "b.json": FINE, "notes.txt": "nothing"}
    return _finished(
        BATCHES.begin([BatchFile(name, json.dumps(content).encode()) for name, content in contents.items()], "openai")
    )


def _visit(**parameters: str) -> AppTest:
    page = AppTest.from_function(_draw, default_timeout=120)
    for name, value in parameters.items():
        page.query_params[name] = value
    return page.run()


def _cluster(page: AppTest) -> Selectbox[object]:
    return next(box for box in page.selectbox if box.label == "Cluster")


def test_without_a_batch_it_asks_for_files() -> None:
    page = _visit()
    assert page.title[0].value == "What is wrong with these chats?"
    assert not page.exception


def test_a_missing_batch_is_reported() -> None:
    assert "no longer in memory" in _visit(batch="gone").warning[0].value


def test_every_conversation_is_a_row_with_the_worst_first(batch: Batch) -> None:
    page = _visit(batch=batch.key)
    assert page.subheader[0].value == "1 of 3 conversations would be refused, 1 could not be judged"
    assert list(page.dataframe[0].value["name"]) == ["a.json", "notes.txt", "b.json"]
    assert not page.exception


def test_the_paragraphs_of_the_largest_cluster_can_be_copied(batch: Batch) -> None:
    page = _visit(batch=batch.key)
    customer, repaired, engineer = (code.value for code in page.code)
    assert customer.startswith("The answer from the tool “dome_log” can no longer be matched to its question.")
    assert "It was repaired, and nothing that was written is lost." in repaired
    assert "ID305" in engineer


def test_the_length_of_an_example_is_counted_in_words() -> None:
    begun = _finished(BATCHES.begin([BatchFile("a.json", json.dumps(RENAMED[2:3]).encode())], "openai"))
    assert _visit(batch=begun.key).button(key="open-example").label == "Open an example (1 message)"


def test_a_click_on_a_cause_filters_and_another_shows_all_again(batch: Batch) -> None:
    page = _visit(batch=batch.key)
    page.button(key="cause-tool-id-mismatch").click().run()
    assert list(page.dataframe[0].value["name"]) == ["a.json"]
    assert "tool-id-mismatch" in page.query_params["cause"]
    page.button(key="cause-tool-id-mismatch").click().run()
    assert len(page.dataframe[0].value) == 3


def test_filtered_and_sorted_rows_are_those_of_the_whole_table(batch: Batch) -> None:
    cases = batch.cases
    whole = batch.table.rows_of(cases, cases)
    assert list(whole["name"]) == [case.name for case in cases]
    some = batch.table.rows_of([cases[2], cases[0]], cases)
    assert some.to_dict("records") == [whole.to_dict("records")[number] for number in (2, 0)]
    assert list(some.index) == [0, 1]


def test_a_short_name_does_not_change_when_the_rows_are_filtered() -> None:
    contents = {"export/one/chat.json": RENAMED, "export/two/chat.json": FINE}
    files = [BatchFile(name, json.dumps(content).encode()) for name, content in contents.items()]
    begun = _finished(BATCHES.begin(files, "openai"))
    page = _visit(batch=begun.key)
    assert list(page.dataframe[0].value["name"]) == ["one/chat.json", "two/chat.json"]
    page.selectbox(key="outcome").set_value("accepted").run()
    assert list(page.dataframe[0].value["name"]) == ["two/chat.json"]


def test_a_column_that_is_empty_in_every_row_is_left_out(batch: Batch) -> None:
    shown = list(_visit(batch=batch.key).dataframe[0].proto.column_order)
    assert "title" in shown
    assert "when" not in shown


def test_a_row_has_a_title_and_a_report_has_no_words_of_the_user(batch: Batch) -> None:
    page = _visit(batch=batch.key)
    assert list(page.dataframe[0].value["title"]) == ["Is the dome open?", "", "hi"]
    for kind in KINDS:
        assert b"Is the dome open?" not in report_bytes(batch.cases, kind)


def test_the_search_is_in_the_address(batch: Batch) -> None:
    page = _visit(batch=batch.key, q="dome_log")
    assert list(page.dataframe[0].value["name"]) == ["a.json"]


def test_filters_that_match_nothing_are_not_reported_as_a_clean_batch(batch: Batch) -> None:
    page = _visit(batch=batch.key, q="no such word")
    assert [text.value for text in page.markdown] == ["**No conversation matches the filters.**"]


def test_the_caption_explains_where_to_find_details(batch: Batch) -> None:
    rows = "3 of 3 rows"
    assert f"{rows} · tick a row to see details" in [text.value for text in _visit(batch=batch.key).caption]
    selected = _visit(batch=batch.key, row="0:b.json")
    assert f"{rows} · details of the selected conversation are below the table" in [
        text.value for text in selected.caption
    ]


def test_a_verdict_can_be_chosen(batch: Batch) -> None:
    page = _visit(batch=batch.key)
    page.selectbox(key="outcome").set_value("accepted").run()
    assert list(page.dataframe[0].value["name"]) == ["b.json"]


def test_the_charts_by_source_and_by_provider_filter_too(batch: Batch) -> None:
    page = _visit(batch=batch.key)
    page.button(key="source-OpenAI Chat Completions").click().run()
    assert list(page.dataframe[0].value["name"]) == ["a.json", "b.json"]
    page.button(key="source-OpenAI Chat Completions").click().run()
    assert len(page.dataframe[0].value) == 3
    page.button(key="target_title-OpenAI").click().run()
    assert list(page.dataframe[0].value["name"]) == ["a.json", "b.json"]


def test_the_row_and_the_cluster_of_the_address_are_shown_again(batch: Batch) -> None:
    names = [cluster.name for cluster in clusters(batch.cases)]
    page = _visit(batch=batch.key, row="0:b.json", cluster=names[1])
    assert not page.exception
    assert _cluster(page).value == names[1]
    assert any(text.value == "b.json · hi" for text in page.text)


def test_the_largest_cluster_is_shown_until_another_is_chosen(batch: Batch) -> None:
    names = [cluster.name for cluster in clusters(batch.cases)]
    page = _visit(batch=batch.key)
    assert _cluster(page).value == names[0]
    _cluster(page).set_value(names[1]).run()
    assert _cluster(page).value == names[1]


def test_a_row_that_is_not_there_selects_nothing(batch: Batch) -> None:
    page = _visit(batch=batch.key, row="0:gone.json", cluster="gone")
    assert not page.exception
    assert not any(text.value == "Selected" for text in page.markdown)


def test_after_a_stop_only_what_was_judged_is_repaired() -> None:
    stopped = _finished(
        BATCHES.begin([BatchFile(name, json.dumps(RENAMED).encode()) for name in ("a.json", "b.json")], target="openai")
    )
    stopped.stop()
    stopped.cases[:] = [
        case for case in stopped.cases if case.document == "a.json"
    ]  # as if b.json had not been reached
    page = _visit(batch=stopped.key)
    page.button(key="repair-all").click().run()
    assert any(text.value == "1 conversation repaired in 1 file, 0 errors left, 1 file read." for text in page.text)


def test_progress_counts_files_and_not_their_conversations() -> None:
    lines = "\n".join(json.dumps({"messages": FINE}) for _ in range(3)).encode()
    begun = _finished(BATCHES.begin([BatchFile("a.jsonl", lines)], "openai"))
    page = _visit(batch=begun.key)
    assert any(caption.value.startswith("1 of 1 file · ") for caption in page.caption)
    assert page.subheader[0].value == "0 of 3 conversations would be refused"


def test_a_batch_without_results_does_not_count_conversations() -> None:
    empty = _finished(BATCHES.begin([]))
    assert _visit(batch=empty.key).subheader[0].value == "No conversations"


def test_a_new_largest_cluster_has_a_list_of_its_own() -> None:
    """While results arrive, the browser still sends the value of the earlier list, which nobody chose."""
    begun = _finished(
        BATCHES.begin(
            [BatchFile(f"{number}.json", json.dumps(RENAMED).encode()) for number in range(2)]
            + [BatchFile(f"u{number}.json", json.dumps(UNANSWERED).encode()) for number in range(3)],
            target="openai",
        )
    )
    everything = list(begun.cases)
    begun.cases[:] = [case for case in everything if case.rule == "tool-id-mismatch"]
    page = _visit(batch=begun.key)
    assert "tool-id-mismatch" in str(_cluster(page).value)
    earlier = _cluster(page).proto.id
    begun.cases[:] = everything
    page.run()
    assert "tool-result-missing" in str(_cluster(page).value)
    assert _cluster(page).proto.id != earlier
    assert "cluster" not in page.query_params


def test_filters_are_cleared_with_one_click(batch: Batch) -> None:
    page = _visit(batch=batch.key, cause="tool-id-mismatch", q="dome")
    assert len(page.dataframe[0].value) == 1
    page.selectbox(key="outcome").set_value("refused").run()
    page.button(key="clear-filters").click().run()
    assert len(page.dataframe[0].value) == 3
    assert "cause" not in page.query_params
    assert not any(button.key == "clear-filters" for button in page.button)


def test_the_shown_rows_are_exported_or_all(batch: Batch) -> None:
    assert not _visit(batch=batch.key).radio
    page = _visit(batch=batch.key, q="dome")
    assert page.radio(key="export-all").options == ["The 1 shown", "All 3"]
    assert page.radio(key="export-all").value is False


def test_a_copy_in_another_format_is_not_said_to_have_its_own() -> None:
    body = {"mimeType": "application/json", "text": json.dumps({"model": "gpt-4o", "messages": RENAMED})}
    entry = {"request": {"url": "https://api.openai.com/v1/chat/completions", "method": "POST", "postData": body}}
    recording = {"log": {"version": "1.2", "entries": [{**entry, "response": {"content": {}}}]}}
    begun = _finished(BATCHES.begin([BatchFile("a.har", json.dumps(recording).encode())], "openai"))
    page = _visit(batch=begun.key)
    page.button(key="repair-all").click().run()
    assert any(
        "1 file cannot be written in its own format: the copy contains only the repaired messages." in caption.value
        for caption in page.caption
    )


def test_the_order_of_the_rows_is_in_the_address(batch: Batch) -> None:
    page = _visit(batch=batch.key)
    page.selectbox(key="sort").set_value("by name").run()
    assert list(page.dataframe[0].value["name"]) == ["a.json", "b.json", "notes.txt"]
    page = _visit(batch=batch.key, sort="longest first")
    assert list(page.dataframe[0].value["messages"]) == [4, 1, 0]


def test_the_largest_cluster_is_not_put_into_the_address(batch: Batch) -> None:
    """The browser also reports it when it draws a new list, although nobody chose it."""
    names = [cluster.name for cluster in clusters(batch.cases)]
    page = _visit(batch=batch.key)
    _cluster(page).set_value(names[1]).run()
    assert "cluster" in page.query_params
    _cluster(page).set_value(names[0]).run()
    assert "cluster" not in page.query_params


def test_results_that_arrive_while_the_page_is_drawn_are_not_hidden_by_filters(
    batch: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = list(batch.cases)
    arriving = iter([everything[:2]])
    monkeypatch.setattr(Batch, "cases", property(lambda _: next(arriving, everything)))
    page = _visit(batch=batch.key)
    assert any(caption.value.startswith("2 of 2 rows") for caption in page.caption)
    assert not any(button.key == "clear-filters" for button in page.button)


def test_files_that_are_left_out_are_named_as_they_are() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a.json", json.dumps(FINE))
        archive.writestr("*photo*.png", b"\x89PNG")
    begun = _finished(BATCHES.begin([BatchFile("export.zip", buffer.getvalue())]))
    expected = "1 file was left out, because its extension is not known\\: \\*photo\\*.png."
    assert expected in [caption.value for caption in _visit(batch=begun.key).caption]


def test_a_batch_that_still_finishes_some_documents_says_that_it_stops(
    batch: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Batch, "running", True)
    page = _visit(batch=batch.key)
    assert page.button(key="stop").label == "Stop"
    page.button(key="stop").click().run()
    assert page.button(key="stop").label == "Stopping …"
    assert page.button(key="stop").disabled


def test_a_running_batch_says_how_long_it_will_take_until_it_is_stopped(
    batch: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Batch, "running", True)
    batch.total = 10
    batch._first = (1, time.monotonic() - 70)  # since then, two more documents
    assert batch.seconds_left == pytest.approx(70 / 2 * 7, abs=5)
    assert any(caption.value == "3 of 10 files · about 4 min left" for caption in _visit(batch=batch.key).caption)
    batch.stop()
    assert any(caption.value == "3 of 10 files" for caption in _visit(batch=batch.key).caption)


def _judged(**contents: object) -> Batch:
    return _finished(
        BATCHES.begin([BatchFile(name, json.dumps(content).encode()) for name, content in contents.items()])
    )


def test_a_batch_without_problems_has_no_empty_chart_and_nothing_to_repair() -> None:
    page = _visit(batch=_judged(a=FINE).key)
    assert not page.tabs
    assert "**No problems found in these conversations.**" in [text.value for text in page.markdown]
    assert page.button(key="repair-all").label == "Nothing to repair"
    assert "1 of 1 row · tick a row to see details" in [caption.value for caption in page.caption]


def test_a_batch_without_problems_so_far_counts_no_repairs(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = _judged(a=FINE)
    monkeypatch.setattr(Batch, "running", True)
    assert _visit(batch=begun.key).button(key="repair-all").label == "Repair safely…"


def test_a_batch_of_unreadable_files_counts_only_those() -> None:
    page = _visit(batch=_judged(a=1, b={}).key)
    assert page.subheader[0].value == "2 conversations could not be judged"


def test_the_chosen_cause_is_in_the_chart_even_if_it_is_rare(batch: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.app.triage_parts._MOST_CAUSES", 1)
    rare = "cause-tool-id-mismatch"
    assert not any(button.key == rare for button in _visit(batch=batch.key).button)
    assert any(button.key == rare for button in _visit(batch=batch.key, cause="tool-id-mismatch").button)


def test_two_files_of_one_name_are_two_rows_with_their_own_conversations_and_copies() -> None:
    sent = [("chat.json", RENAMED), ("chat.json", UNANSWERED), ("chat (2).json", FINE)]
    begun = _finished(
        BATCHES.begin([BatchFile(name, json.dumps(content).encode()) for name, content in sent], "openai")
    )
    page = _visit(batch=begun.key)
    assert sorted(page.dataframe[0].value["name"]) == ["chat (2) (2).json", "chat (2).json", "chat.json"]
    read = {case.document: conversation_of(case, begun.sources) for case in begun.cases}
    assert [one.payload for _, one in sorted(read.items()) if one] == [FINE, UNANSWERED, RENAMED]
    page.button(key="repair-all").click().run()
    assert any(text.value.startswith("2 conversations repaired in 2 files") for text in page.text)


def test_more_files_are_checked_together_with_those_of_the_batch_before(batch: Batch) -> None:
    page = _visit(batch=batch.key)
    page.button(key="again").click().run()
    assert page.info[0].value == "The new files are checked together with the 3 files of the batch before."
    page.button(key="back-to-batch").click().run()
    assert len(page.dataframe[0].value) == 3
    more = _finished(BATCHES.begin_with(batch, [BatchFile("a.json", json.dumps(UNANSWERED).encode())]))
    assert (more.target, [source.name for source in more.sources]) == (
        "openai",
        ["a.json", "b.json", "notes.txt", "a (2).json"],
    )


def test_the_files_of_a_folder_on_this_computer_are_checked_by_its_path(tmp_path: Path, batch: Batch) -> None:
    (tmp_path / "chats").mkdir()
    for name, content in (("a.json", RENAMED), ("chats/b.json", FINE), (".hidden.json", FINE)):
        (tmp_path / name).write_text(json.dumps(content))
    page = _visit(add=batch.key)
    page.text_input(key="triage-path").set_value(f' "{tmp_path}" ')
    page.button(key="judge-path").click().run()
    begun = BATCHES.get("".join(page.query_params["batch"]))
    assert begun is not None
    assert [source.name for source in begun.sources] == ["a.json", "b.json", "notes.txt", "a (2).json", "chats/b.json"]
    assert begun.paths == (str(tmp_path),)


@pytest.mark.parametrize(
    ("text", "answer"),
    [("/no/such *folder*", "There is no file or folder at “/no/such \\*folder\\*”."), (" ", "Enter a path.")],
)
def test_a_path_without_files_is_reported(text: str, answer: str) -> None:
    page = _visit()
    page.text_input(key="triage-path").set_value(text)
    page.button(key="judge-path").click().run()
    assert [error.value for error in page.error] == [answer]


def test_only_the_user_who_runs_the_workbench_may_name_a_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.app.triage_start.is_owner", lambda: False)
    assert not any(field.key == "triage-path" for field in _visit().text_input)


def test_a_repair_is_previewed_in_plain_words_and_per_fix(batch: Batch) -> None:
    page = _visit(batch=batch.key)
    page.button(key="repair-all").click().run()
    wrong, fixes = (table.value.to_dict("records") for table in page.dataframe if "cause" not in table.value)
    assert wrong == [
        {"What is wrong": "The answer from a tool can no longer be matched to its question.", "Conversations": 1}
    ]
    assert fixes == [{"What is changed, for the engineer": "Re-thread to … and keep the result", "Times": 1}]


def test_a_repair_of_many_files_shows_how_far_it_is_and_is_not_repeated_by_a_download(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    files = [BatchFile(f"{number}.json", json.dumps(RENAMED).encode()) for number in range(40)]
    begun = _finished(BATCHES.begin([*files, BatchFile("fine.json", json.dumps(FINE).encode())], "openai"))
    page = _visit(batch=begun.key)
    page.button(key="repair-all").click().run()
    assert "40 conversations repaired in 40 files, 0 errors left, 41 files read." in [one.value for one in page.text]
    assert page.get("download_button")[-1].proto.ignore_rerun

    def interrupted(*_: object, **options: Any) -> Iterator[RepairedDocument]:
        assert "fine.json" not in options["only"]
        yield from (RepairedDocument(name) for name in sorted(options["only"])[:20])
        raise InterruptedError

    monkeypatch.setattr("workbench.app.triage_parts.repaired_copies", interrupted)
    page = _visit(batch=begun.key)
    page.button(key="repair-all").click().run()
    (bar,) = page.get("progress")
    assert (bar.proto.value, bar.proto.text.partition(" · ")[0]) == (40, "Repairing copies: 16 of 40 files")
