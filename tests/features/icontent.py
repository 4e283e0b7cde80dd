"""IContent, the specs' own words and those of the program that they come from."""

from __future__ import annotations

from typing import Any

from tests.oracles.features.media import PDF, PNG
from workbench.json.patch import add, move

PLAIN: list[Any] = [
    {"speaker": "human", "blocks": [{"type": "text", "text": "Is the harbour open?"}]},
    {
        "speaker": "ai",
        "blocks": [
            {"type": "text", "text": "I look."},
            {"type": "tool_call", "id": "hist_tool_1", "name": "look_up", "parameters": {"place": "pier"}},
        ],
    },
    {
        "speaker": "tool",
        "blocks": [
            {"type": "tool_response", "callId": "hist_tool_1", "toolName": "look_up", "result": "The gate is up."}
        ],
    },
    {"speaker": "ai", "blocks": [{"type": "text", "text": "It is open."}]},
    {"speaker": "human", "blocks": [{"type": "text", "text": "Thank you."}]},
]
_CALL: Any = {"type": "tool_call", "id": "hist_tool_2", "name": "look_up", "parameters": {"place": "mole"}}
_RESPONSE: Any = {
    "type": "tool_response",
    "callId": "hist_tool_2",
    "toolName": "look_up",
    "result": "The mole is shut.",
}
FEATURES: dict[str, list[Any]] = {
    "a thought": [add("/1/blocks/0", {"type": "thinking", "thought": "Harbours close at dusk."})],
    "a signed thought": [
        add("/1/blocks/0", {"type": "thinking", "thought": "Harbours close at dusk.", "signature": "c2lnbmVk"})
    ],
    "a system message": [add("/0", {"speaker": "system", "blocks": [{"type": "text", "text": "Be brief."}]})],
    "a failed result": [add("/2/blocks/0/status", "error")],
    "a result with the words of its error": [add("/2/blocks/0/error", "no such pier")],
    "an inline image": [add("/0/blocks/1", {"type": "image", "data": f"data:image/png;base64,{PNG}"})],
    "an image by address": [add("/0/blocks/1", {"type": "image", "data": "https://a.test/boat.png"})],
    "a medium": [
        add(
            "/0/blocks/1",
            {"type": "media", "mimeType": "application/pdf", "data": PDF, "encoding": "base64", "filename": "plan.pdf"},
        )
    ],
    "a medium by address": [
        add(
            "/0/blocks/1",
            {
                "type": "media",
                "mimeType": "application/pdf",
                "data": "https://a.test/plan.pdf",
                "encoding": "url",
                "caption": "The plan",
            },
        )
    ],
    "code": [add("/3/blocks/1", {"type": "code", "language": "python", "code": "print('tide')"})],
    "usage": [add("/3/metadata", {"usage": {"promptTokens": 1201, "completionTokens": 17}, "model": "a-model"})],
    "text after a call": [add("/1/blocks/2", {"type": "text", "text": "One moment."})],
    "only text after a call": [move("/1/blocks/0", "/1/blocks/1")],
    "parallel calls": [add("/1/blocks/2", _CALL), add("/2/blocks/1", _RESPONSE)],
    "text between calls": [
        add("/1/blocks/2", {"type": "text", "text": "And the mole."}),
        add("/1/blocks/3", _CALL),
        add("/2/blocks/1", _RESPONSE),
    ],
    "text beside a result": [add("/2/blocks/1", {"type": "text", "text": "Be quick."})],
    "a description of a call": [add("/1/blocks/1/description", "look at the pier")],
    "what another provider keeps": [add("/3/blocks/0/providerMetadata", {"elsewhere": {"mark": "keep me"}})],
    "an empty result": [add("/2/blocks/0/result", "")],
    "a sound": [
        add("/0/blocks/1", {"type": "media", "mimeType": "audio/wav", "data": "UklGRg==", "encoding": "base64"})
    ],
    "a nested argument": [add("/1/blocks/1/parameters/when", {"day": "Monday", "hours": [6, 18], "exact": False})],
    "a summary": [add("/3/metadata", {"isSummary": True, "model": "a-model", "timestamp": 1700000000})],
}
