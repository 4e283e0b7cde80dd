"""What `generateText` of SDK 7 throws for a list of messages (`ai` 7.0.169).

Since 7.0.155 it checks no schema: it reads what it needs, and where that is not there JavaScript throws a TypeError.
Releases before that refuse what their schema does not know, which is a warning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from workbench.json.text import Json
from workbench.targets.contract import WARNING, Thrown
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
_Fault = tuple[tuple[str | int, ...], str, str]
"""Path in the message, a sentence, the exception."""


def thrown_by_7(messages: Sequence[Json]) -> list[Thrown]:
    faults = [
        Thrown(index, path, text, words)
        for index, message in enumerate(messages)
        for path, text, words in _faults(message)
    ]
    certain = faults or list(unanswered_calls(messages))
    known = {fault.message for fault in certain}
    doubtful = broken_schema(7, messages, INVALID_6, WARNING)
    return [*certain, *(_in_older_releases(fault) for fault in doubtful if fault.message not in known)]


def _in_older_releases(fault: Thrown) -> Thrown:
    return fault._replace(text=f"{fault.text} Releases 7.0.0 to 7.0.154 refuse it; later ones do not look.")


def _faults(message: Any) -> Iterator[_Fault]:
    if message is None:
        yield (), "The message is null.", "TypeError: Cannot read properties of null (reading 'role')"
        return
    role = message.get("role") if isinstance(message, dict) else None
    content = message.get("content") if isinstance(message, dict) else None
    if role == "system":
        yield ("role",), "A system message is among the messages.", SYSTEM
    elif role == "user":
        yield from _user_faults(message, content)
    elif role == "assistant":
        yield from _assistant_faults(message, content)
    elif role == "tool":
        yield from _tool_faults(message, content)
    else:
        words = (
            f"AI_InvalidMessageRoleError: Invalid message role: '{member(message, 'role')}'. "
            'Must be one of: "system", "user", "assistant", "tool".'
        )
        yield ("role",) if isinstance(message, dict) and "role" in message else (), "The SDK has no such role.", words


def _not_a_list(message: dict[str, Json], method: str) -> _Fault:
    content = message.get("content")
    if content is None:
        nothing = "null" if "content" in message else "undefined"
        words = f"TypeError: Cannot read properties of {nothing} (reading '{method}')"
    else:
        words = f"TypeError: message.content.{method} is not a function"
    return ("content",) if "content" in message else (), "The content is no list of parts.", words


def _null_part(at: int) -> _Fault:
    return ("content", at), "The part is null.", "TypeError: Cannot read properties of null (reading 'type')"


def _user_faults(message: dict[str, Json], content: object) -> Iterator[_Fault]:
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
            yield from _media_faults(("content", at, "image"), part.get("image"), part.get("mediaType") or "image")
        elif kind != "text":
            given = part if isinstance(part, dict) else {}
            yield from _media_faults(("content", at, "data"), given.get("data"), given.get("mediaType"))


def _media_faults(path: tuple[str | int, ...], data: object, media_type: object) -> Iterator[_Fault]:
    """A part that is no text is taken for a file, whatever it says it is."""
    fault, inline, declared = _inline(data)
    if fault is not None:
        yield path, *fault
    elif declared is None and media_type is None:
        yield path[:-1], "The SDK takes this part for a file, and it has no media type.", _NO_MEDIA_TYPE
    elif isinstance(inline, str) and not is_base64(inline[:_SNIFFED]):
        yield path, "This is neither an address nor base64.", NOT_BASE64


def _inline(data: object) -> tuple[tuple[str, str] | None, Json, str | None]:
    """What is wrong with the data of a file; else the base64 in it, and the media type that a data URL tells."""
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
        return ("The data URL has no comma, so it holds no data.", words), None, None
    return None, data.split(",")[1], data.split(",")[0].split(";")[0].partition(":")[2]


_NO_URL = ("The data has no `url`.", "TypeError: Cannot read properties of undefined (reading 'protocol')")
_DATA_URL_INSIDE = (
    "A data URL is no inline data.",
    'AI_InvalidDataContentError: Data URLs are not valid inline data. Pass them as { type: "url", url } instead.',
)


def _assistant_faults(message: dict[str, Json], content: object) -> Iterator[_Fault]:
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
            fault, _, _ = _inline(part.get("data"))
            if fault is not None:
                yield ("content", at, "data"), *fault
        elif kind == "tool-result":
            yield from _output_faults(at, part)


def _unknown_part(at: int) -> _Fault:
    words = "TypeError: Cannot read properties of undefined (reading 'type')"
    return ("content", at), "The SDK has no such part in a message of this role.", words


def _tool_faults(message: dict[str, Json], content: object) -> Iterator[_Fault]:
    if isinstance(content, str) or content is None or not isinstance(content, list):
        path, text, words = _not_a_list(message, "filter")
        yield path, text, words if isinstance(content, str) else "TypeError: message.content is not iterable"
        return
    for at, part in enumerate(content):
        kind = part.get("type") if isinstance(part, dict) else None
        if part is None:
            yield _null_part(at)
        elif kind == "tool-result":
            yield from _output_faults(at, part)
        elif kind != "tool-approval-response":
            yield _unknown_part(at)


def _output_faults(at: int, part: dict[str, Json]) -> Iterator[_Fault]:
    output = part.get("output")
    if output is None:
        nothing = "null" if "output" in part else "undefined"
        words = f"TypeError: Cannot read properties of {nothing} (reading 'type')"
        yield ("content", at), "The result has no `output`.", words
    elif isinstance(output, dict) and output.get("type") == "content":
        items = output.get("value")
        if not isinstance(items, list):
            yield ("content", at, "output", "value"), "The output is no list of items.", _NOT_ITERABLE
            return
        for number, item in enumerate(items):
            place = ("content", at, "output", "value", number)
            if item is None:
                yield place, "The item is null.", "TypeError: Cannot read properties of null (reading 'type')"
            elif isinstance(item, dict):
                yield from _item_faults(place, item)


_NOT_ITERABLE = "TypeError: part.output.value is not iterable"


def _item_faults(place: tuple[str | int, ...], item: dict[str, Json]) -> Iterator[_Fault]:
    kind = item.get("type")
    if kind in ("image-url", "file-url"):
        url = item.get("url")
        if not isinstance(url, str) or not is_url(url):
            yield (*place, "url"), "This is no URL.", "TypeError: Invalid URL"
    elif kind == "file":
        yield from _media_faults((*place, "data"), item.get("data"), item.get("mediaType"))
