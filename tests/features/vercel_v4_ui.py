"""UIMessages of the AI SDK 4."""

from __future__ import annotations

from typing import Any

from tests.oracles.features.media import PDF, PNG
from workbench.json.patch import add, move


def _invocation(number: int, place: str, result: str) -> Any:
    return {
        "type": "tool-invocation",
        "toolInvocation": {
            "state": "result",
            "step": 0,
            "toolCallId": f"call_{number}",
            "toolName": "look_up",
            "args": {"place": place},
            "result": result,
        },
    }


def _text(text: str) -> Any:
    return {"type": "text", "text": text}


PLAIN: list[Any] = [
    {"id": "u1", "role": "user", "content": "Is the harbour open?", "parts": [_text("Is the harbour open?")]},
    {
        "id": "a1",
        "role": "assistant",
        "content": "It is open.",
        "parts": [
            _text("I look."),
            _invocation(1, "pier", "The gate is up."),
            {"type": "step-start"},
            _text("It is open."),
        ],
    },
    {"id": "u2", "role": "user", "content": "Thank you.", "parts": [_text("Thank you.")]},
]
FEATURES: dict[str, list[Any]] = {
    "a system message": [
        add("/0", {"id": "s1", "role": "system", "content": "Be brief.", "parts": [_text("Be brief.")]})
    ],
    "signed reasoning": [
        add(
            "/1/parts/0",
            {
                "type": "reasoning",
                "reasoning": "Harbours close at dusk.",
                "details": [{"type": "text", "text": "Harbours close at dusk.", "signature": "c2lnbmVk"}],
            },
        )
    ],
    "redacted reasoning": [
        add(
            "/1/parts/0",
            {"type": "reasoning", "reasoning": "", "details": [{"type": "redacted", "data": "cmVkYWN0ZWQ="}]},
        )
    ],
    "a source": [
        add(
            "/1/parts/4",
            {"type": "source", "source": {"sourceType": "url", "id": "s-1", "url": "https://a.test/tides"}},
        )
    ],
    "a file of the assistant": [add("/1/parts/4", {"type": "file", "data": PNG, "mimeType": "image/png"})],
    "an attached image": [
        add(
            "/0/experimental_attachments",
            [{"name": "boat.png", "contentType": "image/png", "url": f"data:image/png;base64,{PNG}"}],
        )
    ],
    "an attached PDF": [
        add(
            "/0/experimental_attachments",
            [{"name": "plan.pdf", "contentType": "application/pdf", "url": f"data:application/pdf;base64,{PDF}"}],
        )
    ],
    "a date": [add("/0/createdAt", "2025-05-01T10:00:00Z")],
    "annotations": [add("/1/annotations", [{"mood": "calm"}])],
    "parallel calls": [add("/1/parts/2", _invocation(2, "mole", "The mole is shut."))],
    "only text after a call": [move("/1/parts/0", "/1/parts/1")],
}
