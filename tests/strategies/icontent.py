"""Histories in IContent: whole ones and ones with what goes wrong in practice."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.strategies.json_values import arguments, json_values, scalars, texts, tool_ids, tool_names

_text = st.fixed_dictionaries({"type": st.just("text"), "text": texts})
_image = st.fixed_dictionaries(
    {
        "type": st.just("image"),
        "data": st.sampled_from(["data:image/png;base64,iVBORw0KGgo=", "https://a.b/c.png", "iVBORw0KGgo="]),
    }
)
_call = st.fixed_dictionaries(
    {"type": st.just("tool_call"), "id": tool_ids, "name": tool_names, "parameters": arguments}
)
_response = st.fixed_dictionaries(
    {"type": st.just("tool_response"), "callId": tool_ids, "result": scalars | arguments},
    optional={"status": st.just("error"), "error": texts, "toolName": tool_names, "isComplete": st.booleans()},
)
_thinking = st.fixed_dictionaries({"type": st.just("thinking"), "thought": texts}, optional={"signature": texts})
_code = st.fixed_dictionaries({"type": st.just("code"), "code": texts}, optional={"language": st.just("python")})
_block = st.one_of(_text, _image, _call, _response, _thinking, _code)

message: st.SearchStrategy[Any] = st.fixed_dictionaries(
    {"speaker": st.sampled_from(["human", "ai", "tool", "system"]), "blocks": st.lists(_block, max_size=4)},
    optional={"metadata": st.dictionaries(st.sampled_from(["ts", "model", "id"]), json_values, max_size=2)},
)

history: st.SearchStrategy[list[Any]] = st.lists(message, max_size=6)
