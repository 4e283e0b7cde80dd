"""Genkit requests, and traces whose spans have the requests of a model.

Parts have no type, only a key. A call and its result share `ref`; without it they are paired in order.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns, image_part, plain, text_part
from workbench.sources.contract import VALUE, Found, Material, NothingToJudgeError, Source
from workbench.sources.pairing_in_order import Waiting
from workbench.sources.reading import Object, as_object, as_text, has, in_text, member, objects, opened
from workbench.sources.recorded_calls import longest_histories

_ROLES = {"user": "user", "system": "system", "model": "assistant", "tool": "tool"}
_INPUT, _SUBTYPE = "genkit:input", "genkit:metadata:subtype"


def recognise(material: Material) -> bool:
    return _is_trace(material) or _is_request(material.value)


def _is_trace(material: Material) -> bool:
    spans = as_object(material.object.get("spans"))
    if not spans:
        return False
    return any(key.startswith("genkit:") for span in spans.values() for key in as_object(member(span, "attributes")))


def _is_request(value: object) -> bool:
    """Whether `content` has parts without a type, and a role `model` or Genkit's keys for calls and results."""
    held = member(value, "messages") if isinstance(value, dict) else value
    first = member(held[0], "content") if isinstance(held, list) and held else None
    if not isinstance(held, list) or not isinstance(first, list) or (first and member(first[0], "type") is not None):
        return False
    messages = [item for item in held[:20] if isinstance(item, dict)]
    parts: list[Object] = []
    for message in messages:
        if isinstance(content := message.get("content"), list):
            parts += [part for part in content if isinstance(part, dict) and "type" not in part]
    if not parts:
        return False
    named = "model" in [message.get("role") for message in messages]
    return any(has(part, "toolRequest") or has(part, "toolResponse") or (named and has(part, "text")) for part in parts)


def read(material: Material) -> Iterator[Found]:
    if not _is_trace(material):
        inside: Path = ("messages",) if isinstance(material.value, dict) else ()
        yield _found(member(material.value, *inside), inside)
        return
    calls = list(_calls_of_models(as_object(material.object["spans"])))
    if not calls:
        raise NothingToJudgeError("none of its spans is a model call with messages")
    yield from longest_histories(calls)


def _calls_of_models(spans: Object) -> Iterator[Found]:
    for name, span in spans.items():
        about = as_object(member(span, "attributes"))
        request = opened(about.get(_INPUT))
        if about.get(_SUBTYPE) == "model" and isinstance(member(request, "messages"), list):
            place: Path = ("spans", name, "attributes", _INPUT, "messages")
            yield _found(request["messages"], place, as_text(member(span, "displayName")) or name)


def _found(messages: object, at: Path, label: str = "") -> Found:
    turns, waiting = ChatTurns(), Waiting()
    for place, message in objects(messages, at):
        _add(turns, message, place, waiting)
    return Found(turns.messages, turns.places, FORMAT, label=label)


def _add(turns: ChatTurns, message: Object, at: Path, waiting: Waiting) -> None:
    role = _ROLES.get(as_text(message.get("role")), "")
    parts = list(objects(message.get("content"), (*at, "content")))
    spoken = [said for _, part in parts if (said := _spoken(part)) is not None]
    if role == "assistant":
        made = [(place, part["toolRequest"]) for place, part in parts if has(part, "toolRequest")]
        calls = [
            Call(member(call, "ref") or waiting.call(), member(call, "name"), member(call, "input"), place)
            for place, call in made
        ]
        turns.answer(plain(spoken), calls, at)
        return
    waiting.other_turn()
    for place, part in parts:
        if has(part, "toolResponse"):
            result = part["toolResponse"]
            turns.result(member(result, "ref") or waiting.result(), member(result, "output"), place)
    if role in {"user", "system"}:
        turns.say(role, plain(spoken), at)


def _spoken(part: Object) -> Json | None:
    if has(part, "text"):
        return text_part(in_text(part["text"]))
    return image_part(member(part, "media", "url")) if has(part, "media") else None


SOURCE = Source(
    "genkit", "Genkit request", recognise, read, frozenset({VALUE}), signs=frozenset({"spans", "messages", "role"})
)
