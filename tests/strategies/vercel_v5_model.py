"""Histories of ModelMessages (AI SDK 5 to 7)."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.strategies.json_values import arguments, json_values, scalars, texts, tool_ids, tool_names
from tests.strategies.vercel_v4_core import PNG

_text = st.fixed_dictionaries({"type": st.just("text"), "text": texts})
_image = st.fixed_dictionaries(
    {"type": st.just("image"), "image": st.sampled_from([PNG, "https://a.b/c.png"])},
    optional={"mediaType": st.just("image/png")},
)
_file = st.fixed_dictionaries(
    {
        "type": st.just("file"),
        "data": st.sampled_from([PNG, f"data:image/png;base64,{PNG}", {"type": "data", "data": PNG}]),
        "mediaType": st.sampled_from(["image/png", "application/pdf"]),
    },
    optional={"filename": st.just("a.bin")},
)
_reasoning = st.fixed_dictionaries(
    {"type": st.just("reasoning"), "text": texts},
    optional={"providerOptions": st.just({"anthropic": {"signature": "s1"}})},
)
_call = st.fixed_dictionaries(
    {"type": st.just("tool-call"), "toolCallId": tool_ids, "toolName": tool_names, "input": arguments},
    optional={"providerExecuted": st.booleans()},
)
_content_item = st.one_of(
    _text,
    st.just({"type": "media", "data": PNG, "mediaType": "image/png"}),
    st.just({"type": "image-data", "data": PNG, "mediaType": "image/png"}),
    st.just({"type": "file-url", "url": "https://a.b/c.pdf"}),
)
_output = st.one_of(
    st.builds(lambda kind, value: {"type": kind, "value": value}, st.sampled_from(["text", "error-text"]), texts),
    st.builds(
        lambda kind, value: {"type": kind, "value": value},
        st.sampled_from(["json", "error-json"]),
        scalars | arguments,
    ),
    st.fixed_dictionaries({"type": st.just("execution-denied")}, optional={"reason": texts}),
    st.builds(lambda items: {"type": "content", "value": items}, st.lists(_content_item, max_size=3)),
)
_result = st.fixed_dictionaries(
    {"type": st.just("tool-result"), "toolCallId": tool_ids, "toolName": tool_names, "output": _output}
)
_request = st.fixed_dictionaries(
    {"type": st.just("tool-approval-request"), "approvalId": st.just("a1"), "toolCallId": tool_ids}
)
_response = st.fixed_dictionaries(
    {"type": st.just("tool-approval-response"), "approvalId": st.just("a1"), "approved": st.booleans()},
    optional={"reason": texts},
)
_system = st.fixed_dictionaries({"role": st.just("system"), "content": texts})
_user = st.fixed_dictionaries(
    {"role": st.just("user"), "content": texts | st.lists(_text | _image | _file, max_size=3)},
    optional={"trace": json_values},
)
_assistant = st.fixed_dictionaries(
    {
        "role": st.just("assistant"),
        "content": texts | st.lists(_text | _call | _result | _reasoning | _request, max_size=4),
    }
)
_tool = st.fixed_dictionaries(
    {"role": st.just("tool"), "content": st.lists(_result | _response, min_size=1, max_size=3)}
)

message: st.SearchStrategy[Any] = st.one_of(_system, _user, _assistant, _tool)

history: st.SearchStrategy[list[Any]] = st.lists(message, max_size=6)
