"""Messages of pydantic-ai, as `ModelMessagesTypeAdapter` writes them."""

from __future__ import annotations

from typing import Any

from tests.oracles.features.media import PDF, PNG
from workbench.json.patch import add, move, replace


def _request(*parts: Any) -> Any:
    return {"parts": list(parts), "kind": "request"}


def _response(*parts: Any) -> Any:
    return {"parts": list(parts), "kind": "response"}


def _call(number: int, place: str) -> Any:
    call = {"tool_name": "look_up", "args": {"place": place}, "tool_call_id": f"call_{number}"}
    return {**call, "part_kind": "tool-call"}


def _return(number: int, content: Any) -> Any:
    returned = {"tool_name": "look_up", "content": content, "tool_call_id": f"call_{number}"}
    return {**returned, "part_kind": "tool-return"}


PLAIN: list[Any] = [
    _request({"content": ["Is the harbour open?"], "part_kind": "user-prompt"}),
    _response({"content": "I look.", "part_kind": "text"}, _call(1, "pier")),
    _request(_return(1, "The gate is up.")),
    _response({"content": "It is open.", "part_kind": "text"}),
    _request({"content": "Thank you.", "part_kind": "user-prompt"}),
]
_IMAGE: Any = {"data": PNG, "media_type": "image/png", "kind": "binary"}
FEATURES: dict[str, list[Any]] = {
    "a system prompt": [add("/0/parts/0", {"content": "Be brief.", "part_kind": "system-prompt"})],
    "a system prompt in the middle": [
        add("/4/parts/0", {"content": "Answer in French.", "part_kind": "system-prompt"})
    ],
    "instructions": [add("/0/instructions", "Answer as a harbour master.")],
    "signed thinking": [
        add(
            "/1/parts/0",
            {"content": "Harbours close at dusk.", "signature": "c2lnbmVk", "part_kind": "thinking"},
        )
    ],
    "redacted thinking": [
        add(
            "/1/parts/0",
            {"content": "", "id": "redacted_thinking", "signature": "cmVkYWN0ZWQ=", "part_kind": "thinking"},
        )
    ],
    "thinking that nobody signed": [add("/1/parts/0", {"content": "Harbours close at dusk.", "part_kind": "thinking"})],
    "a failed result": [add("/2/parts/0/outcome", "failed")],
    "a denied result": [add("/2/parts/0/outcome", "denied")],
    "a result that says it succeeded": [add("/2/parts/0/outcome", "success")],
    "a retry of a tool": [
        replace(
            "/2/parts/0",
            {
                "content": "no such pier",
                "tool_name": "look_up",
                "tool_call_id": "call_1",
                "part_kind": "retry-prompt",
            },
        )
    ],
    "a retry of an answer": [add("/4/parts/0", {"content": "Answer in JSON.", "part_kind": "retry-prompt"})],
    "a result of JSON": [replace("/2/parts/0/content", {"gate": "up", "since": 6})],
    "metadata of a result": [add("/2/parts/0/metadata", {"cost": "two coins"})],
    "a time": [add("/2/parts/0/timestamp", "2026-01-01T06:00:00Z")],
    "an image in a result": [replace("/2/parts/0/content", ["The gate is up.", _IMAGE])],
    "an inline image": [add("/0/parts/0/content/1", _IMAGE)],
    "an image by address": [add("/0/parts/0/content/1", {"url": "https://a.test/boat.png", "kind": "image-url"})],
    "an inline PDF": [
        add("/0/parts/0/content/1", {"data": PDF, "media_type": "application/pdf", "kind": "binary"}),
    ],
    "a PDF by address": [
        add("/0/parts/0/content/1", {"url": "https://a.test/plan.pdf", "kind": "document-url"}),
    ],
    "a sound": [
        add("/0/parts/0/content/1", {"data": "UklGRg==", "media_type": "audio/wav", "kind": "binary"}),
    ],
    "a film by address": [add("/0/parts/0/content/1", {"url": "https://a.test/boat.mp4", "kind": "video-url"})],
    "a file that was uploaded": [
        add("/0/parts/0/content/1", {"file_id": "file_boat", "media_type": "image/png", "kind": "uploaded-file"})
    ],
    "metadata of an item": [add("/0/parts/0/content/1", {**_IMAGE, "vendor_metadata": {"detail": "low"}})],
    "a cache mark": [add("/0/parts/0/content/1", {"kind": "cache-point", "ttl": "5m"})],
    "a file in an answer": [add("/3/parts/1", {"content": _IMAGE, "part_kind": "file"})],
    "parallel calls": [
        add("/1/parts/2", _call(2, "mole")),
        add("/2/parts/1", _return(2, "The mole is shut.")),
    ],
    "text between calls": [
        add("/1/parts/2", {"content": "And the mole.", "part_kind": "text"}),
        add("/1/parts/3", _call(2, "mole")),
        add("/2/parts/1", _return(2, "The mole is shut.")),
    ],
    "text after a call": [add("/1/parts/2", {"content": "One moment.", "part_kind": "text"})],
    "only text after a call": [move("/1/parts/0", "/1/parts/1")],
    "text beside a result": [add("/2/parts/1", {"content": "Be quick.", "part_kind": "user-prompt"})],
    "text in front of a result": [add("/2/parts/0", {"content": "Be quick.", "part_kind": "user-prompt"})],
    "arguments as text": [replace("/1/parts/1/args", '{"place": "quay"}')],
    "a call without arguments": [replace("/1/parts/1/args", None)],
    "usage and model": [
        add("/3/usage", {"input_tokens": 1201, "output_tokens": 17}),
        add("/3/model_name", "a-model"),
        add("/3/provider_response_id", "resp_77"),
        add("/3/finish_reason", "stop"),
    ],
    "run and metadata": [add("/0/run_id", "run-77"), add("/0/metadata", {"trace": "t-77"})],
    "provider details of a text": [add("/3/parts/0/provider_details", {"refusal": "a soft one"})],
    "a signed call": [add("/1/parts/1/provider_details", {"thought_signature": "c2lnbmVk"})],
    "a search that the provider ran": [
        add(
            "/3/parts/0",
            {
                "tool_name": "web_search",
                "args": {"query": "tide"},
                "tool_call_id": "srv_1",
                "provider_name": "anthropic",
                "part_kind": "builtin-tool-call",
            },
        ),
        add(
            "/3/parts/1",
            {
                "tool_name": "web_search",
                "content": "High at noon.",
                "tool_call_id": "srv_1",
                "provider_name": "anthropic",
                "part_kind": "builtin-tool-return",
            },
        ),
    ],
    "an unknown part": [add("/3/parts/1", {"content": "A summary of it all.", "part_kind": "compaction"})],
    "an empty result": [replace("/2/parts/0/content", "")],
    "a nested argument": [add("/1/parts/1/args/when", {"day": "Monday", "hours": [6, 18], "exact": False})],
}
