"""Messages of programs with shapes of their own → Chat Completions messages, the nearest format that everybody has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from workbench.json.pointer import Path
from workbench.json.text import Json, compact
from workbench.sources.reading import Object, as_text, in_text, member, objects, opened
from workbench.sources.transcript import Transcript

FORMAT = "openai-chat"
_SAID = frozenset({"user", "system", "developer"})


class Call(NamedTuple):
    """A call of a tool, and where it is in the file."""

    id: Json
    name: Json
    arguments: Json
    """A text as it is, anything else is written as JSON."""
    at: Path


class ChatTurns(Transcript):
    """Builds a chat message by message. What a source does not know is left out, never made up."""

    def say(self, role: str, content: object, at: Path) -> None:
        """A message of words (or of parts that already have the format's shape)."""
        self.add({"role": role, "content": content}, at)

    def answer(self, content: object, calls: Sequence[Call], at: Path) -> None:
        """A message of the assistant. Without words beside its calls its content is null, as the API writes it."""
        message: dict[str, Json] = {"role": "assistant", "content": content or (None if calls else "")}
        if calls:
            message["tool_calls"] = [_written(call) for call in calls]
        self.add(message, at, ((("tool_calls", number), call.at) for number, call in enumerate(calls)))

    def answer_in_parts(self, words: Mapping[Path, str], calls: Sequence[Call], at: Path, between: str = "\n") -> None:
        """A message of the assistant whose words are at several places of the file."""
        self.answer(between.join(words.values()), calls, at)
        for place in words:
            self.join((len(self) - 1, "content"), place)

    def result(self, call_id: object, content: object, at: Path) -> None:
        self.add({"role": "tool", "tool_call_id": call_id, "content": in_text(content)}, at)

    def take(self, message: Object, at: Path) -> None:
        """A message that already has the format's shape, without what a program keeps beside it."""
        role, content = as_text(message.get("role")), message.get("content")
        if role == "assistant":
            calls = [
                Call(call.get("id"), member(call, "function", "name"), member(call, "function", "arguments"), place)
                for place, call in objects(opened(message.get("tool_calls")), (*at, "tool_calls"))
            ]
            self.answer(content, calls, at)
        elif role == "tool":
            self.result(message.get("tool_call_id"), content, at)
        elif role in _SAID:
            self.say(role, content, at)


def _written(call: Call) -> Json:
    arguments = call.arguments if isinstance(call.arguments, str) else compact(call.arguments or {})
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}}


def without_nulls(message: Mapping[str, Json]) -> dict[str, Json]:
    """Tables fill every column of every row: a null that the format does not ask for was never written."""
    return {key: value for key, value in message.items() if value is not None or key == "content"}


def image_part(url: object) -> Json:
    return {"type": "image_url", "image_url": {"url": url}}


def text_part(text: object) -> Json:
    return {"type": "text", "text": text}


def plain(parts: Iterable[Any]) -> Json:
    """Parts as they are; texts alone as one text."""
    listed = list(parts)
    if all(part.get("type") == "text" for part in listed):
        return "\n".join(in_text(part.get("text")) for part in listed)
    return listed
