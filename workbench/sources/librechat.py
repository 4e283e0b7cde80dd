"""LibreChat exports: messages with parent ids, flat or nested. One part of an answer contains a call and its result."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import VALUE, Branches, Found, Material, Source
from workbench.sources.reading import as_text, has, in_text, member, objects
from workbench.sources.trees import leaves_of, path_to

_Messages = list[tuple[Path, dict[str, Json]]]


def recognise(material: Material) -> bool:
    held = material.object.get("messages") or material.object.get("messagesTree")
    return has(material.value, "conversationId") and (
        has(member(held, 0), "messageId") or has(material.value, "exportAt")
    )


def read(material: Material) -> Iterator[Found]:
    key = "messagesTree" if "messagesTree" in material.object else "messages"
    messages = list(_flat(material.object.get(key), (key,)))
    ids = {as_text(message.get("messageId")): number for number, (_, message) in enumerate(messages)}
    if not messages:
        return
    parents = {n: ids.get(as_text(messages[n][1].get("parentMessageId"))) for n in ids.values()}
    leaves = leaves_of(parents) or list(parents)
    leaf = max(leaves, key=lambda n: (as_text(messages[n][1].get("createdAt")), n))
    active = path_to(leaf, parents)
    others = [path_to(other, parents) for other in leaves if other != leaf]
    about = material.object
    facts = Facts(
        title=as_text(about.get("title")),
        model=as_text(member(about, "options", "model")),
        when=as_text(about.get("exportAt")),
    )
    branches = tuple(
        partial(_branch, [messages[n] for n in path], facts, f"branch {k}") for k, path in enumerate(others, 2)
    )
    remark = f"{len(branches) + 1} branches, the latest one shown" if branches else ""
    found = _branch([messages[n] for n in active], facts, "", remark, branches)
    if found.messages:
        yield found


def _flat(messages: object, at: Path) -> Iterator[tuple[Path, dict[str, Json]]]:
    """Yield all messages. Nested exports store the answers to a message in its `children`."""
    pending = list(objects(messages, at))[::-1]
    while pending:
        place, message = pending.pop()
        yield place, message
        pending += list(objects(message.get("children"), (*place, "children")))[::-1]


def _branch(path: _Messages, facts: Facts, label: str, remark: str = "", branches: Branches = ()) -> Found:
    """Read one branch. Failed answers are not sent, and a summary replaces everything before it."""
    turns = ChatTurns()
    for place, message in path:
        if message.get("error") or message.get("unfinished"):
            continue
        if as_text(message.get("summary")):
            turns = ChatTurns()
            turns.say("system", message["summary"], (*place, "summary"))
        if message.get("isCreatedByUser") or as_text(message.get("sender")).lower() == "user":
            turns.say("user", _text(message), place)
        else:
            _answer(turns, message, place)
    found = Found(turns.messages, turns.places, FORMAT, label=label, facts=facts, remark=remark, branches=branches)
    return replace(found, joined=turns.joined)


def _text(message: dict[str, Json]) -> str:
    words = [_words(part.get("text")) for _, part in objects(message.get("content")) if part.get("type") == "text"]
    return as_text(message.get("text")) or "\n".join(words)


def _words(text: object) -> str:
    return text if isinstance(text, str) else in_text(member(text, "value"))


def _answer(turns: ChatTurns, message: dict[str, Json], place: Path) -> None:
    """Add texts and calls in order. Each call ends a message, because its result follows."""
    words: dict[Path, str] = {}
    for at, part in objects(message.get("content"), (*place, "content")):
        if part.get("type") == "text":
            words[at] = _words(part.get("text"))
        elif part.get("type") == "tool_call" and isinstance(part.get("tool_call"), dict):
            call: Any = part["tool_call"]
            turns.answer_in_parts(words, [Call(call.get("id"), call.get("name"), call.get("args"), at)], at)
            words = {}
            if call.get("output") is not None:
                turns.result(call.get("id"), call["output"], at)
    if any(words.values()):
        turns.answer_in_parts(words, [], place)
    elif not message.get("content") and as_text(message.get("text")):
        turns.answer(message["text"], [], place)


SOURCE = Source(
    "librechat",
    "LibreChat export",
    recognise,
    read,
    frozenset({VALUE}),
    program_repairs={"tool-result-missing": "LibreChat sends an empty result for this call."},
    signs=frozenset({"conversationId"}),
)
