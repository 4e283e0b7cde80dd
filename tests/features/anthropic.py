"""Anthropic Messages."""

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
            {"type": "tool_use", "id": "toolu_1", "name": "look_up", "input": {"place": "pier"}},
        ],
    },
    {
        "role": "user",
        "content": [
            {"type": "tool_result", "tool_use_id": "toolu_1", "content": [{"type": "text", "text": "The gate is up."}]}
        ],
    },
    {"role": "assistant", "content": [{"type": "text", "text": "It is open."}]},
    {"role": "user", "content": [{"type": "text", "text": "Thank you."}]},
]
_CACHED: Any = {"type": "ephemeral"}
_IMAGE: Any = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}}
FEATURES: dict[str, list[Any]] = {
    "signed thinking": [
        add("/1/content/0", {"type": "thinking", "thinking": "Harbours close at dusk.", "signature": "c2lnbmVk"})
    ],
    "redacted thinking": [add("/1/content/0", {"type": "redacted_thinking", "data": "cmVkYWN0ZWQ="})],
    "a failed result": [add("/2/content/0/is_error", True)],
    "a result that says it succeeded": [add("/2/content/0/is_error", False)],
    "an image by address": [
        add("/0/content/1", {"type": "image", "source": {"type": "url", "url": "https://a.test/boat.png"}})
    ],
    "an inline image": [add("/0/content/1", _IMAGE)],
    "an image by file id": [add("/0/content/1", {"type": "image", "source": {"type": "file", "file_id": "file_boat"}})],
    "a PDF by address": [
        add("/0/content/1", {"type": "document", "source": {"type": "url", "url": "https://a.test/plan.pdf"}})
    ],
    "an inline PDF": [
        add(
            "/0/content/1",
            {
                "type": "document",
                "title": "plan.pdf",
                "source": {"type": "base64", "media_type": "application/pdf", "data": PDF},
            },
        )
    ],
    "a text document with context": [
        add(
            "/0/content/1",
            {
                "type": "document",
                "context": "from the archive",
                "citations": {"enabled": True},
                "source": {"type": "text", "media_type": "text/plain", "data": "Opening hours: six to six."},
            },
        )
    ],
    "an image in a result": [add("/2/content/0/content/1", _IMAGE)],
    "an image in front of the text of a result": [add("/2/content/0/content/0", _IMAGE)],
    "two texts in a result": [add("/2/content/0/content/1", {"type": "text", "text": "Since six."})],
    "a cache mark on a text": [add("/0/content/0/cache_control", _CACHED)],
    "a cache mark with a lifetime": [add("/0/content/0/cache_control", {"type": "ephemeral", "ttl": "1h"})],
    "a cache mark on a call": [add("/1/content/1/cache_control", _CACHED)],
    "a cache mark on a result": [add("/2/content/0/cache_control", _CACHED)],
    "text after a call": [add("/1/content/2", {"type": "text", "text": "One moment."})],
    "only text after a call": [move("/1/content/0", "/1/content/1")],
    "text between calls": [
        add("/1/content/2", {"type": "text", "text": "And the pier."}),
        add("/1/content/3", {"type": "tool_use", "id": "toolu_2", "name": "look_up", "input": {"place": "mole"}}),
        add("/2/content/1", {"type": "tool_result", "tool_use_id": "toolu_2", "content": "The mole is shut."}),
    ],
    "parallel calls": [
        add("/1/content/2", {"type": "tool_use", "id": "toolu_2", "name": "look_up", "input": {"place": "mole"}}),
        add("/2/content/1", {"type": "tool_result", "tool_use_id": "toolu_2", "content": "The mole is shut."}),
    ],
    "text after a result": [add("/2/content/1", {"type": "text", "text": "Be quick."})],
    "a system message in the middle": [add("/4", {"role": "system", "content": "Answer in French."})],
    "usage and stop reason": [
        add("/3/usage", {"input_tokens": 1201, "output_tokens": 17}),
        add("/3/stop_reason", "end_turn"),
        add("/3/model", "a-model"),
    ],
    "citations": [
        add(
            "/3/content/0/citations",
            [
                {
                    "type": "char_location",
                    "cited_text": "six to six",
                    "document_index": 0,
                    "start_char_index": 15,
                    "end_char_index": 25,
                }
            ],
        )
    ],
    "a search that the provider ran": [
        add(
            "/3/content/0",
            {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "tide"}},
        ),
        add(
            "/3/content/1",
            {
                "type": "web_search_tool_result",
                "tool_use_id": "srvtoolu_1",
                "content": [
                    {
                        "type": "web_search_result",
                        "title": "Tides",
                        "url": "https://a.test/tides",
                        "encrypted_content": "ZW5j",
                    }
                ],
            },
        ),
    ],
    "an empty result": [replace("/2/content/0/content", "")],
    "a nested argument": [add("/1/content/1/input/when", {"day": "Monday", "hours": [6, 18], "exact": False})],
    "a search result": [
        add(
            "/0/content/1",
            {
                "type": "search_result",
                "source": "https://a.test/hours",
                "title": "Hours of opening",
                "content": [{"type": "text", "text": "Six to six."}],
            },
        )
    ],
    "a document in a result": [
        add(
            "/2/content/0/content/1",
            {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": PDF}},
        )
    ],
    "a document of blocks": [
        add(
            "/0/content/1",
            {
                "type": "document",
                "source": {"type": "content", "content": [{"type": "text", "text": "Six to six."}]},
            },
        )
    ],
    "a cache mark on an image": [add("/0/content/1", {**_IMAGE, "cache_control": _CACHED})],
    "a failed result without words": [
        replace("/2/content/0/content", []),
        add("/2/content/0/is_error", True),
    ],
    "a file for the container": [add("/0/content/1", {"type": "container_upload", "file_id": "file_table"})],
}
