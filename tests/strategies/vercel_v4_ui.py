"""Histories of UI messages (AI SDK 4), with `parts` and in the older form."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.strategies.json_values import arguments, json_values, scalars, texts, tool_ids, tool_names
from tests.strategies.vercel_v4_core import PNG

_ids = st.text("abc123", min_size=1, max_size=4)
_text = st.fixed_dictionaries({"type": st.just("text"), "text": texts})
_open_invocation = st.fixed_dictionaries(
    {
        "state": st.sampled_from(["partial-call", "call"]),
        "toolCallId": tool_ids,
        "toolName": tool_names,
        "args": arguments,
    }
)
_invocation = st.fixed_dictionaries(
    {
        "state": st.just("result"),
        "toolCallId": tool_ids,
        "toolName": tool_names,
        "args": arguments,
        "result": scalars | arguments,
    },
    optional={"step": st.integers(0, 2)},
)
_tool = st.builds(
    lambda invocation: {"type": "tool-invocation", "toolInvocation": invocation}, _invocation | _open_invocation
)
_detail = st.fixed_dictionaries(
    {"type": st.just("text"), "text": texts}, optional={"signature": texts}
) | st.fixed_dictionaries({"type": st.just("redacted"), "data": texts})
_reasoning = st.fixed_dictionaries(
    {"type": st.just("reasoning"), "reasoning": texts, "details": st.lists(_detail, max_size=2)}
)
_source = st.just({"type": "source", "source": {"sourceType": "url", "id": "s1", "url": "https://a.b"}})
_file = st.just({"type": "file", "mimeType": "image/png", "data": PNG})
_step = st.just({"type": "step-start"})
_part = st.one_of(_text, _tool, _reasoning, _source, _file, _step)
_attachment = st.one_of(
    st.just({"name": "a.png", "contentType": "image/png", "url": f"data:image/png;base64,{PNG}"}),
    st.just({"contentType": "text/plain", "url": "data:text/plain;base64,aGVsbG8="}),
    st.just({"contentType": "application/pdf", "url": "https://a.b/c.pdf"}),
)
_user = st.fixed_dictionaries(
    {"id": _ids, "role": st.just("user"), "content": texts},
    optional={"parts": st.lists(_text, max_size=2), "experimental_attachments": st.lists(_attachment, max_size=2)},
)
_assistant = st.fixed_dictionaries(
    {"id": _ids, "role": st.just("assistant"), "content": texts, "parts": st.lists(_part, max_size=5)},
    optional={"annotations": st.lists(json_values, max_size=1)},
)
_legacy = st.fixed_dictionaries(
    {
        "id": _ids,
        "role": st.just("assistant"),
        "content": texts,
        "toolInvocations": st.lists(_invocation | _open_invocation, max_size=3),
    }
)
_other = st.fixed_dictionaries({"id": _ids, "role": st.sampled_from(["system", "data"]), "content": texts})

message: st.SearchStrategy[Any] = st.one_of(_user, _assistant, _legacy, _other)

history: st.SearchStrategy[list[Any]] = st.lists(message, max_size=6)
