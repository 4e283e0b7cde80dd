"""Twenty-one histories whose calls and results differ only in the prefix of their ids, with the tools' results."""

from __future__ import annotations

from typing import Any, NamedTuple


class Mismatched(NamedTuple):
    name: str
    format: str
    target: str
    messages: list[Any]
    outputs: list[str]
    """The real results, each of which must be there after a repair."""


PAIRS = [
    ("hist_tool_abc", "call_abc"),
    ("call_abc", "hist_tool_abc"),
    ("toolu_01Xyz", "call_01Xyz"),
    ("call_01Xyz", "toolu_01Xyz"),
    ("hist_tool_toolu_7", "toolu_7"),
    ("call_9f3", "9f3"),
    ("tooluse_Kq1", "call_Kq1"),
    ("fc_88aa", "call_88aa"),
]
"""Id of the call, id of its result."""


def chat(*pairs: tuple[str, str], closing: bool = True) -> list[Any]:
    """One assistant message with parallel calls, and their results."""
    calls = [
        {"id": call_id, "type": "function", "function": {"name": f"tool_{number}", "arguments": "{}"}}
        for number, (call_id, _) in enumerate(pairs)
    ]
    results = [
        {"role": "tool", "tool_call_id": result_id, "content": f"REAL RESULT {result_id}"} for _, result_id in pairs
    ]
    asked = {"role": "user", "content": "Look it up."}
    ending = [{"role": "user", "content": "And now?"}] if closing else []
    return [asked, {"role": "assistant", "content": None, "tool_calls": calls}, *results, *ending]


def anthropic(*pairs: tuple[str, str]) -> list[Any]:
    uses = [{"type": "tool_use", "id": call_id, "name": "look", "input": {}} for call_id, _ in pairs]
    results = [
        {"type": "tool_result", "tool_use_id": result_id, "content": f"REAL RESULT {result_id}"}
        for _, result_id in pairs
    ]
    return [
        {"role": "user", "content": "Look it up."},
        {"role": "assistant", "content": uses},
        {"role": "user", "content": results},
    ]


def core(call_id: str, result_id: str) -> list[Any]:
    call = {"type": "tool-call", "toolCallId": call_id, "toolName": "look", "args": {}}
    result = {
        "type": "tool-result",
        "toolCallId": result_id,
        "toolName": "look",
        "result": f"REAL RESULT {result_id}",
    }
    return [
        {"role": "user", "content": "Look it up."},
        {"role": "assistant", "content": [call]},
        {"role": "tool", "content": [result]},
    ]


def bedrock(call_id: str, result_id: str) -> list[Any]:
    result = {"toolUseId": result_id, "content": [{"text": f"REAL RESULT {result_id}"}]}
    return [
        {"role": "user", "content": [{"text": "Look it up."}]},
        {"role": "assistant", "content": [{"toolUse": {"toolUseId": call_id, "name": "look", "input": {}}}]},
        {"role": "user", "content": [{"toolResult": result}]},
    ]


def icontent(call_id: str, result_id: str) -> list[Any]:
    response = {"type": "tool_response", "callId": result_id, "result": f"REAL RESULT {result_id}"}
    return [
        {"speaker": "human", "blocks": [{"type": "text", "text": "Look it up."}]},
        {"speaker": "ai", "blocks": [{"type": "tool_call", "id": call_id, "name": "look", "parameters": {}}]},
        {"speaker": "tool", "blocks": [response]},
    ]


def responses(call_id: str, result_id: str) -> list[Any]:
    return [
        {"role": "user", "content": "Look it up."},
        {"type": "function_call", "call_id": call_id, "name": "look", "arguments": "{}"},
        {"type": "function_call_output", "call_id": result_id, "output": f"REAL RESULT {result_id}"},
    ]


def _one(name: str, form: str, target: str, messages: list[Any], *result_ids: str) -> Mismatched:
    return Mismatched(name, form, target, messages, [f"REAL RESULT {result_id}" for result_id in result_ids])


_TWO = (("hist_tool_a1", "call_a1"), ("hist_tool_b2", "call_b2"))
_SWAPPED = [*chat(*_TWO)[:2], *reversed(chat(*_TWO)[2:4]), *chat(*_TWO)[4:]]
_TURNS = [message for number in range(5) for message in chat((f"hist_tool_{number}x", f"call_{number}x"))]
_FORTY = [message for number in range(40) for message in chat((f"hist_tool_{number}y", f"call_{number}y"))]
_ONE_OF_TWO = chat(("call_ok", "call_ok"), ("hist_tool_c3", "call_c3"))
_SPOKEN = chat(("hist_tool_d4", "call_d4"))
_SPOKEN.insert(2, {"role": "user", "content": "Hurry."})

HISTORIES = [
    *(
        _one(f"chat, {call_id} and {result_id}", "openai-chat", "openai", chat((call_id, result_id)), result_id)
        for call_id, result_id in PAIRS
    ),
    _one("parallel calls", "openai-chat", "openai", chat(*_TWO), "call_a1", "call_b2"),
    _one("parallel calls, answered in another order", "openai-chat", "openai", _SWAPPED, "call_a1", "call_b2"),
    _one("one of two", "openai-chat", "openai", _ONE_OF_TWO, "call_ok", "call_c3"),
    _one("five turns", "openai-chat", "openai", _TURNS, *(f"call_{number}x" for number in range(5))),
    _one("forty turns", "openai-chat", "openai", _FORTY, *(f"call_{number}y" for number in range(40))),
    _one("the user speaks between", "openai-chat", "openai", _SPOKEN, "call_d4"),
    _one("chat on its way to Anthropic", "openai-chat", "anthropic", chat(("toolu_e5", "call_e5")), "call_e5"),
    _one("Anthropic", "anthropic", "anthropic", anthropic(("toolu_f6", "call_f6")), "call_f6"),
    _one(
        "Anthropic, parallel",
        "anthropic",
        "anthropic",
        anthropic(("toolu_g7", "call_g7"), ("toolu_h8", "call_h8")),
        "call_g7",
        "call_h8",
    ),
    _one("AI SDK", "vercel-v4-core", "openai", core("hist_tool_i9", "call_i9"), "call_i9"),
    _one("Bedrock", "bedrock-converse", "bedrock", bedrock("tooluse_j1", "call_j1"), "call_j1"),
    _one("IContent", "icontent", "openai", icontent("hist_tool_toolu_k2", "toolu_k2"), "toolu_k2"),
    _one("Responses", "openai-responses", "openai-responses", responses("call_l3", "hist_tool_l3"), "hist_tool_l3"),
]
