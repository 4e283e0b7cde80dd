"""Report how much of a conversation is left after shrinking, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from workbench.conversation import Conversation
from workbench.credentials import quotable
from workbench.json.text import Json, compact
from workbench.outputs.text import STYLES
from workbench.outputs.verdict_sentence import counted
from workbench.outputs.visible import visible
from workbench.readable_place import readable_place
from workbench.shrinking.shrink import Shrunk


def shrunk_text(before: Conversation, shrunk: Shrunk) -> str:
    """Return a sentence such as `2 of 1,000 messages are left, 214 of 96,310 bytes.`"""
    total, remaining = len(before.messages), len(shrunk.conversation.messages)
    total_bytes, remaining_bytes = _size(before), _size(shrunk.conversation)
    verb = "is" if remaining == 1 else "are"
    remark = "" if shrunk.complete else " Not everything was tried; it may be possible to leave out more."
    return (
        f"{remaining:,} of {counted(total, 'message')} {verb} left, "
        f"{remaining_bytes:,} of {total_bytes:,} bytes.{remark}"
    )


def shrunk_as_text(before: Conversation, shrunk: Shrunk) -> Iterator[Text]:
    finding = shrunk.finding
    place = visible(readable_place(shrunk.conversation, finding.at))
    sentence = f" {finding.rule} at {place}: {visible(finding.text)}"
    yield Text.assemble((f"{finding.severity}[{finding.code}]", STYLES[finding.severity]), sentence)
    yield Text(shrunk_text(before, shrunk))


def shrunk_as_json(before: Conversation, shrunk: Shrunk) -> Json:
    return {
        "format": shrunk.conversation.format,
        "target": shrunk.report.target.name,
        "verdict": str(shrunk.report.verdict.outcome),
        "messages": {"before": len(before.messages), "after": len(shrunk.conversation.messages)},
        "bytes": {"before": _size(before), "after": _size(shrunk.conversation)},
        "checks": shrunk.checks,
        "complete": shrunk.complete,
        "finding": shrunk.finding.as_json(),
        "conversation": quotable(shrunk.conversation.payload),
    }


def _size(conversation: Conversation) -> int:
    return len(compact(conversation.payload).encode())
