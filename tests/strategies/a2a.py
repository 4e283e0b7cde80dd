"""Histories in A2A: the three dialects, spec 002's tool calls and ADK's."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.strategies.json_values import arguments, json_values, scalars, texts, tool_ids, tool_names

_calls = st.lists(
    st.fixed_dictionaries({"call_id": tool_ids, "name": tool_names, "arguments": arguments | texts}), max_size=2
)
_results = st.lists(
    st.fixed_dictionaries({"call_id": tool_ids, "name": tool_names, "output": scalars | arguments}), max_size=2
)
_tool_data = st.fixed_dictionaries({}, optional={"tool_calls": _calls, "tool_results": _results, "other": json_values})
_adk = st.builds(
    lambda call, args: {"data": {**call, **args[1]}, "metadata": {"adk_type": args[0]}},
    st.fixed_dictionaries({"id": tool_ids, "name": tool_names}),
    st.tuples(st.just("function_call"), st.fixed_dictionaries({}, optional={"args": arguments}))
    | st.tuples(st.just("function_response"), st.fixed_dictionaries({"response": arguments})),
)
_text = st.fixed_dictionaries({"text": texts}, optional={"metadata": st.just({"adk_thought": True})})
_data = st.fixed_dictionaries({"data": _tool_data})
_images = st.sampled_from(["image/png", "application/pdf"])


def _marked(key: str) -> st.SearchStrategy[Any]:
    """Parts of a dialect that names their kind under `key`."""
    file = st.builds(
        lambda where, kind: {"file": {**where, "mimeType": kind}},
        st.sampled_from([{"bytes": "iVBORw0KGgo="}, {"uri": "https://a.b/c.png"}]),
        _images,
    )

    def marked(kind: str, parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        return parts.map(lambda part: {key: kind, **part})

    return st.one_of(marked("text", _text), marked("data", _data), marked("data", _adk), marked("file", file))


_flat = st.one_of(
    _text,
    _data,
    _adk,
    st.builds(
        lambda where, kind: {**where, "mediaType": kind},
        st.sampled_from([{"raw": "iVBORw0KGgo="}, {"url": "https://a.b/c.png"}]),
        _images,
    ),
)


def _message(part: st.SearchStrategy[Any], roles: list[str]) -> st.SearchStrategy[Any]:
    return st.fixed_dictionaries(
        {"role": st.sampled_from(roles), "parts": st.lists(part, max_size=4)},
        optional={
            "messageId": texts,
            "metadata": st.dictionaries(st.sampled_from(["role", "ts"]), scalars, max_size=2),
        },
    )


message: st.SearchStrategy[Any] = st.one_of(
    _message(_marked("type"), ["user", "agent"]),
    _message(_marked("kind"), ["user", "agent"]),
    _message(_flat, ["ROLE_USER", "ROLE_AGENT"]),
)

history: st.SearchStrategy[list[Any]] = st.lists(message, max_size=5)
