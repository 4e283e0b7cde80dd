"""OpenAI Chat Completions."""

from __future__ import annotations

from typing import Any

from tests.oracles.features.media import PDF, PNG, WAV
from workbench.json.patch import add, replace

PLAIN: list[Any] = [
    {"role": "user", "content": "Is the harbour open?"},
    {
        "role": "assistant",
        "content": "I look.",
        "tool_calls": [
            {"id": "call_1", "type": "function", "function": {"name": "look_up", "arguments": '{"place":"pier"}'}}
        ],
    },
    {"role": "tool", "tool_call_id": "call_1", "content": "The gate is up."},
    {"role": "assistant", "content": "It is open."},
    {"role": "user", "content": "Thank you."},
]


def _asked_with(part: Any) -> list[Any]:
    return [replace("/0/content", [{"type": "text", "text": "Is the harbour open?"}, part])]


FEATURES: dict[str, list[Any]] = {
    "a system message": [add("/0", {"role": "system", "content": "Be brief."})],
    "a developer message": [add("/0", {"role": "developer", "content": "Be brief."})],
    "a system message in the middle": [add("/4", {"role": "system", "content": "Answer in French."})],
    "a name": [add("/0/name", "ann")],
    "a name on a result": [add("/2/name", "looked_up")],
    "a refusal": [add("/3/refusal", "I cannot say that.")],
    "a refusal as a part": [replace("/3/content", [{"type": "refusal", "refusal": "I cannot say that."}])],
    "reasoning": [add("/1/reasoning_content", "Harbours close at dusk.")],
    "an image by address": _asked_with({"type": "image_url", "image_url": {"url": "https://a.test/boat.png"}}),
    "an inline image": _asked_with({"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}}),
    "an image with its detail": _asked_with(
        {"type": "image_url", "image_url": {"url": "https://a.test/boat.png", "detail": "low"}}
    ),
    "an inline PDF": _asked_with(
        {"type": "file", "file": {"filename": "plan.pdf", "file_data": f"data:application/pdf;base64,{PDF}"}}
    ),
    "a file by id": _asked_with({"type": "file", "file": {"file_id": "file-plan"}}),
    "a sound": _asked_with({"type": "input_audio", "input_audio": {"data": WAV, "format": "wav"}}),
    "a cache mark": [
        replace(
            "/0/content",
            [{"type": "text", "text": "Is the harbour open?", "cache_control": {"type": "ephemeral"}}],
        )
    ],
    "a result in parts": [
        replace("/2/content", [{"type": "text", "text": "The gate is up."}, {"type": "text", "text": "Since six."}])
    ],
    "an answer in parts": [
        replace("/3/content", [{"type": "text", "text": "It is open."}, {"type": "text", "text": "Until six."}])
    ],
    "parallel calls": [
        add(
            "/1/tool_calls/1",
            {"id": "call_2", "type": "function", "function": {"name": "look_up", "arguments": '{"place":"mole"}'}},
        ),
        add("/3", {"role": "tool", "tool_call_id": "call_2", "content": "The mole is shut."}),
    ],
    "a custom call": [
        add("/1/tool_calls/1", {"id": "call_2", "type": "custom", "custom": {"name": "shell", "input": "ls pier"}}),
        add("/3", {"role": "tool", "tool_call_id": "call_2", "content": "The mole is shut."}),
    ],
    "annotations": [
        add(
            "/3/annotations",
            [
                {
                    "type": "url_citation",
                    "url_citation": {
                        "start_index": 0,
                        "end_index": 5,
                        "title": "Tides",
                        "url": "https://a.test/tides",
                    },
                }
            ],
        )
    ],
    "the audio of an answer": [add("/3/audio", {"id": "audio_spoken"})],
    "a call without a text": [replace("/1/content", None)],
    "an empty result": [replace("/2/content", "")],
    "an unknown field": [add("/3/weather", "stormy")],
    "a failed result": [replace("/2/content", '{"error": "no such pier"}')],
    "a function call of the old kind": [
        replace(
            "/1",
            {
                "role": "assistant",
                "content": None,
                "function_call": {"name": "look_up", "arguments": '{"place":"quay"}'},
            },
        ),
        replace("/2", {"role": "function", "name": "look_up", "content": "The quay is wet."}),
    ],
    "usage of an answer": [add("/3/usage", {"prompt_tokens": 1201}), add("/3/finish_reason", "stop")],
    "details of the reasoning": [
        add(
            "/1/reasoning_details",
            [{"type": "reasoning.text", "text": "Harbours close at dusk.", "signature": "c2lnbmVk"}],
        )
    ],
    "a cache mark on a result": [
        replace("/2/content", [{"type": "text", "text": "The gate is up.", "cache_control": {"type": "ephemeral"}}])
    ],
    "an image in a result": [
        replace(
            "/2/content",
            [
                {"type": "text", "text": "The gate is up."},
                {"type": "image_url", "image_url": {"url": "https://a.test/boat.png"}},
            ],
        )
    ],
    "a nested argument": [
        replace(
            "/1/tool_calls/0/function/arguments",
            '{"place":"pier","when":{"day":"Monday","hours":[6,18],"exact":false}}',
        )
    ],
}
