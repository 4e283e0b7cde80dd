"""Show two versions of a conversation as a unified diff of JSON, with a heading for each changed message."""

from __future__ import annotations

from workbench.conversation import Conversation
from workbench.json.text import Json
from workbench.outputs.as_json import indented
from workbench.outputs.visible import visible_lines
from workbench.repairs.alignment import Entry, aligned
from workbench.sequence_difference import unified_diff
from workbench.view.patch_sentences import without_bytes

_MAX_LINES = 400
_LONGEST_LINE = 300


def difference(before: Conversation, after: Conversation) -> str:
    lines: list[str] = []
    for entry in aligned(before.messages, after.messages):
        if entry.differs:
            lines.append(f"@@ {_named(entry)} @@")
            lines += _body(_pretty(before.messages, entry.before), _pretty(after.messages, entry.after))
    if before.settings != after.settings:
        lines.append("@@ outside the messages @@")
        lines += _body(_pretty([before.settings], 0), _pretty([after.settings], 0))
    cut = [visible_lines(line[:_LONGEST_LINE] + (" …" if len(line) > _LONGEST_LINE else "")) for line in lines]
    rest = len(cut) - _MAX_LINES
    return "\n".join(cut[:_MAX_LINES] + ([f"… {rest} more lines"] if rest > 0 else []))


def _named(entry: Entry) -> str:
    if entry.before is None:
        moved = "" if entry.moved is None else f", moved from {entry.moved}"
        return f"message {entry.after} after the repair{moved or ', added'}"
    gone = "" if entry.after is not None else ", removed" if entry.moved is None else f", moved to {entry.moved}"
    return f"message {entry.before}{gone}"


def _body(old: list[str], new: list[str]) -> list[str]:
    return [line for line in unified_diff(old, new, context=2) if not line.startswith(("---", "+++", "@@"))]


def _pretty(messages: list[Json], index: int | None) -> list[str]:
    if index is None or not messages[index]:
        return []
    return indented(without_bytes(messages[index])).splitlines()
