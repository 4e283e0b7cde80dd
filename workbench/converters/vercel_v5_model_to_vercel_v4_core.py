"""ModelMessage (AI SDK 5 to 7) → CoreMessage (SDK 4): the reverse of the migration.

SDK 4 has no tools that the provider runs, so their results move into a tool message. It has no approvals, custom and
reasoning-file parts, so those are dropped. An image, which is a file since version 5, becomes an image again in a
user's message. A denied call becomes a failed result with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.converters.contract import Converted, Edge
from workbench.converters.vercel_turns import split_at_results
from workbench.converters.vercel_user_content_to_openai_chat import inline_data
from workbench.converters.vercel_v5_model_to_openai_chat import DENIED
from workbench.formats.vercel_request import system_setting
from workbench.json.media import is_image
from workbench.json.text import Json

_RENAMED = {"input": "args", "mediaType": "mimeType"}
_UNKNOWN_TO_V4 = ("tool-approval-request", "tool-approval-response", "custom", "reasoning-file")


def vercel_v5_model_to_vercel_v4_core(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    if (prompt := system_setting(settings)) is not None:
        yield Converted(prompt, (), "system")
    for index, message in enumerate(messages):
        if isinstance(message, dict) and isinstance(message.get("content"), list):
            for converted in _messages(message, message["content"]):
                yield Converted(converted, (index,))
        else:
            yield Converted(message, (index,))


def _messages(message: dict[str, Json], content: list[Json]) -> Iterator[Json]:
    role = message.get("role")
    supported = [part for part in content if not isinstance(part, dict) or part.get("type") not in _UNKNOWN_TO_V4]
    if content and not supported:
        return
    if role != "assistant":
        yield {**message, "content": [_part(part, role) for part in supported]}
        return
    for turn, parts in split_at_results(supported):
        yield {**message, "role": turn, "content": [_part(part, turn) for part in parts]}


def _part(part: Any, role: Json) -> Json:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind == "tool-result":
        return _result(part)
    if kind == "reasoning":
        return _reasoning(part)
    if kind == "file":
        return _file(part, role)
    if kind in ("tool-call", "image"):
        return {_RENAMED.get(key, key): value for key, value in part.items()}
    return part


def _file(part: dict[str, Json], role: object) -> Json:
    media_type, data = part.get("mediaType"), inline_data(part.get("data"))
    other_fields = {key: value for key, value in part.items() if key not in ("mediaType", "data")}
    if role == "user" and is_image(media_type):
        declared = {} if media_type == "image/*" else {"mimeType": media_type}
        return {**other_fields, "type": "image", "image": data, **declared}
    return {**other_fields, "data": data, **({"mimeType": media_type} if "mediaType" in part else {})}


def _result(part: dict[str, Json]) -> Json:
    """Return a result of SDK 4. An output without a kind does not come from the SDK and becomes the result as it is."""
    other_fields = {key: value for key, value in part.items() if key != "output"}
    output = part.get("output")
    kind = output.get("type") if isinstance(output, dict) else None
    if not isinstance(output, dict) or not isinstance(kind, str):
        return {**other_fields, "result": output} if "output" in part else part
    if kind == "execution-denied":
        reason = output.get("reason")
        return {**other_fields, "result": reason if isinstance(reason, str) else DENIED, "isError": True}
    result = {**other_fields, "result": output.get("value")}
    if kind in ("error-text", "error-json"):
        result["isError"] = True
    elif kind == "content" and isinstance(value := output.get("value"), list):
        result["experimental_content"] = [_content_item(item) for item in value]
    return result


def _content_item(item: Any) -> Json:
    """Return a content item of SDK 4, which has texts and inline images. Other items stay unchanged."""
    kind = item.get("type") if isinstance(item, dict) else None
    if kind not in ("media", "image-data"):
        return item
    return {"type": "image", "data": item.get("data"), "mimeType": item.get("mediaType")}


def _reasoning(part: dict[str, Json]) -> Json:
    options = part.get("providerOptions")
    anthropic = options.get("anthropic") if isinstance(options, dict) else None
    if isinstance(anthropic, dict):
        if isinstance(data := anthropic.get("redactedData"), str):
            return {"type": "redacted-reasoning", "data": data}
        if isinstance(signature := anthropic.get("signature"), str):
            return {**part, "signature": signature}
    return part


EDGE = Edge(
    "vercel-v5-model",
    "vercel-v4-core",
    vercel_v5_model_to_vercel_v4_core,
    "the AI SDK's migration from 4 to 5, reversed",
)
