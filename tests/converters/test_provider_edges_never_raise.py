"""The edges of the block formats neither raise nor modify their input, whatever is in place of the blocks."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.converters import EDGES, Edge

KEYS = ["role", "speaker", "content", "blocks", "type", "text", "source", "data", "media_type", "url", "file_id", "id"]
KEYS += ["tool_use_id", "callId", "name", "input", "parameters", "result", "error", "status", "is_error", "mimeType"]
KEYS += [
    "encoding",
    "filename",
    "title",
    "thinking",
    "thought",
    "signature",
    "providerMetadata",
    "anthropic",
    "bedrock",
]
KEYS += [
    "toolUse",
    "toolResult",
    "toolUseId",
    "reasoningContent",
    "reasoningText",
    "image",
    "document",
    "format",
    "bytes",
]
KEYS += ["json", "usage", "stop_reason", "stopReason", "tool_calls", "function", "arguments", "tool_call_id", "custom"]
WORDS = ["user", "assistant", "system", "tool", "human", "ai", "text", "image", "document", "media", "provider", "code"]
WORDS += [
    "tool_use",
    "tool_result",
    "tool_call",
    "tool_response",
    "thinking",
    "base64",
    "url",
    "error",
    "success",
    "png",
]
WORDS += ["data:image/png;base64,AAAA", "https://a.b/c.png", "text/plain", "image/png", "file", "image_url", "refusal"]

crooked: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(WORDS) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=6),
    max_leaves=20,
)
kinds = st.sampled_from(WORDS)
block = st.builds(lambda kind, fields: {**fields, "type": kind}, kinds, st.dictionaries(st.sampled_from(KEYS), crooked))
message = st.builds(
    lambda role, content: {"role": role, "speaker": role, "content": content, "blocks": content},
    kinds,
    st.lists(block | crooked, max_size=4),
)
OWN = [edge for edge in EDGES if {edge.source, edge.target} & {"anthropic", "bedrock-converse"}]


@pytest.mark.parametrize("edge", OWN, ids=lambda edge: f"{edge.source} to {edge.target}")
@settings(deadline=None, max_examples=60)
@given(messages=st.lists(message | crooked, max_size=4), system=crooked)
def test_no_value_raises_or_is_modified(edge: Edge, messages: list[Any], system: Any) -> None:
    before = copy.deepcopy(messages)
    for row in edge.convert(messages, {"system": system}):
        assert all(0 <= source < len(messages) for source in row.sources)
    assert messages == before


@pytest.mark.parametrize("edge", OWN, ids=lambda edge: f"{edge.source} to {edge.target}")
@pytest.mark.parametrize("block", ["tool_result content", "tool_response result", "image callId", " toolResult"])
def test_deep_nesting_does_not_raise(edge: Edge, block: str) -> None:
    kind, key = block.split(" ")
    deep: Any = "end"
    for _ in range(20_000):
        deep = [{"type": kind, key: deep} if kind else {key: {"toolUseId": "a", "content": deep}}]
    messages = [{"role": "user", "speaker": "tool", "content": deep, "blocks": deep}, {"role": deep, "speaker": deep}]
    assert list(edge.convert([*messages, *messages], {"system": deep}))
