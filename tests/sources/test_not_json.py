"""Whatever a file can hold besides JSON (bytes, dates, sets, numbers as keys), the messages read from it are JSON."""

from __future__ import annotations

import contextlib
import datetime
import decimal
import io
import json
import sqlite3
from typing import Any

import msgspec
import pyarrow
import pyarrow.parquet
import pytest

from tests.sources.all_kinds import ALL_KINDS
from tests.sources.documents import all_of
from tests.sources.kinds_of_programs import database
from workbench import defects
from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.json.text import MAX_DEPTH, compact
from workbench.repairs.repair import repair

DATABASES = {
    name: kind.content
    for name, kind in ALL_KINDS.items()
    if isinstance(kind.content, bytes) and kind.content.startswith(b"SQLite")
}
PRINTED = """[HumanMessage(content='Weather?'), AIMessage(content=[b'\\xff', {'sun', 'rain'}, {1: (2, 3)}, 2j, ...]),
AIMessage(content=Weather('sunny')), ToolMessage(content={None: {''}}, tool_call_id=b'c')]"""


def messages_of(content: bytes, name: str = "file") -> list[Any]:
    """The messages of every conversation, which also can be checked and repaired."""
    found = [item for item in all_of(content, name) if isinstance(item, Conversation)]
    for item in found:
        check(item)
        repair(item, "langgraph")
        assert json.loads(compact(item.payload)) == item.payload
    return [message for item in found for message in item.messages]


@pytest.fixture(autouse=True)
def raised_defects(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(defects, "HIDDEN", False)


def test_a_printout_keeps_what_json_cannot_express() -> None:
    first, second, third, fourth = messages_of(PRINTED.encode())
    assert first["content"] == "Weather?"
    assert second["content"] == ["/w==", ["sun", "rain"], {"1": [2, 3]}, "2j", "Ellipsis"]
    assert third["content"] == "Weather('sunny')"
    assert (fourth["content"], fourth["tool_call_id"]) == ({"None": [""]}, "c")


DOCUMENTATION = "How to call the model from a program, and what it costs. " * 20


@pytest.mark.parametrize(
    ("content", "messages"),
    [
        (f"{DOCUMENTATION}\nHumanMessage(content=question)", 0),
        (f"{DOCUMENTATION * 30}\nHumanMessage(content='Weather?'), AIMessage(content='Sunny.')", 0),
        (f"{DOCUMENTATION}\nHumanMessage(content='Weather?'), AIMessage(content='Sunny, and warm.')", 2),
        ("prompt = [SystemMessage(content='Be brief.'), HumanMessage(content=question)]", 2),
    ],
    ids=["code in a manual", "examples in a long manual", "a printout in a log", "code alone"],
)
def test_examples_in_a_longer_text_are_no_conversation(content: str, messages: int) -> None:
    assert len(messages_of(content.encode())) == messages


def test_a_call_in_a_tag_with_a_key_that_python_refuses_is_text() -> None:
    words = "<tool_call>{'name': {[]: 1}}</tool_call>"
    rows = [{"from": "human", "value": "Weather?"}, {"from": "gpt", "value": words}]
    assert messages_of(json.dumps([{"conversations": rows}]).encode())[1]["content"] == words


def test_dates_bytes_and_decimals_of_a_table_become_text() -> None:
    told = {"day": datetime.date(2026, 1, 2), "price": decimal.Decimal("1.10"), "picture": b"\xff"}
    rows: Any = [{"messages": [{"role": "user", "content": b"Weather?", **told}]}]
    held = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), held)
    message = {"role": "user", "content": "Weather?", "day": "2026-01-02", "price": "1.10", "picture": "/w=="}
    assert messages_of(held.getvalue(), "chat.parquet") == [message]


def test_a_checkpoint_with_numbers_as_keys_and_times_is_read() -> None:
    times = [datetime.datetime(2026, 1, 2, tzinfo=datetime.UTC)]
    fields = {"content": [{1: b"\xff"}, *times], "type": "human"}
    state = msgspec.msgpack.encode({"channel_values": {"messages": [fields, {"type": "ai", "content": "Sunny."}]}})
    rows = [{"thread_id": "a", "checkpoint_ns": "", "checkpoint_id": "1", "type": "msgpack", "checkpoint": state}]
    assert messages_of(database(checkpoints=rows))[0]["content"] == [{"1": "/w=="}, "2026-01-02 00:00:00+00:00"]


def test_yaml_that_is_nested_too_deeply_is_refused() -> None:
    nested = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert messages_of(f"messages:\n- role: user\n  content: {nested}\n".encode(), "chat.yaml") == []


LONG = "0x" + "f" * 5_000
DIGITS = "9" * 5_000
QUESTION = {"role": "user", "parts": [{"type": "text", "content": "Weather?"}]}


def span(attributes: Any) -> Any:
    return {"trace_id": "a", "span_id": "b", "name": "chat", "attributes": attributes}


@pytest.mark.parametrize(
    "content",
    [f'[{{role: "user", content: {LONG}}}]', f"HumanMessage(content={LONG})", f"- role: user\n  content: {LONG}"],
)
def test_a_number_too_long_to_be_written_is_kept_as_text(content: str) -> None:
    assert [message["content"] for message in messages_of(content.encode())] == [LONG]


@pytest.mark.parametrize("number", [DIGITS, "--5"])
def test_an_attribute_that_claims_to_be_a_number_is_kept_as_it_is(number: str) -> None:
    attributes = [
        {"key": "gen_ai.request.seed", "value": {"intValue": number}},
        {"key": "gen_ai.input.messages", "value": {"stringValue": json.dumps([QUESTION])}},
    ]
    spans = {"resourceSpans": [{"scopeSpans": [{"spans": [span(attributes)]}]}]}
    assert len(messages_of(json.dumps(spans).encode())) == 1


def test_a_numbered_attribute_with_a_number_of_any_length_stops_nothing() -> None:
    named = {"role": "user", "content": "Weather?"}
    attributes = {f"llm.input_messages.{at}.message.{key}": held for at in (0, DIGITS) for key, held in named.items()}
    assert len(messages_of(json.dumps([span({"openinference.span.kind": "LLM", **attributes})]).encode())) == 1


def test_a_recording_with_lengths_of_any_length_is_described() -> None:
    recording = f"httprr trace v1\n{DIGITS} {DIGITS}\nPOST https://api.openai.com/v1/chat/completions HTTP/1.1\r\n\r\n"
    assert messages_of(recording.encode()) == []


def test_a_streamed_argument_with_an_index_of_any_length_stops_nothing() -> None:
    piece = {"jsonPath": f"$.places[{DIGITS}]", "stringValue": "Rome"}
    calls: Any = [{"name": "weather", "willContinue": True}, {"partialArgs": [piece]}]
    events = [{"candidates": [{"content": {"role": "model", "parts": [{"functionCall": call}]}}]} for call in calls]
    streamed = "".join(f"data: {json.dumps(event)}\n\n" for event in events)
    assert len(messages_of(streamed.encode())) == 1


@pytest.mark.parametrize("name", DATABASES)
def test_every_cell_of_a_database_may_be_a_blob(name: str) -> None:
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(DATABASES[name])
        tables = [row[0] for row in connection.execute("select name from sqlite_master where type = 'table'")]
        columns = [(table, row[1]) for table in tables for row in connection.execute(f'pragma table_info("{table}")')]
        for table, column in columns:
            for blob in (f'cast("{column}" as blob)', "x'ff00'"):
                connection.deserialize(DATABASES[name])
                with contextlib.suppress(sqlite3.IntegrityError):  # the column of the row's own number
                    connection.execute(f'update "{table}" set "{column}" = {blob}')
                connection.commit()
                messages_of(bytes(connection.serialize()))
