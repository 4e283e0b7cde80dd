"""LangChain's messages, as `messages_to_dict` and checkpoints hold them."""

from __future__ import annotations

from typing import Any

from tests.oracles.features.media import PDF, PNG
from workbench.json.patch import add, replace


def _call(number: int, place: str) -> Any:
    return {"name": "look_up", "args": {"place": place}, "id": f"call_{number}", "type": "tool_call"}


PLAIN: list[Any] = [
    {"type": "human", "content": [{"type": "text", "text": "Is the harbour open?"}]},
    {"type": "ai", "content": [{"type": "text", "text": "I look."}], "tool_calls": [_call(1, "pier")]},
    {"type": "tool", "content": [{"type": "text", "text": "The gate is up."}], "tool_call_id": "call_1"},
    {"type": "ai", "content": [{"type": "text", "text": "It is open."}]},
    {"type": "human", "content": "Thank you."},
]
_IMAGE: Any = {"type": "image", "base64": PNG, "mime_type": "image/png"}
FEATURES: dict[str, list[Any]] = {
    "a system message": [add("/0", {"type": "system", "content": "Be brief."})],
    "a system message in the middle": [add("/4", {"type": "system", "content": "Answer in French."})],
    "a developer message": [
        add("/0", {"type": "system", "content": "Be brief.", "additional_kwargs": {"__openai_role__": "developer"}})
    ],
    "a message of another speaker": [add("/4", {"type": "chat", "role": "narrator", "content": "Rain sets in."})],
    "an order to forget": [add("/4", {"type": "remove", "id": "m-9", "content": ""})],
    "signed thinking": [
        add("/1/content/0", {"type": "thinking", "thinking": "Harbours close at dusk.", "signature": "c2lnbmVk"})
    ],
    "signed reasoning": [
        add(
            "/1/content/0",
            {"type": "reasoning", "reasoning": "Harbours close at dusk.", "extras": {"signature": "c2lnbmVk"}},
        )
    ],
    "redacted thinking": [add("/1/content/0", {"type": "redacted_thinking", "data": "cmVkYWN0ZWQ="})],
    "reasoning beside the content": [
        add("/1/additional_kwargs", {"reasoning_content": "Harbours close at dusk."}),
    ],
    "a failed result": [add("/2/status", "error")],
    "a result that says it succeeded": [add("/2/status", "success")],
    "an artifact": [add("/2/artifact", {"rows": ["row one of nine"]})],
    "a name on a result": [add("/2/name", "looked_up")],
    "an image in a result": [add("/2/content/1", _IMAGE)],
    "two texts in a result": [add("/2/content/1", {"type": "text", "text": "Since six."})],
    "a result of JSON": [replace("/2/content", '{"gate": "up", "since": 6}')],
    "an image by address": [add("/0/content/1", {"type": "image", "url": "https://a.test/boat.png"})],
    "an image as OpenAI has it": [
        add("/0/content/1", {"type": "image_url", "image_url": {"url": "https://a.test/boat.png", "detail": "low"}})
    ],
    "an inline image": [add("/0/content/1", _IMAGE)],
    "an image by file id": [add("/0/content/1", {"type": "image", "file_id": "file_boat"})],
    "an inline PDF": [
        add("/0/content/1", {"type": "file", "base64": PDF, "mime_type": "application/pdf", "filename": "plan.pdf"})
    ],
    "a PDF by address": [
        add("/0/content/1", {"type": "file", "url": "https://a.test/plan.pdf", "mime_type": "application/pdf"})
    ],
    "a sound": [add("/0/content/1", {"type": "audio", "base64": "UklGRg==", "mime_type": "audio/wav"})],
    "a plain text document": [
        add("/0/content/1", {"type": "text-plain", "text": "Opening hours: six to six.", "mime_type": "text/plain"})
    ],
    "a cache mark on a text": [add("/0/content/0/cache_control", {"type": "ephemeral"})],
    "parallel calls": [
        add("/1/tool_calls/1", _call(2, "mole")),
        add("/3", {"type": "tool", "content": "The mole is shut.", "tool_call_id": "call_2"}),
    ],
    "a call that could not be parsed": [
        add("/1/invalid_tool_calls", [{"name": "look_up", "args": '{"place":', "id": "call_2", "error": "cut off"}]),
        add("/3", {"type": "tool", "content": "The mole is shut.", "tool_call_id": "call_2"}),
    ],
    "a copy of the call among the blocks": [
        add("/1/content/1", {"type": "tool_use", "id": "call_1", "name": "look_up", "input": {"place": "pier"}})
    ],
    "an id of the message": [add("/1/id", "run--77")],
    "usage and response metadata": [
        add("/3/usage_metadata", {"input_tokens": 1201, "output_tokens": 17, "total_tokens": 1218}),
        add("/3/response_metadata", {"model_name": "a-model", "finish_reason": "stop"}),
    ],
    "a name on a message": [add("/0/name", "anna")],
    "a citation": [
        add(
            "/3/content/0/annotations",
            [{"type": "citation", "url": "https://a.test/hours", "title": "Hours of opening"}],
        )
    ],
    "a refusal": [add("/3/content/1", {"type": "refusal", "refusal": "I cannot say more."})],
    "a search that the provider ran": [
        add(
            "/3/content/0", {"type": "server_tool_call", "id": "srv_1", "name": "web_search", "args": {"query": "tide"}}
        ),
        add(
            "/3/content/1",
            {"type": "server_tool_result", "tool_call_id": "srv_1", "status": "success", "output": "High at noon."},
        ),
    ],
    "an unknown block": [add("/0/content/1", {"type": "non_standard", "value": {"poll": "yes or no"}})],
    "an empty result": [replace("/2/content", "")],
    "a nested argument": [add("/1/tool_calls/0/args/when", {"day": "Monday", "hours": [6, 18], "exact": False})],
}
