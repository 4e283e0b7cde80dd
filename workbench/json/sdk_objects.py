"""Objects of client libraries as the plain JSON data that those libraries would send.

Programs keep what an SDK returned next to dicts of their own: OpenAI's and Anthropic's models, Gemini's contents,
LangChain's messages, the dataclasses of pydantic-ai. They are recognised by what they can do: no SDK is imported. A
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
_Where = tuple[str | int, ...]


class NotPlainDataError(TypeError):
    """A value that is neither JSON data nor an object that is known to stand for it."""


def plain_data(value: object) -> Json:
    """The value itself if it is plain data already; else a copy in which objects are data. Raises NotPlainDataError."""
    try:
        orjson.dumps(value, option=_PLAIN_ONLY)
    except (TypeError, ValueError):
        return _plain(value, ())
    return list(value) if isinstance(value, tuple) else value


def _plain(value: object, where: _Where) -> Json:
    if len(where) > MAX_DEPTH:
        raise NotPlainDataError(f"the data is nested deeper than {MAX_DEPTH} levels, or contains itself.")
    if isinstance(value, Enum):
        return _plain(value.value, where)
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(item, (*where, str(key))) for key, item in value.items()}
    if (fields := _fields(value)) is not None:
        return {name: _plain(item, (*where, name)) for name, item in fields}
    if isinstance(value, Iterable) and not isinstance(value, (bytes, bytearray)):
        return [_plain(item, (*where, number)) for number, item in enumerate(value)]
    return _leaf(value, where)


def _leaf(value: object, where: _Where) -> str:
    if isinstance(value, (bytes, bytearray)):
        return base64.b64encode(value).decode()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    place = readable(to_pointer(where)) or "the conversation"
    raise NotPlainDataError(f"{place} is of type {type(value).__name__}, which is not JSON data; pass it as a dict.")


def _fields(value: object) -> Iterator[tuple[str, object]] | None:
    """The fields of an object under the names that it has in JSON; None if it is of no kind that is known."""
    if hasattr(type(value), "model_fields"):
        return _of_pydantic(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return ((field.name, getattr(value, field.name)) for field in dataclasses.fields(value))
    return None


def _of_pydantic(model: object) -> Iterator[tuple[str, object]]:
    given: set[str] = getattr(model, "model_fields_set", set())
    for name, field in type(model).model_fields.items():  # type: ignore[attr-defined] # pydantic is not imported here
        value = getattr(model, name)
        if (value is not None or name in given) and not field.exclude:
            yield field.serialization_alias or field.alias or name, value
    yield from (getattr(model, "model_extra", None) or {}).items()
