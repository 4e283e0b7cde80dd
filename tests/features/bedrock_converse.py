"""Messages of Bedrock's Converse API."""

from __future__ import annotations

from typing import Any

from tests.oracles.features.media import PDF, PNG
from workbench.json.patch import add, move, replace

PLAIN: list[Any] = [
    {"role": "user", "content": [{"text": "Is the harbour open?"}]},
    {
        "role": "assistant",
        "content": [
            {"text": "I look."},
            {"toolUse": {"toolUseId": "tooluse_1", "name": "look_up", "input": {"place": "pier"}}},
        ],
    },
    {
        "role": "user",
        "content": [{"toolResult": {"toolUseId": "tooluse_1", "content": [{"text": "The gate is up."}]}}],
    },
    {"role": "assistant", "content": [{"text": "It is open."}]},
    {"role": "user", "content": [{"text": "Thank you."}]},
]
_CALL: Any = {"toolUse": {"toolUseId": "tooluse_2", "name": "look_up", "input": {"place": "mole"}}}
_RESULT: Any = {"toolResult": {"toolUseId": "tooluse_2", "content": [{"text": "The mole is shut."}]}}
_IMAGE: Any = {"image": {"format": "png", "source": {"bytes": PNG}}}
FEATURES: dict[str, list[Any]] = {
    "signed reasoning": [
        add(
            "/1/content/0",
            {"reasoningContent": {"reasoningText": {"text": "Harbours close at dusk.", "signature": "c2lnbmVk"}}},
        )
    ],
    "redacted reasoning": [add("/1/content/0", {"reasoningContent": {"redactedContent": "cmVkYWN0ZWQ="}})],
    "a failed result": [add("/2/content/0/toolResult/status", "error")],
    "a result that says it succeeded": [add("/2/content/0/toolResult/status", "success")],
    "a result of JSON": [replace("/2/content/0/toolResult/content", [{"json": {"gate": "up", "since": 6}}])],
    "an image in a result": [add("/2/content/0/toolResult/content/1", _IMAGE)],
    "an inline image": [add("/0/content/1", _IMAGE)],
    "an image in a bucket": [
        add("/0/content/1", {"image": {"format": "png", "source": {"s3Location": {"uri": "s3://boats/boat.png"}}}})
    ],
    "an inline PDF": [add("/0/content/1", {"document": {"format": "pdf", "name": "plan", "source": {"bytes": PDF}}})],
    "a cache point": [add("/0/content/1", {"cachePoint": {"type": "default"}})],
    "a guarded text": [
        add("/0/content/1", {"guardContent": {"text": {"text": "No secrets.", "qualifiers": ["query"]}}})
    ],
    "text after a call": [add("/1/content/2", {"text": "One moment."})],
    "only text after a call": [move("/1/content/0", "/1/content/1")],
    "text between calls": [
        add("/1/content/2", {"text": "And the mole."}),
        add("/1/content/3", _CALL),
        add("/2/content/1", _RESULT),
    ],
    "parallel calls": [add("/1/content/2", _CALL), add("/2/content/1", _RESULT)],
    "text after a result": [add("/2/content/1", {"text": "Be quick."})],
    "an inline table": [
        add("/0/content/1", {"document": {"format": "csv", "name": "hours", "source": {"bytes": "ZGF5LGhvdXI="}}})
    ],
    "a film in a bucket": [
        add("/0/content/1", {"video": {"format": "mp4", "source": {"s3Location": {"uri": "s3://boats/tide.mp4"}}}})
    ],
    "a document that is cited": [
        add(
            "/0/content/1",
            {
                "document": {
                    "format": "txt",
                    "name": "hours",
                    "source": {"text": "Opening hours: six to six."},
                    "context": "from the archive",
                    "citations": {"enabled": True},
                }
            },
        )
    ],
    "an answer with citations": [
        add(
            "/3/content/1",
            {
                "citationsContent": {
                    "content": [{"text": "From six."}],
                    "citations": [{"title": "hours", "sourceContent": [{"text": "six to six"}]}],
                }
            },
        )
    ],
    "a document in a result": [
        add(
            "/2/content/0/toolResult/content/1",
            {"document": {"format": "pdf", "name": "plan", "source": {"bytes": PDF}}},
        )
    ],
    "a cache point in an answer": [add("/1/content/2", {"cachePoint": {"type": "default"}})],
    "an empty result": [replace("/2/content/0/toolResult/content", [])],
    "a nested argument": [add("/1/content/1/toolUse/input/when", {"day": "Monday", "hours": [6, 18], "exact": False})],
}
