"""The Messages API over HTTP."""

from __future__ import annotations

from workbench.formats.wire import Refusal, ResponseShape, Usage, Wire
from workbench.json.pointer import Path
from workbench.json.text import Json

_ANSWER_SIGNS = ("stop_reason", "usage", "stop_sequence")


def answer(response: object) -> Path | None:
    """Return the empty path: the body is the message. Fields that only answers have tell it from a stored message."""
    if not isinstance(response, dict) or not isinstance(response.get("content"), list):
        return None
    is_message = response.get("type") == "message" and response.get("role") == "assistant"
    return () if is_message and any(sign in response for sign in _ANSWER_SIGNS) else None


def about(identity: str, model: str) -> dict[str, Json]:
    return {"id": f"msg_rehearsal_{identity}", "model": model}


def refusal(refused: Refusal) -> Json:
    return {"type": "error", "error": {"type": refused.type, "message": refused.message}}


RESPONSE = ResponseShape(answer=answer, finish=("stop_reason",), usage=Usage("usage", "input_tokens", "output_tokens"))
WIRE = Wire(
    path="/messages",
    settings=frozenset({"system", "tools", "tool_choice", "thinking", "max_tokens", "temperature", "top_p", "top_k"}),
    tool_settings=("tools", "tool_choice"),
    max_tokens="max_tokens",
    refusal=refusal,
    about=about,
    call_prefix="toolu_",
)
