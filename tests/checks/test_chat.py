"""The events of a history, indexed the way rules need them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import HISTORIES
from tests.strategies.json_values import json_values
from workbench.checks.chat import read_chat
from workbench.formats import FORMATS

HISTORY: list[Any] = [
    {"role": "user", "content": [{"type": "text", "text": "look"}, {"type": "image_url", "image_url": {"url": "u"}}]},
    {
        "role": "assistant",
        "reasoning_content": "hm",
        "content": None,
        "tool_calls": [
            {"id": call_id, "type": "function", "function": {"name": "f", "arguments": "{}"}}
            for call_id in ("c1", "c2", ["odd"])
        ],
    },
    {"role": "tool", "tool_call_id": "c1", "content": "ok"},
    {"role": "nobody", "content": "?"},
]


def test_events_are_in_order_and_grouped_by_message() -> None:
    chat = read_chat("openai-chat", HISTORY, {})
    assert [event.kind for event in chat.events] == [
        *("text", "image"),
        *("thought", "call", "call", "call"),
        "result",
        "text",
    ]
    assert [[event.kind for event in chat.of_message(index)] for index in (0, 2)] == [["text", "image"], ["result"]]
    assert chat.roles == ["user", "assistant", "tool", "other"]


def test_common_kinds_have_their_own_lists_and_the_rest_share_one() -> None:
    chat = read_chat("openai-chat", HISTORY, {})
    assert [len(events) for events in (chat.texts, chat.images, chat.calls, chat.results)] == [2, 1, 3, 1]
    assert [event.value for event in chat.of_kind("thought")] == ["hm"]
    assert list(chat.of_kind("file")) == []


def test_calls_and_results_are_indexed_by_id_unless_it_is_neither_text_nor_number() -> None:
    chat = read_chat("openai-chat", HISTORY, {})
    assert {name: len(events) for name, events in chat.calls_by_id.items()} == {"c1": 1, "c2": 1}
    assert list(chat.results_by_id) == ["c1"]


@pytest.mark.parametrize("name", list(FORMATS))
@settings(deadline=None, max_examples=30)
@given(data=st.data())
def test_every_event_is_in_one_message_and_one_list(name: str, data: st.DataObject) -> None:
    messages = data.draw(HISTORIES[name] | st.lists(json_values, max_size=4))
    chat = read_chat(name, messages, {})
    assert [event for index in range(len(messages)) for event in chat.of_message(index)] == chat.events
    listed = (chat.texts, chat.calls, chat.results, chat.images, chat.rest)
    assert sum(map(len, listed)) == len(chat.events)
