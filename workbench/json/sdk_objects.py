"""Convert objects of client libraries to the plain JSON data that those libraries would send.

Programs mix objects that an SDK returned with their own dicts: OpenAI's and Anthropic's models, Gemini's contents,
LangChain's messages, the dataclasses of pydantic-ai. They are recognised by their attributes, so no SDK is imported. A
field that was never set and is null is left out, because the SDKs do not send it.
"""

from __future__ import annotations

import base64
import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from enum import Enum
from uuid import UUID

import orjson

from workbench.json.pointer import readable, to_pointer
from workbench.json.text import MAX_DEPTH, Json

_PLAIN_ONLY = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_SUBCLASS
_Path = tuple[str | int, ...]


class NotPlainDataError(TypeError):
    """A value is neither JSON data nor an object that can be converted to it."""


def plain_data(value: object) -> Json:
    """Return the value if it is plain data, else a copy with all objects converted. May raise NotPlainDataError."""
    try:
        orjson.dumps(value, option=_PLAIN_ONLY)
    except (TypeError, ValueError):
        return _plain(value, ())
    return list(value) if isinstance(value, tuple) else value


def _plain(value: object, path: _Path) -> Json:
    if len(path) > MAX_DEPTH:
        raise NotPlainDataError(f"the data is nested deeper than {MAX_DEPTH} levels, or contains itself.")
    if isinstance(value, Enum):
        return _plain(value.value, path)
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(item, (*path, str(key))) for key, item in value.items()}
    if (fields := _fields(value)) is not None:
        return {name: _plain(item, (*path, name)) for name, item in fields}
    if isinstance(value, Iterable) and not isinstance(value, (bytes, bytearray)):
        return [_plain(item, (*path, number)) for number, item in enumerate(value)]
    return _leaf(value, path)


def _leaf(value: object, path: _Path) -> str:
    if isinstance(value, (bytes, bytearray)):
        return base64.b64encode(value).decode()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    location = readable(to_pointer(path)) or "the conversation"
    raise NotPlainDataError(f"{location} is of type {type(value).__name__}, which is not JSON data; pass it as a dict.")


def _fields(value: object) -> Iterator[tuple[str, object]] | None:
    """Return the fields of an object under their JSON names, or None if the kind of object is unknown."""
    if hasattr(type(value), "model_fields"):
        return _pydantic_fields(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return ((field.name, getattr(value, field.name)) for field in dataclasses.fields(value))
    return None


def _pydantic_fields(model: object) -> Iterator[tuple[str, object]]:
    set_fields: set[str] = getattr(model, "model_fields_set", set())
    for name, field in type(model).model_fields.items():  # type: ignore[attr-defined] # pydantic is not imported here
        value = getattr(model, name)
        if (value is not None or name in set_fields) and not field.exclude:
            yield field.serialization_alias or field.alias or name, value
    yield from (getattr(model, "model_extra", None) or {}).items()
