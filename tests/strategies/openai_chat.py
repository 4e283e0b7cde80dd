"""Histories in OpenAI Chat Completions."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.strategies.json_values import arguments, texts, tool_ids, tool_names
from workbench.json.text import compact

_text = st.fixed_dictionaries({"type": st.just("text"), "text": texts})
_image = st.builds(
    lambda url: {"type": "image_url", "image_url": {"url": url}},
    st.sampled_from(["data:image/png;base64,iVBORw0KGgo=", "https://a.b/c.png"]),
)
_call = st.builds(
    lambda call_id, name, args: {"id": call_id, "type": "function", "function": {"name": name, "arguments": args}},
    tool_ids,
    tool_names,
    arguments.map(compact) | texts,
)
_system = st.fixed_dictionaries({"role": st.sampled_from(["system", "developer"]), "content": texts})
_user = st.fixed_dictionaries(
    {"role": st.just("user"), "content": texts | st.lists(_text | _image, min_size=1, max_size=3)}
)
_assistant = st.fixed_dictionaries(
    {"role": st.just("assistant"), "content": st.none() | texts},
    optional={"tool_calls": st.lists(_call, min_size=1, max_size=3), "reasoning_content": texts},
)
_tool = st.fixed_dictionaries(
    {"role": st.just("tool"), "tool_call_id": tool_ids, "content": texts | st.lists(_text, min_size=1, max_size=2)}
)

message: st.SearchStrategy[Any] = st.one_of(_system, _user, _assistant, _tool)

history: st.SearchStrategy[list[Any]] = st.lists(message, max_size=6)
