"""Histories of pydantic-ai."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.strategies.json_values import arguments, scalars, texts, tool_ids, tool_names
from workbench.json.text import compact

_image = st.sampled_from([
    {"kind": "image-url", "url": "https://a.b/c.png"},
    {"kind": "binary", "data": "iVBORw0KGgo=", "media_type": "image/png"},
])  # fmt: skip
_system = st.fixed_dictionaries({"content": texts, "part_kind": st.just("system-prompt")})
_user = st.fixed_dictionaries(
    {"content": texts | st.lists(texts | _image, min_size=1, max_size=3), "part_kind": st.just("user-prompt")}
)
_return = st.fixed_dictionaries(
    {"tool_name": tool_names, "content": scalars | arguments, "tool_call_id": tool_ids},
    optional={"outcome": st.sampled_from(["success", "failed"])},
).map(lambda part: {**part, "part_kind": "tool-return"})
_retry = st.fixed_dictionaries({"content": texts, "part_kind": st.just("retry-prompt")})
_text = st.fixed_dictionaries({"content": texts, "part_kind": st.just("text")})
_thinking = st.fixed_dictionaries(
    {"content": texts, "part_kind": st.just("thinking")}, optional={"signature": texts, "provider_name": texts}
)
_call = st.fixed_dictionaries(
    {"tool_name": tool_names, "args": st.none() | arguments | arguments.map(compact), "tool_call_id": tool_ids}
).map(lambda part: {**part, "part_kind": "tool-call"})
_request = st.fixed_dictionaries(
    {"parts": st.lists(_system | _user | _return | _retry, max_size=4), "kind": st.just("request")},
    optional={"instructions": st.none() | texts},
)
_response = st.fixed_dictionaries(
    {"parts": st.lists(_text | _thinking | _call, max_size=4), "kind": st.just("response")},
    optional={"model_name": texts},
)

message: st.SearchStrategy[Any] = _request | _response

history: st.SearchStrategy[list[Any]] = st.lists(message, max_size=5)
