"""The pieces of a Chat Completions stream → the completion they make.

Calls arrive in pieces that name their call by `index`. Compatible servers leave the index out, repeat it for every
call, or send the id late; `Calls` still tells the calls apart and keeps every id. Whatever else a server adds is kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from workbench.jsontext import Json, compact, parse_or_none


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

    def add(self, piece: Json) -> None:
        if not isinstance(piece, dict):
            return
        kind = "custom" if isinstance(piece.get("custom"), dict) else "function"
        function = piece[kind] if isinstance(piece.get(kind), dict) else {}
        name = function.get("name") if isinstance(function.get("name"), str) else ""
        said = function.get("input" if kind == "custom" else "arguments")
        call = self._call_of(piece, name, goes_on=not said)
        call.custom = call.custom or kind == "custom"
        if call.id in (None, "") and piece.get("id") not in (None, ""):
            call.id = piece["id"]
        if name and call.name != name:
            call.name += name
        call.arguments += said if isinstance(said, str) else "" if said is None else compact(said)
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

    def _held(self, index: Json) -> _Call | None:
        """The call that a piece with this index goes on with: the last one of that index, or simply the last one."""
        if index is None:
            return self._calls[-1] if self._calls else None
        return next((call for call in reversed(self._calls) if call.index == index), None)

    @staticmethod
    def _begins_another(held: _Call, call_id: Json, name: str, index: Json, goes_on: bool) -> bool:
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


class ChatAssembly:
    """A Chat Completions stream, chunk by chunk. Only the first choice is an answer; others are kept."""

    def __init__(self) -> None:
        self._about: dict[str, Json] = {}
        self._choices: dict[Json, _Choice] = {}

    @property
    def finished(self) -> bool:
        first = self._choices.get(0)
        return first is not None and first.about.get("finish_reason") is not None

    @property
    def failed(self) -> Json:
        """Chat Completions has no failed response; an error event ends the stream."""
        return None

    def add(self, chunk: Json) -> list[str]:
        """The pieces of text that this chunk brings for the answer."""
        if not isinstance(chunk, dict):
            return []
        said = {key: value for key, value in chunk.items() if key not in ("choices", "object") and value is not None}
        self._about |= said
        choices = chunk.get("choices")
        pieces: list[str] = []
        for choice in choices if isinstance(choices, list) else ():
            if isinstance(choice, dict):
                number = choice.get("index") if type(choice.get("index")) is int else 0
                piece = self._choices.setdefault(number, _Choice()).add(choice)
                pieces += [piece] if piece and number == 0 else []
        return pieces

    def body(self) -> Json:
        choices = [{"index": index, **choice.as_json()} for index, choice in sorted(self._choices.items())]
        return {**self._about, "object": "chat.completion", "choices": choices}


class _Choice:
    def __init__(self) -> None:
        self.about: dict[str, Json] = {"finish_reason": None}
        self._message: dict[str, Json] = {"role": "assistant", "content": None}
        self._calls = Calls()

    def add(self, choice: dict[str, Json]) -> str:
        for key, value in choice.items():
            if key not in ("index", "delta", "message") and value is not None:
                _grow(self.about, key, value, replace=key == "finish_reason")
        delta = choice.get("delta")
        if not isinstance(delta, dict):
            return ""
        calls = delta.get("tool_calls")
        for call in calls if isinstance(calls, list) else ():
            self._calls.add(call)
        for key, value in delta.items():
            if key not in ("role", "content", "tool_calls") and value is not None:
                _grow(self._message, key, value)
        return self._text(delta.get("content"))

    def _text(self, content: Json) -> str:
        """A string, or parts as some servers stream them; parts that are no text are kept beside it."""
        if isinstance(content, list):
            others = [part for part in content if not (isinstance(part, dict) and isinstance(part.get("text"), str))]
            if others:
                _grow(self._message, "content_parts", others)
            content = "".join(part["text"] for part in content if part not in others)
        if not isinstance(content, str) or not content:
            return ""
        self._message["content"] = (self._message["content"] or "") + content
        return content

    def as_json(self) -> dict[str, Json]:
        calls = {"tool_calls": self._calls.as_json()} if self._calls else {}
        return {"message": {**self._message, **calls}, **self.about}


def _grow(holder: dict[str, Json], key: str, value: Json, replace: bool = False) -> None:
    """Texts and lists are continued, objects are merged, anything else is said anew."""
    before = holder.get(key)
    if replace or before is None or type(before) is not type(value) or not isinstance(value, str | list | dict):
        holder[key] = value
    elif isinstance(value, dict):
        merged = dict(before)
        for name, member in value.items():
            _grow(merged, name, member)
        holder[key] = merged
    else:
        holder[key] = before + value
