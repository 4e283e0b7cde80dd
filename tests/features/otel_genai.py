"""Messages of OpenTelemetry's GenAI convention."""

from __future__ import annotations

from typing import Any

from tests.oracles.features.media import PDF, PNG
from workbench.json.patch import add, move, replace


def _message(role: str, *parts: Any) -> Any:
    return {"role": role, "parts": list(parts)}


def _text(text: str) -> Any:
    return {"type": "text", "content": text}


def _call(number: int, place: str) -> Any:
    return {"type": "tool_call", "id": f"call_{number}", "name": "look_up", "arguments": {"place": place}}


def _response(number: int, response: Any) -> Any:
    return {"type": "tool_call_response", "id": f"call_{number}", "response": response}


PLAIN: list[Any] = [
    _message("user", _text("Is the harbour open?")),
    _message("assistant", _text("I look."), _call(1, "pier")),
    _message("tool", _response(1, "The gate is up.")),
    _message("assistant", _text("It is open.")),
    _message("user", _text("Thank you.")),
]
FEATURES: dict[str, list[Any]] = {
    "a system message": [add("/0", _message("system", _text("Be brief.")))],
    "a system message in the middle": [add("/4", _message("system", _text("Answer in French.")))],
    "reasoning": [add("/1/parts/0", {"type": "reasoning", "content": "Harbours close at dusk."})],
    "a result of JSON": [replace("/2/parts/0/response", {"gate": "up", "since": 6})],
    "a result under its other name": [
        replace("/2/parts/0", {"type": "tool_call_response", "id": "call_1", "result": "The gate is down."})
    ],
    "a name on a result": [add("/2/parts/0/name", "looked_up")],
    "an inline image": [
        add("/0/parts/1", {"type": "blob", "modality": "image", "mime_type": "image/png", "content": PNG})
    ],
    "an image by address": [
        add("/0/parts/1", {"type": "uri", "modality": "image", "uri": "https://a.test/boat.png"}),
    ],
    "an inline PDF": [
        add("/0/parts/1", {"type": "blob", "modality": "document", "mime_type": "application/pdf", "content": PDF})
    ],
    "a PDF by address": [
        add(
            "/0/parts/1",
            {"type": "uri", "modality": "document", "mime_type": "application/pdf", "uri": "https://a.test/plan.pdf"},
        )
    ],
    "a file by id": [add("/0/parts/1", {"type": "file", "modality": "document", "file_id": "file_plan"})],
    "a sound": [
        add("/0/parts/1", {"type": "blob", "modality": "audio", "mime_type": "audio/wav", "content": "UklGRg=="})
    ],
    "parallel calls": [add("/1/parts/2", _call(2, "mole")), add("/2/parts/1", _response(2, "The mole is shut."))],
    "text between calls": [
        add("/1/parts/2", _text("And the mole.")),
        add("/1/parts/3", _call(2, "mole")),
        add("/2/parts/1", _response(2, "The mole is shut.")),
    ],
    "text after a call": [add("/1/parts/2", _text("One moment."))],
    "only text after a call": [move("/1/parts/0", "/1/parts/1")],
    "text after a result": [add("/2/parts/1", _text("Be quick."))],
    "a finish reason": [add("/3/finish_reason", "stop")],
    "a name on a message": [add("/0/name", "anna")],
    "an unknown field of a part": [add("/0/parts/0/confidence", "nearly certain")],
    "an unknown part": [add("/0/parts/1", {"type": "poll", "question": "yes or no"})],
    "a search that the provider ran": [
        add(
            "/3/parts/0",
            {"type": "server_tool_call", "id": "srv_1", "name": "web_search", "arguments": {"query": "tide"}},
        ),
        add("/3/parts/1", {"type": "server_tool_call_response", "id": "srv_1", "response": "High at noon."}),
    ],
    "a call without arguments": [replace("/1/parts/1/arguments", None)],
    "an empty result": [replace("/2/parts/0/response", "")],
    "a nested argument": [add("/1/parts/1/arguments/when", {"day": "Monday", "hours": [6, 18], "exact": False})],
}
