"""Histories in Anthropic Messages, with every kind of block that occurs in practice."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.strategies.json_values import arguments, json_values, texts, tool_ids, tool_names

_cache = {"cache_control": st.just({"type": "ephemeral"})}
_text = st.fixed_dictionaries({"type": st.just("text"), "text": texts}, optional=_cache)
_source = st.sampled_from(
    [
        {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="},
        {"type": "url", "url": "https://a.b/c.png"},
        {"type": "file", "file_id": "file_1"},
    ]
)
_image = st.fixed_dictionaries({"type": st.just("image"), "source": _source}, optional=_cache)
_document = st.fixed_dictionaries(
    {
        "type": st.just("document"),
        "source": st.sampled_from(
            [
                {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0xLjQ="},
                {"type": "text", "media_type": "text/plain", "data": "drei Äpfel"},
                {"type": "url", "url": "https://a.b/c.pdf"},
                {"type": "content", "content": "words"},
            ]
        ),
    },
    optional={"title": texts, **_cache},
)
_call = st.fixed_dictionaries(
    {"type": st.just("tool_use"), "id": tool_ids, "name": tool_names, "input": arguments}, optional=_cache
)
_reference = st.just({"type": "tool_reference", "tool_name": "search"})
_result = st.fixed_dictionaries(
    {"type": st.just("tool_result"), "tool_use_id": tool_ids},
    optional={
        "content": texts | st.lists(_text | _image | _document | _reference, max_size=3),
        "is_error": st.booleans(),
        **_cache,
    },
)
_thinking = st.fixed_dictionaries({"type": st.just("thinking"), "thinking": texts, "signature": texts})
_redacted = st.fixed_dictionaries({"type": st.just("redacted_thinking"), "data": texts})
_server = st.sampled_from(
    [
        {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "x"}},
        {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []},
    ]
)
_unknown = st.fixed_dictionaries({"type": st.just("block_of_tomorrow"), "value": json_values})

_user = st.fixed_dictionaries(
    {"role": st.just("user"), "content": texts | st.lists(st.one_of(_result, _text, _image, _document), max_size=4)}
)
_assistant = st.fixed_dictionaries(
    {
        "role": st.just("assistant"),
        "content": texts | st.lists(st.one_of(_text, _call, _thinking, _redacted, _server), max_size=4),
    }
)
_system = st.fixed_dictionaries({"role": st.just("system"), "content": texts | st.lists(_text, max_size=2)})
_of_tomorrow = st.fixed_dictionaries({"role": st.just("assistant"), "content": st.lists(_unknown, max_size=2)})

sendable: st.SearchStrategy[Any] = st.one_of(_user, _assistant, _system)
"""Messages whose blocks the published types know."""
message: st.SearchStrategy[Any] = st.one_of(_user, _assistant, _system, _of_tomorrow)

history: st.SearchStrategy[list[Any]] = st.lists(message, max_size=6)
