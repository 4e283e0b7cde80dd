"""What a capsule holds: a conversation with its verdict, its repair, its replays and notes. Secrets never leave."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from workbench.checks.check import check
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.json.pointer import leaves, replaced
from workbench.json.text import Json
from workbench.outputs.redacted import redacted_in_words
from workbench.outputs.verdict_sentence import counted
from workbench.redaction.redact import Redacted, redact
from workbench.repairs.repair import Repaired, repair
from workbench.shrinking.shrink import Progress, shrink
from workbench.shrinking.sought import sought_in

_FOLDERS = re.compile(r".*[/\\]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Capsule:
    report: Report
    repaired: Repaired
    replays: tuple[Json, ...]
    """As `ReplayRecord.as_json` writes them."""
    note: str
    redacted: Redacted
    messages_before: int
    """Of the conversation as it was opened, before it was shrunk."""

    @property
    def conversation(self) -> Conversation:
        return self.report.conversation


def capsule_of(
    conversation: Conversation,
    target: str | None = None,
    *,
    kinds: Iterable[str] = (),
    smallest: bool = False,
    replays: Sequence[Json] = (),
    note: str = "",
    progress: Progress = lambda left, checks: None,
) -> Capsule:
    """The conversation made ready to leave: shrunk if wanted, then redacted, then judged as it is then.

    `progress` hears of the shrinking.
    """
    report = check(conversation, target)
    name = report.target.name
    small = _smallest(report, progress) if smallest else conversation
    redacted = redact(small, name, kinds)
    leaving = replace(redacted.conversation, name=_without_folders(conversation.name), judged_for=name)
    said = tuple(_redacted_leaves(one, redacted) for one in replays)
    mended = repair(leaving, name, mind_others=False)
    return Capsule(check(leaving, name), mended, said, redacted.text(note), redacted, len(conversation.messages))


def _without_folders(name: str) -> str:
    """The folders that a file was in are nobody's business; what is behind `#` is a place in the file."""
    file, mark, place = name.partition("#")
    return _FOLDERS.sub("", file) + mark + place


def _smallest(report: Report, progress: Progress) -> Conversation:
    sought = sought_in(report)
    return shrink(report.conversation, sought, progress).conversation if sought else report.conversation


def _redacted_leaves(value: Json, redacted: Redacted) -> Json:
    for path, text in leaves(value):
        if isinstance(text, str):
            value = replaced(value, path, redacted.text(text))
    return value


def shrinking_in_words(left: int, whole: int, checks: int) -> str:
    """How far it is, while it goes on."""
    tried = f"{checks:,} smaller {'conversation' if checks == 1 else 'conversations'} tried"
    return f"Shrinking: {left:,} of {whole:,} messages left, {tried} …"


def what_leaves(capsule: Capsule) -> Iterator[str]:
    """What is in the file, in sentences, for whoever is about to send it."""
    kept = len(capsule.conversation.messages)
    of = f" of {capsule.messages_before:,}" if kept < capsule.messages_before else ""
    name = capsule.conversation.name
    yield f"The conversation {name}: {kept:,}{of} {'message' if kept == 1 else 'messages'}, and its settings."
    yield from redacted_in_words(capsule.redacted)
    findings = counted(len(capsule.report.findings), "finding")
    yield f"The verdict with {findings}, and a repair with {counted(len(capsule.repaired.applied), 'fix')}."
    if capsule.replays:
        yield f"{counted(len(capsule.replays), 'replay')}, without keys."
    if capsule.note:
        yield "Your note."
