"""Assemble tool calls from the pieces of a stream.

Pieces name their call by `index`. Compatible servers omit the index, repeat it for every call, or send the id late;
the calls still stay separate, and every id and every field that a server adds is preserved.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from workbench.json.text import Json, JsonObject, compact, parse_or_none


@dataclass
class _Call:
    index: Any
    id: Json = None
    name: str = ""
    arguments: str = ""
    rest: dict[str, Json] = field(default_factory=dict)
    function_rest: dict[str, Json] = field(default_factory=dict)
    custom: bool = False

    @property
    def is_complete(self) -> bool:
        return isinstance(parse_or_none(self.arguments), dict)

    def as_json(self) -> JsonObject:
        holder, text = ("custom", "input") if self.custom else ("function", "arguments")
        call: dict[str, Json] = {} if self.id is None else {"id": self.id}
        inside = {"name": self.name, text: self.arguments, **self.function_rest}
        return {**call, "type": holder, **self.rest, holder: inside}


class Calls:
    """Assembles tool calls from their pieces."""

    def __init__(self) -> None:
        self._calls: list[_Call] = []

    def add(self, piece: object) -> None:
        if not isinstance(piece, dict):
            return
        kind = "custom" if isinstance(piece.get("custom"), dict) else "function"
        function = piece[kind] if isinstance(piece.get(kind), dict) else {}
        named = function.get("name")
        name = named if isinstance(named, str) else ""
        fragment = function.get("input" if kind == "custom" else "arguments")
        call = self._call_of(piece, name, has_no_arguments=not fragment)
        call.custom = call.custom or kind == "custom"
        if call.id in (None, "") and piece.get("id") not in (None, ""):
            call.id = piece["id"]
        if name and call.name != name:
            call.name += name
        call.arguments += fragment if isinstance(fragment, str) else "" if fragment is None else compact(fragment)
        call.rest |= {key: value for key, value in piece.items() if key not in ("index", "id", "type", kind)}
        known = ("name", "arguments", "input")
        call.function_rest |= {key: value for key, value in function.items() if key not in known}

    def _call_of(self, piece: dict[str, Json], name: str, has_no_arguments: bool) -> _Call:
        index, call_id = piece.get("index"), piece.get("id") or None
        if call_id is not None:
            for call in self._calls:
                if call.id == call_id and (index is None or call.index == index or call.index is None):
                    return call
        current = self._current(index)
        if current is None or self._begins_another(current, call_id, name, index, has_no_arguments):
            current = _Call(index)
            self._calls.append(current)
        return current

    def _current(self, index: object) -> _Call | None:
        """Return the call that a piece with this index continues: the last with that index, or the last of all."""
        if index is None:
            return self._calls[-1] if self._calls else None
        return next((call for call in reversed(self._calls) if call.index == index), None)

    @staticmethod
    def _begins_another(current: _Call, call_id: object, name: str, index: object, has_no_arguments: bool) -> bool:
        """Decide whether a piece begins another call instead of continuing the current one.

        A name with a new id begins another call. A new id alone does so only if there is no index. Without an id, a
        name after complete arguments begins another call, unless it only repeats the name.
        """
        if call_id is not None and current.id is not None and current.id != call_id:
            return bool(name) or index is None
        if not name or not current.name:
            return False
        if call_id is not None:
            return current.id is None and current.is_complete
        repeats_name = name == current.name and has_no_arguments
        return not repeats_name and (current.is_complete or (index is None and name != current.name))

    def as_json(self) -> list[JsonObject]:
        """Return the calls in the order of their indexes if these are unique, otherwise in the order of arrival."""
        indexes = [call.index for call in self._calls]
        numbered = all(type(index) is int for index in indexes) and len(set(indexes)) == len(indexes)
        ordered = sorted(self._calls, key=lambda call: call.index) if numbered else self._calls
        return [call.as_json() for call in ordered]

    def __bool__(self) -> bool:
        return bool(self._calls)
