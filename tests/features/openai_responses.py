"""Items of OpenAI's Responses API."""

from __future__ import annotations

from typing import Any

from tests.oracles.features.media import PDF, PNG
from workbench.json.patch import add, move, replace

PLAIN: list[Any] = [
    {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Is the harbour open?"}]},
    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "I look."}]},
    {"type": "function_call", "call_id": "call_1", "name": "look_up", "arguments": '{"place":"pier"}'},
    {"type": "function_call_output", "call_id": "call_1", "output": "The gate is up."},
    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "It is open."}]},
    {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Thank you."}]},
]
FEATURES: dict[str, list[Any]] = {
    "a system message": [
        add("/0", {"type": "message", "role": "system", "content": [{"type": "input_text", "text": "Be brief."}]})
    ],
    "a developer message": [
        add("/0", {"type": "message", "role": "developer", "content": [{"type": "input_text", "text": "Be brief."}]})
    ],
    "a reasoning item": [
        add(
            "/1",
            {
                "type": "reasoning",
                "id": "rs_1",
                "summary": [{"type": "summary_text", "text": "Harbours close at dusk."}],
                "encrypted_content": "ZW5jcnlwdGVk",
            },
        )
    ],
    "an empty reasoning item": [add("/1", {"type": "reasoning", "id": "rs_1", "summary": []})],
    "an image by address": [
        add("/0/content/1", {"type": "input_image", "image_url": "https://a.test/boat.png", "detail": "auto"})
    ],
    "an inline image": [add("/0/content/1", {"type": "input_image", "image_url": f"data:image/png;base64,{PNG}"})],
    "a PDF by address": [add("/0/content/1", {"type": "input_file", "file_url": "https://a.test/plan.pdf"})],
    "an inline PDF": [
        add(
            "/0/content/1",
            {"type": "input_file", "filename": "plan.pdf", "file_data": f"data:application/pdf;base64,{PDF}"},
        )
    ],
    "a file by id": [add("/0/content/1", {"type": "input_file", "file_id": "file-plan"})],
    "an image in a result": [
        replace(
            "/3/output",
            [
                {"type": "input_text", "text": "The gate is up."},
                {"type": "input_image", "image_url": f"data:image/png;base64,{PNG}"},
            ],
        )
    ],
    "text after a call": [
        add("/3", {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "A moment."}]})
    ],
    "only text after a call": [move("/1", "/2")],
    "parallel calls": [
        add("/3", {"type": "function_call", "call_id": "call_2", "name": "look_up", "arguments": '{"place":"mole"}'}),
        add("/5", {"type": "function_call_output", "call_id": "call_2", "output": "The mole is shut."}),
    ],
    "a custom call": [
        add("/3", {"type": "custom_tool_call", "call_id": "call_2", "name": "shell", "input": "ls pier"}),
        add("/5", {"type": "custom_tool_call_output", "call_id": "call_2", "output": "The mole is shut."}),
    ],
    "item ids and states": [
        add("/1/id", "msg_1"),
        add("/1/status", "completed"),
        add("/2/id", "fc_1"),
        add("/2/status", "completed"),
    ],
    "a refusal": [replace("/4/content", [{"type": "refusal", "refusal": "I cannot say that."}])],
    "annotations": [
        add(
            "/4/content/0/annotations",
            [{"type": "url_citation", "start_index": 0, "end_index": 5, "title": "Tides", "url": "https://a.test/t"}],
        )
    ],
    "a search that the provider ran": [
        add(
            "/4",
            {
                "type": "web_search_call",
                "id": "ws_1",
                "status": "completed",
                "action": {"type": "search", "query": "tide tables"},
            },
        )
    ],
    "a reference to a stored item": [add("/4", {"type": "item_reference", "id": "msg_stored"})],
    "an incomplete output": [add("/3/status", "incomplete")],
    "an image that was made": [
        add("/4", {"type": "image_generation_call", "id": "ig_1", "status": "completed", "result": PNG})
    ],
    "code that the provider ran": [
        add(
            "/4",
            {
                "type": "code_interpreter_call",
                "id": "ci_1",
                "status": "completed",
                "code": "print(6 * 7)",
                "container_id": "cntr_1",
                "outputs": [{"type": "logs", "logs": "forty-two it is"}],
            },
        )
    ],
    "a call of a remote server": [
        add(
            "/4",
            {
                "type": "mcp_call",
                "id": "mcp_1",
                "server_label": "harbour",
                "name": "tide",
                "arguments": "{}",
                "output": "High at noon.",
            },
        )
    ],
    "a phase of an answer": [add("/4/phase", "final_answer")],
    "a sound": [add("/0/content/1", {"type": "input_audio", "input_audio": {"data": "UklGRg==", "format": "wav"}})],
    "a PDF in a result": [
        replace(
            "/3/output",
            [
                {"type": "input_text", "text": "The gate is up."},
                {"type": "input_file", "filename": "plan.pdf", "file_data": f"data:application/pdf;base64,{PDF}"},
            ],
        )
    ],
    "an empty result": [replace("/3/output", "")],
    "a nested argument": [
        replace("/2/arguments", '{"place":"pier","when":{"day":"Monday","hours":[6,18],"exact":false}}')
    ],
}
