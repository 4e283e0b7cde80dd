"""`Converse` over HTTP."""

from __future__ import annotations

from workbench.formats.wire import Refusal, ResponseShape, Usage, Wire
from workbench.json.pointer import Path, follow_or_none
from workbench.json.text import Json

_ANSWER: Path = ("output", "message")


def answer(response: object) -> Path | None:
    return _ANSWER if isinstance(follow_or_none(response, _ANSWER), dict) else None


def about(identity: str, model: str) -> dict[str, Json]:
    """Return nothing: the responses of this API contain neither an id nor the model."""
    return {}


def refusal(refused: Refusal) -> Json:
    return {"message": refused.message, "__type": refused.type}


RESPONSE = ResponseShape(
    answer=answer, finish=("stopReason",), usage=Usage("usage", "inputTokens", "outputTokens", "totalTokens")
)
WIRE = Wire(
    path="/model/{model}/converse",
    settings=frozenset({"system", "toolConfig", "inferenceConfig", "additionalModelRequestFields"}),
    tool_settings=("toolConfig",),
    max_tokens="maxTokens",
    sampling_key="inferenceConfig",
    refusal=refusal,
    about=about,
    call_prefix="toolu_",
)
