"""Open WebUI chats: a tree of messages by id. Newer versions store the items of an answer in `output`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from workbench.json.pointer import Path
from workbench.json.text import Json, JsonObject
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import RECORDS, TABLES, Branches, Found, Material, Source
from workbench.sources.reading import as_object, as_text, has, in_text, member, objects, opened, text_of
from workbench.sources.trees import leaves_of, path_to

_DETAILS = re.compile(r"<details\b[^>]*>.*?</details>\s*", re.DOTALL)
"""Calls and thoughts as older versions display them; they are not sent."""


def recognise(material: Material) -> bool:
    if material.kind == TABLES:
        return has(member(material.value, "chat", 0), "chat", "user_id")
    return any(_chat(record)[1] for record in material.sample[:5])


def _chat(record: dict[str, Json]) -> tuple[Path, dict[str, Json]]:
    """Return the path and the chat of a record, which is a chat or an entry of an export; empty if there is none."""
    for path in ((), ("chat",)):
        messages = member(record, *path, "history", "messages")
        if isinstance(messages, dict) and "currentId" in member(record, *path, "history"):
            return path, as_object(member(record, *path)) if path else record
    return (), {}


def read(material: Material) -> Iterator[Found]:
    of_table = objects(material.object.get("chat"), ("chat",)) if material.kind == TABLES else None
    for place, row in of_table or material.records:
        record = {**row, "chat": opened(row.get("chat"))} if of_table else row
        path, chat = _chat(record)
        if chat:
            yield from _conversation(chat, (*place, *path))


def _conversation(chat: JsonObject, place: Path) -> Iterator[Found]:
    nodes = {key: as_object(node) for key, node in chat["history"]["messages"].items()}
    parents = {
        key: parent if (parent := as_text(node.get("parentId"))) in nodes else None for key, node in nodes.items()
    }
    leaves = leaves_of(parents) or list(nodes)
    if not leaves:
        return
    current = as_text(chat["history"].get("currentId"))
    leaf = current if current in nodes else max(leaves, key=lambda key: _time(nodes[key]))
    active = path_to(leaf, parents)
    others = [path_to(other, parents) for other in leaves if other not in set(active)]
    models = [as_text(nodes[key].get("model")) for key in active]
    facts = Facts(as_text(chat.get("title")), next((model for model in reversed(models) if model), ""))
    at = (*place, "history", "messages")
    branches = tuple(partial(_branch, path, nodes, at, facts, f"branch {n}") for n, path in enumerate(others, 2))
    remark = f"{len(branches) + 1} branches, the current one shown" if branches else ""
    found = _branch(active, nodes, at, facts, as_text(chat.get("id")), remark, branches)
    if found.messages:
        yield found


def _time(node: dict[str, Json]) -> float:
    time = node.get("timestamp")
    return time if isinstance(time, (int, float)) else 0


def _branch(
    path: list[str],
    nodes: dict[str, dict[str, Json]],
    at: Path,
    facts: Facts,
    label: str,
    remark: str = "",
    branches: Branches = (),
) -> Found:
    turns = ChatTurns()
    for key in path:
        node, place = nodes[key], (*at, key)
        if node.get("role") == "assistant" and isinstance(node.get("output"), list):
            _items(turns, node["output"], (*place, "output"))
        elif node.get("role") == "assistant":
            turns.answer(_DETAILS.sub("", in_text(node.get("content"))), [], place)
        elif as_text(node.get("role")):
            turns.say(as_text(node["role"]), node.get("content"), place)
    return Found(turns.messages, turns.places, FORMAT, label=label, facts=facts, remark=remark, branches=branches)


def _items(turns: ChatTurns, items: object, at: Path) -> None:
    """Add Responses items as chat messages, like `convert_output_to_messages`."""
    for place, item in objects(items, at):
        if item.get("type") == "message":
            turns.answer(text_of(item.get("content")), [], place)
        elif item.get("type") == "function_call":
            turns.answer("", [Call(item.get("call_id"), item.get("name"), item.get("arguments"), place)], place)
        elif item.get("type") == "function_call_output":
            output = item.get("output")
            turns.result(item.get("call_id"), text_of(output) or output, place)


SOURCE = Source(
    "open-webui", "Open WebUI chat", recognise, read, RECORDS | {TABLES}, signs=frozenset({"history", "chat"})
)
