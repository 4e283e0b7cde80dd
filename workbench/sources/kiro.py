"""Kiro CLI and Amazon Q: a history of pairs, each what the user or the tools said and what the assistant answered."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import Found, Material, Source
from workbench.sources.reading import as_object, as_text, has, in_text, member, objects

_RESULTS = ("ToolUseResults", "CancelledToolUses")
_Pair = tuple[Path, dict[str, Json], Path, dict[str, Json]]


def recognise(material: Material) -> bool:
    return has(material.value, "conversation_id", "history") and any(
        has(user.get("content"), "Prompt") or has(answer, "Response") or has(answer, "ToolUse")
        for _, user, _, answer in _pairs(material.object)
    )


def _pairs(session: dict[str, Json]) -> list[_Pair]:
    """The entries of the history; older versions keep each as a list of two."""
    found: list[_Pair] = []
    history = session.get("history")
    for number, entry in enumerate(history if isinstance(history, list) else ()):
        at: Path = ("history", number)
        if isinstance(entry, dict):
            user, answer = as_object(entry.get("user")), as_object(entry.get("assistant"))
            found.append(((*at, "user"), user, (*at, "assistant"), answer))
        elif isinstance(entry, list) and len(entry) > 1:
            found.append(((*at, 0), as_object(entry[0]), (*at, 1), as_object(entry[1])))
    return found


def read(material: Material) -> Iterator[Found]:
    turns = ChatTurns()
    for user_place, user, answer_place, answer in _pairs(material.object):
        _add_user(turns, as_object(user.get("content")), (*user_place, "content"))
        _add_answer(turns, answer, answer_place)
    if turns.messages:
        yield Found(turns.messages, turns.places, FORMAT, facts=Facts(model=_model(material)))


def _add_user(turns: ChatTurns, content: dict[str, Json], at: Path) -> None:
    for key in _RESULTS:
        for place, result in objects(member(content, key, "tool_use_results"), (*at, key, "tool_use_results")):
            pieces = [
                in_text(piece.get("Text") if "Text" in piece else piece.get("Json"))
                for _, piece in objects(result.get("content"))
            ]
            turns.result(result.get("tool_use_id"), "\n".join(pieces), place)
    for key in ("Prompt", "CancelledToolUses"):
        if words := as_text(member(content, key, "prompt")):
            turns.say("user", words, (*at, key, "prompt"))


def _add_answer(turns: ChatTurns, answer: dict[str, Json], at: Path) -> None:
    if has(answer, "ToolUse"):
        inside = (*at, "ToolUse")
        calls = [
            Call(call.get("id"), call.get("name"), call.get("args") or {}, place)
            for place, call in objects(member(answer, "ToolUse", "tool_uses"), (*inside, "tool_uses"))
        ]
        turns.answer(as_text(member(answer, "ToolUse", "content")), calls, inside)
    elif has(answer, "Response"):
        turns.answer(as_text(member(answer, "Response", "content")), [], (*at, "Response"))


def _model(material: Material) -> str:
    return as_text(member(material.value, "model_info", "model_id") or member(material.value, "model"))


SOURCE = Source("kiro", "Kiro or Amazon Q conversation", recognise, read, signs=frozenset({"conversation_id"}))
