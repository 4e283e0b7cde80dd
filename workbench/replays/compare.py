"""The recorded answer beside the new one: text, tool calls by name and arguments, finish reason, usage."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from workbench.conversation import Conversation
from workbench.converters.generation import contents_of_messages, contents_of_response, merged
from workbench.formats import FORMATS
from workbench.json.text import Json, compact


class CallDifference(NamedTuple):
    kind: str
    """same, changed (same tool, other arguments), missing (recorded only) or added (new only)."""
    name: Json
    recorded: Json = None
    new: Json = None


@dataclass(frozen=True)
class Comparison:
    text_same: bool
    text_difference: tuple[str, ...]
    """Lines as a unified difference has them, recorded first; empty if the texts are the same."""
    calls: tuple[CallDifference, ...]
    finish_reason: tuple[Json, Json]
    """Recorded and new; None where a message no longer tells."""
    usage: tuple[Json, Json]

    @property
    def same(self) -> bool:
        """Says and calls the same. Ids, tokens and what the recording does not tell are not the answer."""
        return self.text_same and all(call.kind == "same" for call in self.calls)

    def as_json(self) -> Json:
        """Not `asdict`, which gives up on arguments that are nested deep."""
        return {
            "same": self.same,
            "text_same": self.text_same,
            "text_difference": list(self.text_difference),
            "calls": [call._asdict() for call in self.calls],
            "finish_reason": list(self.finish_reason),
            "usage": list(self.usage),
        }


def recorded_turn(conversation: Conversation, up_to: int | None) -> Json:
    """What was answered at that point, as one IContent; None if nothing was recorded."""
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
    """Two answers, each as one IContent."""
    one, other = _text(recorded), _text(new)
    lines = difflib.unified_diff(one.splitlines(), other.splitlines(), "recorded", "new", lineterm="", n=1)
    return Comparison(
        text_same=one == other,
        text_difference=tuple(lines) if one != other else (),
        calls=tuple(_calls(recorded, new)),
        finish_reason=(_metadata(recorded, "finishReason"), _metadata(new, "finishReason")),
        usage=(_metadata(recorded, "usage"), _metadata(new, "usage")),
    )


def _blocks(content: Json, kind: str) -> list[Json]:
    return [block for block in content["blocks"] if isinstance(block, dict) and block.get("type") == kind]


def _text(content: object) -> str:
    return "\n".join(str(block.get("text", "")) for block in _blocks(content, "text"))


def _metadata(content: Json, key: str) -> Json:
    metadata = content.get("metadata")
    return metadata.get(key) if isinstance(metadata, dict) else None


class _Call(NamedTuple):
    name: Json
    arguments: Json


def _made(content: object) -> list[_Call]:
    return [_Call(block.get("name"), block.get("parameters")) for block in _blocks(content, "tool_call")]


def _calls(recorded: object, new: object) -> Iterator[CallDifference]:
    """Equal calls first find each other, then those of the same tool, in their order."""
    old, left = _made(recorded), _made(new)
    twins = [_taken(left, compact, compact(call)) for call in old]
    for call, twin in zip(old, twins, strict=True):
        other = twin or _taken(left, _name, call.name)
        kind = "same" if twin else "changed" if other else "missing"
        yield CallDifference(kind, call.name, call.arguments, other.arguments if other else None)
    for call in left:
        yield CallDifference("added", call.name, None, call.arguments)


def _name(call: _Call) -> Json:
    return call.name


def _taken(calls: list[_Call], feature: Callable[[_Call], Json], wanted: object) -> _Call | None:
    """The first call of this feature, which is then no longer among them."""
    return next((calls.pop(position) for position, call in enumerate(calls) if feature(call) == wanted), None)
