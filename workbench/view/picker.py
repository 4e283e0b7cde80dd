"""Several conversations of one file: the worst first, each with its verdict, model, title, user and time.

The other branches of a session come after all conversations: no program sends them again, but people look for them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from workbench.checks.check import check
from workbench.checks.verdict import Outcome
from workbench.conversation import Conversation
from workbench.origin import NO_FACTS
from workbench.outputs.conversation_title import conversation_title, title_line
from workbench.outputs.verdict_sentence import LABELS
from workbench.triage.dates import iso_time, to_the_minute
from workbench.view.verdict import base_name

_MAX_MESSAGES = 20_000
"""With more messages, checking all conversations before one is shown would take too long: they keep their order."""
_MAX_BRANCHES = 20
_DOT = " · "
_NO_NAME = re.compile(r"\d+|[0-9a-f]{8}-[0-9a-f-]{20,}|[0-9a-f]{16,}")
_MARKS = {Outcome.REFUSED: "✖", Outcome.MAY_REFUSE: "▲", Outcome.NOT_JUDGED: "▲", Outcome.ACCEPTED: "✓"}
_WORST_FIRST = (Outcome.REFUSED, Outcome.MAY_REFUSE, Outcome.NOT_JUDGED, Outcome.ACCEPTED)


def worst_first(conversations: Sequence[Conversation]) -> list[Conversation]:
    if len(conversations) < 2 or _is_long(conversations):
        return list(conversations)
    outcomes = [check(conversation, with_information=False).verdict.outcome for conversation in conversations]
    numbers = sorted(range(len(conversations)), key=lambda number: _WORST_FIRST.index(outcomes[number]))
    return [conversations[number] for number in numbers]


def other_branches(conversations: Sequence[Conversation]) -> list[Conversation]:
    """Return the branches that a program stores in addition to the current one."""
    origins = [conversation.origin for conversation in conversations if conversation.origin]
    loaders = [load_branch for origin in origins for load_branch in origin.branches]
    branches = (load_branch() for load_branch in loaders[:_MAX_BRANCHES])
    return [branch for branch in branches if isinstance(branch, Conversation)]


def unopened_branches(conversations: Sequence[Conversation]) -> list[str]:
    """Return what to say about the branches beyond the limit; empty if all are opened."""
    count = sum(len(conversation.origin.branches) for conversation in conversations if conversation.origin)
    rest = count - _MAX_BRANCHES
    return [f"{rest:,} of the {count:,} other branches of this file"] if rest > 0 else []


def labels_of(conversations: Sequence[Conversation]) -> list[str]:
    """Return labels such as `✖ would refuse · req-2 · Weather? · gpt-4o · 4 messages`. They omit the file, which all
    names start with, and an id if there is a title."""
    is_long = _is_long(conversations)
    names = [base_name(conversation) for conversation in conversations]
    shortest = min(names, key=len, default="")
    file = shortest.partition("#")[0]
    file = file if all(name.startswith(file) for name in names) else ""
    own = [name.removeprefix(file).strip(" #") for name in names]
    parts = [_label(conversation, name, is_long) for conversation, name in zip(conversations, own, strict=True)]
    counts = Counter(map(tuple, parts))
    return [
        _DOT.join(filter(None, [part[0], name, *part[2:]] if counts[tuple(part)] > 1 else part))
        for part, name in zip(parts, own, strict=True)
    ]


def relabelled(label: str, outcome: Outcome, count: int) -> str:
    """Return the label after a repair, which changes the verdict and may change the number of messages."""
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
    title = conversation_title(conversation)
    return [
        _verdict(outcome) if outcome else "",
        _meaningful_name(name) if title else name,
        title,
        title_line(facts.model),
        to_the_minute(iso_time(facts.when)),
        title_line(re.split(r"[/\\]", facts.who.rstrip("/\\"))[-1]),
        _messages(len(conversation.messages)),
    ]


def _meaningful_name(name: str) -> str:
    """Return the name without a leading number or id that nobody chose: `0 branch 2` becomes `branch 2`."""
    return " ".join(word for number, word in enumerate(name.split()) if number or not _NO_NAME.fullmatch(word))


def _is_long(conversations: Sequence[Conversation]) -> bool:
    return sum(len(conversation.messages) for conversation in conversations) > _MAX_MESSAGES
