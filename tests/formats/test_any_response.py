"""Any value can be read as a response or a message of Responses and Gemini."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from tests.strategies.crooked_messages import crooked_messages
from workbench.formats import FORMATS


@pytest.mark.parametrize("name", ["openai-responses", "gemini"])
@settings(deadline=None, max_examples=60)
@given(crooked_messages("gemini"))
def test_any_response_and_any_message_can_be_read_without_raising(name: str, value: Any) -> None:
    messages_of_response = FORMATS[name].messages_of_response
    assert messages_of_response is not None
    for response in (value, {"output": value}, {"candidates": value}, {"candidates": [value], "output": [value]}):
        assert isinstance(messages_of_response(response), list)
    assert isinstance(FORMATS[name].read(value, 0), list)
    assert isinstance(FORMATS[name].read_tools({"tools": value}), list)
    assert isinstance(FORMATS[name].body_evidence({"tools": value, "toolConfig": value, "text": value}), int)
