"""Codex cloud tasks: the last user turn and the last assistant turn, as on the web page."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, ChatTurns
from workbench.sources.contract import VALUE, Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import as_text, has, member, objects, text_of

_TURNS = (("current_user_turn", "input_items", "user"), ("current_assistant_turn", "output_items", "assistant"))
_SIGNS = frozenset({"current_user_turn", "current_assistant_turn", "current_diff_task_turn"})


def recognise(material: Material) -> bool:
    return any(has(material.object.get(key), "output_items") or has(material.object.get(key), "input_items")
               for key in _SIGNS)  # fmt: skip


def read(material: Material) -> Iterator[Found]:
    turns = ChatTurns()
    for key, items, role in _TURNS:
        for at, item in objects(member(material.object, key, items), (key, items)):
            if item.get("type") == "message" and (words := text_of(item.get("content"))):
                turns.say(as_text(item.get("role")) or role, words, at)
    if not turns.messages:
        raise NothingToJudgeError("it contains file changes and no messages")
    yield Found(turns.messages, turns.places, FORMAT, facts=Facts(as_text(member(material.object, "task", "title"))))


SOURCE = Source("codex-cloud", "Codex cloud task", recognise, read, frozenset({VALUE}), stored=False, signs=_SIGNS)
