"""The edges of Responses and Gemini for values with their keys but in arbitrary shapes."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.converters import EDGES, Edge
from workbench.formats import FORMATS
from workbench.formats.gemini.parts import PAYLOADS
from workbench.formats.openai_responses.items import (
    CALLS,
    INPUT_PARTS,
    OTHER_ITEMS,
    OUTPUT_PARTS,
    OUTPUTS,
    SERVER_TOOLS,
)

NAMES = ("openai-responses", "gemini")
KEYS = ["role", "speaker", "parts", "blocks", "content", "type", "text", "data", "tool_calls", "id", "name", "callId"]
KEYS += [
    "call_id",
    "output",
    "summary",
    "arguments",
    "input",
    "image_url",
    "file_data",
    "file_url",
    "execution",
    "custom",
]
KEYS += ["response", "args", "result", "error", "thought", "mimeType", "mime_type", "encoding", "metadata", "status"]
KEYS += ["providerMetadata", *NAMES, "item", "string", "part", "in", "sameTurn", "derivedId", "wholeTurn", "toolName"]
KEYS += [*PAYLOADS, "parameters", "encryptedContent", "function", "refusal", "usage", "usageMetadata", "actions"]
WORDS = ["user", "assistant", "model", "system", "developer", "human", "ai", "tool", "text", "image", "media", "code"]
WORDS += ["message", "reasoning", "response", "provider", "thinking", "tool_call", "tool_response", "server", "url"]
WORDS += [*CALLS, *OUTPUTS, *SERVER_TOOLS, *OTHER_ITEMS, *INPUT_PARTS, *OUTPUT_PARTS, "data:image/png;base64,AA", "{}"]

crooked: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    max_leaves=25,
)
_block = st.dictionaries(st.sampled_from(KEYS), crooked, max_size=5)
_role = st.sampled_from(WORDS[:8])
_message = st.one_of(
    crooked,
    st.builds(lambda who, blocks: {"speaker": who, "blocks": blocks}, _role, st.lists(_block, max_size=3)),
    st.builds(lambda who, parts: {"role": who, "parts": parts}, _role, st.lists(_block, max_size=3)),
    st.builds(lambda who, parts: {"role": who, "content": parts}, _role, st.lists(_block, max_size=3)),
    st.builds(lambda kind, item: {**item, "type": kind}, st.sampled_from(WORDS), _block),
)


@pytest.mark.parametrize(
    "edge",
    [edge for edge in EDGES if edge.source in NAMES or edge.target in NAMES],
    ids=lambda edge: f"{edge.source} to {edge.target}",
)
@settings(deadline=None, max_examples=60)
@given(messages=st.lists(_message, max_size=4), request_settings=st.dictionaries(st.sampled_from(KEYS), crooked))
def test_no_json_value_raises_or_is_modified(edge: Edge, messages: list[Any], request_settings: Any) -> None:
    request_settings = {**request_settings, "systemInstruction": request_settings, "instructions": None}
    before = copy.deepcopy((messages, request_settings))
    rows = list(edge.convert(messages, request_settings))
    assert (messages, request_settings) == before
    assert all(0 <= source < len(messages) for row in rows for source in row.sources)


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=60)
@given(_message)
def test_any_response_and_any_message_can_be_read_without_raising(name: str, value: Any) -> None:
    messages_of_response = FORMATS[name].messages_of_response
    assert messages_of_response is not None
    for response in (value, {"output": value}, {"candidates": value}, {"candidates": [value], "output": [value]}):
        assert isinstance(messages_of_response(response), list)
    assert isinstance(FORMATS[name].read(value, 0), list)
    assert isinstance(FORMATS[name].read_tools({"tools": value}), list)
    assert isinstance(FORMATS[name].body_evidence({"tools": value, "toolConfig": value, "text": value}), int)
