"""Errors that `generateText` of SDK 7 throws for a list of messages (`ai` 7.0.169).

Since 7.0.155 it checks no schema: it reads the fields it needs, and JavaScript throws a TypeError if one is missing.
Earlier releases refuse messages that do not match their schema, which is a warning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from workbench.json.text import Json
from workbench.targets.contract import WARNING, Thrown
from workbench.targets.vercel.approvals import unmatched_approvals
from workbench.targets.vercel.broken_schema import broken_schema
from workbench.targets.vercel.javascript import is_base64, is_data_url, is_url, member
from workbench.targets.vercel.media import NOT_BASE64
from workbench.targets.vercel.pairing import unanswered_calls
from workbench.targets.vercel.sdk_5_and_6 import INVALID_6

SYSTEM = (
    "AI_InvalidPromptError: Invalid prompt: System messages are not allowed in the prompt or messages fields. "
    "Use the instructions option instead."
)
_NO_MEDIA_TYPE = "Error: Media type is missing for file part"
_ASSISTANT_PARTS = (
    *("text", "custom", "file", "reasoning", "reasoning-file"),
    *("tool-call", "tool-result", "tool-approval-request"),
)
_SNIFFED = 24
_Error = tuple[tuple[str | int, ...], str, str]
"""The path in the message, a sentence, and the exception."""


def thrown_by_7(messages: Sequence[Json]) -> list[Thrown]:
    errors = [
        Thrown(index, path, text, words)
        for index, message in enumerate(messages)
        for path, text, words in _errors(message)
    ]
    certain = errors or list(unmatched_approvals(messages)) or list(unanswered_calls(messages))
    reported = {error.message for error in certain}
    doubtful = broken_schema(7, messages, INVALID_6, WARNING)
    return [*certain, *(_in_older_releases(error) for error in doubtful if error.message not in reported)]


def _in_older_releases(error: Thrown) -> Thrown:
    return error._replace(text=f"{error.text} Releases 7.0.0 to 7.0.154 refuse it; later ones do not check it.")


def _errors(message: Any) -> Iterator[_Error]:
    if message is None:
        yield (), "The message is null.", "TypeError: Cannot read properties of null (reading 'role')"
        return
    role = message.get("role") if isinstance(message, dict) else None
    content = message.get("content") if isinstance(message, dict) else None
    if role == "system":
        yield ("role",), "There is a system message in the list of messages.", SYSTEM
    elif role == "user":
        yield from _user_errors(message, content)
    elif role == "assistant":
        yield from _assistant_errors(message, content)
    elif role == "tool":
        yield from _tool_errors(message, content)
    else:
        words = (
            f"AI_InvalidMessageRoleError: Invalid message role: '{member(message, 'role')}'. "
            'Must be one of: "system", "user", "assistant", "tool".'
        )
        yield (
            ("role",) if isinstance(message, dict) and "role" in message else (),
            "The SDK does not have this role.",
            words,
        )


def _not_a_list(message: dict[str, Json], method: str) -> _Error:
    content = message.get("content")
    if content is None:
        nothing = "null" if "content" in message else "undefined"
        words = f"TypeError: Cannot read properties of {nothing} (reading '{method}')"
    else:
        words = f"TypeError: message.content.{method} is not a function"
    return ("content",) if "content" in message else (), "The content is not a list of parts.", words


def _null_part(at: int) -> _Error:
    return ("content", at), "The part is null.", "TypeError: Cannot read properties of null (reading 'type')"


def _user_errors(message: dict[str, Json], content: object) -> Iterator[_Error]:
    if isinstance(content, str):
        return
    if not isinstance(content, list):
        yield _not_a_list(message, "map")
        return
    for at, part in enumerate(content):
        kind = part.get("type") if isinstance(part, dict) else None
        if part is None:
            yield _null_part(at)
        elif kind == "image":
            yield from _media_errors(("content", at, "image"), part.get("image"), part.get("mediaType") or "image")
        elif kind != "text":
            values = part if isinstance(part, dict) else {}
            yield from _media_errors(("content", at, "data"), values.get("data"), values.get("mediaType"))


def _media_errors(path: tuple[str | int, ...], data: object, media_type: object) -> Iterator[_Error]:
    """Errors in a part that is not text, which the SDK treats as a file, whatever its type."""
    error, inline, declared = _inline(data)
    if error is not None:
        yield path, *error
    elif declared is None and media_type is None:
        yield path[:-1], "The SDK treats this part as a file, but it has no media type.", _NO_MEDIA_TYPE
    elif isinstance(inline, str) and not is_base64(inline[:_SNIFFED]):
        yield path, "This is neither a URL nor base64.", NOT_BASE64


def _inline(data: object) -> tuple[tuple[str, str] | None, Json, str | None]:
    """The error in the data of a file; or its base64 data, and the media type of a data URL."""
    if isinstance(data, dict) and data.get("type") in ("data", "url", "reference", "text"):
        if data["type"] == "url":
            return (_NO_URL if data.get("url") is None else None), None, None
        inner = data.get("data") if data["type"] == "data" else None
        if isinstance(inner, str) and inner.startswith("data:"):
            return _DATA_URL_INSIDE, None, None
        return None, inner, None
    if not isinstance(data, str) or not is_url(data):
        return None, data, None
    if not is_data_url(data):
        return None, None, None
    if "," not in data:
        words = f"AI_InvalidDataContentError: Invalid data URL format in content {data}"
        return ("The data URL has no comma, so it contains no data.", words), None, None
    return None, data.split(",")[1], data.split(",")[0].split(";")[0].partition(":")[2]


_NO_URL = ("The data has no `url`.", "TypeError: Cannot read properties of undefined (reading 'protocol')")
_DATA_URL_INSIDE = (
    "A data URL is not inline data.",
    'AI_InvalidDataContentError: Data URLs are not valid inline data. Pass them as { type: "url", url } instead.',
)


def _assistant_errors(message: dict[str, Json], content: object) -> Iterator[_Error]:
    if isinstance(content, str):
        return
    if not isinstance(content, list):
        yield _not_a_list(message, "filter")
        return
    for at, part in enumerate(content):
        kind = part.get("type") if isinstance(part, dict) else None
        if part is None:
            yield _null_part(at)
        elif kind not in _ASSISTANT_PARTS:
            yield _unknown_part(at)
        elif kind in ("file", "reasoning-file"):
            error, _, _ = _inline(part.get("data"))
            if error is not None:
                yield ("content", at, "data"), *error
        elif kind == "tool-result":
            yield from _output_errors(at, part)


def _unknown_part(at: int) -> _Error:
    words = "TypeError: Cannot read properties of undefined (reading 'type')"
    return ("content", at), "The SDK does not have this kind of part in a message of this role.", words


def _tool_errors(message: dict[str, Json], content: object) -> Iterator[_Error]:
    if isinstance(content, str) or content is None or not isinstance(content, list):
        path, text, words = _not_a_list(message, "filter")
        yield path, text, words if isinstance(content, str) else "TypeError: message.content is not iterable"
        return
    for at, part in enumerate(content):
        kind = part.get("type") if isinstance(part, dict) else None
        if part is None:
            yield _null_part(at)
        elif kind == "tool-result":
            yield from _output_errors(at, part)
        elif kind != "tool-approval-response":
            yield _unknown_part(at)


def _output_errors(at: int, part: dict[str, Json]) -> Iterator[_Error]:
    output = part.get("output")
    if output is None:
        nothing = "null" if "output" in part else "undefined"
        words = f"TypeError: Cannot read properties of {nothing} (reading 'type')"
        yield ("content", at), "The result has no `output`.", words
    elif isinstance(output, dict) and output.get("type") == "content":
        items = output.get("value")
        if not isinstance(items, list):
            yield ("content", at, "output", "value"), "The output is not a list of items.", _NOT_ITERABLE
            return
        for number, item in enumerate(items):
            place = ("content", at, "output", "value", number)
            if item is None:
                yield place, "The item is null.", "TypeError: Cannot read properties of null (reading 'type')"
            elif isinstance(item, dict):
                yield from _item_errors(place, item)


_NOT_ITERABLE = "TypeError: part.output.value is not iterable"


def _item_errors(place: tuple[str | int, ...], item: dict[str, Json]) -> Iterator[_Error]:
    kind = item.get("type")
    if kind in ("image-url", "file-url"):
        url = item.get("url")
        if not isinstance(url, str) or not is_url(url):
            yield (*place, "url"), "This is not a URL.", "TypeError: Invalid URL"
    elif kind == "file":
        yield from _media_errors((*place, "data"), item.get("data"), item.get("mediaType"))
