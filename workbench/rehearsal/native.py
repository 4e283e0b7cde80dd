"""Answers and refusals as providers with an API of their own write them: Anthropic, Gemini, Bedrock. Never streamed."""

from __future__ import annotations

from workbench.converters import converted_messages
from workbench.formats import FORMATS
from workbench.json.text import Json, compact
from workbench.rehearsal.answer import Answer
from workbench.rehearsal.judge import Refused


def native_response(wire: str, answer: Answer, model: str) -> Json:
    message = answer.recorded[0] if answer.recorded else _written(wire, answer)
    response_from = FORMATS[wire].response_from
    assert response_from is not None
    body: Json = response_from(message)
    output = max(1, len(compact(message)) // 4)
    if wire == "anthropic":
        usage = {"input_tokens": answer.input_tokens, "output_tokens": output}
        return {**body, "id": f"msg_rehearsal_{answer.identity}", "model": model, "usage": usage}
    if wire == "gemini":
        counts = {"promptTokenCount": answer.input_tokens, "candidatesTokenCount": output}
        return {**body, "usageMetadata": counts, "modelVersion": model, "responseId": answer.identity}
    total = answer.input_tokens + output
    return {**body, "usage": {"inputTokens": answer.input_tokens, "outputTokens": output, "totalTokens": total}}


def _written(wire: str, answer: Answer) -> Json:
    """The answer as IContent, converted: the wire's own way of writing it is known there."""
    blocks: list[Json] = [{"type": "text", "text": answer.text}] if answer.text else []
    for call_id, name, arguments in answer.calls:
        own_id = f"toolu_{call_id.removeprefix('call_')}"
        blocks.append({"type": "tool_call", "id": own_id, "name": name, "parameters": arguments})
    return converted_messages([{"speaker": "ai", "blocks": blocks}], "icontent", wire)[0]


def native_refusal(wire: str, refused: Refused) -> Json:
    if wire == "anthropic":
        return {"type": "error", "error": {"type": refused.type, "message": refused.message}}
    if wire == "gemini":
        status = "INVALID_ARGUMENT" if refused.status == 400 else refused.type
        return {"error": {"code": refused.status, "message": refused.message, "status": status}}
    return {"message": refused.message, "__type": refused.type}
