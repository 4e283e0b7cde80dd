"""`generateContent` over HTTP."""

from __future__ import annotations

from workbench.formats.wire import Refusal, ResponseShape, Usage, Wire
from workbench.json.pointer import Path, follow_or_none
from workbench.json.text import Json

_ANSWER: Path = ("candidates", 0, "content")


def answer(response: object) -> Path | None:
    return _ANSWER if isinstance(follow_or_none(response, _ANSWER), dict) else None


def about(identity: str, model: str) -> dict[str, Json]:
    return {"modelVersion": model, "responseId": identity}


def refusal(refused: Refusal) -> Json:
    status = "INVALID_ARGUMENT" if refused.status == 400 else refused.type
    return {"error": {"code": refused.status, "message": refused.message, "status": status}}


RESPONSE = ResponseShape(
    answer=answer,
    finish=("candidates", 0, "finishReason"),
    usage=Usage("usageMetadata", "promptTokenCount", "candidatesTokenCount"),
)
WIRE = Wire(
    path="/models/{model}:generateContent",
    settings=frozenset({"systemInstruction", "system_instruction", "tools", "toolConfig", "generationConfig"}),
    tool_settings=("tools", "toolConfig"),
    max_tokens="maxOutputTokens",
    sampling_key="generationConfig",
    refusal=refusal,
    about=about,
    call_prefix="toolu_",
)
