"""CoreMessages of the AI SDK 4."""

from __future__ import annotations

from typing import Any

from tests.oracles.features.media import PDF, PNG
from workbench.json.patch import add, move, replace

PLAIN: list[Any] = [
    {"role": "user", "content": [{"type": "text", "text": "Is the harbour open?"}]},
    {
        "role": "assistant",
        "content": [
            {"type": "text", "text": "I look."},
            {"type": "tool-call", "toolCallId": "call_1", "toolName": "look_up", "args": {"place": "pier"}},
        ],
    },
    {
        "role": "tool",
        "content": [
            {"type": "tool-result", "toolCallId": "call_1", "toolName": "look_up", "result": "The gate is up."}
        ],
    },
    {"role": "assistant", "content": [{"type": "text", "text": "It is open."}]},
    {"role": "user", "content": [{"type": "text", "text": "Thank you."}]},
]
_CACHED: Any = {"anthropic": {"cacheControl": {"type": "ephemeral"}}}
_CALL: Any = {"type": "tool-call", "toolCallId": "call_2", "toolName": "look_up", "args": {"place": "mole"}}
_RESULT: Any = {"type": "tool-result", "toolCallId": "call_2", "toolName": "look_up", "result": "The mole is shut."}
FEATURES: dict[str, list[Any]] = {
    "a system message": [add("/0", {"role": "system", "content": "Be brief."})],
    "signed reasoning": [
        add("/1/content/0", {"type": "reasoning", "text": "Harbours close at dusk.", "signature": "c2lnbmVk"})
    ],
    "redacted reasoning": [add("/1/content/0", {"type": "redacted-reasoning", "data": "cmVkYWN0ZWQ="})],
    "a failed result": [add("/2/content/0/isError", True)],
    "a result of JSON": [replace("/2/content/0/result", {"gate": "up", "since": 6})],
    "content of a result": [
        add(
            "/2/content/0/experimental_content",
            [{"type": "text", "text": "see"}, {"type": "image", "data": PNG, "mimeType": "image/png"}],
        )
    ],
    "an image by address": [add("/0/content/1", {"type": "image", "image": "https://a.test/boat.png"})],
    "an inline image": [add("/0/content/1", {"type": "image", "image": PNG, "mimeType": "image/png"})],
    "a PDF by address": [
        add("/0/content/1", {"type": "file", "data": "https://a.test/plan.pdf", "mimeType": "application/pdf"})
    ],
    "an inline PDF": [
        add("/0/content/1", {"type": "file", "data": PDF, "mimeType": "application/pdf", "filename": "plan.pdf"})
    ],
    "a cache mark on a text": [add("/0/content/0/providerOptions", _CACHED)],
    "a cache mark on a message": [add("/0/providerOptions", _CACHED)],
    "text after a call": [add("/1/content/2", {"type": "text", "text": "One moment."})],
    "only text after a call": [move("/1/content/0", "/1/content/1")],
    "parallel calls": [add("/1/content/2", _CALL), add("/2/content/1", _RESULT)],
    "text between calls": [
        add("/1/content/2", {"type": "text", "text": "And the mole."}),
        add("/1/content/3", _CALL),
        add("/2/content/1", _RESULT),
    ],
    "an id of a message": [add("/3/id", "msg-77")],
    "an empty result": [replace("/2/content/0/result", "")],
    "a text file": [add("/0/content/1", {"type": "file", "data": "T3BlbmluZyBob3Vycw==", "mimeType": "text/plain"})],
    "a sound": [add("/0/content/1", {"type": "file", "data": "UklGRg==", "mimeType": "audio/wav"})],
    "a file of the assistant": [
        add("/3/content/1", {"type": "file", "data": PNG, "mimeType": "image/png"}),
    ],
    "a nested argument": [add("/1/content/1/args/when", {"day": "Monday", "hours": [6, 18], "exact": False})],
}
