"""Vercel ModelMessage → Chat Completions, as the AI SDK's packages for Mistral and for compatible servers send it.

Both write OpenAI's format with extensions. `@ai-sdk/mistral` always sends a user's content in parts, images and PDFs as
plain addresses, the tool's name with a result, thoughts as parts, and a request to continue a last answer (`prefix`).
`@ai-sdk/openai-compatible` sends thoughts as `reasoning_content`, text files as text, Gemini's signature with the call,
and the application's `openaiCompatible` options as fields of the part or message that has them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from workbench.converters.ai_sdk_versions import programs
from workbench.converters.contract import Converted, Converter, Edge
from workbench.converters.vercel_result_items import items_for_package
from workbench.converters.vercel_turns_for_providers import (
    Medium,
    Part,
    Turn,
    as_text,
    decoded_text,
    medium_of,
    options_of,
    output_of,
    turns_of,
)
from workbench.converters.vercel_v4_core_to_openai_chat_by_sdk_4 import vercel_v4_core_to_openai_chat_by_sdk_4
from workbench.converters.vercel_v4_core_to_vercel_v5_model import vercel_v4_core_to_vercel_v5_model
from workbench.formats.vercel_request import system_texts
from workbench.json.text import Json, compact, parse_or_none

_AUDIO = {"audio/wav": "wav", "audio/mp3": "mp3", "audio/mpeg": "mp3"}
_WriteTurn = Callable[[Turn, int, bool], Iterator[Json]]


def vercel_v5_model_to_openai_chat_by_mistral(
    messages: Sequence[Json], settings: Mapping[str, Json], sdk: int = 6
) -> Iterator[Converted]:
    return _converted(messages, settings, sdk, _for_mistral)


def vercel_v5_model_to_openai_chat_by_openai_compatible(
    messages: Sequence[Json], settings: Mapping[str, Json], sdk: int = 6
) -> Iterator[Converted]:
    return _converted(messages, settings, sdk, _for_compatible)


def _converted(
    messages: Sequence[Json], settings: Mapping[str, Json], sdk: int, write_turn: _WriteTurn
) -> Iterator[Converted]:
    for text in system_texts(settings):
        yield Converted({"role": "system", "content": text}, ())
    turns = list(turns_of(messages))
    for number, turn in enumerate(turns):
        for message in write_turn(turn, sdk, number == len(turns) - 1):
            yield Converted(message, (turn.source,))


def _for_mistral(turn: Turn, sdk: int, is_last: bool) -> Iterator[Json]:
    if turn.role == "system":
        yield {"role": "system", "content": turn.message.get("content")}
    elif turn.role == "user":
        parts = (_part_for_mistral(part, sdk) for part in turn.parts)
        yield {"role": "user", "content": [part for part in parts if part is not None]}
    elif turn.role == "assistant":
        yield _answer_for_mistral(turn, sdk, is_last)
    elif turn.role == "tool":
        for part in turn.parts:
            if part.get("type") == "tool-result":
                yield {
                    "role": "tool",
                    "name": part.get("toolName"),
                    "tool_call_id": part.get("toolCallId"),
                    "content": _result_text(part, sdk, "mistral"),
                }


def _part_for_mistral(part: Part, sdk: int) -> Json:
    if part.get("type") == "text":
        return {"type": "text", "text": part.get("text")}
    medium = medium_of(part, sdk)
    if medium is None:
        return None
    if medium.media_type.startswith("image/"):
        return {"type": "image_url", "image_url": _address(medium)}
    if medium.media_type == "application/pdf":
        is_bare_base64 = sdk == 5 and medium.data is not None
        return {"type": "document_url", "document_url": medium.data if is_bare_base64 else _address(medium)}
    return None


def _answer_for_mistral(turn: Turn, sdk: int, is_last: bool) -> Json:
    """Return an assistant message. SDK 4 drops thoughts, 5 sends them as text, and since 6 they are separate parts."""
    text, parts, has_thoughts = "", list[Json](), False
    for part in turn.parts:
        kind, content = part.get("type"), part.get("text")
        if kind == "text" or (kind == "reasoning" and sdk == 5):
            text += content if isinstance(content, str) else ""
            parts.append({"type": "text", "text": content})
        elif kind == "reasoning" and sdk > 5:
            has_thoughts = True
            parts.append({"type": "thinking", "thinking": [{"type": "text", "text": content}], "closed": True})
    message: dict[str, Json] = {"role": "assistant", "content": parts if has_thoughts else text}
    if is_last:
        message["prefix"] = True
    calls = [_call(part) for part in turn.parts if part.get("type") == "tool-call"]
    return {**message, "tool_calls": calls} if calls else message


def _for_compatible(turn: Turn, sdk: int, is_last: bool) -> Iterator[Json]:
    own = options_of(turn.message, "openaiCompatible")
    if turn.role == "system":
        yield {"role": "system", "content": turn.message.get("content"), **own}
    elif turn.role == "user":
        yield _user_message_for_compatible(turn, sdk, own)
    elif turn.role == "assistant":
        yield _answer_for_compatible(turn, sdk, own)
    elif turn.role == "tool":
        for part in turn.parts:
            if part.get("type") == "tool-result":
                result = {"role": "tool", "tool_call_id": part.get("toolCallId")}
                content = _result_text(part, sdk, "openaiCompatible")
                yield {**result, "content": content, **options_of(part, "openaiCompatible")}


def _user_message_for_compatible(turn: Turn, sdk: int, own: dict[str, Json]) -> Json:
    if len(turn.parts) == 1 and turn.parts[0].get("type") == "text":
        only = turn.parts[0]
        return {"role": "user", "content": only.get("text"), **options_of(only, "openaiCompatible")}
    parts = [
        {**content, **options_of(part, "openaiCompatible")}
        for part in turn.parts
        if (content := _part_for_compatible(part, sdk)) is not None
    ]
    return {"role": "user", "content": parts, **own}


def _part_for_compatible(part: Part, sdk: int) -> dict[str, Json] | None:
    if part.get("type") == "text":
        return {"type": "text", "text": part.get("text")}
    medium = medium_of(part, sdk)
    kind = medium.media_type.partition("/")[0] if medium is not None else ""
    if medium is None or not kind:
        return None
    if kind == "image":
        return {"type": "image_url", "image_url": {"url": _address(medium)}}
    if sdk < 6:
        return None
    if kind == "text":
        return {"type": "text", "text": medium.url or decoded_text(medium.data or "")}
    if kind == "video" and sdk == 7:
        return {"type": "video_url", "video_url": {"url": _address(medium)}}
    if medium.data is not None and medium.media_type in _AUDIO:
        sound = {"data": medium.data, "format": _AUDIO[medium.media_type]}
        return {"type": "input_audio", "input_audio": sound}
    if medium.data is not None and medium.media_type == "application/pdf":
        name = medium.filename if isinstance(medium.filename, str) else "document.pdf"
        return {"type": "file", "file": {"filename": name, "file_data": _address(medium)}}
    return None


def _answer_for_compatible(turn: Turn, sdk: int, own: dict[str, Json]) -> Json:
    texts = {"text": "", "reasoning": ""}
    calls: list[Json] = []
    for part in turn.parts:
        kind, text = part.get("type"), part.get("text")
        if kind in ("text", "reasoning") and isinstance(text, str):
            texts[str(kind)] += text
        elif kind == "tool-call":
            signature = options_of(part, "google").get("thoughtSignature") if sdk >= 6 else None
            signature_field = {"extra_content": {"google": {"thought_signature": str(signature)}}} if signature else {}
            calls.append({**_call(part), **options_of(part, "openaiCompatible"), **signature_field})
    message: dict[str, Json] = {"role": "assistant", "content": (texts["text"] or None) if calls else texts["text"]}
    if texts["reasoning"]:
        message["reasoning_content"] = texts["reasoning"]
    return {**message, **({"tool_calls": calls} if calls else {}), **own}


def _call(part: Part) -> dict[str, Json]:
    value = part.get("input")
    arguments = value if isinstance(value, str) and parse_or_none(value) is not None else compact(value)
    function = {"name": part.get("toolName"), "arguments": arguments}
    return {"id": part.get("toolCallId"), "type": "function", "function": function}


def _result_text(part: Part, sdk: int, provider: str) -> str:
    kind, value = output_of(part)
    return as_text(kind, items_for_package(value, sdk, provider) if kind == "content" else value, sdk)


def _address(medium: Medium) -> str:
    return medium.url or f"data:{medium.media_type};base64,{medium.data}"


_PACKAGES: dict[str, Callable[..., Iterator[Converted]]] = {
    "mistral": vercel_v5_model_to_openai_chat_by_mistral,
    "openai-compatible": vercel_v5_model_to_openai_chat_by_openai_compatible,
}


def _core_messages_by_mistral(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    """Convert CoreMessages of SDK 4, which have the same parts under other names. Media of a result are dropped."""
    without_media = [_without_result_media(message) for message in messages]
    renamed = [row.message for row in vercel_v4_core_to_vercel_v5_model(without_media, {})]
    yield from vercel_v5_model_to_openai_chat_by_mistral(renamed, settings, sdk=4)


def _without_result_media(message: Any) -> Json:
    content = message.get("content") if isinstance(message, dict) and message.get("role") == "tool" else None
    if not isinstance(content, list):
        return message
    parts = [
        {key: value for key, value in part.items() if key != "experimental_content"} if isinstance(part, dict) else part
        for part in content
    ]
    return {**message, "content": parts}


_CORE_MESSAGES: dict[str, Converter] = {
    "mistral": _core_messages_by_mistral,
    "openai-compatible": vercel_v4_core_to_openai_chat_by_sdk_4,
}


def _edges() -> Iterator[Edge]:
    for package, convert in _PACKAGES.items():
        story = f"what @ai-sdk/{package} sends"
        yield Edge("vercel-v5-model", "openai-chat", convert, f"{story} in AI SDK 6 and 7", sent_by=package)
        for version in (5, 6, 7):
            for program in programs(version):
                by_version = partial(convert, sdk=version)
                story_of_version = f"{story} in AI SDK {version}"
                yield Edge(
                    "vercel-v5-model", "openai-chat", by_version, story_of_version, sent_by=f"{program}/{package}"
                )
        by_4 = _CORE_MESSAGES[package]
        yield Edge("vercel-v4-core", "openai-chat", by_4, f"{story} in AI SDK 4", sent_by=f"ai@4/{package}")


EDGES = tuple(_edges())
