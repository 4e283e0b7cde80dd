"""A quick yes: whether messages surely fit a schema, so that only those that may not are validated with care.

The types that msgspec needs are made from the schema's own, so there is one schema and not two. What msgspec cannot
express is left out of them: such a message does not pass, and is then validated as if there were no gate.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from keyword import iskeyword
from typing import Annotated, Any, Literal, Required, get_args, get_origin, get_type_hints

import msgspec
from annotated_types import Ge, Le, MaxLen, MinLen
from pydantic import Discriminator
from pydantic.fields import FieldInfo
from typing_extensions import is_typeddict

from workbench.formats.contract import RequestSchema
from workbench.json.text import Json


@cache
def gate_for(schema: RequestSchema, closed: bool) -> Gate:
    return Gate(schema, closed=closed)


class Gate:
    """The types of one schema, open or closed to fields that it does not name."""

    def __init__(self, schema: RequestSchema, *, closed: bool) -> None:
        self._closed = closed
        self._known: dict[tuple[int, str | None], list[Any]] = {}
        self._split_by = schema.split_by
        split: Any = self._told_by(schema.message, schema.split_by) if schema.split_by else None
        self._split = _lists_of(split) if schema.split_by else None
        self._others = _lists_of(self._type(schema.message))
        self._settings = _lists_of(self._type(schema.settings))

    def passes(self, messages: Sequence[Json]) -> bool:
        """Whether all of them surely fit."""
        key = self._split_by
        if key is None or self._split is None:
            return _fit(messages, self._others)
        split: list[Json] = []
        others: list[Json] = []
        for one in messages:
            (split if isinstance(one, dict) and key in one else others).append(one)
        return (not split or _fit(split, self._split)) and (not others or _fit(others, self._others))

    def passes_settings(self, settings: Mapping[str, Json]) -> bool:
        """Whether what is beside the messages surely fits."""
        return _fit([settings], self._settings)

    def _told_by(self, hint: Any, key: str) -> Any:
        """Of a union, the members that a field of this name tells apart."""
        members = [member for member in _members(hint) if is_typeddict(member) and key in get_type_hints(member)]
        words: set[Any] = set()
        structs: list[Any] = []
        for member in members:
            for word, struct in zip(_words(_hints(member)[key]), self._structs(member, key), strict=True):
                if word not in words:
                    words.add(word)
                    structs.append(struct)
        return _either(structs)

    def _type(self, hint: Any) -> Any:
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is Annotated:
            by = _discriminator(arguments[1:])
            inner = self._union(arguments[0], by) if by else self._type(arguments[0])
            bounds = _bounds(arguments[1:])
            return Annotated[inner, msgspec.Meta(**bounds)] if bounds else inner
        if origin is Required:
            return self._type(arguments[0])
        if is_typeddict(hint):
            return self._structs(hint, None)[0]
        if origin is list:
            return list[self._type(arguments[0])]  # type: ignore[misc]
        if arguments and origin not in (Literal, dict):
            return _either(self._type(one) for one in arguments)
        return hint

    def _union(self, hint: Any, by: str) -> Any:
        """Objects with a discriminator. Members recognised by something else are left out."""
        members = [one for one in _members(hint) if is_typeddict(one) and self._is_told_by(one, by)]
        structs = [struct for one in members for struct in self._structs(one, by)]
        return _either([*structs, *(one for one in _members(hint) if one is str)])

    def _is_told_by(self, kind: Any, by: str) -> bool:
        hints = _hints(kind)
        return get_origin(hints.get(by)) is Required and self._split_by not in hints

    def _structs(self, kind: Any, by: str | None) -> list[Any]:
        """The struct of a typed dictionary; one for every word that its field `by` may have."""
        key = (id(kind), by)
        if key not in self._known:
            hints = _hints(kind)
            words = _words(hints[by]) if by else (None,)
            fields = [self._field(name, hint) for name, hint in hints.items() if name != by]
            options: Any = {"forbid_unknown_fields": self._closed, "kw_only": True, "gc": False}
            self._known[key] = [
                msgspec.defstruct(kind.__name__, fields, tag_field=by, tag=word, **options) for word in words
            ]
        return self._known[key]

    def _field(self, name: str, hint: Any) -> Any:
        required = get_origin(hint) is Required
        safe = f"{name}_" if iskeyword(name) else name
        if required:
            return (safe, self._type(hint), msgspec.field(name=name))
        return (safe, self._type(hint) | msgspec.UnsetType, msgspec.field(default=msgspec.UNSET, name=name))


def _lists_of(kind: Any) -> type[msgspec.Struct]:
    """A struct around a list of a type: msgspec reads the types of a struct once, those of a bare list every time."""
    return msgspec.defstruct("Values", [("values", list[kind])], gc=False)


def _fit(values: Sequence[Json], lists: type[msgspec.Struct]) -> bool:
    try:
        msgspec.convert({"values": values}, lists, strict=True)
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError):
        return False
    return True


def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _members(hint: Any) -> list[Any]:
    """The types of a union, without their tags."""
    inner = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    return [get_args(one)[0] if get_origin(one) is Annotated else one for one in get_args(inner) or (inner,)]


def _discriminator(extras: tuple[Any, ...]) -> str | None:
    for extra in extras:
        if isinstance(extra, FieldInfo) and isinstance(extra.discriminator, str):
            return extra.discriminator
        if isinstance(extra, Discriminator):
            return "type"
    return None


def _bounds(extras: tuple[Any, ...]) -> dict[str, Any]:
    """Least and greatest length or value, in msgspec's words."""
    found: dict[str, Any] = {}
    for extra in extras:
        for kind, name in _BOUNDS.items():
            if isinstance(extra, kind):
                found[name] = getattr(extra, name)
    return found


_BOUNDS: dict[type, str] = {MinLen: "min_length", MaxLen: "max_length", Ge: "ge", Le: "le"}


def _words(hint: Any) -> tuple[Any, ...]:
    inner = get_args(hint)[0] if get_origin(hint) is Required else hint
    return get_args(inner)


def _either(types: Iterable[Any]) -> Any:
    union: Any = None
    for number, one in enumerate(types):
        union = one if number == 0 else union | one
    return union
