"""The recorded answer beside the new one: text, tool calls by name and arguments, finish reason, usage."""

from __future__ import annotations

import difflib
from dataclasses import asdict, dataclass

from workbench.conversation import Conversation
from workbench.convert import route
from workbench.convert.chat_completion_to_icontent import merged
from workbench.formats import FORMATS
from workbench.jsontext import Json, compact
from workbench.stages import response_to_icontent


@dataclass(frozen=True)
class CallDifference:
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
        said = asdict(self)
        return {"same": self.same, **said, "calls": [asdict(call) for call in self.calls]}


def recorded_turn(conversation: Conversation, up_to: int | None) -> Json:
    """What was answered at that point, as one IContent; None if nothing was recorded."""
    if up_to is None or up_to == len(conversation.messages):
        body = conversation.response
        return merged(response_to_icontent(conversation.format, body)) if body is not None else None
    role_of = FORMATS[conversation.format].role_of
    end = up_to
    while end < len(conversation.messages) and role_of(conversation.messages[end]) == "assistant":
        end += 1
    contents: list[Json] = conversation.messages[up_to:end]
    for edge in route(conversation.format, "icontent"):
        contents = [row.message for row in edge.convert(contents, {}) if row.slot == "messages"]
    return merged(contents) if end > up_to else None


def compare_answers(recorded: Json, new: Json) -> Comparison:
    """Two answers, each as one IContent."""
    one, other = _text(recorded), _text(new)
    lines = difflib.unified_diff(one.splitlines(), other.splitlines(), "recorded", "new", lineterm="", n=1)
    return Comparison(
        text_same=one == other,
        text_difference=tuple(lines) if one != other else (),
        calls=tuple(_calls(recorded, new)),
        finish_reason=(_said(recorded, "finishReason"), _said(new, "finishReason")),
        usage=(_said(recorded, "usage"), _said(new, "usage")),
    )


def _blocks(content: Json, kind: str) -> list[Json]:
    return [block for block in content["blocks"] if isinstance(block, dict) and block.get("type") == kind]


def _text(content: Json) -> str:
    return "\n".join(str(block.get("text", "")) for block in _blocks(content, "text"))


def _said(content: Json, key: str) -> Json:
    metadata = content.get("metadata")
    return metadata.get(key) if isinstance(metadata, dict) else None


def _calls(recorded: Json, new: Json) -> list[CallDifference]:
    """Equal calls first find each other, then those of the same tool, in their order."""
    left = [(block.get("name"), block.get("parameters")) for block in _blocks(new, "tool_call")]
    found: list[CallDifference | None] = []
    old = [(block.get("name"), block.get("parameters")) for block in _blocks(recorded, "tool_call")]
    for name, arguments in old:
        twin = next((call for call in left if compact(call) == compact((name, arguments))), None)
        if twin is not None:
            left.remove(twin)
        found.append(CallDifference("same", name, arguments, arguments) if twin is not None else None)
    for position, (name, arguments) in enumerate(old):
        if found[position] is None:
            other = next((call for call in left if call[0] == name), None)
            if other is not None:
                left.remove(other)
            kind = "changed" if other is not None else "missing"
            found[position] = CallDifference(kind, name, arguments, other[1] if other is not None else None)
    added = [CallDifference("added", name, None, arguments) for name, arguments in left]
    return [difference for difference in found if difference is not None] + added
