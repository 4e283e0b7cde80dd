"""DeepSeek exports: a tree of messages as in ChatGPT exports; their texts are fragments (REQUEST, THINK, RESPONSE)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, ChatTurns
from workbench.sources.contract import VALUE, Branches, Found, Material, Source
from workbench.sources.reading import as_object, as_text, has, in_text, member, objects
from workbench.sources.trees import leaves_of, path_to

_SPEAKERS = {"REQUEST": "user", "RESPONSE": "assistant"}


def recognise(material: Material) -> bool:
    return any(
        has(member(node, "message"), "fragments")
        for chat in material.sample[:3]
        for node in list(as_object(chat.get("mapping")).values())[:3]
    )


def read(material: Material) -> Iterator[Found]:
    for place, chat in material.records:
        nodes = as_object(chat.get("mapping"))
        parents = {key: as_text(member(node, "parent")) or None for key, node in nodes.items()}
        leaves = sorted(leaves_of(parents), key=lambda leaf: as_text(member(nodes[leaf], "message", "inserted_at")))
        if not leaves:
            continue
        branch = partial(_found, chat, nodes, parents, place)
        others: Branches = tuple(partial(branch, leaf, f"branch {n}") for n, leaf in enumerate(leaves[:-1], 2))
        found = branch(leaves[-1], as_text(chat.get("id")), others)
        if found.messages:
            yield found


def _found(
    chat: dict[str, Json],
    nodes: dict[str, Json],
    parents: dict[str, str | None],
    place: tuple[str | int, ...],
    leaf: str,
    label: str,
    others: Branches = (),
) -> Found:
    turns = ChatTurns()
    model = ""
    for key in path_to(leaf, parents):
        at = (*place, "mapping", key, "message", "fragments")
        model = as_text(member(nodes[key], "message", "model")) or model
        for spot, fragment in objects(member(nodes[key], "message", "fragments"), at):
            if speaker := _SPEAKERS.get(as_text(fragment.get("type"))):
                turns.say(speaker, in_text(fragment.get("content")), spot)
    facts = Facts(as_text(chat.get("title")), model, as_text(chat.get("updated_at")))
    remark = f"{len(others) + 1} branches, the latest one shown" if others else ""
    return Found(turns.messages, turns.places, FORMAT, label=label, facts=facts, remark=remark, branches=others)


SOURCE = Source("deepseek-export", "DeepSeek export", recognise, read, frozenset({VALUE}), signs=frozenset({"mapping"}))
