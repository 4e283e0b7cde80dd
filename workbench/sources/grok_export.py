"""Grok exports: conversations with their responses, a tree of texts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, ChatTurns
from workbench.sources.contract import VALUE, Branches, Found, Material, Source
from workbench.sources.reading import as_text, has, member, objects
from workbench.sources.trees import leaves_of, path_to

_Responses = list[tuple[Path, dict[str, Json]]]


def recognise(material: Material) -> bool:
    held = member(material.value, "conversations", 0)
    return has(held, "conversation", "responses") or has(material.value, "conversation", "responses")


def read(material: Material) -> Iterator[Found]:
    if "conversations" in material.object:
        held = list(objects(material.object["conversations"], ("conversations",)))
    else:
        held = [((), material.object)]
    for place, item in held:
        responses = [
            ((*at, "response"), wrapped["response"]) if isinstance(wrapped.get("response"), dict) else (at, wrapped)
            for at, wrapped in objects(item.get("responses"), (*place, "responses"))
            if isinstance(wrapped.get("response"), dict) or has(wrapped, "sender", "message")
        ]
        yield from _conversation(item.get("conversation"), responses)


def _conversation(about: object, responses: _Responses) -> Iterator[Found]:
    if not responses:
        return
    ids = {as_text(response.get("response_id")) or str(n): n for n, (_, response) in enumerate(responses)}
    parents = {n: ids.get(as_text(responses[n][1].get("parent_response_id"))) for n in ids.values()}
    linked = any(parent is not None for parent in parents.values())
    leaf = ids.get(as_text(member(about, "leaf_response_id")), max(parents))
    active = path_to(leaf, parents) if linked else list(parents)
    others = [path_to(other, parents) for other in leaves_of(parents) if other not in set(active)] if linked else []
    facts = Facts(
        title=as_text(member(about, "title")),
        when=_time(member(about, "modify_time") or member(about, "create_time")),
    )
    branches = tuple(
        partial(_branch, [responses[n] for n in path], facts, f"branch {k}") for k, path in enumerate(others, 2)
    )
    remark = f"{len(branches) + 1} branches, the current one shown" if branches else ""
    label = as_text(member(about, "conversation_id") or member(about, "id"))
    found = _branch([responses[n] for n in active], facts, label, remark, branches)
    if found.messages:
        yield found


def _branch(path: _Responses, facts: Facts, label: str, remark: str = "", branches: Branches = ()) -> Found:
    turns = ChatTurns()
    for place, response in path:
        role = "user" if as_text(response.get("sender")).lower() == "human" else "assistant"
        turns.say(role, as_text(response.get("message")), place)
    return Found(turns.messages, turns.places, FORMAT, label=label, facts=facts, remark=remark, branches=branches)


def _time(value: object) -> str:
    """Return a time that is a string or a MongoDB date."""
    return as_text(value) or as_text(member(value, "$date", "$numberLong") or member(value, "$date"))


SOURCE = Source(
    "grok-export", "Grok export", recognise, read, frozenset({VALUE}), signs=frozenset({"conversations", "responses"})
)
