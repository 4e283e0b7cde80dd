"""Histories as OpenTelemetry's GenAI convention records them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.strategies.json_values import arguments, scalars, texts, tool_ids, tool_names

_text = st.fixed_dictionaries({"type": st.sampled_from(["text", "reasoning"]), "content": texts})
_media = st.sampled_from([
    {"type": "blob", "modality": "image", "mime_type": "image/png", "content": "iVBORw0KGgo="},
    {"type": "uri", "modality": "image", "uri": "https://a.b/c.png"},
])  # fmt: skip
_call = st.fixed_dictionaries({"id": tool_ids, "name": tool_names, "arguments": arguments | texts}).map(
    lambda part: {"type": "tool_call", **part}
)
_response = st.builds(
    lambda call_id, key, value: {"type": "tool_call_response", "id": call_id, key: value},
    tool_ids,
    st.sampled_from(["response", "result"]),
    scalars | arguments,
)


def _message(roles: list[str], part: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.fixed_dictionaries({"role": st.sampled_from(roles), "parts": st.lists(part, min_size=1, max_size=3)})


message: st.SearchStrategy[Any] = st.one_of(
    _message(["system", "user"], _text | _media),
    _message(["assistant"], _text | _call),
    _message(["tool", "user"], _response),
)

history: st.SearchStrategy[list[Any]] = st.lists(message, max_size=5)
