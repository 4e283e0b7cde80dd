"""SillyTavern chats: a line about the chat, then one line per message, which shows the chosen swipe.

Hidden messages (`is_system`) are not sent, except tool invocations, which are calls with their results.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import Object, as_text, has, in_text, member, objects


def recognise(material: Material) -> bool:
    return any(has(line, "mes", "is_user") for line in material.sample)


def read(material: Material) -> Iterator[Found]:
    turns = ChatTurns()
    who = ""
    for place, line in material.records:
        used = list(objects(member(line, "extra", "tool_invocations"), (*place, "extra", "tool_invocations")))
        if used:
            _add_invocations(turns, used, place)
        elif has(line, "mes") and line.get("is_system") is not True:
            who = who or ("" if line.get("is_user") else as_text(line.get("name")))
            turns.say(_role(line), in_text(line["mes"]), (*place, "mes"))
    if not turns.messages:
        raise NothingToJudgeError("it contains no messages")
    yield Found(turns.messages, turns.places, FORMAT, facts=Facts(who=who))


def _role(line: Object) -> str:
    if line.get("is_user"):
        return "user"
    return "system" if member(line, "extra", "type") == "narrator" else "assistant"


def _add_invocations(turns: ChatTurns, used: list[tuple[Path, Object]], at: Path) -> None:
    turns.answer("", [Call(item.get("id"), item.get("name"), item.get("parameters"), spot) for spot, item in used], at)
    for spot, item in used:
        turns.result(item.get("id"), item.get("result"), (*spot, "result"))


SOURCE = Source("sillytavern", "SillyTavern chat", recognise, read, signs=frozenset({"mes", "user_name"}))
