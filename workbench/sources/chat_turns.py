"""Messages of programs with a format of their own → Chat Completions messages, the most widely known format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from workbench.json.pointer import Path
from workbench.json.text import Json, compact
from workbench.sources.reading import Object, as_text, in_text, member, objects, opened
from workbench.sources.transcript import Transcript

FORMAT = "openai-chat"
_PROMPT_ROLES = frozenset({"user", "system", "developer"})


class Call(NamedTuple):
    """A tool call, and its place in the file."""

    id: Json
    name: Json
    arguments: Json
    """A string is kept unchanged, anything else is written as JSON."""
    at: Path


class ChatTurns(Transcript):
    """Builds a chat message by message. A value that the source does not know is omitted, never invented."""

    def say(self, role: str, content: object, at: Path) -> None:
        """Add a message with a text, or with parts that are already in the format."""
        self.add({"role": role, "content": content}, at)

    def answer(self, content: object, calls: Sequence[Call], at: Path) -> None:
        """Add an assistant message. Its content is null if it only has calls, as in the API."""
        message: dict[str, Json] = {"role": "assistant", "content": content or (None if calls else "")}
        if calls:
            message["tool_calls"] = [_call_json(call) for call in calls]
        self.add(message, at, ((("tool_calls", number), call.at) for number, call in enumerate(calls)))

    def answer_in_parts(self, words: Mapping[Path, str], calls: Sequence[Call], at: Path, between: str = "\n") -> None:
        """Add an assistant message whose text comes from several places of the file."""
        self.answer(between.join(words.values()), calls, at)
        for place in words:
            self.join((len(self) - 1, "content"), place)

    def result(self, call_id: object, content: object, at: Path) -> None:
        self.add({"role": "tool", "tool_call_id": call_id, "content": in_text(content)}, at)

    def take(self, message: Object, at: Path) -> None:
        """Add a message that is already in the format, without the program's own fields."""
        role, content = as_text(message.get("role")), message.get("content")
        if role == "assistant":
            calls = [
                Call(call.get("id"), member(call, "function", "name"), member(call, "function", "arguments"), place)
                for place, call in objects(opened(message.get("tool_calls")), (*at, "tool_calls"))
            ]
            self.answer(content, calls, at)
        elif role == "tool":
            self.result(message.get("tool_call_id"), content, at)
        elif role in _PROMPT_ROLES:
            self.say(role, content, at)


def _call_json(call: Call) -> Json:
    arguments = call.arguments if isinstance(call.arguments, str) else compact(call.arguments or {})
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}}


def without_nulls(message: Mapping[str, Json]) -> dict[str, Json]:
    """Drop nulls that the format does not require: tables fill every column, so such a null was never sent."""
    return {key: value for key, value in message.items() if value is not None or key == "content"}


def image_part(url: object) -> Json:
    return {"type": "image_url", "image_url": {"url": url}}


def text_part(text: object) -> Json:
    return {"type": "text", "text": text}


def plain(parts: Iterable[Any]) -> Json:
    """Return the parts, or one string if all of them are texts."""
    listed = list(parts)
    if all(part.get("type") == "text" for part in listed):
        return "\n".join(in_text(part.get("text")) for part in listed)
    return listed
