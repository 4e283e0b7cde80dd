"""LobeChat: exports of both of its stores, and message lists of its app.

All messages are in one list, each with its session, topic and parent. A regenerated answer is a branch, and its parent
stores which branch is active. A tool result is a child of the message with the call.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import VALUE, Found, Material, Source
from workbench.sources.reading import Object, as_text, has, member, objects

_Placed = tuple[Path, Object]
_HOLDERS = (("state", "messages"), ("data", "messages"), ())


def recognise(material: Material) -> bool:
    if has(material.value, "exportType", "state"):
        return isinstance(member(material.value, "state", "messages"), list)
    if isinstance(member(material.value, "data", "messages"), list):
        return has(member(material.value, "data"), "messagePlugins") or has(material.value, "schemaHash")
    return isinstance(material.value, list) and any(map(_is_distinctive, material.sample))


def _is_distinctive(message: Object) -> bool:
    """Whether a message has fields that only this app writes: plugin calls, plugin state or tree links."""
    is_call = has(member(message, "tools", 0), "apiName", "identifier")
    in_tree = has(message, "parentId", "createdAt", "updatedAt", "meta")
    return has(message, "role", "content") and (is_call or in_tree or has(message, "pluginState"))


def read(material: Material) -> Iterator[Found]:
    path = next(path for path in _HOLDERS if isinstance(member(material.value, *path), list))
    named = {as_text(row.get("id")): row.get("toolCallId") for _, row in _rows(material, "messagePlugins")}
    titles = {as_text(item.get("id")): item for key in ("sessions", "topics") for _, item in _rows(material, key)}
    threads: dict[tuple[str, str], list[_Placed]] = defaultdict(list)
    for place, message in objects(member(material.value, *path), path):
        threads[as_text(message.get("sessionId")), as_text(message.get("topicId"))].append((place, message))
    for (session, topic), messages in threads.items():
        turns = ChatTurns()
        for place, message in _active(messages):
            _add(turns, message, place, named)
        about = titles.get(topic) or titles.get(session)
        title = as_text(member(about, "title")) or as_text(member(titles.get(session), "meta", "title"))
        model = as_text(member(titles.get(session), "config", "model"))
        if turns.messages:
            yield Found(turns.messages, turns.places, FORMAT, label=topic or session, facts=Facts(title, model))


def _rows(material: Material, key: str) -> Iterator[_Placed]:
    for holder in ("state", "data"):
        yield from objects(member(material.value, holder, key))


def _active(messages: Sequence[_Placed]) -> Iterator[_Placed]:
    """Yield the active branch of every root message, in order of time."""
    ordered = sorted(messages, key=lambda placed: str(placed[1].get("createdAt") or ""))
    known = {as_text(message.get("id")) for _, message in ordered}
    below: dict[str, list[_Placed]] = defaultdict(list)
    roots: list[_Placed] = []
    for placed in ordered:
        parent = as_text(placed[1].get("parentId"))
        (below[parent] if parent in known else roots).append(placed)
    seen: set[str] = set()
    for root in roots:
        at: _Placed | None = root
        while at is not None and (key := as_text(at[1].get("id"))) not in seen:
            if key:
                seen.add(key)
            yield at
            results = [child for child in below[key] if child[1].get("role") == "tool"]
            yield from results
            answers = [child for child in below[key] if child[1].get("role") != "tool"]
            answers += [child for result in results for child in below[as_text(result[1].get("id"))]]
            at = _chosen(at[1], answers, below)


def _chosen(message: Object, answers: list[_Placed], below: dict[str, list[_Placed]]) -> _Placed | None:
    number = member(message, "metadata", "activeBranchIndex")
    if isinstance(number, int) and 0 <= number < len(answers):
        return answers[number]
    continued = (answer for answer in answers if below.get(as_text(answer[1].get("id"))))
    return next(continued, answers[0] if answers else None)


def _add(turns: ChatTurns, message: Object, place: Path, named: dict[str, Json]) -> None:
    role, words = as_text(message.get("role")), message.get("content")
    if role == "tool":
        turns.result(message.get("tool_call_id") or named.get(as_text(message.get("id"))), words, place)
    elif role == "assistant":
        calls = [
            Call(call.get("id"), call.get("apiName"), call.get("arguments"), at)
            for at, call in objects(message.get("tools"), (*place, "tools"))
        ]
        turns.answer(words, calls, place)
    elif role in {"user", "system"}:
        turns.say(role, words, place)


SOURCE = Source(
    "lobechat",
    "LobeChat export",
    recognise,
    read,
    frozenset({VALUE}),
    signs=frozenset({"exportType", "data", "schemaHash", "tools", "pluginState", "meta"}),
)
