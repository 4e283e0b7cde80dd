"""A fast check whether messages certainly fit a schema, so only the others need the full validation.

The types for msgspec are derived from the schema's own types, so there is only one schema. Types that msgspec cannot
express are left out: a message with them does not pass, and is validated as if there were no gate.
"""

from __future__ import annotations

from collections import Counter
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
    """The types of one schema, either open or closed to unknown fields."""

    def __init__(self, schema: RequestSchema, *, closed: bool) -> None:
        self._closed = closed
        self._known: dict[tuple[int, str | None], list[Any]] = {}
        self._split_by = schema.split_by
        split: Any = self._members_with(schema.message, schema.split_by) if schema.split_by else None
        self._split = _lists_of(split) if schema.split_by else None
        self._others = _lists_of(self._type(schema.message))
        self._settings = _lists_of(self._type(schema.settings))

    def passes(self, messages: Sequence[Json]) -> bool:
        """Whether all messages certainly fit."""
        key = self._split_by
        if key is None or self._split is None:
            return _fit(messages, self._others)
        split: list[Json] = []
        others: list[Json] = []
        for message in messages:
            (split if isinstance(message, dict) and key in message else others).append(message)
        return (not split or _fit(split, self._split)) and (not others or _fit(others, self._others))

    def passes_settings(self, settings: Mapping[str, Json]) -> bool:
        """Whether the settings certainly fit."""
        return _fit([settings], self._settings)

    def _members_with(self, hint: Any, key: str) -> Any:
        """Return the union of the members that have a field `key`, discriminated by it."""
        members = [member for member in _members(hint) if is_typeddict(member) and key in get_type_hints(member)]
        values: set[Any] = set()
        structs: list[Any] = []
        for member in members:
            for value, struct in zip(_literal_values(_hints(member)[key]), self._structs(member, key), strict=True):
                if value not in values:
                    values.add(value)
                    structs.append(struct)
        return _union_of(structs)

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
            return _union_of(self._type(argument) for argument in arguments)
        return hint

    def _union(self, hint: Any, by: str) -> Any:
        """Return the union of the members with this discriminator, and of strings. Other members are left out.

        So are members of the same kind (a search for pages, a search in a page): msgspec takes only one of a kind."""
        members = [kind for kind in _members(hint) if is_typeddict(kind) and self._is_discriminated_by(kind, by)]
        kinds = Counter(value for member in members for value in _literal_values(_hints(member)[by]))
        alone = [
            member for member in members if all(kinds[value] == 1 for value in _literal_values(_hints(member)[by]))
        ]
        structs = [struct for kind in alone for struct in self._structs(kind, by)]
        return _union_of([*structs, *(kind for kind in _members(hint) if kind is str)])

    def _is_discriminated_by(self, kind: Any, by: str) -> bool:
        hints = _hints(kind)
        return get_origin(hints.get(by)) is Required and self._split_by not in hints

    def _structs(self, kind: Any, by: str | None) -> list[Any]:
        """Return the struct of a typed dictionary, or one for every value of its field `by`."""
        key = (id(kind), by)
        if key not in self._known:
            hints = _hints(kind)
            tags = _literal_values(hints[by]) if by else (None,)
            fields = [self._field(name, hint) for name, hint in hints.items() if name != by]
            options: Any = {"forbid_unknown_fields": self._closed, "kw_only": True, "gc": False}
            self._known[key] = [
                msgspec.defstruct(kind.__name__, fields, tag_field=by, tag=tag, **options) for tag in tags
            ]
        return self._known[key]

    def _field(self, name: str, hint: Any) -> Any:
        required = get_origin(hint) is Required
        safe = f"{name}_" if iskeyword(name) else name
        if required:
            return (safe, self._type(hint), msgspec.field(name=name))
        return (safe, self._type(hint) | msgspec.UnsetType, msgspec.field(default=msgspec.UNSET, name=name))


def _lists_of(kind: Any) -> type[msgspec.Struct]:
    """Return a struct with a list of a type: msgspec caches the types of a struct, but not those of a bare list."""
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
    """Return the types of a union, without their tags."""
    inner = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    return [get_args(kind)[0] if get_origin(kind) is Annotated else kind for kind in get_args(inner) or (inner,)]


def _discriminator(extras: tuple[Any, ...]) -> str | None:
    for extra in extras:
        if isinstance(extra, FieldInfo) and isinstance(extra.discriminator, str):
            return extra.discriminator
        if isinstance(extra, Discriminator):
            return "type"
    return None


def _bounds(extras: tuple[Any, ...]) -> dict[str, Any]:
    """Return the limits of a length or a value, by the names that msgspec has for them."""
    limits: dict[str, Any] = {}
    for extra in extras:
        for kind, name in _BOUNDS.items():
            if isinstance(extra, kind):
                limits[name] = getattr(extra, name)
    return limits


_BOUNDS: dict[type, str] = {MinLen: "min_length", MaxLen: "max_length", Ge: "ge", Le: "le"}


def _literal_values(hint: Any) -> tuple[Any, ...]:
    inner = get_args(hint)[0] if get_origin(hint) is Required else hint
    return get_args(inner)


class _Nothing(msgspec.Struct, forbid_unknown_fields=True, tag="no value has this tag"):
    """The type of a union without members: `None` would be a type that null has."""


def _union_of(types: Iterable[Any]) -> Any:
    union: Any = _Nothing
    for number, kind in enumerate(types):
        union = kind if number == 0 else union | kind
    return union
