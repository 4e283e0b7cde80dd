"""ChatGPT exports (`conversations.json`): each conversation is a tree of nodes, and `current_node` is its leaf.

A shared link has the same nodes as a list, in the order in which they are shown. There are no call ids. A message to a
recipient is a call, and the tool messages after it are its results.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from workbench.json.pointer import Path
from workbench.json.text import Json, JsonObject
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import Branches, Found, Material, Source
from workbench.sources.reading import as_object, as_text, has, in_text, member, objects
from workbench.sources.trees import leaves_of, path_to

_THOUGHTS = frozenset({"thoughts", "reasoning_recap"})
_NOT_IN_A_NAME = re.compile(r"[^a-zA-Z0-9_-]")
_SHARED = "linear_conversation"
_CONTEXT = frozenset({"user_editable_context", "model_editable_context"})


def recognise(material: Material) -> bool:
    return any(_is_conversation(record) or _is_shared(record) for record in material.sample[:5])


def _is_conversation(value: object) -> bool:
    nodes = list(as_object(member(value, "mapping")).values())[:3]
    return bool(nodes) and all(has(node, "parent") or has(node, "children") or has(node, "message") for node in nodes)


def _is_shared(value: object) -> bool:
    return any(has(member(value, _SHARED, number, "message"), "author", "content") for number in range(3))


def read(material: Material) -> Iterator[Found]:
    for place, conversation in material.records:
        if _is_conversation(conversation):
            yield from _conversation(conversation, place)
        elif _is_shared(conversation):
            yield from _shared(conversation, place)


def _shared(conversation: dict[str, Json], place: Path) -> Iterator[Found]:
    nodes = {str(at[-1]): node for at, node in objects(conversation[_SHARED], (*place, _SHARED))}
    places: dict[str, Path] = {key: (*place, _SHARED, int(key)) for key in nodes}
    facts = Facts(as_text(conversation.get("title")), when=str(conversation.get("update_time") or ""))
    found = _branch(list(nodes), nodes, places, facts, as_text(conversation.get("title")))
    if found.messages:
        yield found


def _conversation(conversation: JsonObject, place: Path) -> Iterator[Found]:
    nodes = {key: as_object(node) for key, node in conversation["mapping"].items()}
    parents = {key: _parent(node, nodes) for key, node in nodes.items()}
    leaves = leaves_of(parents) or list(nodes)
    current = as_text(conversation.get("current_node"))
    leaf = current if current in nodes else max(leaves, key=lambda key: _created(nodes[key]))
    facts = Facts(
        title=as_text(conversation.get("title")),
        model=as_text(conversation.get("default_model_slug")),
        when=str(conversation.get("update_time") or conversation.get("create_time") or ""),
    )
    active = path_to(leaf, parents)
    others = [path_to(other, parents) for other in leaves if other not in set(active)]
    label = as_text(conversation.get("id") or conversation.get("conversation_id")) or facts.title
    places: dict[str, Path] = {key: (*place, "mapping", key) for key in nodes}
    others_found = tuple(
        partial(_branch, path, nodes, places, facts, f"branch {n}") for n, path in enumerate(others, 2)
    )
    remark = f"{len(others_found) + 1} branches, the current one shown" if others_found else ""
    found = _branch(active, nodes, places, facts, label, remark, others_found)
    if found.messages:
        yield found


def _branch(
    path: list[str],
    nodes: dict[str, dict[str, Json]],
    places: dict[str, Path],
    facts: Facts,
    label: str,
    remark: str = "",
    branches: Branches = (),
) -> Found:
    turns = ChatTurns()
    call: str | None = None
    for number, key in enumerate(path):
        message = nodes[key].get("message")
        if not isinstance(message, dict) or _is_hidden(message):
            continue
        answered = any(
            member(nodes[later], "message", "author", "role") == "tool" for later in path[number + 1 : number + 2]
        )
        call = _add(turns, message, (*places[key], "message"), _id(key), call, answered)
    found = Found(turns.messages, turns.places, FORMAT, label=label, facts=facts, remark=remark, branches=branches)
    return replace(found, joined=turns.joined)


def _id(key: str) -> str:
    """The id of a call: that of its node, or one made from its position."""
    return f"call_{key}" if key.isdecimal() else key


def _add(
    turns: ChatTurns, message: dict[str, Json], at: Path, key: str, call: str | None, answered: bool
) -> str | None:
    """Add one node. Return the call that still waits for results, so that the next tool messages can refer to it."""
    role = as_text(member(message, "author", "role"))
    content = message.get("content")
    kind = as_text(member(content, "content_type"))
    words = _words(content)
    recipient = as_text(message.get("recipient")) or "all"
    if role == "tool":
        if call is None:
            return None
        if turns.messages and turns.messages[-1].get("tool_call_id") == call:
            last = turns.messages[-1]  # the browser tool returns a page and then its quotes
            last["content"] = "\n".join(filter(None, [last["content"], words]))
            turns.join((len(turns) - 1, "content"), at)
        else:
            turns.result(call, words, at)
        return call
    if role == "assistant" and recipient != "all" and answered:
        turns.answer("", [Call(key, _NOT_IN_A_NAME.sub("_", recipient), {"input": words}, at)], at)
        return key
    if role and kind not in _THOUGHTS | _CONTEXT and words:
        turns.say(role, words, at)
    return None


def _words(content: object) -> str:
    """Return the texts. A picture or recording is replaced by its pointer, because the export lacks the file."""
    parts = member(content, "parts")
    if isinstance(parts, list):
        pieces = [part if isinstance(part, str) else _pointer(part) for part in parts]
        return "\n".join(piece for piece in pieces if piece)
    for key in ("text", "result", "content"):
        if words := as_text(member(content, key)):
            return words
    return ""


def _pointer(part: object) -> str:
    pointer = member(part, "asset_pointer") or member(part, "text")
    return f"[{in_text(member(part, 'content_type'))} {in_text(pointer)}]".replace(" ]", "]")


def _is_hidden(message: dict[str, Json]) -> bool:
    hidden = member(message, "metadata", "is_visually_hidden_from_conversation") is True
    return hidden or (message.get("weight") == 0 and member(message, "author", "role") == "system")


def _parent(node: dict[str, Json], nodes: dict[str, dict[str, Json]]) -> str | None:
    parent = as_text(node.get("parent"))
    return parent if parent in nodes else None


def _created(node: dict[str, Json]) -> float:
    created = member(node, "message", "create_time")
    return created if isinstance(created, (int, float)) else 0


SOURCE = Source("chatgpt-export", "ChatGPT export", recognise, read, signs=frozenset({"mapping", _SHARED}))
