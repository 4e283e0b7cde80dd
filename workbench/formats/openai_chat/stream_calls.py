"""Pieces of tool calls → the calls they make.

Pieces name their call by `index`. Compatible servers leave the index out, repeat it for every call, or send the id
late; the calls are still kept apart, and every id is kept. Whatever else a server adds is kept too.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from workbench.json.text import Json, compact, parse_or_none


@dataclass
class _Call:
    index: Json
    id: Json = None
    name: str = ""
    arguments: str = ""
    rest: dict[str, Json] = field(default_factory=dict)
    function_rest: dict[str, Json] = field(default_factory=dict)
    custom: bool = False

    @property
    def complete(self) -> bool:
        return isinstance(parse_or_none(self.arguments), dict)

    def as_json(self) -> Json:
        holder, text = ("custom", "input") if self.custom else ("function", "arguments")
        call: dict[str, Json] = {} if self.id is None else {"id": self.id}
        inside = {"name": self.name, text: self.arguments, **self.function_rest}
        return {**call, "type": holder, **self.rest, holder: inside}


class Calls:
    """Tool call pieces, put together."""

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
        call = self._call_of(piece, name, goes_on=not fragment)
        call.custom = call.custom or kind == "custom"
        if call.id in (None, "") and piece.get("id") not in (None, ""):
            call.id = piece["id"]
        if name and call.name != name:
            call.name += name
        call.arguments += fragment if isinstance(fragment, str) else "" if fragment is None else compact(fragment)
        call.rest |= {key: value for key, value in piece.items() if key not in ("index", "id", "type", kind)}
        known = ("name", "arguments", "input")
        call.function_rest |= {key: value for key, value in function.items() if key not in known}

    def _call_of(self, piece: dict[str, Json], name: str, goes_on: bool) -> _Call:
        index, call_id = piece.get("index"), piece.get("id") or None
        if call_id is not None:
            for call in self._calls:
                if call.id == call_id and (index is None or call.index == index or call.index is None):
                    return call
        held = self._held(index)
        if held is None or self._begins_another(held, call_id, name, index, goes_on):
            held = _Call(index)
            self._calls.append(held)
        return held

    def _held(self, index: object) -> _Call | None:
        """The call that a piece with this index goes on with: the last one of that index, or simply the last one."""
        if index is None:
            return self._calls[-1] if self._calls else None
        return next((call for call in reversed(self._calls) if call.index == index), None)

    @staticmethod
    def _begins_another(held: _Call, call_id: object, name: str, index: object, goes_on: bool) -> bool:
        """A name under a new id is another call. A new id alone is another call only where no index says otherwise.

        Without an id, a name after complete arguments begins another call, unless it only repeats the name.
        """
        if call_id is not None and held.id is not None and held.id != call_id:
            return bool(name) or index is None
        if not name or not held.name:
            return False
        if call_id is not None:
            return held.id is None and held.complete
        repeats = name == held.name and goes_on
        return not repeats and (held.complete or (index is None and name != held.name))

    def as_json(self) -> list[Json]:
        """In the order of their indexes where each has its own, else in the order of their coming."""
        indexes = [call.index for call in self._calls]
        numbered = all(type(index) is int for index in indexes) and len(set(indexes)) == len(indexes)
        ordered = sorted(self._calls, key=lambda call: call.index) if numbered else self._calls
        return [call.as_json() for call in ordered]

    def __bool__(self) -> bool:
        return bool(self._calls)
