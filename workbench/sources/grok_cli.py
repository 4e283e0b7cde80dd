"""Grok CLI sessions (`chat_history.jsonl`): messages, results, reasoning and searches of the server, one per line.

Reasoning is encrypted for the Responses API, and the server repeats its own searches; neither is part of a chat.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns, image_part, plain, text_part
from workbench.sources.contract import LINES, Found, Material, Source
from workbench.sources.reading import Object, as_text, has, objects

_TYPES = frozenset({"system", "user", "assistant", "tool_result", "reasoning", "backend_tool_call"})
_OWN = ("model_id", "prompt_index", "synthetic_reason", "model_fingerprint", "prior_turn_interrupt")


def recognise(material: Material) -> bool:
    return material.mostly(_is_line) and any(
        line.get("type") == "backend_tool_call" or any(key in line for key in _OWN) for line in material.sample
    )


def _is_line(line: Object) -> bool:
    has_words = has(line, "content") and "message" not in line
    return as_text(line.get("type")) in _TYPES and (has_words or line["type"] in {"reasoning", "backend_tool_call"})


def read(material: Material) -> Iterator[Found]:
    turns = ChatTurns()
    model = ""
    for place, line in material.records:
        kind, content = as_text(line.get("type")), line.get("content")
        model = as_text(line.get("model_id")) or model
        if kind in {"system", "user"}:
            turns.say(kind, _words(content), place)
        elif kind == "assistant":
            turns.answer(_words(content), _calls(line, place), place)
        elif kind == "tool_result":
            turns.result(line.get("tool_call_id"), content, place)
    if turns.messages:
        settings = {"model": model} if model else {}
        yield Found(turns.messages, turns.places, FORMAT, settings, facts=Facts(model=model))


def _calls(line: Object, at: Path) -> list[Call]:
    return [
        Call(call.get("id"), call.get("name"), call.get("arguments"), place)
        for place, call in objects(line.get("tool_calls"), (*at, "tool_calls"))
    ]


def _words(content: object) -> Json:
    """Return a text, or the parts of a message. An image has its address beside its type."""
    if not isinstance(content, list):
        return as_text(content)
    return plain(
        image_part(part.get("url")) if part.get("type") == "image" else text_part(part.get("text"))
        for _, part in objects(content)
    )


SOURCE = Source(
    "grok-cli",
    "Grok CLI session",
    recognise,
    read,
    frozenset({LINES}),
    homes=(".grok/sessions/*/*/chat_history.jsonl",),
    signs=frozenset(_OWN) | {"backend_tool_call"},
)
