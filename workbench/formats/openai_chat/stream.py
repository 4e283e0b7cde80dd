"""Assemble the completion from the chunks of a Chat Completions stream. Fields that a server adds are preserved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.formats.openai_chat.stream_calls import Calls
from workbench.json.text import Json, JsonObject


def assembled(events: Sequence[Any]) -> Any:
    """Return the completion that the recorded chunks form, or None if they are not chunks of this API."""
    if events and all(map(_is_piece, events)) and not any(event["done"] for event in events[:-1]):
        return _joined(events)
    if not any(map(_is_chunk, events)):
        return None
    assembly = ChatAssembly()
    for event in events:
        assembly.add(event)
    return assembly.body()


def _is_chunk(event: object) -> bool:
    choices = event.get("choices") if isinstance(event, dict) else None
    return isinstance(choices, list) and any(isinstance(choice, dict) and "delta" in choice for choice in choices)


def _is_piece(event: object) -> bool:
    """Whether an event is a message without choices, as some servers stream them, with only the new text."""
    return isinstance(event, dict) and "done" in event and isinstance(event.get("message"), dict)


def _joined(events: Sequence[Any]) -> Json:
    message: dict[str, Json] = {}
    for event in events:
        for key, value in event["message"].items():
            before = message.get(key)
            both_text = isinstance(before, str) and isinstance(value, str) and key != "role"
            both_lists = isinstance(before, list) and isinstance(value, list)
            message[key] = before + value if both_text or both_lists else value
    return {**events[-1], "message": message}


class ChatAssembly:
    """Assembles a Chat Completions stream. Only the first choice is an answer; the others are preserved."""

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

    def add(self, chunk: object) -> list[str]:
        """Add a chunk and return the pieces of the answer's text in it."""
        if not isinstance(chunk, dict):
            return []
        facts = {key: value for key, value in chunk.items() if key not in ("choices", "object") and value is not None}
        self._about |= facts
        choices = chunk.get("choices")
        pieces: list[str] = []
        for choice in choices if isinstance(choices, list) else ():
            if isinstance(choice, dict):
                number = choice.get("index") if type(choice.get("index")) is int else 0
                piece = self._choices.setdefault(number, _Choice()).add(choice)
                pieces += [piece] if piece and number == 0 else []
        return pieces

    def body(self) -> Any:
        choices = [{"index": index, **choice.as_json()} for index, choice in sorted(self._choices.items())]
        return {**self._about, "object": "chat.completion", "choices": choices}


class _Choice:
    def __init__(self) -> None:
        self.about: dict[str, Json] = {"finish_reason": None}
        self._message: JsonObject = {"role": "assistant", "content": None}
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

    def _text(self, content: object) -> str:
        """Add the text of a string or of parts, which some servers stream. Other parts go to `content_parts`."""
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


def _grow(holder: JsonObject, key: str, value: Any, replace: bool = False) -> None:
    """Append a value to texts and lists, merge it into objects, and replace anything else."""
    before = holder.get(key)
    if replace or before is None or type(before) is not type(value) or not isinstance(value, (str, list, dict)):
        holder[key] = value
    elif isinstance(value, dict):
        merged = dict(before)
        for name, member in value.items():
            _grow(merged, name, member)
        holder[key] = merged
    else:
        holder[key] = before + value
