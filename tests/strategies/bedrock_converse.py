"""Histories in Bedrock Converse, with every kind of block that occurs in practice."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.strategies.json_values import arguments, json_values, texts, tool_names

_ids = st.text("ab.:_-", min_size=1, max_size=6)
_text = st.builds(lambda text: {"text": text}, texts)
_image = st.sampled_from(
    [
        {"image": {"format": "png", "source": {"bytes": "iVBORw0KGgo="}}},
        {"image": {"format": "jpeg", "source": {"s3Location": {"uri": "s3://bucket/a.jpg"}}}},
    ]
)
_document = st.sampled_from(
    [
        {"document": {"format": "pdf", "name": "a report", "source": {"bytes": "JVBERi0xLjQ="}}},
        {"document": {"name": "notes", "source": {"text": "words"}, "context": "old"}},
    ]
)
_video = st.just({"video": {"format": "three_gp", "source": {"bytes": "AAAA"}}})
_call = st.builds(
    lambda call_id, name, given: {"toolUse": {"toolUseId": call_id, "name": name, "input": given}},
    _ids,
    tool_names,
    arguments,
)
_json = st.builds(lambda value: {"json": value}, arguments)
_result = st.fixed_dictionaries(
    {"toolUseId": _ids, "content": st.lists(st.one_of(_text, _json, _image, _document, _video), max_size=3)},
    optional={"status": st.sampled_from(["success", "error"])},
).map(lambda result: {"toolResult": result})
_reasoning = st.fixed_dictionaries({"text": texts}, optional={"signature": texts}).map(
    lambda reasoning: {"reasoningContent": {"reasoningText": reasoning}}
)
_kept = st.sampled_from(
    [
        {"reasoningContent": {"redactedContent": "AAAA"}},
        {"cachePoint": {"type": "default"}},
        {"guardContent": {"text": {"text": "guarded"}}},
        {"citationsContent": {"content": [{"text": "cited"}], "citations": []}},
        {"toolUse": {"toolUseId": "s1", "name": "nova_grounding", "input": {}, "type": "server_tool_use"}},
        {"toolResult": {"toolUseId": "s1", "content": [], "type": "nova_grounding_result"}},
    ]
)
_unknown = st.builds(lambda value: {"blockOfTomorrow": value}, json_values)

_user = st.fixed_dictionaries(
    {"role": st.just("user"), "content": st.lists(st.one_of(_text, _image, _document, _result, _video), max_size=4)}
)
_assistant = st.fixed_dictionaries(
    {"role": st.just("assistant"), "content": st.lists(st.one_of(_text, _call, _reasoning, _kept), max_size=4)}
)
_of_tomorrow = st.fixed_dictionaries({"role": st.just("assistant"), "content": st.lists(_unknown, max_size=2)})

sendable: st.SearchStrategy[Any] = st.one_of(_user, _assistant)
"""Messages whose blocks the service model knows."""
message: st.SearchStrategy[Any] = st.one_of(_user, _assistant, _of_tomorrow)

history: st.SearchStrategy[list[Any]] = st.lists(message, max_size=6)
