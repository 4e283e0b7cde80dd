"""Contents of Gemini."""

from __future__ import annotations

from typing import Any

from tests.oracles.features.media import PDF, PNG, WAV
from workbench.json.patch import add, move

PLAIN: list[Any] = [
    {"role": "user", "parts": [{"text": "Is the harbour open?"}]},
    {
        "role": "model",
        "parts": [
            {"text": "I look."},
            {"functionCall": {"id": "call_1", "name": "look_up", "args": {"place": "pier"}}},
        ],
    },
    {
        "role": "user",
        "parts": [{"functionResponse": {"id": "call_1", "name": "look_up", "response": {"output": "The gate is up."}}}],
    },
    {"role": "model", "parts": [{"text": "It is open."}]},
    {"role": "user", "parts": [{"text": "Thank you."}]},
]
FEATURES: dict[str, list[Any]] = {
    "a thought": [add("/1/parts/0", {"text": "Harbours close at dusk.", "thought": True})],
    "a signed thought": [
        add("/1/parts/0", {"text": "Harbours close at dusk.", "thought": True, "thoughtSignature": "c2lnbmVk"})
    ],
    "a signed call": [add("/1/parts/1/thoughtSignature", "c2lnbmVk")],
    "a signed text": [add("/3/parts/0/thoughtSignature", "c2lnbmVk")],
    "a failed result": [
        add("/2/parts/0/functionResponse/response", {"error": "no such pier"}),
    ],
    "a result of several values": [add("/2/parts/0/functionResponse/response/since", "six o'clock")],
    "an image in a result": [
        add(
            "/2/parts/0/functionResponse/parts",
            [{"inlineData": {"mimeType": "image/png", "data": PNG, "displayName": "boat.png"}}],
        )
    ],
    "a result to be continued": [add("/2/parts/0/functionResponse/willContinue", True)],
    "an inline image": [add("/0/parts/1", {"inlineData": {"mimeType": "image/png", "data": PNG}})],
    "a file by address": [
        add("/0/parts/1", {"fileData": {"mimeType": "application/pdf", "fileUri": "https://a.test/plan.pdf"}})
    ],
    "an image by address": [
        add("/0/parts/1", {"fileData": {"mimeType": "image/png", "fileUri": "https://a.test/boat.png"}})
    ],
    "an inline PDF": [
        add("/0/parts/1", {"inlineData": {"mimeType": "application/pdf", "data": PDF, "displayName": "plan.pdf"}})
    ],
    "a part of a video": [
        add(
            "/0/parts/1",
            {
                "fileData": {"mimeType": "video/mp4", "fileUri": "https://a.test/tide.mp4"},
                "videoMetadata": {"startOffset": "10s", "endOffset": "20s"},
            },
        )
    ],
    "text after a call": [add("/1/parts/2", {"text": "One moment."})],
    "only text after a call": [move("/1/parts/0", "/1/parts/1")],
    "text between calls": [
        add("/1/parts/2", {"text": "And the pier."}),
        add("/1/parts/3", {"functionCall": {"id": "call_2", "name": "look_up", "args": {"place": "mole"}}}),
        add(
            "/2/parts/1",
            {"functionResponse": {"id": "call_2", "name": "look_up", "response": {"output": "The mole is shut."}}},
        ),
    ],
    "parallel calls": [
        add("/1/parts/2", {"functionCall": {"id": "call_2", "name": "look_up", "args": {"place": "mole"}}}),
        add(
            "/2/parts/1",
            {"functionResponse": {"id": "call_2", "name": "look_up", "response": {"output": "The mole is shut."}}},
        ),
    ],
    "code that the provider ran": [
        add("/3/parts/0", {"executableCode": {"language": "PYTHON", "code": "print(6 * 3)"}}),
        add("/3/parts/1", {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "18 and no more"}}),
    ],
    "code that failed": [
        add("/3/parts/0", {"executableCode": {"language": "PYTHON", "code": "print(6 / 0)"}}),
        add("/3/parts/1", {"codeExecutionResult": {"outcome": "OUTCOME_FAILED", "output": "division by zero"}}),
    ],
    "text after a result": [add("/2/parts/1", {"text": "Be quick."})],
    "an inline sound": [add("/0/parts/1", {"inlineData": {"mimeType": "audio/wav", "data": WAV}})],
    "an inline film": [add("/0/parts/1", {"inlineData": {"mimeType": "video/mp4", "data": "AAAAGGZ0eXBtcDQy"}})],
    "an inline text file": [
        add(
            "/0/parts/1",
            {"inlineData": {"mimeType": "text/plain", "data": "T3BlbmluZyBob3Vycw==", "displayName": "a.txt"}},
        )
    ],
    "a resolution": [
        add(
            "/0/parts/1",
            {
                "inlineData": {"mimeType": "image/png", "data": PNG},
                "mediaResolution": {"level": "MEDIA_RESOLUTION_LOW"},
            },
        )
    ],
    "metadata of a part": [add("/0/parts/0/partMetadata", {"source": "voice"})],
    "usage and finish reason": [
        add("/3/finishReason", "STOP"),
        add("/3/usageMetadata", {"promptTokenCount": 1201, "candidatesTokenCount": 17}),
    ],
    "citations": [
        add("/3/citationMetadata", {"citationSources": [{"uri": "https://a.test/hours", "startIndex": 3}]}),
    ],
    "an empty result": [add("/2/parts/0/functionResponse/response", {})],
    "a nested argument": [
        add("/1/parts/1/functionCall/args/when", {"day": "Monday", "hours": [6, 18], "exact": False})
    ],
}
