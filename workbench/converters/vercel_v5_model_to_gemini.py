"""ModelMessage (AI SDK 5 to 7) → Gemini contents, as `@ai-sdk/google` sends it.

Calls and responses have ids. A thought signature stays with its part. A failed or denied call has an `error` in its
response; before SDK 7 it looked like any other result. Media in a result follow the responses as separate parts with a
sentence that describes them, because Gemini's responses may only contain JSON.

If no version is named, everything is kept that at least one version keeps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.converters.ai_sdk_versions import edges_of_versions
from workbench.converters.contract import Converted, Edge
from workbench.converters.vercel_result_items import items_for_package
from workbench.converters.vercel_turns_for_providers import (
    Part,
    Turn,
    items_of,
    medium_of,
    options_of,
    output_of,
    turns_of,
)
from workbench.formats.vercel_request import system_texts
from workbench.json.text import Json, compact


def vercel_v5_model_to_gemini(
    messages: Sequence[Json], settings: Mapping[str, Json], sdk: int | None = None
) -> Iterator[Converted]:
    for text in system_texts(settings):
        yield Converted({"text": text}, (), "system")
    results: list[Json] = []
    answer_sources: list[int] = []
    for turn in turns_of(messages):
        if turn.role == "tool":
            if answer_sources and sdk in _TURN_FOR_EACH_TOOL_MESSAGE:
                yield Converted({"role": "user", "parts": results}, tuple(answer_sources))
                results, answer_sources = [], []
            for part in turn.parts:
                if part.get("type") == "tool-result":
                    results += _responses(part, sdk)
            answer_sources.append(turn.source)
            continue
        if answer_sources:
            yield Converted({"role": "user", "parts": results}, tuple(answer_sources))
            results, answer_sources = [], []
        if turn.role == "system":
            yield Converted({"text": turn.message.get("content")}, (turn.source,), "system")
        elif turn.role == "user":
            yield Converted({"role": "user", "parts": list(_user_parts(turn, sdk))}, (turn.source,))
        elif turn.role == "assistant":
            yield Converted({"role": "model", "parts": list(_model_parts(turn, sdk))}, (turn.source,))
    if answer_sources:
        yield Converted({"role": "user", "parts": results}, tuple(answer_sources))


_FAILED = ("error-text", "error-json", "execution-denied")
_TURN_FOR_EACH_TOOL_MESSAGE = (4, 5)
_OPTION_NAMES = ("google", "vertex")


def _user_parts(turn: Turn, sdk: int | None) -> Iterator[Json]:
    for part in turn.parts:
        if part.get("type") == "text":
            yield {"text": part.get("text")}
        elif (medium := _medium(part, sdk)) is not None:
            yield medium


def _medium(part: Part, sdk: int | None) -> Any:
    medium = medium_of(part, sdk or 6)
    if medium is None:
        return None
    if medium.url is not None:
        media_type = "image/jpeg" if medium.media_type == "image/*" else medium.media_type
        return {"fileData": {"mimeType": media_type, "fileUri": medium.url}}
    return {"inlineData": {"mimeType": medium.media_type, "data": medium.data}}


def _model_parts(turn: Turn, sdk: int | None) -> Iterator[Json]:
    for part in turn.parts:
        signature = _signature(part, sdk)
        kind, text = part.get("type"), part.get("text")
        if kind == "text" and (text != "" or (signature and sdk not in (5, 6))):
            yield {"text": text, **signature}
        elif kind == "reasoning" and text and sdk != 4:
            yield {"text": text, "thought": True, **signature}
        elif kind in ("file", "reasoning-file") and (medium := _medium(part, sdk)) is not None:
            yield {**medium, **({"thought": True} if kind == "reasoning-file" else {}), **signature}
        elif kind == "tool-call":
            call = {"name": part.get("toolName"), "args": part.get("input")}
            yield {"functionCall": {**_id(part, sdk), **call}, **signature}


def _signature(part: Part, sdk: int | None) -> dict[str, Json]:
    """Return the thought signature from the options of the package, or, since SDK 6, of Vertex."""
    for name in _OPTION_NAMES if sdk is None or sdk >= 6 else _OPTION_NAMES[:1]:
        if isinstance(signature := options_of(part, name).get("thoughtSignature"), str):
            return {"thoughtSignature": signature}
    return {}


def _id(part: Part, sdk: int | None) -> dict[str, Json]:
    return {} if sdk == 4 else {"id": part.get("toolCallId")}


def _responses(part: Part, sdk: int | None) -> Iterator[Json]:
    kind, value = output_of(part)
    if kind != "content":
        failed = kind in _FAILED and sdk in (None, 7)
        yield _response(part, value, sdk, "error" if failed else "content")
        return
    for item in items_of(items_for_package(value, sdk or 6, "google")):
        medium = None if sdk == 7 and item.get("type") != "file" else _medium(item, sdk)
        if item.get("type") == "text":
            yield _response(part, item.get("text"), sdk)
        elif medium is not None and ("inlineData" in medium or sdk is None):
            yield medium
            yield {"text": f"Tool executed successfully and returned this {_kind_of(item, sdk)} as a response"}
        else:
            yield {"text": compact(item)}


def _kind_of(item: Part, sdk: int | None) -> str:
    """Return `image` or `file`. SDK 5 calls all media images."""
    declared = item.get("mediaType", item.get("type"))
    return "image" if sdk == 5 or (isinstance(declared, str) and declared.startswith("image")) else "file"


def _response(part: Part, content: object, sdk: int | None, key: str = "content") -> Json:
    name = part.get("toolName")
    answer = {"name": name, key: content}
    return {"functionResponse": {**_id(part, sdk), "name": name, "response": answer}}


EDGE = Edge("vercel-v5-model", "gemini", vercel_v5_model_to_gemini, "what @ai-sdk/google of AI SDK 5 to 7 sends")
BY_VERSION = edges_of_versions(
    EDGE,
    vercel_v5_model_to_gemini,
    {
        4: "no ids, no thoughts, and a failed result like a successful one",
        5: "each tool message as a separate turn, and a failed result like a successful one",
        6: "a failed result like a successful one (7 sends it as `error`)",
        7: "a failed result as `error`; `media` in results, which it no longer supports, as text",
    },
)
