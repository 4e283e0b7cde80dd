"""Several conversations of one file: the worst first, each with its verdict, its model, and who spoke and when.

The other branches of a session come after all conversations: no program sends them again, but people look for them.
"""

from __future__ import annotations

from collections.abc import Sequence

from workbench.checks.check import check
from workbench.checks.verdict import Outcome
from workbench.conversation import Conversation
from workbench.origin import NO_FACTS
from workbench.outputs.verdict_sentence import LABELS
from workbench.outputs.visible import shortened
from workbench.view.verdict import base_name

_MOST_MESSAGES = 20_000
"""Beyond that, judging all of them before one is shown would take too long: they stay in their order."""
_MOST_BRANCHES = 20
_LONGEST = 60
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
    """`would refuse · req-2 · gpt-4o · 4 messages`. What all their names begin with, the file, is left out."""
    is_long = _is_long(conversations)
    names = [base_name(one) for one in conversations]
    shortest = min(names, key=len, default="")
    file = shortest.partition("#")[0]
    file = file if all(name.startswith(file) for name in names) else ""
    own = [name.removeprefix(file).strip(" #") for name in names]
    return [" · ".join(filter(None, _label(one, name, is_long))) for one, name in zip(conversations, own, strict=True)]


def _label(conversation: Conversation, name: str, is_long: bool) -> list[str]:
    facts = conversation.origin.facts if conversation.origin else NO_FACTS
    verdict = "" if is_long else LABELS[check(conversation, with_information=False).verdict.outcome]
    count = len(conversation.messages)
    words = [shortened(word, _LONGEST) for word in (name, facts.title, facts.model, facts.when[:16], facts.who)]
    return [verdict, *words, f"{count:,} message{'' if count == 1 else 's'}"]


def _is_long(conversations: Sequence[Conversation]) -> bool:
    return sum(len(one.messages) for one in conversations) > _MOST_MESSAGES
