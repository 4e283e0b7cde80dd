"""Compare the recorded answer with the new one: text, tool calls by name and arguments, finish reason, usage."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from workbench.conversation import Conversation
from workbench.converters.generation import contents_of_messages, contents_of_response, merged
from workbench.formats import FORMATS
from workbench.json.text import Json, JsonObject, compact
from workbench.sequence_difference import unified_diff

CallDifferenceKind = Literal["same", "changed", "missing", "added"]
"""`changed`: same tool, different arguments. `missing`: only in the recording. `added`: only in the new answer."""


class CallDifference(NamedTuple):
    kind: CallDifferenceKind
    name: Json
    recorded: Json = None
    new: Json = None


@dataclass(frozen=True)
class Comparison:
    text_same: bool
    text_difference: tuple[str, ...]
    """The lines of a unified diff from the recorded to the new text; empty if they are equal."""
    calls: tuple[CallDifference, ...]
    finish_reason: tuple[Json, Json]
    """Recorded and new; None where the message does not contain it."""
    usage: tuple[Json, Json]

    @property
    def same(self) -> bool:
        """Whether text and calls are equal. Ids, token counts and finish reasons do not count."""
        return self.text_same and all(call.kind == "same" for call in self.calls)

    def as_json(self) -> JsonObject:
        """Return the comparison as JSON. `asdict` would fail on deeply nested arguments."""
        return {
            "same": self.same,
            "text_same": self.text_same,
            "text_difference": list(self.text_difference),
            "calls": [call._asdict() for call in self.calls],
            "finish_reason": list(self.finish_reason),
            "usage": list(self.usage),
        }


def recorded_turn(conversation: Conversation, up_to: int | None) -> Json:
    """Return the answer recorded after the first `up_to` messages as one IContent, or None if there is none."""
    if up_to is None or up_to == len(conversation.messages):
        body = conversation.response
        return merged(contents_of_response(conversation.format, body)) if body is not None else None
    role_of = FORMATS[conversation.format].role_of
    end = up_to
    while end < len(conversation.messages) and role_of(conversation.messages[end]) == "assistant":
        end += 1
    if end == up_to:
        return None
    return merged(contents_of_messages(conversation.messages[up_to:end], conversation.format))


def compare_answers(recorded: object, new: object) -> Comparison:
    """Compare two answers, each given as one IContent."""
    old_text, new_text = _text(recorded), _text(new)
    lines = unified_diff(old_text.splitlines(), new_text.splitlines(), "recorded", "new", context=1)
    return Comparison(
        text_same=old_text == new_text,
        text_difference=tuple(lines) if old_text != new_text else (),
        calls=tuple(_call_differences(recorded, new)),
        finish_reason=(_metadata(recorded, "finishReason"), _metadata(new, "finishReason")),
        usage=(_metadata(recorded, "usage"), _metadata(new, "usage")),
    )


def _blocks(content: Any, kind: str) -> list[Any]:
    return [block for block in content["blocks"] if isinstance(block, dict) and block.get("type") == kind]


def _text(content: object) -> str:
    return "\n".join(str(block.get("text", "")) for block in _blocks(content, "text"))


def _metadata(content: Any, key: str) -> Json:
    metadata = content.get("metadata")
    return metadata.get(key) if isinstance(metadata, dict) else None


class _Call(NamedTuple):
    name: Json
    arguments: Json


def _calls(content: object) -> list[_Call]:
    return [_Call(block.get("name"), block.get("parameters")) for block in _blocks(content, "tool_call")]


def _call_differences(recorded: object, new: object) -> Iterator[CallDifference]:
    """Match equal calls first, then calls of the same tool in order."""
    old_calls, unmatched = _calls(recorded), _calls(new)
    equal_calls = [_pop_first(unmatched, compact, compact(call)) for call in old_calls]
    for call, equal in zip(old_calls, equal_calls, strict=True):
        match = equal or _pop_first(unmatched, _name, call.name)
        kind: CallDifferenceKind = "same" if equal else "changed" if match else "missing"
        yield CallDifference(kind, call.name, call.arguments, match.arguments if match else None)
    for call in unmatched:
        yield CallDifference("added", call.name, None, call.arguments)


def _name(call: _Call) -> Json:
    return call.name


def _pop_first(calls: list[_Call], key: Callable[[_Call], Json], wanted: object) -> _Call | None:
    """Remove and return the first call whose key equals `wanted`, or None if there is none."""
    return next((calls.pop(position) for position, call in enumerate(calls) if key(call) == wanted), None)
