"""Messages of A2A 0.3."""

from __future__ import annotations

from typing import Any

from tests.oracles.features.media import PDF, PNG
from workbench.json.patch import add, move


def _message(role: str, number: int, *parts: Any) -> Any:
    return {"kind": "message", "role": role, "messageId": f"m{number}", "parts": list(parts)}


def _text(text: str) -> Any:
    return {"kind": "text", "text": text}


def _call(number: int, place: str) -> Any:
    return {"call_id": f"call_{number}", "name": "look_up", "arguments": {"place": place}}


PLAIN: list[Any] = [
    _message("user", 1, _text("Is the harbour open?")),
    _message("agent", 2, _text("I look."), {"kind": "data", "data": {"tool_calls": [_call(1, "pier")]}}),
    _message(
        "user",
        3,
        {"kind": "data", "data": {"tool_results": [{"call_id": "call_1", "output": "The gate is up."}]}},
    ),
    _message("agent", 4, _text("It is open.")),
    _message("user", 5, _text("Thank you.")),
]
FEATURES: dict[str, list[Any]] = {
    "an image by address": [
        add("/0/parts/1", {"kind": "file", "file": {"uri": "https://a.test/boat.png", "mimeType": "image/png"}})
    ],
    "an inline image": [add("/0/parts/1", {"kind": "file", "file": {"bytes": PNG, "mimeType": "image/png"}})],
    "a PDF by address": [
        add("/0/parts/1", {"kind": "file", "file": {"uri": "https://a.test/plan.pdf", "mimeType": "application/pdf"}})
    ],
    "an inline PDF": [
        add(
            "/0/parts/1",
            {"kind": "file", "file": {"bytes": PDF, "mimeType": "application/pdf", "name": "plan.pdf"}},
        )
    ],
    "data of its own": [add("/0/parts/1", {"kind": "data", "data": {"boats": ["Anna", "Berta"]}})],
    "a thought": [
        add("/1/parts/0", {"kind": "text", "text": "Harbours close at dusk.", "metadata": {"adk_thought": True}})
    ],
    "metadata of a part": [add("/0/parts/0/metadata", {"source": "voice"})],
    "metadata of a message": [add("/0/metadata", {"trace": "t-77"})],
    "task and context": [add("/0/taskId", "task-77"), add("/0/contextId", "ctx-77")],
    "extensions": [add("/0/extensions", ["https://a.test/extension"])],
    "text after a call": [add("/1/parts/2", _text("One moment."))],
    "only text after a call": [move("/1/parts/0", "/1/parts/1")],
    "parallel calls": [
        add("/1/parts/1/data/tool_calls/1", _call(2, "mole")),
        add("/2/parts/0/data/tool_results/1", {"call_id": "call_2", "output": "The mole is shut."}),
    ],
    "text beside a result": [add("/2/parts/0", _text("Be quick."))],
    "a call as ADK writes it": [
        add(
            "/1/parts/2",
            {
                "kind": "data",
                "data": {"id": "call_2", "name": "look_up", "args": {"place": "mole"}},
                "metadata": {"adk_type": "function_call"},
            },
        ),
        add(
            "/2/parts/1",
            {
                "kind": "data",
                "data": {"id": "call_2", "name": "look_up", "response": {"result": "The mole is shut."}},
                "metadata": {"adk_type": "function_response"},
            },
        ),
    ],
    "a signed call as ADK writes it": [
        add(
            "/1/parts/2",
            {
                "kind": "data",
                "data": {"id": "call_2", "name": "look_up", "args": {"place": "mole"}},
                "metadata": {"adk_type": "function_call", "adk_thought_signature": "c2lnbmVk"},
            },
        ),
        add(
            "/2/parts/1",
            {
                "kind": "data",
                "data": {"id": "call_2", "name": "look_up", "response": {"result": "The mole is shut."}},
                "metadata": {"adk_type": "function_response"},
            },
        ),
    ],
    "code that ADK ran": [
        add(
            "/3/parts/0",
            {
                "kind": "data",
                "data": {"code": "print(6 * 7)", "language": "PYTHON"},
                "metadata": {"adk_type": "executable_code"},
            },
        ),
        add(
            "/3/parts/1",
            {
                "kind": "data",
                "data": {"outcome": "OUTCOME_OK", "output": "forty-two it is"},
                "metadata": {"adk_type": "code_execution_result"},
            },
        ),
    ],
    "a part of a film": [
        add(
            "/0/parts/1",
            {
                "kind": "file",
                "file": {"uri": "https://a.test/tide.mp4", "mimeType": "video/mp4"},
                "metadata": {"adk_video_metadata": {"startOffset": "10s"}},
            },
        )
    ],
    "a failed result as ADK writes it": [
        add(
            "/1/parts/2",
            {
                "kind": "data",
                "data": {"id": "call_2", "name": "look_up", "args": {"place": "mole"}},
                "metadata": {"adk_type": "function_call"},
            },
        ),
        add(
            "/2/parts/1",
            {
                "kind": "data",
                "data": {"id": "call_2", "name": "look_up", "response": {"error": "no such mole"}},
                "metadata": {"adk_type": "function_response"},
            },
        ),
    ],
}
