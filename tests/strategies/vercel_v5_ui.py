"""Histories of UI messages (AI SDK 5 to 7)."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.strategies.json_values import arguments, json_values, scalars, texts, tool_ids, tool_names
from tests.strategies.vercel_v4_core import PNG

_ids = st.text("abc123", min_size=1, max_size=4)
_metadata = st.just({"openai": {"itemId": "i1"}})
_text = st.fixed_dictionaries(
    {"type": st.just("text"), "text": texts}, optional={"state": st.just("done"), "providerMetadata": _metadata}
)
_reasoning = st.fixed_dictionaries(
    {"type": st.just("reasoning"), "text": texts}, optional={"providerMetadata": _metadata}
)
_file = st.fixed_dictionaries(
    {"type": st.just("file"), "mediaType": st.just("image/png"), "url": st.just(f"data:image/png;base64,{PNG}")},
    optional={"filename": st.just("a.png")},
)
_rest = st.sampled_from(
    [
        {"type": "step-start"},
        {"type": "source-url", "sourceId": "s1", "url": "https://a.b"},
        {"type": "data-weather", "data": {"city": "Bern"}},
    ]
)
_kind = tool_names.map(lambda name: {"type": f"tool-{name}"}) | tool_names.map(
    lambda name: {"type": "dynamic-tool", "toolName": name}
)
_ending = st.one_of(
    st.fixed_dictionaries({"state": st.sampled_from(["input-streaming", "input-available"])}),
    st.fixed_dictionaries({"state": st.just("output-available"), "output": scalars | arguments}),
    st.fixed_dictionaries({"state": st.just("output-error"), "errorText": texts}),
    st.just({"state": "approval-requested", "approval": {"id": "a1"}}),
    st.just({"state": "approval-responded", "approval": {"id": "a1", "approved": True}}),
    st.just({"state": "output-denied", "approval": {"id": "a1", "approved": False, "reason": "no"}}),
)
_call = st.fixed_dictionaries(
    {"toolCallId": tool_ids, "input": arguments},
    optional={"providerExecuted": st.booleans(), "callProviderMetadata": _metadata},
)


def _part(kind: Any, call: Any, ending: Any) -> Any:
    """An approval is of one call, so its id is the call's."""
    approval = (
        {"approval": {**ending["approval"], "id": f"approve_{call['toolCallId']}"}} if "approval" in ending else {}
    )
    return {**kind, **call, **ending, **approval}


_tool = st.builds(_part, _kind, _call, _ending)

message: st.SearchStrategy[Any] = st.one_of(
    st.fixed_dictionaries({"id": _ids, "role": st.just("system"), "parts": st.lists(_text, min_size=1, max_size=2)}),
    st.fixed_dictionaries(
        {"id": _ids, "role": st.just("user"), "parts": st.lists(_text | _file, min_size=1, max_size=3)},
        optional={"metadata": json_values},
    ),
    st.fixed_dictionaries(
        {
            "id": _ids,
            "role": st.just("assistant"),
            "parts": st.lists(st.one_of(_text, _reasoning, _file, _rest, _tool, _tool), max_size=5),
        },
        optional={"metadata": json_values},
    ),
)

history: st.SearchStrategy[list[Any]] = st.lists(message, max_size=6)
