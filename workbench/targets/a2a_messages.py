"""Errors that the A2A SDK throws for a message: `ParseDict` into its protobuf message, then its check of required
fields (`a2a-sdk` 1.3, `lf.a2a.v1.Message`)."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from workbench.json.description import printed
from workbench.json.text import Json
from workbench.targets.contract import Thrown

_Error = tuple[tuple[str | int, ...], str, str]
_ROLES = ("ROLE_UNSPECIFIED", "ROLE_USER", "ROLE_AGENT")


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_anything(value: object) -> bool:
    return True


def _is_base64(value: object) -> bool:
    if not isinstance(value, str):
        return False
    try:
        base64.urlsafe_b64decode(value + "=" * (4 - len(value) % 4))
    except (binascii.Error, ValueError):
        return False
    return True


_MESSAGE: Mapping[str, Callable[[Json], bool]] = {
    "messageId": _is_text,
    "contextId": _is_text,
    "taskId": _is_text,
    "role": _is_anything,
    "parts": _is_anything,
    "metadata": _is_object,
    "extensions": _is_texts,
    "referenceTaskIds": _is_texts,
}
_PART: Mapping[str, Callable[[Json], bool]] = {
    "text": _is_text,
    "raw": _is_base64,
    "url": _is_text,
    "data": _is_anything,
    "metadata": _is_object,
    "filename": _is_text,
    "mediaType": _is_text,
}
_CONTENT = ("text", "raw", "url", "data")
"""A part has exactly one of these."""


def thrown_by_a2a(messages: Sequence[Json]) -> list[Thrown]:
    return [
        Thrown(index, path, text, words)
        for index, message in enumerate(messages)
        for path, text, words in _errors(message)
    ]


def _errors(message: object) -> Iterator[_Error]:
    if not isinstance(message, dict):
        yield (), "This is not a message.", "ParseError: the message is no object."
        return
    keys = {_json_name(key): key for key in message}
    yield from _field_errors(message, _MESSAGE, "Message", ())
    yield from _role_errors(message, keys.get("role"))
    parts = message.get(keys.get("parts", "parts"))
    if parts is None or parts == []:
        words = "InvalidParamsError: Validation failed: parts: Field must contain at least one element."
        yield ("parts",) if "parts" in keys else (), "The message has no parts.", words
    elif not isinstance(parts, list):
        words = (
            f"ParseError: Failed to parse parts field: repeated field parts must be in [] which is {parts} at Message."
        )
        yield ("parts",), "`parts` is not a list.", words
    else:
        for at, part in enumerate(parts):
            yield from _part_errors(at, part)
    message_id = message.get(keys.get("messageId", "messageId"))
    if message_id is None or message_id == "":
        words = "InvalidParamsError: Validation failed: message_id: Field is required."
        yield (), "The message has no id.", words


def _role_errors(message: dict[str, Json], key: str | None) -> Iterator[_Error]:
    role = None if key is None else message[key]
    if role is None or role == "ROLE_UNSPECIFIED" or (role == 0 and not isinstance(role, bool)):
        words = "InvalidParamsError: Validation failed: role: Field is required."
        yield ("role",) if key else (), "The message has no role.", words
    elif isinstance(role, bool) or not (isinstance(role, int) or (isinstance(role, str) and role in _ROLES)):
        words = (
            f"ParseError: Failed to parse role field: Invalid enum value {printed(role)} for enum type lf.a2a.v1.Role "
            "at Message.role."
        )
        yield ("role",), "Version 1 does not have this role.", words


def _part_errors(at: int, part: object) -> Iterator[_Error]:
    if not isinstance(part, dict):
        words = "ParseError: Failed to parse parts field: the part is no object."
        yield ("parts", at), "The part is not an object.", words
        return
    yield from _field_errors(part, _PART, "Message.parts", ("parts", at))
    contents = [key for key in part if key in _CONTENT and (part[key] is not None or key == "data")]
    if len(contents) > 1:
        words = (
            'ParseError: Failed to parse parts field: Message type "lf.a2a.v1.Part" should not have multiple "content" '
            f'oneof fields at "Message.parts[{at}]".'
        )
        yield ("parts", at), f"The part has {' and '.join(contents)}; only one is allowed.", words


def _field_errors(
    values: dict[str, Json], checks: Mapping[str, Callable[[Json], bool]], name: str, path: tuple[str | int, ...]
) -> Iterator[_Error]:
    kind = "Part" if path else "Message"
    for key, value in values.items():
        fits = checks.get(_json_name(key))
        if fits is None:
            words = f'ParseError: Message type "lf.a2a.v1.{kind}" has no field named "{key}" at "{name}".'
            yield (*path, key), f"Version 1 has no field `{key}` here.", words
        elif value is not None and not fits(value):
            words = f"ParseError: Failed to parse {key} field: {type(value).__name__} is not what it takes."
            yield (*path, key), f"`{key}` has the wrong type.", words


@lru_cache(maxsize=1_000)
def _json_name(key: str) -> str:
    """The JSON name of a field. Protobuf also accepts its name in the schema: `message_id`."""
    return re.sub(r"_([a-z])", lambda match: match[1].upper(), key)
