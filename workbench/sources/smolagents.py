"""Memories of smolagents: steps, of which each has the messages that were sent for it.

The last step has the longest history. The roles `tool-call` and `tool-response` are sent as the assistant and the user.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns, image_part, plain, text_part
from workbench.sources.contract import Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import Object, as_text, in_text, member, objects

_ROLES = {
    "system": "system",
    "user": "user",
    "assistant": "assistant",
    "tool-call": "assistant",
    "tool-response": "user",
}


def recognise(material: Material) -> bool:
    return any("model_input_messages" in step and "step_number" in step for _, step in _steps(material))


def _steps(material: Material) -> list[tuple[Path, Object]]:
    for key in ("steps", "memory", "trajectory"):
        if isinstance(held := member(material.value, key), list):
            return list(objects(held, (key,)))
    return list(material.records)


def read(material: Material) -> Iterator[Found]:
    sent = [(place, step) for place, step in _steps(material) if step.get("model_input_messages")]
    if not sent:
        raise NothingToJudgeError("its steps were saved without the messages that were sent")
    place, step = sent[-1]
    turns = ChatTurns()
    for at, message in objects(step["model_input_messages"], (*place, "model_input_messages")):
        _add(turns, message, at)
    answer = member(step, "model_output_message")
    if isinstance(answer, dict):
        _add(turns, answer, (*place, "model_output_message"))
        made = _calls(answer, ())
        if len(made) == 1 and as_text(step.get("observations")):
            turns.result(made[0].id, step["observations"], (*place, "observations"))
    yield Found(turns.messages, turns.places, FORMAT)


def _add(turns: ChatTurns, message: Object, at: Path) -> None:
    role = as_text(message.get("role")) or as_text(member(message, "role", "value"))
    sent, words = _ROLES.get(role, ""), _words(message.get("content"))
    if sent == "assistant":
        turns.answer(words, _calls(message, at), at)
    elif sent:
        turns.say(sent, words, at)


def _words(content: object) -> Json:
    if not isinstance(content, list):
        return in_text(content)
    return plain(
        image_part(member(part, "image_url", "url")) if part.get("type") == "image_url" else text_part(part.get("text"))
        for _, part in objects(content)
    )


def _calls(message: Object, at: Path) -> list[Call]:
    """Return the calls of an answer. Those of a `tool-call` message are part of its text."""
    if message.get("role") == "tool-call":
        return []
    return [
        Call(call.get("id"), member(call, "function", "name"), member(call, "function", "arguments"), place)
        for place, call in objects(message.get("tool_calls"), (*at, "tool_calls"))
    ]


SOURCE = Source(
    "smolagents",
    "memory of a smolagents agent",
    recognise,
    read,
    signs=frozenset({"model_input_messages", "steps", "memory", "trajectory"}),
)
