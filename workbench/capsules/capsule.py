"""The contents of a capsule: a conversation with its verdict, repair, replays and note. It never contains secrets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from workbench.checks.check import check
from workbench.checks.report import Report
from workbench.conversation import Conversation, KeptReplay
from workbench.outputs.redaction_report import redacted_sentences
from workbench.outputs.verdict_sentence import counted
from workbench.records.versions import file_stage_of
from workbench.redaction.redact import Redacted, redact
from workbench.redaction.replays import redacted_replay
from workbench.repairs.repair import Repaired, repair
from workbench.shrinking.shrink import Progress, shrink
from workbench.shrinking.wanted_finding import wanted_finding_in
from workbench.sources.contract import LINES

_FOLDERS = re.compile(r".*[/\\]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Capsule:
    report: Report
    repaired: Repaired
    replays: tuple[KeptReplay, ...]
    note: str
    redacted: Redacted
    messages_before: int
    """The number of messages before the conversation was shrunk."""
    replays_before: int = 0
    """The number of replays. A shrunk conversation is shared without them, because each contains all messages."""
    lines: tuple[str, ...] = ()
    """The lines of the file that each message was read from: only their numbers. Empty for a shrunk conversation."""

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
    """Prepare a conversation for sharing: shrink it if `smallest`, redact it, and then check it.

    `progress` is called whenever the conversation has become smaller.
    """
    report = check(conversation, target)
    name = report.target.name
    small = _smallest(report, progress) if smallest else conversation
    shared_replays = () if len(small.messages) < len(conversation.messages) else replays
    redacted = redact(small, name, kinds, attachments=[note, [replay.record for replay in shared_replays]])
    shared = replace(redacted.conversation, name=_without_folders(conversation.name), judged_for=name, replays=())
    redacted_replays = tuple(
        replace(replay, record=redacted_replay(replay.record, redacted.redactor, shared.name))
        for replay in shared_replays
    )
    return Capsule(
        report=check(shared, name),
        repaired=repair(shared, name, mind_others=False),
        replays=redacted_replays,
        note=redacted.redactor.redact_text(note),
        redacted=redacted,
        messages_before=len(conversation.messages),
        replays_before=len(replays),
        lines=_lines(conversation) if len(shared.messages) == len(conversation.messages) else (),
    )


def _lines(conversation: Conversation) -> tuple[str, ...]:
    origin = conversation.origin
    stage = file_stage_of(conversation) if origin is not None and origin.kind == LINES else None
    if stage is None:
        return ()
    numbers = (stage.lines_of(index) for index in range(len(conversation.messages)))
    return tuple(f"line {', '.join(map(str, known))}" if known else "" for known in numbers)


def _without_folders(name: str) -> str:
    """Return the name of a file without its folders, which are private. After `#` comes a location in the file."""
    file, mark, location = name.partition("#")
    return _FOLDERS.sub("", file) + mark + location


def _smallest(report: Report, progress: Progress) -> Conversation:
    wanted = wanted_finding_in(report)
    return shrink(report.conversation, wanted, progress).conversation if wanted else report.conversation


def shrinking_text(left: int, total: int, checks: int) -> str:
    """Return a sentence about the progress of shrinking."""
    tried = f"{checks:,} smaller {'conversation' if checks == 1 else 'conversations'} tried"
    return f"Shrinking: {left:,} of {total:,} messages left, {tried} …"


def what_leaves(capsule: Capsule) -> Iterator[str]:
    """Yield sentences about the contents of the file, for the user who is about to share it."""
    count = len(capsule.conversation.messages)
    of_all = f" of {capsule.messages_before:,}" if count < capsule.messages_before else ""
    name = capsule.conversation.name
    yield f"The conversation {name}: {count:,}{of_all} {'message' if count == 1 else 'messages'}, and its settings."
    yield from redacted_sentences(capsule.redacted)
    problems = counted(len(capsule.report.causes), "problem")
    yield f"The verdict with {problems}, and a repair with {counted(len(capsule.repaired.applied), 'fix')}."
    if capsule.replays:
        yield f"{counted(len(capsule.replays), 'replay')}, without keys."
    elif capsule.replays_before:
        yield "No replays, because each contains the entire conversation as it was sent."
    if capsule.note:
        yield "Your note."
