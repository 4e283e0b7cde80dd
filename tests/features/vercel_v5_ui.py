"""UIMessages of the AI SDK 5 to 7."""

from __future__ import annotations

from typing import Any

from tests.oracles.features.media import PNG
from workbench.json.patch import add, move, remove, replace


def _tool(number: int, place: str, output: Any) -> Any:
    return {
        "type": "tool-look_up",
        "toolCallId": f"call_{number}",
        "state": "output-available",
        "input": {"place": place},
        "output": output,
    }


PLAIN: list[Any] = [
    {"id": "u1", "role": "user", "parts": [{"type": "text", "text": "Is the harbour open?"}]},
    {
        "id": "a1",
        "role": "assistant",
        "parts": [
            {"type": "step-start"},
            {"type": "text", "text": "I look."},
            _tool(1, "pier", "The gate is up."),
            {"type": "step-start"},
            {"type": "text", "text": "It is open."},
        ],
    },
    {"id": "u2", "role": "user", "parts": [{"type": "text", "text": "Thank you."}]},
]
FEATURES: dict[str, list[Any]] = {
    "a system message": [add("/0", {"id": "s1", "role": "system", "parts": [{"type": "text", "text": "Be brief."}]})],
    "reasoning": [add("/1/parts/1", {"type": "reasoning", "text": "Harbours close at dusk."})],
    "signed reasoning": [
        add(
            "/1/parts/1",
            {
                "type": "reasoning",
                "text": "Harbours close at dusk.",
                "providerMetadata": {"anthropic": {"signature": "c2lnbmVk"}},
            },
        )
    ],
    "a failed call": [
        replace("/1/parts/2/state", "output-error"),
        remove("/1/parts/2/output"),
        add("/1/parts/2/errorText", "no such pier"),
    ],
    "a result of JSON": [replace("/1/parts/2/output", {"gate": "up", "since": 6})],
    "a preliminary result": [add("/1/parts/2/preliminary", True)],
    "an inline image": [
        add("/0/parts/1", {"type": "file", "mediaType": "image/png", "url": f"data:image/png;base64,{PNG}"})
    ],
    "a PDF by address": [
        add(
            "/0/parts/1",
            {
                "type": "file",
                "mediaType": "application/pdf",
                "url": "https://a.test/plan.pdf",
                "filename": "plan.pdf",
            },
        )
    ],
    "a source": [
        add("/1/parts/5", {"type": "source-url", "sourceId": "s-1", "url": "https://a.test/tides", "title": "Tides"})
    ],
    "data of its own": [add("/1/parts/5", {"type": "data-weather", "data": {"wind": "strong"}})],
    "metadata": [add("/1/metadata", {"totalUsage": 1218})],
    "parallel calls": [add("/1/parts/3", _tool(2, "mole", "The mole is shut."))],
    "only text after a call": [move("/1/parts/1", "/1/parts/2")],
    "a source that is a document": [
        add(
            "/1/parts/0",
            {"type": "source-document", "sourceId": "s-77", "mediaType": "application/pdf", "title": "The plan of it"},
        )
    ],
    "a signed call": [add("/1/parts/1/callProviderMetadata", {"google": {"thoughtSignature": "c2lnbmVk"}})],
    "a tool that nobody declared": [
        add(
            "/1/parts/2",
            {
                "type": "dynamic-tool",
                "toolName": "ask_harbour",
                "toolCallId": "call_2",
                "state": "output-available",
                "input": {"place": "mole"},
                "output": "The mole is shut.",
            },
        )
    ],
}
