"""What the A2A SDK throws for a message: `ParseDict` into its protobuf message, then its check of required fields
(`a2a-sdk` 1.3, `lf.a2a.v1.Message`)."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from workbench.json.description import printed
from workbench.json.text import Json
from workbench.targets.contract import Thrown

_Fault = tuple[tuple[str | int, ...], str, str]
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
"""Of these a part holds one."""


def thrown_by_a2a(messages: Sequence[Json]) -> list[Thrown]:
    return [
        Thrown(index, path, text, words)
        for index, message in enumerate(messages)
        for path, text, words in _faults(message)
    ]


def _faults(message: object) -> Iterator[_Fault]:
    if not isinstance(message, dict):
        yield (), "This is no message.", "ParseError: the message is no object."
        return
    given = {_json_name(key): key for key in message}
    yield from _field_faults(message, _MESSAGE, "Message", ())
    yield from _role_faults(message, given.get("role"))
    parts = message.get(given.get("parts", "parts"))
    if parts is None or parts == []:
        words = "InvalidParamsError: Validation failed: parts: Field must contain at least one element."
        yield ("parts",) if "parts" in given else (), "The message has no parts.", words
    elif not isinstance(parts, list):
        words = (
            f"ParseError: Failed to parse parts field: repeated field parts must be in [] which is {parts} at Message."
        )
        yield ("parts",), "`parts` is no list.", words
    else:
        for at, part in enumerate(parts):
            yield from _part_faults(at, part)
    message_id = message.get(given.get("messageId", "messageId"))
    if message_id is None or message_id == "":
        words = "InvalidParamsError: Validation failed: message_id: Field is required."
        yield (), "The message has no id.", words


def _role_faults(message: dict[str, Json], key: str | None) -> Iterator[_Fault]:
    role = None if key is None else message[key]
    if role is None or role == "ROLE_UNSPECIFIED" or (role == 0 and not isinstance(role, bool)):
        words = "InvalidParamsError: Validation failed: role: Field is required."
        yield ("role",) if key else (), "The message has no role.", words
    elif isinstance(role, bool) or not (isinstance(role, int) or (isinstance(role, str) and role in _ROLES)):
        words = (
            f"ParseError: Failed to parse role field: Invalid enum value {printed(role)} for enum type lf.a2a.v1.Role "
            "at Message.role."
        )
        yield ("role",), "Version 1 has no such role.", words


def _part_faults(at: int, part: object) -> Iterator[_Fault]:
    if not isinstance(part, dict):
        words = "ParseError: Failed to parse parts field: the part is no object."
        yield ("parts", at), "The part is no object.", words
        return
    yield from _field_faults(part, _PART, "Message.parts", ("parts", at))
    contents = [key for key in part if key in _CONTENT and (part[key] is not None or key == "data")]
    if len(contents) > 1:
        words = (
            'ParseError: Failed to parse parts field: Message type "lf.a2a.v1.Part" should not have multiple "content" '
            f'oneof fields at "Message.parts[{at}]".'
        )
        yield ("parts", at), f"The part holds {' and '.join(contents)}, and may hold one of them.", words


def _field_faults(
    given: dict[str, Json], known: Mapping[str, Callable[[Json], bool]], name: str, path: tuple[str | int, ...]
) -> Iterator[_Fault]:
    kind = "Part" if path else "Message"
    for key, value in given.items():
        fits = known.get(_json_name(key))
        if fits is None:
            words = f'ParseError: Message type "lf.a2a.v1.{kind}" has no field named "{key}" at "{name}".'
            yield (*path, key), f"Version 1 knows no field `{key}` here.", words
        elif value is not None and not fits(value):
            words = f"ParseError: Failed to parse {key} field: {type(value).__name__} is not what it takes."
            yield (*path, key), f"`{key}` is of the wrong type.", words


@lru_cache(maxsize=1_000)
def _json_name(key: str) -> str:
    """Protobuf takes the name of a field as it is written in the schema, too: `message_id`."""
    return re.sub(r"_([a-z])", lambda match: match[1].upper(), key)
