"""CoreMessage (AI SDK 4) → ModelMessage (SDK 5 to 7): the same parts under their new names.

`args` is `input`, `mimeType` is `mediaType`, and a result's kind (text, json, error …) is in its `output`. What
SDK 4 kept beside the reasoning for Anthropic (signature, redacted data) is in the provider options since 5. Messages
and parts that are no Core message pass unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.contract import Converted, Edge
from workbench.formats.vercel_request import system_setting
from workbench.formats.vercel_v4_core.events import stringified_results
from workbench.json.text import Json

_RENAMED = {"args": "input", "mimeType": "mediaType", "experimental_providerMetadata": "providerOptions"}
_RESULT_KEYS = frozenset({"result", "isError", "experimental_content"})


def vercel_v4_core_to_vercel_v5_model(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    if (prompt := system_setting(settings)) is not None:
        yield Converted(prompt, (), "system")
    for index, message in enumerate(messages):
        yield Converted(_message(message) if isinstance(message, dict) else message, (index,))


def _message(message: dict[str, Json]) -> Json:
    content = message.get("content")
    if message.get("role") == "tool" and isinstance(content, str) and "tool_call_id" not in message:
        content = stringified_results(content) or content
    if "experimental_providerMetadata" in message:
        message = _renamed(message)
    return {**message, "content": [_part(part) for part in content]} if isinstance(content, list) else message


def _part(part: Json) -> Json:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind == "tool-result":
        return _result(part)
    if kind in ("tool-call", "image", "file"):
        return _renamed(part)
    if kind == "redacted-reasoning" or (kind == "reasoning" and "signature" in part):
        return _reasoning(part)
    return _renamed(part) if kind and "experimental_providerMetadata" in part else part


def _renamed(part: dict[str, Json]) -> dict[str, Json]:
    """Where a part has the old and the new name, the new one counts, as in the SDK."""
    return {_RENAMED.get(key, key): value for key, value in part.items() if _RENAMED.get(key) not in part}


def _result(part: dict[str, Json]) -> Json:
    if "output" in part and "result" not in part:
        return part
    kept = {key: value for key, value in _renamed(part).items() if key not in _RESULT_KEYS}
    return {**kept, "output": _output(part)}


def _output(part: dict[str, Json]) -> Json:
    """What SDK 4 shows the model is `experimental_content` where there is one, else the result."""
    result, items = part.get("result"), part.get("experimental_content")
    if isinstance(items, list):
        return {"type": "content", "value": [_content_item(item) for item in items]}
    kind = "text" if isinstance(result, str) else "json"
    return {"type": f"error-{kind}" if part.get("isError") is True else kind, "value": result}


def _content_item(item: object) -> Json:
    """`media` is the name that SDK 5 gave it and 6 still takes."""
    if not isinstance(item, dict) or item.get("type") != "image":
        return item
    media_type = item.get("mimeType")
    return {"type": "media", "data": item.get("data"), "mediaType": media_type if media_type else "image/*"}


def _reasoning(part: dict[str, Json]) -> Json:
    """Where SDK 5's Anthropic provider looks for them."""
    redacted = part["type"] == "redacted-reasoning"
    secret = {"redactedData": part.get("data")} if redacted else {"signature": part["signature"]}
    kept = {key: value for key, value in _renamed(part).items() if key not in ("signature", "data")}
    options = kept.get("providerOptions")
    options = options if isinstance(options, dict) else {}
    anthropic = options.get("anthropic")
    options = {**options, "anthropic": {**(anthropic if isinstance(anthropic, dict) else {}), **secret}}
    return {**kept, "type": "reasoning", "text": "" if redacted else part.get("text"), "providerOptions": options}


EDGE = Edge(
    "vercel-v4-core", "vercel-v5-model", vercel_v4_core_to_vercel_v5_model, "the AI SDK's migration from 4 to 5"
)
