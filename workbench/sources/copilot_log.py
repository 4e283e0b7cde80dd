"""Copilot's request log (`*.chatreplay.json`, "Export Prompt Logs"): the requests of each prompt as they were sent.

Roles and kinds of parts are numbers, as in the library that renders the prompts.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns, image_part, plain, text_part
from workbench.sources.contract import Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import as_text, has, in_text, member, objects
from workbench.sources.recorded_calls import longest_histories

_ROLES = {0: "system", 1: "user", 2: "assistant", 3: "tool"}
_IMAGE, _TEXT = 0, 1


def recognise(material: Material) -> bool:
    first = member(material.value, "prompts", 0) or material.value
    return isinstance(member(first, "logs"), list) and has(first, "prompt", "logs")


def _requests(material: Material) -> Iterator[tuple[Path, dict[str, Json]]]:
    prompts = list(objects(material.object.get("prompts"), ("prompts",))) or [((), material.object)]
    for place, prompt in prompts:
        for at, entry in objects(prompt.get("logs"), (*place, "logs")):
            if entry.get("kind") == "request":
                yield at, entry


def read(material: Material) -> Iterator[Found]:
    calls: list[Found] = []
    for place, entry in _requests(material):
        held = entry.get("requestMessages")
        at = (*place, "requestMessages")
        listed = objects(held.get("messages"), (*at, "messages")) if isinstance(held, dict) else objects(held, at)
        turns = ChatTurns()
        for spot, message in listed:
            _add(turns, message, spot)
        if turns.messages:
            about = entry.get("metadata")
            facts = Facts(
                in_text(entry.get("name")), as_text(member(about, "model")), as_text(member(about, "startTime"))
            )
            found = Found(turns.messages, turns.places, FORMAT, label=in_text(entry.get("id")))
            calls.append(replace(found, facts=facts))
    if not calls:
        raise NothingToJudgeError("none of its entries is a request with messages")
    yield from longest_histories(calls)


def _add(turns: ChatTurns, message: dict[str, Json], at: Path) -> None:
    given = message.get("role")
    role = as_text(given) or (_ROLES.get(given, "") if isinstance(given, int) else "")
    parts: list[Json] = []
    for _, part in objects(message.get("content")):
        if part.get("type") == _TEXT:
            parts.append(text_part(in_text(part.get("text"))))
        elif part.get("type") == _IMAGE:
            parts.append(image_part(member(part, "imageUrl", "url")))
    content = plain(parts) if isinstance(message.get("content"), list) else message.get("content")
    if role == "assistant":
        calls = [
            Call(call.get("id"), member(call, "function", "name"), member(call, "function", "arguments"), place)
            for place, call in objects(message.get("toolCalls"), (*at, "toolCalls"))
        ]
        turns.answer(content, calls, at)
    elif role == "tool":
        turns.result(message.get("toolCallId"), content, at)
    elif role:
        turns.say(role, content, at)


SOURCE = Source(
    "copilot-log",
    "log of Copilot's requests",
    recognise,
    read,
    stored=False,
    signs=frozenset({"prompts", "logs"}),
)
