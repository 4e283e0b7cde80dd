"""An API response → IContent, as spec 003 yields it: text, tool calls and usage, each as a separate content.

Accepts the body of Chat Completions and the result of the AI SDK's `generateText`. The spec drops the finish reason,
the reasoning and the response id; here they go into the metadata of the usage content, which always comes last. So
does everything else: other fields of the message as `openai_chat_to_icontent` stores them, other fields of the response
under `response`. Pure; never raises.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from workbench.converters.openai_chat_to_icontent import NAME, call_block
from workbench.converters.tool_ids import Rewrite, history_id
from workbench.json.text import Json, JsonObject, object_or_none


class _Reply(NamedTuple):
    """The contents of either kind of response, under the same names."""

    text: Json
    calls: Json
    usage: Json
    metadata: dict[str, Json]
    """Finish reason, reasoning, response id and model."""
    message_rest: Mapping[str, Json]
    """Other fields of the message."""
    response_rest: Mapping[str, Json]
    """Everything else, by the part of the response it was in."""


def chat_completion_to_icontent(response: object, rewrite: Rewrite = history_id) -> list[JsonObject]:
    """Return the contents of a response (spec 003, lines 035-046)."""
    body = response if isinstance(response, dict) else {}
    reply = _chat_completion(body) if isinstance(body.get("choices"), list) else _generated_text(body)
    contents: list[JsonObject] = []
    if isinstance(reply.text, str) and reply.text:
        contents.append({"speaker": "ai", "blocks": [{"type": "text", "text": reply.text}]})
    if isinstance(reply.calls, list) and reply.calls:
        contents.append({"speaker": "ai", "blocks": [_call_block(call, rewrite) for call in reply.calls]})
    contents.append({"speaker": "ai", "blocks": [], "metadata": _metadata(reply)})
    return contents


def merged(contents: Iterable[JsonObject]) -> JsonObject:
    """Merge the contents of one response into a single content, for comparison with the original message."""
    blocks: list[Json] = []
    metadata: dict[str, Json] = {}
    for content in contents:
        if isinstance(content, dict):
            blocks.extend(content["blocks"] if isinstance(content.get("blocks"), list) else ())
            metadata.update(content["metadata"] if isinstance(content.get("metadata"), dict) else {})
    return {"speaker": "ai", "blocks": blocks, **({"metadata": metadata} if metadata else {})}


def _chat_completion(body: JsonObject) -> _Reply:
    """Read the body of Chat Completions. The first of several choices is the reply; the others are stored."""
    choice, *others = [item for item in body["choices"] if isinstance(item, dict)] or [{}]
    message = choice["message"] if isinstance(choice.get("message"), dict) else {}
    content = message.get("content")
    metadata = {
        "finishReason": choice.get("finish_reason"),
        "reasoning": message.get("reasoning_content", message.get("reasoning")),
        "responseId": body.get("id"),
        "model": body.get("model"),
    }
    response_rest = {
        "body": _without(body, "choices", "id", "model", "usage", "object"),
        "choice": _without(choice, "message", "finish_reason"),
        "choices": others,
    }
    text = _text_of_parts(content) if isinstance(content, list) else content
    message_rest = _without(message, "role", "content", "tool_calls", "reasoning_content", "reasoning")
    return _Reply(text, message.get("tool_calls"), body.get("usage"), metadata, message_rest, response_rest)


def _generated_text(body: JsonObject) -> _Reply:
    """Read the result of `generateText` (spec 003, lines 160-176). `reasoning` is `reasoningText` since version 5."""
    envelope = body["response"] if isinstance(body.get("response"), dict) else {}
    metadata = {
        "finishReason": body.get("finishReason"),
        "reasoning": body.get("reasoningText", body.get("reasoning")),
        "responseId": envelope.get("id"),
        "model": envelope.get("modelId"),
    }
    converted_keys = ("text", "toolCalls", "usage", "finishReason", "reasoningText", "reasoning", "response")
    response_rest = {"body": _without(body, *converted_keys), "envelope": _without(envelope, "id", "modelId")}
    return _Reply(body.get("text"), body.get("toolCalls"), body.get("usage"), metadata, {}, response_rest)


def _text_of_parts(parts: list[Json]) -> str:
    """Join the texts of content parts: some servers return parts, which only requests should have."""
    texts = (part.get("text") for part in parts if isinstance(part, dict))
    return "\n".join(text for text in texts if isinstance(text, str))


def _call_block(call: object, rewrite: Rewrite) -> Json:
    """Return the block of a call (spec 003, lines 080-104). Arguments that are not a JSON object stay a string."""
    if not isinstance(call, dict) or "toolCallId" not in call:
        return call_block(call, {}, rewrite)
    raw_arguments = call.get("args", call.get("input"))
    arguments = object_or_none(raw_arguments)
    parameters = raw_arguments if arguments is None else arguments
    return {
        "type": "tool_call",
        "id": rewrite(call["toolCallId"]),
        "name": call.get("toolName"),
        "parameters": parameters,
    }


def _metadata(reply: _Reply) -> dict[str, Json]:
    metadata: dict[str, Json] = {"usage": _usage(reply.usage)}
    metadata |= {key: value for key, value in reply.metadata.items() if value is not None}
    details = {key: value for key, value in reply.response_rest.items() if value}
    if isinstance(reply.usage, dict) and (more := _without(reply.usage, *_INPUT, *_OUTPUT)):
        details["usage"] = more
    if details:
        metadata["response"] = details
    if reply.message_rest:
        metadata["providerMetadata"] = {NAME: reply.message_rest}
    return metadata


_INPUT = ("prompt_tokens", "promptTokens", "inputTokens")
_OUTPUT = ("completion_tokens", "completionTokens", "outputTokens")


def _usage(usage: object) -> dict[str, Json]:
    """Return the token counts (spec 003, lines 110-134). NaN, the AI SDK's value for a missing count, becomes 0."""
    counts = usage if isinstance(usage, dict) else {}
    return {"inputTokens": _count(counts, _INPUT), "outputTokens": _count(counts, _OUTPUT)}


def _count(counts: dict[str, Json], names: tuple[str, ...]) -> int | float:
    count: Any = next((counts[name] for name in names if name in counts), 0)
    is_number = isinstance(count, (int, float)) and not isinstance(count, bool)
    return count if is_number and 0 <= count < float("inf") else 0


def _without(fields: dict[str, Json], *names: str) -> dict[str, Json]:
    return {key: value for key, value in fields.items() if key not in names and value is not None}
