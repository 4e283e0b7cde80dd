"""The file stage of a repaired conversation: the repair changes the messages, but not the file."""

from __future__ import annotations

from workbench.conversation import Conversation
from workbench.records.stage import FileStage, has_file_stage
from workbench.repairs.alignment import aligned


def file_stage_of(conversation: Conversation) -> FileStage | None:
    """Return the stage, or None if the file is not available. Messages that a repair added have no records."""
    origin = conversation.origin
    if origin is None or not has_file_stage(conversation):
        return None
    if conversation.messages is origin.messages:
        return FileStage(conversation)
    as_read: list[int | None] = [None] * len(conversation.messages)
    for entry in aligned(origin.messages, conversation.messages):
        if entry.after is not None:
            as_read[entry.after] = entry.moved if entry.before is None else entry.before
    return FileStage(conversation, as_read)
