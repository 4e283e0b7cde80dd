"""Vercel ModelMessage (AI SDK 5 to 7) → OpenAI Chat Completions, as `@ai-sdk/openai` sends it.

Texts and error texts of results are sent unchanged, other outputs as JSON, a denied call with its reason. The content
of a message with calls is null if there is no text. Arguments that are not an object become `{}`, as in the SDK; the
loss is reported. Approvals and reasoning are dropped. There is one deviation: the result of a tool that the provider
ran follows as a tool message. The SDK sends the call without it, which OpenAI refuses; the edges of single versions do
the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.converters.ai_sdk_versions import edges_of_versions
from workbench.converters.contract import Converted, Edge
from workbench.converters.vercel_result_items import items_for_package
from workbench.converters.vercel_turns import split_at_results
from workbench.converters.vercel_user_content_to_openai_chat import user_content
from workbench.converters.vercel_v4_core_to_openai_chat import is_openai_message
from workbench.formats.vercel_request import system_texts
from workbench.formats.vercel_v4_core.events import stringified_results
from workbench.json.text import Json, compact, is_json_object

DENIED = "Tool call execution denied."
"""The text that the SDK sends for a call that the user denied without a reason."""


def vercel_v5_model_to_openai_chat(
    messages: Sequence[Json], settings: Mapping[str, Json], sdk: int | None = None
) -> Iterator[Converted]:
    for text in system_texts(settings):
        yield Converted({"role": "system", "content": text}, ())
    for index, message in enumerate(messages):
        if isinstance(message, dict):
            for converted in (message,) if is_openai_message(message) else _messages(message, sdk):
                yield Converted(converted, (index,))


def _messages(message: dict[str, Json], sdk: int | None) -> list[Json]:
    role, content = message.get("role"), message.get("content")
    if role in ("user", "system"):
        return [{"role": role, "content": user_content(content, "mediaType", sdk)}]
    if role == "tool":
        return _tool_messages(content if isinstance(content, list) else stringified_results(content), sdk)
    if role != "assistant":
        return []
    if not isinstance(content, list):
        return [{"role": "assistant", "content": content}]
    if sdk is not None:
        return [_assistant_message(content)]
    converted: list[Json] = []
    for turn, parts in split_at_results(content):
        converted += _tool_messages(parts, sdk) if turn == "tool" else [_assistant_message(parts)]
    return converted


def _assistant_message(parts: list[Any]) -> Json:
    text = ""
    calls: list[Json] = []
    for part in parts:
        kind = part.get("type") if isinstance(part, dict) else None
        if kind == "text" and isinstance(piece := part.get("text"), str):
            text += piece
        elif kind == "tool-call":
            function = {"name": part.get("toolName"), "arguments": _arguments(part.get("input"))}
            calls.append({"id": part.get("toolCallId"), "type": "function", "function": function})
    if calls:
        return {"role": "assistant", "content": text or None, "tool_calls": calls}
    return {"role": "assistant", "content": text}


def _arguments(value: object) -> str:
    if isinstance(value, dict):
        return compact(value)
    return value if isinstance(value, str) and is_json_object(value) else "{}"


def _tool_messages(parts: list[Json], sdk: int | None) -> list[Json]:
    return [
        {"role": "tool", "tool_call_id": part.get("toolCallId"), "content": output_text(part["output"], sdk)}
        for part in parts
        if isinstance(part, dict) and part.get("type") == "tool-result" and "output" in part
    ]


def output_text(output: object, sdk: int | None = None) -> str:
    """Return an output as text. An output without a kind does not come from the SDK and is sent as it is."""
    if isinstance(output, dict) and isinstance(kind := output.get("type"), str):
        if kind == "execution-denied":
            reason = output.get("reason")
            return reason if isinstance(reason, str) else DENIED
        if "value" in output:
            value = output["value"]
            if sdk == 7 and kind in ("error-text", "error-json"):
                return compact({"error": value})
            if sdk is not None and kind == "content":
                return compact(items_for_package(value, sdk, "openai"))
            return value if isinstance(value, str) and kind in ("text", "error-text") else compact(value)
    return output if isinstance(output, str) else compact(output)


EDGE = Edge("vercel-v5-model", "openai-chat", vercel_v5_model_to_openai_chat, "what AI SDK 5 and 6 send")
BY_VERSION = edges_of_versions(
    EDGE,
    vercel_v5_model_to_openai_chat,
    {
        5: "a failed result as plain text, and no result of a tool that the provider ran",
        6: "a failed result as plain text, and no result of a tool that the provider ran",
        7: "a failed result as an object with `error` (5 and 6 send plain text)",
    },
)
