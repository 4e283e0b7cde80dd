"""Several conversations of one file: the worst first, each with its verdict, its model, and who spoke and when.

The other branches of a session come after all conversations: no program sends them again, but people look for them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime

from workbench.checks.check import check
from workbench.checks.verdict import Outcome
from workbench.conversation import Conversation
from workbench.formats import FORMATS
from workbench.origin import NO_FACTS
from workbench.outputs.verdict_sentence import LABELS
from workbench.view.verdict import base_name

_MOST_MESSAGES = 20_000
"""Beyond that, judging all of them before one is shown would take too long: they stay in their order."""
_MOST_BRANCHES = 20
_LONGEST = 60
_DOT = " · "
_SEARCHED = 20
_MILLISECONDS = 1e11
"""Unix time beyond this is in milliseconds: in seconds it would be the year 5138."""
_NO_NAME = re.compile(r"\d+|[0-9a-f]{8}-[0-9a-f-]{20,}|[0-9a-f]{16,}")
_MARKS = {Outcome.REFUSED: "✖", Outcome.MAY_REFUSE: "▲", Outcome.NOT_JUDGED: "▲", Outcome.ACCEPTED: "✓"}
_WORST_FIRST = (Outcome.REFUSED, Outcome.MAY_REFUSE, Outcome.NOT_JUDGED, Outcome.ACCEPTED)


def worst_first(conversations: Sequence[Conversation]) -> list[Conversation]:
    if len(conversations) < 2 or _is_long(conversations):
        return list(conversations)
    outcomes = [check(one, with_information=False).verdict.outcome for one in conversations]
    numbers = sorted(range(len(conversations)), key=lambda number: _WORST_FIRST.index(outcomes[number]))
    return [conversations[number] for number in numbers]


def other_branches(conversations: Sequence[Conversation]) -> list[Conversation]:
    """Those that a program keeps beside the current one."""
    branches = [branch for one in conversations if one.origin for branch in one.origin.branches]
    read = (branch() for branch in branches[:_MOST_BRANCHES])
    return [one for one in read if isinstance(one, Conversation)]


def labels_of(conversations: Sequence[Conversation]) -> list[str]:
    """`✖ would refuse · req-2 · Weather? · gpt-4o · 4 messages`. What all their names begin with, the file, is left
    out, and so is an id that says nothing beside a title."""
    is_long = _is_long(conversations)
    names = [base_name(one) for one in conversations]
    shortest = min(names, key=len, default="")
    file = shortest.partition("#")[0]
    file = file if all(name.startswith(file) for name in names) else ""
    own = [name.removeprefix(file).strip(" #") for name in names]
    parts = [_label(one, name, is_long) for one, name in zip(conversations, own, strict=True)]
    counted = Counter(map(tuple, parts))
    return [
        _DOT.join(filter(None, [part[0], name, *part[2:]] if counted[tuple(part)] > 1 else part))
        for part, name in zip(parts, own, strict=True)
    ]


def relabelled(label: str, outcome: Outcome, count: int) -> str:
    """The label after a repair, which changes the verdict and may change the number of messages."""
    first, *rest = label.split(_DOT)[:-1] or [""]
    had_verdict = first.partition(" ")[0] in _MARKS.values()
    return _DOT.join([*([_verdict(outcome)] if had_verdict else [first]), *rest, _messages(count)])


def _verdict(outcome: Outcome) -> str:
    return f"{_MARKS[outcome]} {LABELS[outcome]}"


def _messages(count: int) -> str:
    return f"{count:,} message{'' if count == 1 else 's'}"


def _label(conversation: Conversation, name: str, is_long: bool) -> list[str]:
    facts = conversation.origin.facts if conversation.origin else NO_FACTS
    outcome = None if is_long else check(conversation, with_information=False).verdict.outcome
    title = _on_one_line(facts.title) or first_words(conversation)
    return [
        _verdict(outcome) if outcome else "",
        _telling_name(name) if title else name,
        title,
        _on_one_line(facts.model),
        _moment(facts.when),
        _on_one_line(re.split(r"[/\\]", facts.who.rstrip("/\\"))[-1]),
        _messages(len(conversation.messages)),
    ]


def _telling_name(name: str) -> str:
    """The name without numbers and ids that nobody chose: what is left of `0 branch 2` is the branch."""
    return " ".join(word for number, word in enumerate(name.split()) if number or not _NO_NAME.fullmatch(word))


def _on_one_line(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"


def first_words(conversation: Conversation) -> str:
    """What was asked first, for a conversation without a title."""
    read = FORMATS[conversation.format].read
    for index, message in enumerate(conversation.messages[:_SEARCHED]):
        if FORMATS[conversation.format].role_of(message) == "user":
            texts = (event.value for event in read(message, index) if event.kind == "text")
            return _on_one_line(next((text for text in texts if isinstance(text, str)), ""))
    return ""


def _moment(when: str) -> str:
    """A moment to the minute: sources write it as ISO has it, or as seconds or milliseconds of Unix."""
    try:
        seconds = float(when)
    except ValueError:
        return when[:16].replace("T", " ")
    seconds = seconds / 1000 if seconds > _MILLISECONDS else seconds
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")
    except (OverflowError, OSError, ValueError):
        return ""


def _is_long(conversations: Sequence[Conversation]) -> bool:
    return sum(len(one.messages) for one in conversations) > _MOST_MESSAGES
