"""Files that programs keep next to their sessions: refused with the name of the file to open instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from workbench.json.text import Json
from workbench.sources.contract import Material, NothingToJudgeError, Source
from workbench.sources.reading import as_text, has


def _beside(
    slug: str, title: str, sign: str, is_record: Callable[[dict[str, Json]], bool], open_instead: str
) -> Source:
    def recognise(material: Material) -> bool:
        return bool(material.sample) and all(map(is_record, material.sample[:5]))

    def read(material: Material) -> NoReturn:
        raise NothingToJudgeError(f"it lies beside the conversations; open {open_instead}")

    return Source(slug, title, recognise, read, signs=frozenset({sign}))


COMPANION_FILES = (
    _beside(
        "claude-code",
        "Claude Code prompt history",
        "display",
        lambda record: has(record, "display", "pastedContents"),
        "a session under ~/.claude/projects",
    ),
    _beside(
        "codex",
        "Codex prompt history",
        "session_id",
        lambda record: set(record) == {"session_id", "ts", "text"},
        "a rollout under ~/.codex/sessions",
    ),
    _beside(
        "gemini-cli",
        "Gemini CLI prompt log",
        "messageId",
        lambda record: has(record, "sessionId", "messageId", "message") and record.get("type") == "user",
        "a session under ~/.gemini/tmp/<project>/chats",
    ),
    _beside(
        "opencode",
        "single message of opencode's storage",
        "sessionID",
        lambda record: has(record, "id", "sessionID", "role", "time") and {"parts", "content"}.isdisjoint(record),
        "the folder `storage` with its sessions, or the output of `opencode export`",
    ),
    _beside(
        "opencode",
        "single part of opencode's storage",
        "messageID",
        lambda record: has(record, "id", "messageID", "type") and "role" not in record,
        "the folder `storage` with its sessions, or the output of `opencode export`",
    ),
    _beside(
        "opencode",
        "session header of opencode's storage",
        "projectID",
        lambda record: has(record, "id", "projectID", "directory", "time") and "messages" not in record,
        "the folder `storage` with its sessions, or the output of `opencode export`",
    ),
    _beside(
        "cline",
        "list of Cline tasks",
        "tokensIn",
        lambda record: has(record, "id", "ts", "task", "tokensIn"),
        "api_conversation_history.json in the folder of a task",
    ),
    _beside(
        "codex",
        "Codex screen log",
        "dir",
        lambda record: has(record, "ts", "dir", "kind") and as_text(record["dir"]) in {"in", "out", "meta"},
        "a rollout under ~/.codex/sessions",
    ),
)
