"""ModelMessages of the AI SDK 5 to 7."""

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
            {"type": "tool-call", "toolCallId": "call_1", "toolName": "look_up", "input": {"place": "pier"}},
        ],
    },
    {
        "role": "tool",
        "content": [
            {
                "type": "tool-result",
                "toolCallId": "call_1",
                "toolName": "look_up",
                "output": {"type": "text", "value": "The gate is up."},
            }
        ],
    },
    {"role": "assistant", "content": [{"type": "text", "text": "It is open."}]},
    {"role": "user", "content": [{"type": "text", "text": "Thank you."}]},
]
_CACHED: Any = {"anthropic": {"cacheControl": {"type": "ephemeral"}}}
_CALL: Any = {"type": "tool-call", "toolCallId": "call_2", "toolName": "look_up", "input": {"place": "mole"}}
_RESULT: Any = {
    "type": "tool-result",
    "toolCallId": "call_2",
    "toolName": "look_up",
    "output": {"type": "text", "value": "The mole is shut."},
}


def _thought(text: str, options: Any) -> list[Any]:
    return [add("/1/content/0", {"type": "reasoning", "text": text, "providerOptions": options})]


FEATURES: dict[str, list[Any]] = {
    "a system message": [add("/0", {"role": "system", "content": "Be brief."})],
    "reasoning": [add("/1/content/0", {"type": "reasoning", "text": "Harbours close at dusk."})],
    "signed reasoning of Anthropic": _thought("Harbours close at dusk.", {"anthropic": {"signature": "c2lnbmVk"}}),
    "redacted reasoning of Anthropic": _thought("", {"anthropic": {"redactedData": "cmVkYWN0ZWQ="}}),
    "signed reasoning of Bedrock": _thought("Harbours close at dusk.", {"bedrock": {"signature": "c2lnbmVk"}}),
    "a signed call of Gemini": [
        add("/1/content/1/providerOptions", {"google": {"thoughtSignature": "c2lnbmVk"}}),
    ],
    "a reasoning item of OpenAI": _thought(
        "Harbours close at dusk.", {"openai": {"itemId": "rs_1", "reasoningEncryptedContent": "ZW5jcnlwdGVk"}}
    ),
    "a failed result": [replace("/2/content/0/output", {"type": "error-text", "value": "The gate is up."})],
    "a failed result of JSON": [replace("/2/content/0/output", {"type": "error-json", "value": {"code": 7}})],
    "a denied call": [replace("/2/content/0/output", {"type": "execution-denied", "reason": "not at night"})],
    "a result of JSON": [replace("/2/content/0/output", {"type": "json", "value": {"gate": "up", "since": 6}})],
    "an image in a result": [
        replace(
            "/2/content/0/output",
            {
                "type": "content",
                "value": [
                    {"type": "text", "text": "The gate is up."},
                    {"type": "media", "data": PNG, "mediaType": "image/png"},
                ],
            },
        )
    ],
    "an image by address": [add("/0/content/1", {"type": "image", "image": "https://a.test/boat.png"})],
    "an inline image": [add("/0/content/1", {"type": "image", "image": PNG, "mediaType": "image/png"})],
    "a PDF by address": [
        add("/0/content/1", {"type": "file", "data": "https://a.test/plan.pdf", "mediaType": "application/pdf"})
    ],
    "an inline PDF": [
        add("/0/content/1", {"type": "file", "data": PDF, "mediaType": "application/pdf", "filename": "plan.pdf"})
    ],
    "a cache mark on a text": [add("/0/content/0/providerOptions", _CACHED)],
    "a cache mark on a message": [add("/0/providerOptions", _CACHED)],
    "a cache mark on a result": [add("/2/content/0/providerOptions", _CACHED)],
    "a cache point of Bedrock": [add("/0/providerOptions", {"bedrock": {"cachePoint": {"type": "default"}}})],
    "text after a call": [add("/1/content/2", {"type": "text", "text": "One moment."})],
    "only text after a call": [move("/1/content/0", "/1/content/1")],
    "parallel calls": [add("/1/content/2", _CALL), add("/2/content/1", _RESULT)],
    "text between calls": [
        add("/1/content/2", {"type": "text", "text": "And the mole."}),
        add("/1/content/3", _CALL),
        add("/2/content/1", _RESULT),
    ],
    "a file of the assistant": [add("/3/content/1", {"type": "file", "data": PNG, "mediaType": "image/png"})],
    "a call that the provider ran": [
        add("/3/content/0", {**_CALL, "providerExecuted": True}),
        add("/3/content/1", _RESULT),
    ],
    "an empty result": [replace("/2/content/0/output", {"type": "text", "value": ""})],
    "a text file": [add("/0/content/1", {"type": "file", "data": "T3BlbmluZyBob3Vycw==", "mediaType": "text/plain"})],
    "a sound": [add("/0/content/1", {"type": "file", "data": "UklGRg==", "mediaType": "audio/wav"})],
    "a name of a file": [
        add(
            "/0/content/1",
            {"type": "file", "data": PDF, "mediaType": "application/pdf", "filename": "plan.pdf"},
        )
    ],
    "the detail of an image": [
        add(
            "/0/content/1",
            {
                "type": "image",
                "image": "https://a.test/boat.png",
                "providerOptions": {"openai": {"imageDetail": "low"}},
            },
        )
    ],
    "a nested argument": [add("/1/content/1/input/when", {"day": "Monday", "hours": [6, 18], "exact": False})],
}
