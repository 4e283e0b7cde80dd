"""The input of the provider packages of AI SDK 5 to 7: messages in blocks, their parts, and normalised media.

A string becomes one text part; empty texts and approvals are left out. User and tool messages share a block, because
the packages for Anthropic and Bedrock send them as one user turn.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from workbench.converters.vercel_user_content_to_openai_chat import inline_data
from workbench.json.media import media_type_of_base64, split_data_url
from workbench.json.text import Json, compact

Part = dict[str, Json]
DENIED = "Tool call execution denied."


class Turn(NamedTuple):
    """One message with the parts of it that are sent."""

    source: int
    role: str
    parts: list[Part]
    message: dict[str, Json]


class Medium(NamedTuple):
    media_type: str
    data: str | None
    """Base64, if it is inline."""
    url: str | None
    filename: Json


def turns_of(messages: Sequence[Json]) -> Iterator[Turn]:
    for index, message in enumerate(messages):
        if isinstance(message, dict) and isinstance(role := message.get("role"), str):
            parts = list(_parts(message, role))
            if parts or role != "tool" or not message.get("content"):
                yield Turn(index, role, parts, message)  # the SDK sends no message that contains only approvals


def blocks(messages: Sequence[Json]) -> Iterator[tuple[str, list[Turn]]]:
    """Yield runs of adjacent messages with their kind: `system`, `user` (with tools) or `assistant`."""
    for kind, run in groupby(turns_of(messages), lambda turn: "user" if turn.role == "tool" else turn.role):
        yield kind, list(run)


def _parts(message: dict[str, Json], role: str) -> Iterator[Part]:
    content = message.get("content")
    if isinstance(content, str):
        yield {"type": "text", "text": content}
    for part in content if isinstance(content, list) else ():
        if not isinstance(part, dict) or str(part.get("type")).startswith("tool-approval"):
            continue
        is_empty = part.get("type") == "text" and part.get("text") == ""
        if not is_empty or (role == "assistant" and part.get("providerOptions") is not None):
            yield part


def options_of(holder: object, provider: str) -> dict[str, Json]:
    """Return the application's options for this provider on a part or a message."""
    options = holder.get("providerOptions") if isinstance(holder, dict) else None
    own = options.get(provider) if isinstance(options, dict) else None
    return own if isinstance(own, dict) else {}


def medium_of(part: Part, sdk: int) -> Medium | None:
    """Return the medium of an image or file part, or of an item of a result. None if it has neither data nor address.

    The bytes of an image determine its type; SDK 7 checks the bytes of every file.
    """
    kind, declared = str(part.get("type")), part.get("mediaType")
    value = part.get("image") if kind == "image" else part.get("url", inline_data(part.get("data")))
    if not isinstance(value, str):
        return None
    is_picture = kind.startswith("image")
    media_type = declared if isinstance(declared, str) else "image/*" if is_picture else "application/octet-stream"
    if url := split_data_url(value):
        data, media_type = (url.data, url.media_type or media_type) if url.base64 else (None, media_type)
    else:
        data = None if "://" in value[:12] else value
    if data is None:
        return Medium(media_type, None, value, part.get("filename"))
    detected_type = media_type_of_base64(data)
    if (is_picture or sdk >= 7) and detected_type is not None and detected_type.startswith("image/"):
        media_type = detected_type
    return Medium("image/jpeg" if media_type == "image/*" else media_type, data, None, part.get("filename"))


def output_of(part: Part) -> tuple[str, Json]:
    """Return the kind and the value of a result's output. An output without a kind counts as `json`."""
    output = part.get("output")
    if not isinstance(output, dict) or not isinstance(kind := output.get("type"), str):
        return "json", output
    if kind == "execution-denied":
        reason = output.get("reason")
        return kind, DENIED if reason is None else reason
    return kind, output.get("value")


def as_text(kind: str, value: object, sdk: int = 6) -> str:
    """Return an output as the packages write it if only text is accepted. SDK 4 writes even a text as JSON."""
    is_plain_text = isinstance(value, str) and kind != "json" and kind != "error-json" and sdk > 4
    return value if is_plain_text and isinstance(value, str) else compact(value)


def items_of(value: object) -> list[Part]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def decoded_text(data: str) -> str:
    try:
        return base64.b64decode(data).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return data
