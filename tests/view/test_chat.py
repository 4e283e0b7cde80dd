"""The chat view: complete texts, calls with their results, pictures, and every message."""

from __future__ import annotations

from typing import Any

import pytest

from tests.view.checked_views import view_of, view_of_sample
from tests.view.test_protocol import wrong
from workbench.samples import Sample, samples
from workbench.view import protocol
from workbench.view.drawn_rows import ChatBlock
from workbench.view.page_request import parse_look, run_command
from workbench.view.responses import ReplayAnswer
from workbench.view.window import Look

CHAT = Look(view="chat")


def _blocks(sample: str, index: int) -> list[ChatBlock]:
    return view_of_sample(sample).rows.chat_row(index)["chat"]


def test_a_separated_pair_is_one_card_and_its_result_is_not_repeated() -> None:
    _, card = _blocks("icontent/rethreaded-prefix", 2)
    (result,) = card["results"]
    assert (card["name"], card["text"]) == ("dome_log", "telescope: 2, lines: 20")
    assert (result["tool_id"], result["message"], result["severity"]) == ("toolu_1A7k", 3, "error")
    (elsewhere,) = _blocks("icontent/rethreaded-prefix", 3)
    assert (elsewhere["answers"], elsewhere["text"]) == (2, "")


def test_calls_without_ids_pair_with_results_in_the_next_message() -> None:
    (card,) = _blocks("gemini/healthy-photo", 1)
    assert [result["message"] for result in card["results"]] == [2]


def test_a_long_text_is_complete_and_keeps_its_lines() -> None:
    text = "First line.\n" + "word " * 2000
    (block,) = view_of([{"role": "user", "content": text}], "openai").rows.chat_row(0)["chat"]
    assert block["text"] == text
    assert "cut" not in block


def test_a_huge_text_states_how_much_is_shown() -> None:
    (block,) = view_of([{"role": "user", "content": "x" * 30_000}], "openai").rows.chat_row(0)["chat"]
    assert block["cut"] == "The first 20,000 of 30,000 characters."


def test_only_a_picture_in_the_file_is_drawn() -> None:
    def of(url: str) -> ChatBlock:
        content = [{"type": "image_url", "image_url": {"url": url}}]
        return view_of([{"role": "user", "content": content}], "openai").rows.chat_row(0)["chat"][0]

    assert of("data:image/png;base64,aGFsbG8=")["url"] == "data:image/png;base64,aGFsbG8="
    assert "url" not in of("https://example.org/moth.png")


def test_a_message_without_events_is_shown_as_json() -> None:
    (block,) = view_of([{"role": "user", "content": "a"}, {"odd": 1}], "openai").rows.chat_row(1)["chat"]
    assert (block["kind"], '"odd": 1' in block["text"]) == ("other", True)


def test_the_answer_of_a_replay_follows_the_message_it_answers() -> None:
    body = {"choices": [{"message": {"role": "assistant", "content": "Yes."}, "finish_reason": "stop"}]}
    row = view_of_sample("icontent/rethreaded-prefix").rows.chat_row(5, ReplayAnswer(body, "openai-chat", True))
    assert (row["answer"]["origin"], row["answer"]["blocks"][0]["text"]) == ("rehearsed", "Yes.")


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_every_message_of_every_sample_shows_something(sample: Sample) -> None:
    view = view_of_sample(sample.name)
    window = view.window(CHAT)
    assert list(wrong(window, protocol.Window, "window")) == []
    assert all(row["chat"] for row in window["rows"])
    assert view.defects == []


def _read(messages: list[Any], pointer: str) -> Any:
    command = {"name": "read", "column": 0, "message": 0, "pointer": pointer}
    return run_command(view_of(messages, "openai"), Look(), command).reading


def test_the_reader_shows_a_complete_text() -> None:
    reading = _read([{"role": "user", "content": "x" * 5000}], "/content")
    assert (reading.text, reading.pretty, reading.cut) == ("x" * 5000, "", "")


def test_the_reader_indents_an_object_and_json_inside_a_string() -> None:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": '{"a":1}'}}
    messages = [{"role": "assistant", "content": None, "tool_calls": [call]}]
    arguments = _read(messages, "/tool_calls/0/function/arguments")
    assert (arguments.text, arguments.pretty) == ('{"a":1}', '{\n  "a": 1\n}')
    assert _read(messages, "/tool_calls/0/function").text == ""


def test_a_value_that_no_longer_exists_opens_nothing() -> None:
    assert _read([{"role": "user", "content": "x"}], "/gone") is None


def test_a_question_for_an_unknown_view_gets_the_stages() -> None:
    assert parse_look({"view": "chat"}, 1).view == "chat"
    assert parse_look({"view": "<b>"}, 1).view == "stages"


def test_a_result_in_the_message_of_its_call_is_shown_in_the_card_only() -> None:
    kinds = [block["kind"] for block in _blocks("vercel-v5-ui/healthy-recipe", 1)]
    assert kinds == ["thought", "call", "call", "text"]
