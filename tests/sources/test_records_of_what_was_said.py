"""Programs that do not store calls as they were sent: what was said is read, and what is omitted is stated."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.sources.documents import all_of, conversations, lines, only, source_of, texts
from tests.sources.kinds_of_records import SPECSTORY, STORED, TASKS, TEST_RUN, TRACE, cursor_store
from workbench.loading import LoadError


def test_the_newest_root_of_a_cursor_store_lists_its_messages_in_order() -> None:
    conversation = only(cursor_store(*STORED))
    assert [message["role"] for message in conversation.messages] == [
        "system",
        "user",
        "assistant",
        "tool",
        "assistant",
    ]


def test_a_cursor_store_without_its_root_is_named_and_not_judged() -> None:
    (refused,) = all_of(cursor_store(*STORED, root=False))
    assert isinstance(refused, LoadError)
    assert (refused.source, "lists no messages" in str(refused)) == ("cursor", True)


def test_parts_of_an_answer_in_a_specstory_history_are_one_message_without_its_tools() -> None:
    conversation = only(SPECSTORY.encode())
    assert texts(conversation) == ['Weather in {"city": "Rome"}?', "I will look.\n\n\n\nSunny.", "Thanks."]
    assert [note.kind for note in conversation.notes] == ["calls-left-out"]


@pytest.mark.parametrize("content", [TRACE, TEST_RUN, [TRACE, TRACE]])
def test_calls_that_deepeval_rewrote_are_omitted(content: Any) -> None:
    first = conversations(content)[0]
    assert texts(first) == ["Be brief.", "Weather?", "Sunny."]
    assert [note.kind for note in first.notes] == ["calls-left-out"]


def test_calls_of_a_deepeval_trace_that_only_differ_in_what_is_omitted_are_one_conversation() -> None:
    (span,) = TRACE["llmSpans"]
    before = {**span, "uuid": "earlier", "input": [*span["input"][:3], *span["input"][4:]]}
    assert len(conversations({**TRACE, "llmSpans": [span, before]})) == 1


def test_a_function_that_deepeval_observed_has_the_request_as_it_was_sent() -> None:
    call = {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
    asked = [{"role": "user", "content": "Weather?"}, {"role": "assistant", "content": None, "tool_calls": [call]}]
    body = {"model": "gpt-4o", "messages": [*asked, {"role": "tool", "tool_call_id": "call_1", "content": "Sunny."}]}
    span = {"uuid": "s", "type": "llm", "input": {"args": [body]}, "output": {"choices": []}}
    conversation = only({**TRACE, "llmSpans": [span]})
    assert (conversation.messages, conversation.model, conversation.notes) == (body["messages"], "gpt-4o", ())


def test_a_deepeval_trace_with_prompts_as_texts_is_not_judged() -> None:
    spans = [{"uuid": "s", "type": "llm", "input": "Weather?", "output": "Sunny."}]
    (refused,) = all_of({**TRACE, "llmSpans": spans})
    assert isinstance(refused, LoadError)
    assert (refused.source, "model call with messages" in str(refused)) == ("deepeval", True)


def test_an_image_that_a_data_set_only_names_is_omitted_with_a_note() -> None:
    first, second = conversations(lines(*TASKS))
    assert texts(first) == ["What is this?"]
    assert [[note.kind for note in task.notes] for task in (first, second)] == [["media-left-out"], []]


def test_a_rated_conversation_is_not_a_list_of_ratings() -> None:
    node: Any = {"id": "n", "parent": None, "children": [], "message": {
        "author": {"role": "user"}, "content": {"content_type": "text", "parts": ["Hi"]}}}  # fmt: skip
    rated = {"conversation_id": "c", "rating": "up", "content": "x", "mapping": {"n": node}, "current_node": "n"}
    assert source_of(only(rated)) == "chatgpt-export"


def test_a_copy_of_a_result_inside_its_block_is_not_sent() -> None:
    session = lines(
        {"type": "user", "message": {"role": "user", "content": "Search."}},
        {"type": "assistant", "message": {"role": "assistant", "content": [
            {"type": "tool_use", "id": "toolu_1", "name": "Task", "input": {}}]}},
        {"type": "user", "message": {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "toolu_1", "content": "ok", "toolUseResult": {"agentId": "a"}}]}},
    )  # fmt: skip
    (result,) = only(session).messages[2]["content"]
    assert result == {"type": "tool_result", "tool_use_id": "toolu_1", "content": "ok"}


def test_one_message_in_the_scripts_of_a_saved_page_is_not_a_conversation() -> None:
    sent = json.dumps(json.dumps({"messages": [{"role": "user", "content": "Hi"}]}))
    script = f"<script>var sent = {sent};</script>"
    page = f"<!doctype html><html><body>{'<p>Some words of the page.</p>' * 200}{script}</body></html>"
    (refused,) = all_of(page.encode())
    assert isinstance(refused, LoadError)


def test_a_request_that_a_log_has_as_an_escaped_string_is_still_read() -> None:
    body = json.dumps(
        json.dumps({"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Yo"}]})
    )
    waiting = "12:01 waiting for work\n" * 100
    log = f"12:00 starting\n{waiting}12:02 request body={body}\n"
    assert len(only(log.encode()).messages) == 2
