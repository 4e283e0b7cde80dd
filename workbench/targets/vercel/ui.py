"""Errors that SDK 5 to 7 throw for UI messages in `convertToModelMessages`, and then in `generateText`.

A program may also call `validateUIMessages` first; what that would refuse is a warning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.targets.contract import WARNING, Thrown
from workbench.targets.vercel.broken_schema import thrown_problems
from workbench.targets.vercel.javascript import is_url, member
from workbench.targets.vercel.sdk_4 import UI_KEYS
from workbench.targets.vercel.sdk_5_and_6 import thrown_by_5, thrown_by_6
from workbench.targets.vercel.sdk_7 import thrown_by_7

VALIDATION = "AI_TypeValidationError: Type validation failed (validateUIMessages)"
_AFTER: dict[int, Callable[[Sequence[Json]], list[Thrown]]] = {5: thrown_by_5, 6: thrown_by_6, 7: thrown_by_7}
_APPROVALS = ("tool-approval-request", "tool-approval-response")


def thrown_for_ui(version: int) -> Callable[[Sequence[Json]], list[Thrown]]:
    return partial(_thrown, version)


def _thrown(version: int, messages: Sequence[Json]) -> list[Thrown]:
    if not any(isinstance(message, dict) and not UI_KEYS.isdisjoint(message) for message in messages):
        return _AFTER[version](messages)  # model messages need no conversion
    found = [error for index, message in enumerate(messages) for error in _conversion_errors(version, index, message)]
    found = found or list(_after_conversion(version, messages))
    reported = {error.message for error in found}
    return [*found, *(error for error in refused_by_validation(version, messages) if error.message not in reported)]


def refused_by_validation(version: int, messages: Sequence[Json]) -> Iterator[Thrown]:
    from workbench.targets.vercel.ui_schema import ui_messages_schema

    for error in thrown_problems(ui_messages_schema(version), messages, VALIDATION, WARNING):
        yield error._replace(text=f"{error.text} `validateUIMessages` refuses it, if the program calls it.")


def _after_conversion(version: int, messages: Sequence[Json]) -> Iterator[Thrown]:
    from workbench.converters.vercel_v5_ui_to_vercel_v5_model import vercel_v5_ui_to_vercel_v5_model

    rows = list(vercel_v5_ui_to_vercel_v5_model(_without_superseded_approvals(version, messages), {}))
    converted = [_without_approvals(row.message) if version == 5 else row.message for row in rows]
    if not converted:
        return
    for error in _AFTER[version](converted):
        source = rows[error.message].sources[0]
        yield error._replace(message=source, path=_part_with_call(messages[source], converted[error.message], error))


def _part_with_call(message: Json, converted: Json, error: Thrown) -> Path:
    """The path of the UI part that a refused part of the converted message comes from, if it is that of a call."""
    number = error.path[1] if len(error.path) > 1 and error.path[0] == "content" else None
    refused = converted["content"][number] if isinstance(number, int) and isinstance(converted, dict) else None
    call = refused.get("toolCallId") if isinstance(refused, dict) else None
    parts = message.get("parts") if isinstance(message, dict) else None
    for place, part in enumerate(parts if isinstance(parts, list) and isinstance(call, str) else ()):
        if isinstance(part, dict) and part.get("toolCallId") == call:
            return ("parts", place)
    return ()


def _without_approvals(message: object) -> Json:
    """The message without approvals, which SDK 5 ignores."""
    if not isinstance(message, dict) or not isinstance(content := message.get("content"), list):
        return message
    remaining = [part for part in content if not isinstance(part, dict) or part.get("type") not in _APPROVALS]
    return {**message, "content": remaining}


def _without_superseded_approvals(version: int, messages: Sequence[Json]) -> Sequence[Json]:
    """The messages without pending approvals that a later user message supersedes in SDK 7."""
    users = [index for index, message in enumerate(messages) if _role(message) == "user"]
    if version < 7 or not users or users[-1] == 0:
        return messages
    return [_without_requests(message) if index < users[-1] else message for index, message in enumerate(messages)]


def _without_requests(message: Any) -> Json:
    parts = message.get("parts") if isinstance(message, dict) else None
    if not isinstance(parts, list):
        return message
    remaining = [part for part in parts if not (isinstance(part, dict) and part.get("state") == "approval-requested")]
    return {**message, "parts": remaining}


def _role(message: object) -> Json:
    return message.get("role") if isinstance(message, dict) else None


def _conversion_errors(version: int, index: int, message: Any) -> Iterator[Thrown]:
    """Errors that `convertToModelMessages` itself throws."""
    if message is None:
        yield Thrown(index, (), "The message is null.", "TypeError: Cannot read properties of null (reading 'role')")
        return
    role, parts = _role(message), message.get("parts") if isinstance(message, dict) else None
    if role not in ("system", "user", "assistant"):
        words = f"AI_MessageConversionError: Unsupported role: {member(message, 'role')}"
        yield Thrown(index, ("role",) if role is not None else (), "UI messages do not have this role.", words)
    elif not isinstance(parts, list):
        if role != "assistant" or version == 7 or parts is not None:
            yield Thrown(index, (), "The UI message has no list of parts.", _no_parts(version, role, message))
    else:
        yield from _part_errors(version, index, role, parts)


def _no_parts(version: int, role: str, message: dict[str, Json]) -> str:
    method = "some" if version == 7 else "map" if role == "user" else "filter"
    if message.get("parts") is None:
        nothing = "null" if "parts" in message else "undefined"
        return f"TypeError: Cannot read properties of {nothing} (reading '{method}')"
    return f"TypeError: message.parts.{method} is not a function"


def _part_errors(version: int, index: int, role: str, parts: list[Any]) -> Iterator[Thrown]:
    for at, part in enumerate(parts):
        kind = part.get("type") if isinstance(part, dict) else None
        place = ("parts", at)
        if part is None:
            words = "TypeError: Cannot read properties of null (reading 'type')"
            yield Thrown(index, place, "The part is null.", words)
        elif role != "system" and not isinstance(kind, str):
            words = "TypeError: Cannot read properties of undefined (reading 'startsWith')"
            yield Thrown(index, place, "The part has no type.", words)
        elif version == 7 and kind == "file" and role != "system" and part.get("providerReference") is None:
            url = part.get("url")
            if not isinstance(url, str) or not is_url(url):
                yield Thrown(index, (*place, "url"), "This is not a URL.", "TypeError: Invalid URL")
