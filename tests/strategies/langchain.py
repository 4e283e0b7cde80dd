"""Histories of LangChain messages, in the flat spelling."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.strategies.json_values import arguments, texts, tool_ids, tool_names

_text = st.fixed_dictionaries({"type": st.just("text"), "text": texts})
_image = st.sampled_from([
    {"type": "image_url", "image_url": {"url": "https://a.b/c.png"}},
    {"type": "image", "base64": "iVBORw0KGgo=", "mime_type": "image/png"},
])  # fmt: skip
_thinking = st.fixed_dictionaries({"type": st.just("thinking"), "thinking": texts, "signature": texts})
_call = st.fixed_dictionaries({"name": tool_names, "args": arguments, "id": tool_ids, "type": st.just("tool_call")})
_broken_call = st.fixed_dictionaries({"name": tool_names, "args": texts, "id": tool_ids})
_system = st.fixed_dictionaries({"type": st.just("system"), "content": texts})
_human = st.fixed_dictionaries(
    {"type": st.just("human"), "content": texts | st.lists(_text | _image, min_size=1, max_size=3)},
    optional={"id": texts},
)
_ai = st.fixed_dictionaries(
    {"type": st.just("ai"), "content": texts | st.lists(_text | _thinking, max_size=3)},
    optional={
        "tool_calls": st.lists(_call, max_size=3),
        "invalid_tool_calls": st.lists(_broken_call, max_size=1),
        "additional_kwargs": st.fixed_dictionaries({}, optional={"reasoning_content": texts}),
    },
)
_tool = st.fixed_dictionaries(
    {"type": st.just("tool"), "content": texts | st.lists(_text, min_size=1, max_size=2), "tool_call_id": tool_ids},
    optional={"name": tool_names, "status": st.sampled_from(["success", "error"])},
)

message: st.SearchStrategy[Any] = st.one_of(_system, _human, _ai, _tool)

history: st.SearchStrategy[list[Any]] = st.lists(message, max_size=6)
