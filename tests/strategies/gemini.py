"""Histories in Gemini, with every kind of part that occurs in practice, in snake case and camel case."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.strategies.json_values import arguments, json_values, scalars, texts, tool_names

_signed = {"thoughtSignature": st.sampled_from(["c2lnbmVk", "YWdhaW4="])}
_ids = st.sampled_from(["a1", "b2", "c3"])
_text = st.fixed_dictionaries({"text": texts}, optional={**_signed, "thought": st.just(False)})
_thought = st.fixed_dictionaries({"text": texts, "thought": st.just(True)}, optional=_signed)
_payload = st.fixed_dictionaries({"name": tool_names, "args": arguments}, optional={"id": _ids})
_call = st.fixed_dictionaries({"functionCall": _payload}, optional=_signed)
_outcome: st.SearchStrategy[Any] = st.one_of(
    arguments,
    scalars.map(lambda value: {"result": value}),
    arguments.map(lambda value: {"result": value}),
    texts.map(lambda text: {"error": text}),
    texts.map(lambda text: {"error": text, "result": text}),
    st.just({"error": {"code": 5}, "partial": True}),
)
_inline: st.SearchStrategy[Any] = st.sampled_from(
    [
        {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}},
        {"inlineData": {"mimeType": "application/pdf", "data": "JVBERi0xLjQ=", "displayName": "a.pdf"}},
        {"inlineData": {"mimeType": "audio/wav", "data": "UklGRg=="}, "videoMetadata": {"fps": 1.0}},
        {"fileData": {"mimeType": "image/png", "fileUri": "https://a.b/c.png"}},
        {"fileData": {"fileUri": "gs://bucket/film"}},
    ]
)
_response = st.fixed_dictionaries(
    {
        "functionResponse": st.fixed_dictionaries(
            {"name": tool_names, "response": _outcome},
            optional={
                "id": _ids,
                "willContinue": st.booleans(),
                "parts": st.just([{"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}]),
            },
        )
    }
)
_server: st.SearchStrategy[Any] = st.sampled_from(
    [
        {"executableCode": {"language": "PYTHON", "code": "1 + 1"}, "thoughtSignature": "c2lnbmVk"},
        {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "2"}},
        {"toolCall": {"id": "t1", "toolType": "GOOGLE_SEARCH_WEB", "args": {"query": "x"}}},
        {"toolResponse": {"id": "t1", "toolType": "GOOGLE_SEARCH_WEB", "response": {}}},
    ]
)
_unknown = st.fixed_dictionaries({"partOfTomorrow": json_values})

_user = st.fixed_dictionaries(
    {"parts": st.lists(st.one_of(_text, _inline, _response), min_size=1, max_size=4)},
    optional={"role": st.just("user")},
)
_model = st.fixed_dictionaries(
    {
        "role": st.just("model"),
        "parts": st.lists(st.one_of(_text, _thought, _call, _server), min_size=1, max_size=4),
    }
)
_of_tomorrow = st.fixed_dictionaries({"role": st.just("model"), "parts": st.lists(_unknown | _text, max_size=2)})

sendable: st.SearchStrategy[Any] = st.one_of(_user, _model)
"""Contents whose parts the published types know."""
message: st.SearchStrategy[Any] = st.one_of(_user, _model, _of_tomorrow)

history: st.SearchStrategy[list[Any]] = st.lists(message, max_size=6)


def in_snake_case(content: Any) -> Any:
    """The same content in the other spelling."""
    if isinstance(content, list):
        return [in_snake_case(item) for item in content]
    if not isinstance(content, dict):
        return content
    spelled = {"functionCall", "functionResponse", "inlineData", "fileData", "thoughtSignature", "mimeType", "fileUri"}
    spelled |= {"displayName", "willContinue", "videoMetadata"}
    return {_snake(key) if key in spelled else key: in_snake_case(value) for key, value in content.items()}


def _snake(key: str) -> str:
    return "".join("_" + char.lower() if char.isupper() else char for char in key)
