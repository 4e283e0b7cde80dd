"""Histories of CoreMessages (AI SDK 4)."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.strategies.json_values import arguments, json_values, scalars, texts, tool_ids, tool_names

PNG = "iVBORw0KGgoAAAANSUhEUg=="

_options = st.just({"anthropic": {"cacheControl": {"type": "ephemeral"}}})
_text = st.fixed_dictionaries({"type": st.just("text"), "text": texts}, optional={"providerOptions": _options})
_image = st.fixed_dictionaries(
    {
        "type": st.just("image"),
        "image": st.sampled_from([PNG, f"data:image/png;base64,{PNG}", "https://a.b/c.png"]),
    },
    optional={"mimeType": st.just("image/png")},
)
_file = st.fixed_dictionaries(
    {"type": st.just("file"), "data": st.just("JVBERi0xLjQK"), "mimeType": st.just("application/pdf")},
    optional={"filename": st.just("a.pdf")},
)
_reasoning = st.fixed_dictionaries({"type": st.just("reasoning"), "text": texts}, optional={"signature": texts})
_redacted = st.fixed_dictionaries({"type": st.just("redacted-reasoning"), "data": texts})
_call = st.fixed_dictionaries(
    {"type": st.just("tool-call"), "toolCallId": tool_ids, "toolName": tool_names, "args": arguments}
)
_result = st.fixed_dictionaries(
    {
        "type": st.just("tool-result"),
        "toolCallId": tool_ids,
        "toolName": tool_names,
        "result": scalars | arguments,
    },
    optional={"isError": st.booleans(), "providerOptions": _options},
)
_system = st.fixed_dictionaries({"role": st.just("system"), "content": texts})
_user = st.fixed_dictionaries(
    {"role": st.just("user"), "content": texts | st.lists(_text | _image | _file, max_size=3)},
    optional={"trace": json_values},
)
_assistant = st.fixed_dictionaries(
    {"role": st.just("assistant"), "content": texts | st.lists(_text | _call | _reasoning | _redacted, max_size=4)}
)
_tool = st.fixed_dictionaries({"role": st.just("tool"), "content": st.lists(_result, min_size=1, max_size=3)})

message: st.SearchStrategy[Any] = st.one_of(_system, _user, _assistant, _tool)

history: st.SearchStrategy[list[Any]] = st.lists(message, max_size=6)
