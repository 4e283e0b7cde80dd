"""The file is the first column: records next to their messages, and unsent records between them."""

from __future__ import annotations

from typing import Any

from tests.sources.documents import conversations, lines, only
from tests.sources.kinds import CHAT
from tests.sources.test_claude_code import call, line, result
from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.repairs.repair import repair
from workbench.view.comparison import Compared
from workbench.view.drawn_rows import Cell, Row
from workbench.view.listing import Filter
from workbench.view.window import CHAT as CHAT_VIEW
from workbench.view.window import Look, View

SNAPSHOT: Any = {"type": "file-history-snapshot", "messageId": "m", "snapshot": {}}
SESSION = lines(
    {"type": "summary", "summary": "Weather", "leafUuid": "x"},
    line("a", None, "user", "Weather?"),
    line("b", "a", "assistant", [call("toolu_1")], message_id="m"),
    line("c", "b", "assistant", [{"type": "text", "text": "I look."}], message_id="m"),
    SNAPSHOT,
    line("d", "c", "user", [result("toolu_1")]),
    line("e", "d", "user", "an abandoned question"),
    line("f", "d", "user", "And Rome?"),
    SNAPSHOT,
)


def view_of(conversation: Conversation) -> View:
    return View(check(conversation))


def rows_of(looked_at: View | Compared, /, **look: Any) -> list[Row]:
    return looked_at.window(Look(**look))["rows"]


def file_cell(row: Row) -> Cell:
    return row["cells"][-1]


def text_of(cell: Cell) -> list[list[str]]:
    """Return the lines of each record of a cell."""
    return [
        [
            " ".join(filter(None, (line.get("tag", ""), *(one["text"] for one in line["segments"]))))
            for line in drawn["lines"]
        ]
        for drawn in cell["messages"]
    ]


def test_the_file_is_the_last_column_in_the_numbering_and_named_after_its_source() -> None:
    view = view_of(only(SESSION))
    assert view.columns()[-1] == ["file", "Claude Code session"]
    assert view.file_column() == {"column": 3, "differs": True}
    assert all(len(row["cells"]) == 4 for row in rows_of(view))


def test_a_message_from_two_lines_shows_both_with_the_values_that_are_sent() -> None:
    row = rows_of(view_of(only(SESSION)))[1]
    assert text_of(file_cell(row)) == [
        ["assistant line 3 + 5 not sent", "tool_use id toolu_1", "name ls input {}"],
        ["assistant line 4 + 6 not sent", "text I look."],
    ]
    assert [drawn.get("name") for drawn in file_cell(row)["messages"]] == ["line 3", "line 4"]


def test_the_tool_id_in_the_file_is_on_the_thread_of_the_message() -> None:
    row = rows_of(view_of(only(SESSION)))[1]
    ids = [
        segment
        for cell in (row["cells"][0], file_cell(row))
        for drawn in cell["messages"]
        for line_ in drawn["lines"]
        for segment in line_["segments"]
        if segment["kind"] == "id"
    ]
    assert [segment["thread"] for segment in ids] == [0, 0]


def test_links_lead_from_the_record_to_the_message() -> None:
    row = rows_of(view_of(only(SESSION)))[0]
    assert ["3:1:/message/content", "0:0:/content", "copied"] in row["links"]


def test_unsent_records_are_one_line_before_the_next_message_and_after_the_last() -> None:
    rows = rows_of(view_of(only(SESSION)))
    assert [row.get("gap", {}).get("text") for row in rows] == [
        "1 record not sent: summary",
        None,
        "1 record not sent: file-history-snapshot",
        "1 record not sent: on another branch",
    ]
    assert rows[-1]["end"]["text"] == "1 record not sent: file-history-snapshot"
    assert all(not row["gap"]["records"] for row in rows if "gap" in row)


def test_an_unfolded_line_shows_the_records_with_their_reasons() -> None:
    view = view_of(only(SESSION))
    place = rows_of(view)[3]["gap"]["place"]
    gap = rows_of(view, opened=frozenset({place}))[3]["gap"]
    assert gap["opened"]
    assert [(record["name"], record["why"]) for record in gap["records"]] == [("line 7", "on another branch")]
    words = [segment["text"] for line_ in gap["records"][0]["lines"] for segment in line_["segments"]]
    assert "an abandoned question" in words


def test_many_records_are_unfolded_page_by_page() -> None:
    view = view_of(only(lines(line("a", None, "user", "Weather?"), *[SNAPSHOT] * 100, line("b", "a", "user", "Oslo?"))))
    gap = rows_of(view)[1]["gap"]
    assert (gap["text"], gap["rest"]) == ("100 records not sent: file-history-snapshot", 100)
    first = rows_of(view, opened=frozenset({gap["place"]}))[1]["gap"]
    assert (len(first["records"]), first["rest"]) == (40, 60)
    second = rows_of(view, opened=frozenset({gap["place"], first["more"]}))[1]["gap"]
    assert (len(second["records"]), second["rest"]) == (80, 20)
    assert second["more"] != first["more"]


def test_a_filtered_list_has_no_gaps() -> None:
    rows = rows_of(view_of(only(SESSION)), filter=Filter("role", "user"))
    assert all("gap" not in row and "end" not in row for row in rows)


def test_the_chat_has_the_same_line_for_unsent_records() -> None:
    rows = rows_of(view_of(only(SESSION)), view=CHAT_VIEW)
    assert rows[2]["gap"]["text"] == "1 record not sent: file-history-snapshot"


def test_fields_that_are_not_sent_can_be_unfolded() -> None:
    view = view_of(only(SESSION))
    fold = rows_of(view)[0]["cells"][-1]["messages"][0]["lines"][0]["segments"][-1]
    assert fold == {"kind": "rest", "text": "+ 4 not sent", "pointer": "rest", "opened": False}
    whole = text_of(file_cell(rows_of(view, opened=frozenset({"3:1:rest"}))[0]))
    assert whole == [["user line 2 show only sent fields", "uuid a parentUuid null", "sessionId s", "user Weather?"]]


def test_a_value_that_is_in_no_record_is_marked_as_added() -> None:
    parts = [{"id": "p1", "type": "tool", "callID": "call_1", "tool": "weather",
              "state": {"status": "completed", "input": {}, "output": "sunny", "time": {"compacted": 5}}}]  # fmt: skip
    message = {"info": {"id": "msg_1", "role": "assistant", "time": {"created": 1}}, "parts": parts}
    row = rows_of(view_of(only({"info": {"id": "ses_1"}, "messages": [message]})))[0]
    marked = [
        segment["text"]
        for line_ in row["cells"][0]["messages"][0]["lines"]
        for segment in line_["segments"]
        if segment.get("mark") == "invented"
    ]
    assert marked == ["[Old tool result content cleared]"]


def test_a_finding_names_its_line_in_the_file() -> None:
    broken = only(lines(
        SNAPSHOT, line("a", None, "user", "Weather?"), SNAPSHOT, line("b", "a", "user", [result("toolu_9")])
    ))  # fmt: skip
    [cause, *_] = view_of(broken).head(Look())["causes"]
    assert (cause["where"], cause["in_file"]) == ("message 1", "line 4")


def test_a_list_of_messages_is_its_own_file_and_has_no_file_column() -> None:
    view = view_of(only(CHAT))
    assert view.file_column() is None
    assert view.columns()[-1][0] == "back"
    assert all(row["in_file"] == "" for row in view.head(Look())["causes"])


def test_a_file_that_only_wraps_the_messages_is_folded_and_findings_name_no_line() -> None:
    messages = [{"kind": "request", "parts": [{"part_kind": "tool-return", "tool_name": "w", "content": "x",
                                               "tool_call_id": "call_9"}]}]  # fmt: skip
    view = view_of(only(messages))
    assert view.file_column() == {"column": len(view.columns()) - 1, "differs": False}
    assert {row["in_file"] for row in view.head(Look())["causes"]} == {""}


def test_other_requests_of_a_batch_do_not_unfold_its_column() -> None:
    body = {"model": "m", "messages": [{"role": "user", "content": "Weather?"}]}
    rows = [{"custom_id": str(n), "method": "POST", "url": "/v1/chat/completions", "body": body} for n in range(3)]
    file = view_of(conversations(lines(*rows))[0]).file_column()
    assert file is not None
    assert not file["differs"]


def test_after_a_repair_the_messages_still_have_their_records_and_the_new_one_has_none() -> None:
    lost = lines(
        line("a", None, "user", "Weather?"),
        line("b", "a", "assistant", [call("toolu_1")]),
        line("c", "b", "user", "And Rome?"),
    )
    before = only(lost)
    after = view_of(repair(before).conversation)
    assert [text_of(file_cell(row))[:1] or file_cell(row).get("why") for row in rows_of(after)] == [
        [["user line 1 + 4 not sent", "user Weather?"]],
        [["assistant line 2 + 5 not sent", "tool_use id toolu_1", "name ls input {}"]],
        "added by the repair",
        [["user line 3 + 4 not sent", "user And Rome?"]],
    ]


def test_before_and_after_share_the_file() -> None:
    lost = lines(
        line("a", None, "user", "Weather?"),
        line("b", "a", "assistant", [call("toolu_1")]),
        SNAPSHOT,
        line("c", "b", "user", "And Rome?"),
    )
    before = view_of(only(lost))
    compared = Compared(before, view_of(repair(before.report.conversation).conversation), before)
    rows: Any = rows_of(compared)
    assert [len(file_cell(row)["messages"]) for row in rows] == [1, 1, 0, 1]
    assert file_cell(rows[2])["why"] == "added by the repair"
    assert rows[3]["gap"]["text"] == "1 record not sent: file-history-snapshot"
    assert not any(link[0].startswith("+3:") for row in rows for link in row["links"])


def test_a_value_of_a_record_is_read_and_copied_even_inside_json_in_a_text() -> None:
    entry = {"request": {"url": "https://api.openai.com/v1/chat/completions", "method": "POST",
                         "postData": {"text": '{"model": "m", "messages": [{"role": "user", "content": "Weather?"}]}'}},
             "response": {"content": {"text": "{}"}}}  # fmt: skip
    view = view_of(only({"log": {"version": "1.2", "entries": [entry]}}))
    record = file_cell(rows_of(view)[0])["messages"][0]["position"]
    column = len(view.columns()) - 1
    assert view.values.text(column, record, "/content") == "Weather?"
    reading = view.values.reading(column, record, "/content")
    assert reading is not None
    assert reading.text == "Weather?"
    assert view.values.reading(column, record, "/nothing") is None
