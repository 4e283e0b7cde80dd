"""Copilot Chat in VS Code (`chatSessions/*.json`, or a log of changes to such an object)."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import Found, Material, Source
from workbench.sources.reading import as_object, as_text, has, in_text, member, objects, text_of

_OWN_ENDING = re.compile(r"__vscode-\d+$")
_SNAPSHOT, _SET, _PUSH, _DELETE = 0, 1, 2, 3


def recognise(material: Material) -> bool:
    return _is_session(material.value) or _is_log(material)


def _is_session(value: Any) -> bool:
    named = has(value, "requests") and isinstance(value["requests"], list)
    return named and (
        has(value, "responderUsername") or has(value, "requesterUsername") or _is_request(value["requests"])
    )


def _is_request(requests: list[Json]) -> bool:
    return any(has(request, "requestId", "message") for request in requests[:5])


def _is_log(material: Material) -> bool:
    first = material.sample[0] if material.sample and isinstance(material.value, list) else {}
    snapshot = first.get("v", first.get("value"))
    return first.get("kind") == _SNAPSHOT and (
        _is_session(snapshot) or has(snapshot, "sessionId", "requests") or has(snapshot, "creationDate", "requests")
    )


def read(material: Material) -> Iterator[Found]:
    is_log = not _is_session(material.value)
    session = _replayed(material) if is_log else material.value
    turns = ChatTurns()
    models = []
    for place, request in objects(member(session, "requests"), ("requests",)):
        if not request.get("isCanceled"):
            _add(turns, request, place)
        models.append(as_text(request.get("modelId")))
    if turns.messages:
        title = as_text(member(session, "customTitle")) or text_of(member(turns.messages, 0, "content"))[:80]
        facts = Facts(title, next((model for model in reversed(models) if model), ""))
        decoded: dict[Path, Json] = {(): session} if is_log else {}
        yield Found(turns.messages, turns.places, FORMAT, facts=facts, decoded=decoded)


def _replayed(material: Material) -> Json:
    """Return the session after applying all changes of the log: set, push and delete at a path."""
    session: Json = {}
    for _, change in material.records:
        value = change.get("v", change.get("value"))
        path = change.get("k", change.get("path"))
        if change.get("kind") == _SNAPSHOT:
            session = copy.deepcopy(value)
        elif isinstance(path, list) and path and all(isinstance(step, (str, int)) for step in path):
            _change(member(session, *path[:-1]), path[-1], change, value)
    return session


def _change(holder: Json, key: Any, change: dict[str, Json], value: Json) -> None:
    kind = change.get("kind")
    if kind == _PUSH and isinstance(target := member(holder, key), list):
        start = change.get("i")
        target[start if isinstance(start, int) else len(target) :] = value if isinstance(value, list) else [value]
    elif isinstance(holder, dict) and isinstance(key, str):
        if kind == _SET:
            holder[key] = value
        elif kind == _DELETE:
            holder.pop(key, None)
    elif isinstance(holder, list) and isinstance(key, int) and 0 <= key < len(holder) and kind == _SET:
        holder[key] = value


def _add(turns: ChatTurns, request: dict[str, Json], place: Path) -> None:
    message = request.get("message")
    turns.say("user", message if isinstance(message, str) else in_text(member(message, "text")), (*place, "message"))
    at = (*place, "result", "metadata")
    results = as_object(member(request, "result", "metadata", "toolCallResults"))
    spoken = False
    for spot, round_ in objects(member(request, "result", "metadata", "toolCallRounds"), (*at, "toolCallRounds")):
        calls = [
            Call(_sent_id(call.get("id")), call.get("name"), call.get("arguments"), there)
            for there, call in objects(round_.get("toolCalls"), (*spot, "toolCalls"))
        ]
        words = in_text(round_.get("response"))
        if words or calls:
            turns.answer(words, calls, spot)
            spoken = spoken or bool(words)
        for _, call in objects(round_.get("toolCalls")):
            if (name := as_text(call.get("id"))) in results:
                turns.result(_sent_id(name), _words(results[name]), (*at, "toolCallResults", name))
    shown = "".join(_shown(part) for _, part in objects(request.get("response")))
    if shown and not spoken:
        turns.answer(shown, [], (*place, "response"))


def _sent_id(name: object) -> Json:
    """Return the provider's id. VS Code adds a suffix to identify its own calls and removes it before sending."""
    return _OWN_ENDING.sub("", name) if isinstance(name, str) else name


def _shown(part: dict[str, Json]) -> str:
    """Return the text shown on the screen: parts without a kind, or Markdown."""
    if part.get("kind") not in (None, "markdownContent"):
        return ""
    value = part.get("value", part.get("content"))
    return value if isinstance(value, str) else in_text(member(value, "value"))


def _words(result: object) -> str:
    pieces = [in_text(part.get("value")) for _, part in objects(member(result, "content"))]
    return "\n".join(pieces) if pieces else in_text(result)


SOURCE = Source(
    slug="copilot-chat",
    title="Copilot Chat session",
    recognise=recognise,
    read=read,
    homes=(
        "{config}/*/User/workspaceStorage/*/chatSessions/*.json*",
        "{config}/*/User/globalStorage/emptyWindowChatSessions/*.json*",
    ),
    signs=frozenset({"requests", "v", "value"}),
)
