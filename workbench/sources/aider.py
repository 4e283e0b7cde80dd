"""aider's `.aider.chat.history.md`: headings are prompts, quotes are tool output, the rest is the answer.

This follows aider itself (`split_chat_history_markdown`). A new header starts a new conversation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, ChatTurns
from workbench.sources.contract import TEXT, Found, Material, Source
from workbench.sources.reading import as_text

_STARTED = re.compile(r"^# aider chat started at (.+)$", re.MULTILINE)
_USER, _TOOL = "#### ", "> "


def recognise(material: Material) -> bool:
    text = as_text(material.value)
    if _STARTED.search(text):
        return True
    return "aider" in material.name.rsplit("/", 1)[-1] and bool(re.search(r"^(####|>) ", text, re.MULTILINE))


def read(material: Material) -> Iterator[Found]:
    text = as_text(material.value)
    starts = [match.start() for match in _STARTED.finditer(text)]
    bounds = [0, *starts, len(text)] if not starts or text[: starts[0]].strip() else [*starts, len(text)]
    lines = text.splitlines()
    for begin, end in pairwise(bounds):
        started = _STARTED.match(text, begin)
        found = _session(text[begin:end], started[1] if started else "", text.count("\n", 0, begin))
        if found is not None:
            yield replace(found, decoded={(): lines})


def _session(text: str, when: str, first_line: int) -> Found | None:
    turns = ChatTurns()
    role, words = "", dict[int, str]()
    for number, line in enumerate([*text.splitlines(), _USER], first_line):
        kind = "user" if line.startswith(_USER) else "tool" if line.startswith(_TOOL) else "assistant"
        if line.startswith("# "):
            continue
        if kind != role:
            _say(turns, role, words)
            role, words = kind, {}
        words[number] = line.removeprefix(_USER) if kind == "user" else line
    if not turns.messages:
        return None
    return Found(turns.messages, turns.places, FORMAT, label=when, facts=Facts(when=when), joined=turns.joined)


def _say(turns: ChatTurns, role: str, words: dict[int, str]) -> None:
    """Add a message made of lines, given by their numbers. Tool output is not sent again."""
    text = "\n".join(words.values()).strip()
    if text and role in {"user", "assistant"}:
        first, *rest = words
        turns.say(role, text, (first,))
        for number in rest:
            turns.join((len(turns) - 1, "content"), (number,))


SOURCE = Source("aider", "aider chat history", recognise, read, frozenset({TEXT}))
