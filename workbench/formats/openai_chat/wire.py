"""Chat Completions over HTTP: the API that most servers speak."""

from __future__ import annotations

from workbench.formats.openai_chat.answers import chunks, completion
from workbench.formats.openai_chat.stream import ChatAssembly
from workbench.formats.wire import Client, Refusal, ResponseShape, Streaming, Usage, Wire
from workbench.json.pointer import Path, follow_or_none
from workbench.json.text import Json

_ANSWER: Path = ("choices", 0, "message")
_ALONE: Path = ("message",)


def answer(response: object) -> Path | None:
    """Return the path of the first choice's message: choices are alternative answers, not turns.

    Some servers return the message without choices.
    """
    if isinstance(follow_or_none(response, _ANSWER), dict):
        return _ANSWER
    alone = follow_or_none(response, _ALONE)
    is_over = isinstance(response, dict) and ("done" in response or "finish_reason" in response)
    return _ALONE if is_over and isinstance(alone, dict) and alone.get("role") == "assistant" else None


def refusal(refused: Refusal) -> Json:
    error = {"message": refused.message, "type": refused.type, "param": refused.param, "code": refused.code}
    return {"error": error}


RESPONSE = ResponseShape(
    answer=answer,
    finish=("choices", 0, "finish_reason"),
    usage=Usage("usage", "prompt_tokens", "completion_tokens", "total_tokens"),
)
WIRE = Wire(
    path="/chat/completions",
    settings=frozenset(
        {"temperature", "top_p", "tools", "tool_choice", "parallel_tool_calls"}
        | {"max_tokens", "max_completion_tokens", "stop", "seed", "response_format", "reasoning_effort"}
        | {"frequency_penalty", "presence_penalty", "logit_bias"}
    ),
    tool_settings=("tools", "tool_choice", "parallel_tool_calls"),
    max_tokens="max_tokens",
    provider_max_tokens="max_completion_tokens",
    refusal=refusal,
    write_response=completion,
    streaming=Streaming(
        assembly=ChatAssembly,
        events=chunks,
        end="[DONE]",
        usage_option={"stream_options": {"include_usage": True}},
    ),
    client=Client(python="chat.completions.create", typescript="chat"),
)
