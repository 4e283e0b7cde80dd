"""Vercel CoreMessage (AI SDK 4) → OpenAI Chat Completions: what `@ai-sdk/openai` 1 sends, with spec 004's results.

Assistant texts are joined without a separator, the content of a message with calls is '' and not null, reasoning is
dropped. Results follow spec 004: a string is sent unchanged, anything else as JSON. The real SDK 4 serialises strings
too, so the model reads an extra pair of quotes. A history of CoreMessages is therefore shown as the SDK sends it, and
this edge is an option (`--as spec-004`). It is the default for an IContent history, whose program the specs describe
completely: spec 000 defines the CoreMessage and spec 004 the tool message.

Spec 004 also covers stringified content (it is parsed) and partly invalid content (parts without a string id or a
result are dropped).

Arguments that are a string with a JSON object stay as they are: they were already serialised, and serialising them
again, as SDK 4 does, makes providers refuse them. Messages in OpenAI's own form in a mixed history stay unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.contract import Converted, Edge
from workbench.converters.spec_branches import core_branch
from workbench.converters.vercel_user_content_to_openai_chat import user_content
from workbench.formats.vercel_request import system_texts
from workbench.formats.vercel_v4_core.events import stringified_results
from workbench.json.text import Json, compact, is_json_object


def vercel_v4_core_to_openai_chat(
    messages: Sequence[Json], settings: Mapping[str, Json], by_sdk: bool = False
) -> Iterator[Converted]:
    """Convert messages. `by_sdk` writes calls and results as AI SDK 4 does."""
    for text in system_texts(settings):
        yield Converted({"role": "system", "content": text}, ())
    for index, message in enumerate(messages):
        if not isinstance(message, dict):
            continue
        role, content = message.get("role"), message.get("content")
        if is_openai_message(message):
            yield Converted(message, (index,))
        elif role == "tool":
            for result in _tool_messages_of_sdk_4(content) if by_sdk else _tool_messages(content):
                yield Converted(result, (index,))
        elif role == "assistant":
            yield Converted(_assistant_message(content, by_sdk), (index,))
        elif role in ("user", "system"):
            sent_content = content if isinstance(content, str) else user_content(content, "mimeType")
            yield Converted({"role": role, "content": sent_content}, (index,))


def is_openai_message(message: dict[str, Json]) -> bool:
    """Whether a message is in OpenAI's form, such as the flat tool message that spec 004 proposes."""
    return "tool_call_id" in message or "tool_calls" in message or message.get("role") == "developer"


def _assistant_message(content: object, by_sdk: bool) -> Json:
    if not isinstance(content, list):
        return {"role": "assistant", "content": content}
    text = ""
    calls: list[Json] = []
    for part in content:
        kind = part.get("type") if isinstance(part, dict) else None
        if kind == "text" and isinstance(piece := part.get("text"), str):
            text += piece
        elif kind == "tool-call":
            calls.append(_call(part, by_sdk))
    message: dict[str, Json] = {"role": "assistant", "content": text}
    if calls:
        message["tool_calls"] = calls
    return message


def _call(part: dict[str, Json], by_sdk: bool) -> Json:
    args = part.get("args", {})
    arguments = args if isinstance(args, str) and is_json_object(args) else compact(args)
    function = {"name": part.get("toolName"), "arguments": arguments}
    if by_sdk and "args" not in part:
        del function["arguments"]
    return {"id": part.get("toolCallId"), "type": "function", "function": function}


def _tool_messages_of_sdk_4(content: object) -> Iterator[Json]:
    """Yield tool messages with every result as JSON, even a string. A part without a result gives no content."""
    for part in content if isinstance(content, list) else stringified_results(content):
        if isinstance(part, dict) and part.get("type") == "tool-result" and isinstance(part.get("toolCallId"), str):
            content_field = {"content": compact(part["result"])} if "result" in part else {}
            yield {"role": "tool", "tool_call_id": part["toolCallId"], **content_field}


def _tool_messages(content: object) -> Iterator[Json]:
    """Yield tool messages (spec 004, second order, step 2)."""
    for part in content if isinstance(content, list) else stringified_results(content):
        if not isinstance(part, dict) or part.get("type") != "tool-result" or "result" not in part:
            continue
        if isinstance(call_id := part.get("toolCallId"), str):
            result = part["result"]
            yield {
                "role": "tool",
                "tool_call_id": call_id,
                "content": result if isinstance(result, str) else compact(result),
            }


EDGE = Edge(
    "vercel-v4-core",
    "openai-chat",
    vercel_v4_core_to_openai_chat,
    "what spec 004 sends: a string result unchanged (AI SDK 4 sends it as JSON, in quotes)",
    branch=core_branch,
    sent_by="spec-004",
)
