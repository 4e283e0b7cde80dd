"""ModelMessage (AI SDK 5 to 7) → Gemini contents, as `@ai-sdk/google` 4 sends it.

Ids go with calls and responses. A thought signature goes with the part that has it. What failed or was denied is an
`error` in its response; before SDK 7 it looked like any other result. A medium in a result is after
the responses as a part of its own, with a sentence that says what it is: Gemini's responses hold JSON alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.contract import Converted, Edge
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
from workbench.json.text import Json


def vercel_v5_model_to_gemini(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    for text in system_texts(settings):
        yield Converted({"text": text}, (), "system")
    results: list[Json] = []
    answering: list[int] = []
    for turn in turns_of(messages):
        if turn.role == "tool":
            results += [made for part in turn.parts if part.get("type") == "tool-result" for made in _responses(part)]
            answering.append(turn.source)
            continue
        if answering:
            yield Converted({"role": "user", "parts": results}, tuple(answering))
            results, answering = [], []
        if turn.role == "system":
            yield Converted({"text": turn.message.get("content")}, (turn.source,), "system")
        elif turn.role == "user":
            yield Converted({"role": "user", "parts": list(_user_parts(turn))}, (turn.source,))
        elif turn.role == "assistant":
            yield Converted({"role": "model", "parts": list(_model_parts(turn))}, (turn.source,))
    if answering:
        yield Converted({"role": "user", "parts": results}, tuple(answering))


_FAILED = ("error-text", "error-json", "execution-denied")


def _user_parts(turn: Turn) -> Iterator[Json]:
    for part in turn.parts:
        if part.get("type") == "text":
            yield {"text": part.get("text")}
        elif (medium := _medium(part)) is not None:
            yield medium


def _medium(part: Part) -> Json:
    medium = medium_of(part)
    if medium is None:
        return None
    if medium.url is not None:
        media_type = "image/jpeg" if medium.media_type == "image/*" else medium.media_type
        return {"fileData": {"mimeType": media_type, "fileUri": medium.url}}
    return {"inlineData": {"mimeType": medium.media_type, "data": medium.data}}


def _model_parts(turn: Turn) -> Iterator[Json]:
    for part in turn.parts:
        signature = options_of(part, "google").get("thoughtSignature")
        signed = {"thoughtSignature": signature} if isinstance(signature, str) else {}
        kind, text = part.get("type"), part.get("text")
        if kind == "text":
            yield {"text": text, **signed}
        elif kind == "reasoning" and text:
            yield {"text": text, "thought": True, **signed}
        elif kind in ("file", "reasoning-file") and (medium := _medium(part)) is not None:
            yield {**medium, **({"thought": True} if kind == "reasoning-file" else {}), **signed}
        elif kind == "tool-call":
            call = {"id": part.get("toolCallId"), "name": part.get("toolName"), "args": part.get("input")}
            yield {"functionCall": call, **signed}


def _responses(part: Part) -> Iterator[Json]:
    kind, value = output_of(part)
    if kind != "content":
        yield _response(part, value, "error" if kind in _FAILED else "content")
        return
    for item in items_of(value):
        if item.get("type") == "text":
            yield _response(part, item.get("text"))
        elif (medium := _medium(item)) is not None:
            yield medium
            yield {"text": f"Tool executed successfully and returned this {_kind_of(item)} as a response"}


def _kind_of(item: Part) -> str:
    declared = item.get("mediaType", item.get("type"))
    return "image" if isinstance(declared, str) and declared.startswith("image") else "file"


def _response(part: Part, content: object, key: str = "content") -> Json:
    name = part.get("toolName")
    answer = {"name": name, key: content}
    return {"functionResponse": {"id": part.get("toolCallId"), "name": name, "response": answer}}


EDGE = Edge("vercel-v5-model", "gemini", vercel_v5_model_to_gemini, "what @ai-sdk/google of AI SDK 5 to 7 sends")
