"""What a capsule holds: a conversation with its verdict, its repair, its replays and notes. Secrets never leave."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from workbench.checks.check import check
from workbench.checks.report import Report
from workbench.conversation import Conversation, KeptReplay
from workbench.outputs.redacted import redacted_in_words
from workbench.outputs.verdict_sentence import counted
from workbench.redaction.redact import Redacted, redact
from workbench.redaction.replays import redacted_replay
from workbench.repairs.repair import Repaired, repair
from workbench.shrinking.shrink import Progress, shrink
from workbench.shrinking.sought import sought_in

_FOLDERS = re.compile(r".*[/\\]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Capsule:
    report: Report
    repaired: Repaired
    replays: tuple[KeptReplay, ...]
    note: str
    redacted: Redacted
    messages_before: int
    """Of the conversation as it was opened, before it was shrunk."""
    replays_before: int = 0
    """Those of the whole conversation; none of them leaves with a shrunk one, since each holds all that was sent."""

    @property
    def conversation(self) -> Conversation:
        return self.report.conversation


def capsule_of(
    conversation: Conversation,
    target: str | None = None,
    *,
    kinds: Iterable[str] = (),
    smallest: bool = False,
    replays: Sequence[KeptReplay] = (),
    note: str = "",
    progress: Progress = lambda left, checks: None,
) -> Capsule:
    """The conversation made ready to leave: shrunk if wanted, then redacted, then judged as it is then.

    `progress` is called whenever the conversation got smaller.
    """
    report = check(conversation, target)
    name = report.target.name
    small = _smallest(report, progress) if smallest else conversation
    leaving_with = () if len(small.messages) < len(conversation.messages) else replays
    redacted = redact(small, name, kinds, beside=[note, [one.record for one in leaving_with]])
    leaving = replace(redacted.conversation, name=_without_folders(conversation.name), judged_for=name, replays=())
    records = tuple(
        replace(one, record=redacted_replay(one.record, redacted.redactor, leaving.name)) for one in leaving_with
    )
    mended = repair(leaving, name, mind_others=False)
    return Capsule(
        report=check(leaving, name),
        repaired=mended,
        replays=records,
        note=redacted.redactor.text(note),
        redacted=redacted,
        messages_before=len(conversation.messages),
        replays_before=len(replays),
    )


def _without_folders(name: str) -> str:
    """The folders that a file was in are nobody's business; what is behind `#` is a place in the file."""
    file, mark, place = name.partition("#")
    return _FOLDERS.sub("", file) + mark + place


def _smallest(report: Report, progress: Progress) -> Conversation:
    sought = sought_in(report)
    return shrink(report.conversation, sought, progress).conversation if sought else report.conversation


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
    elif capsule.replays_before:
        yield "No replay, since each holds the whole conversation as it was sent."
    if capsule.note:
        yield "Your note."
