"""An API response → IContent, as spec 003 yields it: text, tool calls and usage, each a content of its own.

Takes the body of Chat Completions and the result of the AI SDK's `generateText`. The spec keeps neither the finish
reason, nor reasoning, nor the response's id; they go into the metadata of the usage content, which always comes last.
So does everything else: what the message says beside its text and calls is kept as `openai_chat_to_icontent` keeps it,
what the response says about itself under `response`. Pure; never raises.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from workbench.converters.openai_chat_to_icontent import NAME, call_block
from workbench.converters.tool_ids import Rewrite, history_id
from workbench.json.text import Json, object_or_none


class _Reply(NamedTuple):
    """What both kinds of response say, under one set of names."""

    text: Json
    calls: Json
    usage: Json
    about: dict[str, Json]
    """Finish reason, reasoning, response id and model."""
    message: dict[str, Json]
    """What else the message said."""
    rest: dict[str, Json]
    """Everything else, by the part of the response it stood in."""


def chat_completion_to_icontent(response: object, rewrite: Rewrite = history_id) -> list[Json]:
    """Spec 003, lines 035-046."""
    body = response if isinstance(response, dict) else {}
    reply = _chat_completion(body) if isinstance(body.get("choices"), list) else _generated_text(body)
    contents: list[Json] = []
    if isinstance(reply.text, str) and reply.text:
        contents.append({"speaker": "ai", "blocks": [{"type": "text", "text": reply.text}]})
    if isinstance(reply.calls, list) and reply.calls:
        contents.append({"speaker": "ai", "blocks": [_call_block(call, rewrite) for call in reply.calls]})
    contents.append({"speaker": "ai", "blocks": [], "metadata": _metadata(reply)})
    return contents


def merged(contents: Iterable[Json]) -> Json:
    """One content for one reply, as it is compared with the message it once was."""
    blocks: list[Json] = []
    metadata: dict[str, Json] = {}
    for content in contents:
        if isinstance(content, dict):
            blocks.extend(content["blocks"] if isinstance(content.get("blocks"), list) else ())
            metadata.update(content["metadata"] if isinstance(content.get("metadata"), dict) else {})
    return {"speaker": "ai", "blocks": blocks, **({"metadata": metadata} if metadata else {})}


def _chat_completion(body: dict[str, Json]) -> _Reply:
    """Of several choices the first is the reply; the others are kept aside."""
    choice, *others = [item for item in body["choices"] if isinstance(item, dict)] or [{}]
    message = choice["message"] if isinstance(choice.get("message"), dict) else {}
    content = message.get("content")
    about = {
        "finishReason": choice.get("finish_reason"),
        "reasoning": message.get("reasoning_content", message.get("reasoning")),
        "responseId": body.get("id"),
        "model": body.get("model"),
    }
    rest = {
        "body": _without(body, "choices", "id", "model", "usage", "object"),
        "choice": _without(choice, "message", "finish_reason"),
        "choices": others,
    }
    text = _text_of_parts(content) if isinstance(content, list) else content
    beside = _without(message, "role", "content", "tool_calls", "reasoning_content", "reasoning")
    return _Reply(text, message.get("tool_calls"), body.get("usage"), about, beside, rest)


def _generated_text(body: dict[str, Json]) -> _Reply:
    """Spec 003, lines 160-176. Version 5 says `reasoningText` where 4 says `reasoning`."""
    envelope = body["response"] if isinstance(body.get("response"), dict) else {}
    about = {
        "finishReason": body.get("finishReason"),
        "reasoning": body.get("reasoningText", body.get("reasoning")),
        "responseId": envelope.get("id"),
        "model": envelope.get("modelId"),
    }
    known = ("text", "toolCalls", "usage", "finishReason", "reasoningText", "reasoning", "response")
    rest = {"body": _without(body, *known), "envelope": _without(envelope, "id", "modelId")}
    return _Reply(body.get("text"), body.get("toolCalls"), body.get("usage"), about, {}, rest)


def _text_of_parts(parts: list[Json]) -> str:
    """Some servers answer with parts, as requests have them."""
    texts = (part.get("text") for part in parts if isinstance(part, dict))
    return "\n".join(text for text in texts if isinstance(text, str))


def _call_block(call: object, rewrite: Rewrite) -> Json:
    """Spec 003, lines 080-104. Arguments that hold no object are kept as the text they are."""
    if not isinstance(call, dict) or "toolCallId" not in call:
        return call_block(call, {}, rewrite)
    written = call.get("args", call.get("input"))
    arguments = object_or_none(written)
    parameters = written if arguments is None else arguments
    return {
        "type": "tool_call",
        "id": rewrite(call["toolCallId"]),
        "name": call.get("toolName"),
        "parameters": parameters,
    }


def _metadata(reply: _Reply) -> dict[str, Json]:
    metadata: dict[str, Json] = {"usage": _usage(reply.usage)}
    metadata |= {key: value for key, value in reply.about.items() if value is not None}
    details = {key: value for key, value in reply.rest.items() if value}
    if isinstance(reply.usage, dict) and (more := _without(reply.usage, *_INPUT, *_OUTPUT)):
        details["usage"] = more
    if details:
        metadata["response"] = details
    if reply.message:
        metadata["providerMetadata"] = {NAME: reply.message}
    return metadata


_INPUT = ("prompt_tokens", "promptTokens", "inputTokens")
_OUTPUT = ("completion_tokens", "completionTokens", "outputTokens")


def _usage(usage: object) -> dict[str, Json]:
    """Spec 003, lines 110-134. The AI SDK writes NaN where a server gave no number; that is as unknown as null."""
    counts = usage if isinstance(usage, dict) else {}
    return {"inputTokens": _count(counts, _INPUT), "outputTokens": _count(counts, _OUTPUT)}


def _count(counts: dict[str, Json], names: tuple[str, ...]) -> int | float:
    found = next((counts[name] for name in names if name in counts), 0)
    number = isinstance(found, (int, float)) and not isinstance(found, bool)
    return found if number and 0 <= found < float("inf") else 0


def _without(holder: dict[str, Json], *names: str) -> dict[str, Json]:
    return {key: value for key, value in holder.items() if key not in names and value is not None}
