"""Errors that `generateText` of SDK 4 throws for a list of messages (`ai` 4.3.19).

It accepts CoreMessages and UI messages. If one message looks like a UI message, it converts all of them, and then
checks the schema of the result.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.json.text import Json, compact
from workbench.targets.contract import Thrown
from workbench.targets.vercel.broken_schema import broken_schema
from workbench.targets.vercel.javascript import is_base64, is_url, member
from workbench.targets.vercel.media import NOT_BASE64_4, unreadable_media

INVALID_4 = "AI_InvalidPromptError: Invalid prompt: message must be a CoreMessage or a UI message"
UI_KEYS = frozenset({"toolInvocations", "parts", "experimental_attachments"})
_PLAIN_ROLES = ("system", "user", "assistant", "tool")


def thrown_by_4(messages: Sequence[Json]) -> list[Thrown]:
    if any(_looks_like_ui(message) for message in messages):
        return _thrown_for_ui(messages)
    if unknown := list(_unknown(messages)):
        return unknown
    return list(broken_schema(4, messages, INVALID_4)) or list(unreadable_media(4, messages))


def _looks_like_ui(message: object) -> bool:
    if not isinstance(message, dict):
        return False
    return message.get("role") in ("function", "data") or not UI_KEYS.isdisjoint(message)


def _unknown(messages: Sequence[Json]) -> Iterator[Thrown]:
    for index, message in enumerate(messages):
        if not (isinstance(message, dict) and _looks_like_core(message)):
            words = (
                "AI_InvalidPromptError: Invalid prompt: messages must be an array of CoreMessage or UIMessage\n"
                f'Received message of type: "other" at index {index}'
            )
            yield Thrown(index, (), "The SDK recognises this neither as a CoreMessage nor as a UI message.", words)


def _looks_like_core(message: Mapping[str, Json]) -> bool:
    if "content" not in message:
        return False
    content = message["content"]
    if isinstance(content, list) or "experimental_providerMetadata" in message or "providerOptions" in message:
        return True
    return isinstance(content, str) and message.get("role") in _PLAIN_ROLES


def _thrown_for_ui(messages: Sequence[Json]) -> list[Thrown]:
    from workbench.converters.vercel_v4_ui_to_vercel_v4_core import vercel_v4_ui_to_vercel_v4_core

    thrown = [error for index, message in enumerate(messages) for error in _conversion_errors(index, message)]
    if thrown:
        return thrown
    rows = list(vercel_v4_ui_to_vercel_v4_core(messages, {}))
    core = [row.message for row in rows]
    errors = list(broken_schema(4, core, INVALID_4)) or list(unreadable_media(4, core))
    return [error._replace(message=rows[error.message].sources[0], path=()) for error in errors]


def _conversion_errors(index: int, message: object) -> Iterator[Thrown]:
    """Errors that `convertToCoreMessages` throws."""
    if not isinstance(message, dict):
        if message is None:
            words = "TypeError: Cannot destructure property 'role' of 'message' as it is null."
            yield Thrown(index, (), "The message is null.", words)
            return
        message = {}
    role = message.get("role")
    if role not in ("system", "user", "assistant", "data"):
        path = ("role",) if "role" in message else ()
        words = f"AI_MessageConversionError: Unsupported role: {member(message, 'role')}"
        yield Thrown(index, path, "UI messages do not have this role.", words)
    elif role in ("user", "assistant"):
        yield from _part_errors(index, message)
        yield from _attachment_errors(index, message) if role == "user" else _invocation_errors(index, message)


def _part_errors(index: int, message: dict[str, Json]) -> Iterator[Thrown]:
    parts = message.get("parts")
    if parts is None:
        return
    if not isinstance(parts, list):
        is_user = message["role"] == "user"
        if is_user or not isinstance(parts, str):
            words = f"TypeError: message.parts{'.filter is not a function' if is_user else ' is not iterable'}"
            yield Thrown(index, ("parts",), "`parts` is not a list.", words)
        return
    for at, part in enumerate(parts):
        if part is None:
            words = "TypeError: Cannot read properties of null (reading 'type')"
            yield Thrown(index, ("parts", at), "The part is null.", words)
        elif isinstance(part, dict) and message["role"] == "assistant":
            yield from _assistant_part_errors(index, at, part)


def _assistant_part_errors(index: int, at: int, part: dict[str, Json]) -> Iterator[Thrown]:
    if part.get("type") == "tool-invocation":
        invocation = part.get("toolInvocation")
        if invocation is None:
            words = "TypeError: Cannot read properties of undefined (reading 'step')"
            yield Thrown(index, ("parts", at), "The part has no `toolInvocation`.", words)
        else:
            yield from _without_result(index, ("parts", at, "toolInvocation"), invocation)
    elif part.get("type") == "reasoning":
        details = part.get("details")
        if not isinstance(details, (list, str)):
            words = "TypeError: part.details is not iterable"
            yield Thrown(index, ("parts", at), "The reasoning has no list of `details`.", words)


def _without_result(index: int, path: tuple[str | int, ...], invocation: object) -> Iterator[Thrown]:
    if not isinstance(invocation, dict):
        words = "TypeError: Cannot use 'in' operator to search for 'result'"
        yield Thrown(index, path, "The invocation is not an object.", words)
    elif "result" not in invocation:
        words = f"AI_MessageConversionError: ToolInvocation must have a result: {compact(invocation)}"
        yield Thrown(index, path, "The invocation has no `result`.", words, invocation.get("toolCallId"))


def _invocation_errors(index: int, message: dict[str, Json]) -> Iterator[Thrown]:
    """Errors in `toolInvocations`, which the SDK reads only if there are no parts."""
    invocations = message.get("toolInvocations")
    if message.get("parts") is None and isinstance(invocations, list):
        for at, invocation in enumerate(invocations):
            yield from _without_result(index, ("toolInvocations", at), invocation)


def _attachment_errors(index: int, message: dict[str, Json]) -> Iterator[Thrown]:
    attachments = message.get("experimental_attachments")
    if attachments is not None and not isinstance(attachments, list):
        if attachments not in (False, 0, ""):
            words = "TypeError: attachments is not iterable"
            yield Thrown(index, ("experimental_attachments",), "The attachments are not a list.", words)
        return
    for at, attachment in enumerate(attachments or ()):
        if error := _attachment_error(attachment):
            yield Thrown(index, ("experimental_attachments", at), *error)


def _attachment_error(attachment: object) -> tuple[str, str] | None:
    values = attachment if isinstance(attachment, dict) else {}
    url, kind = values.get("url"), values.get("contentType")
    if not isinstance(url, str) or not is_url(url):
        return "The address is not a URL.", f"Error: Invalid URL: {member(values, 'url')}"
    if kind is not None and not isinstance(kind, str):
        return "The content type is not text.", "TypeError: attachment.contentType.startsWith is not a function"
    scheme = url.split(":", 1)[0].strip().lower()
    if scheme in ("http", "https"):
        return None if kind else _untyped("an image")
    if scheme != "data":
        return "The SDK does not read URLs of this scheme.", f"Error: Unsupported URL protocol: {scheme}:"
    if "," not in url:
        return "The data URL has no comma, so it contains no data.", f"Error: Invalid data URL format: {url}"
    if not kind:
        return _untyped("an image or text")
    if kind.startswith(("image/", "text/")) and not is_base64(url.split(",")[1]):
        return "The data is not base64.", NOT_BASE64_4
    return None


def _untyped(kind: str) -> tuple[str, str]:
    words = f"Error: If the attachment is not {kind}, it must specify a content type"
    return "The attachment has no content type.", words
