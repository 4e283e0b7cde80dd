"""Files that programs store next to their sessions. The error message names the file to open instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from workbench.json.text import Json
from workbench.sources.contract import Material, NothingToJudgeError, Source
from workbench.sources.reading import as_text, has, member


def _companion(
    slug: str, title: str, sign: str, is_record: Callable[[dict[str, Json]], bool], open_instead: str
) -> Source:
    def recognise(material: Material) -> bool:
        return bool(material.sample) and all(map(is_record, material.sample[:5]))

    def read(material: Material) -> NoReturn:
        raise NothingToJudgeError(f"it contains no conversation; open {open_instead}")

    return Source(slug, title, recognise, read, signs=frozenset({sign}))


_CLAUDE, _CODEX = "a session under ~/.claude/projects", "a rollout under ~/.codex/sessions"
_CLINE = "api_conversation_history.json in the same folder"
_EXPORTED = "conversations.json of the same export"
_DIRECTIONS = frozenset({"in", "out", "meta", "to_tui", "from_tui"})


def _with(*keys: str) -> Callable[[dict[str, Json]], bool]:
    return lambda record: has(record, *keys)


def _is_index(record: dict[str, Json]) -> bool:
    """Editors keep the versions of a file under `entries` too."""
    entries = record.get("entries")
    return has(record, "version", "entries") and (entries == [] or has(member(entries, 0), "sessionId"))


def _is_rating(record: dict[str, Json]) -> bool:
    """A conversation may have been rated too, so its tree is what decides."""
    return has(record, "conversation_id", "rating", "content") and "mapping" not in record


COMPANION_FILES = (
    _companion("claude-code", "Claude Code index of sessions", "entries", _is_index, _CLAUDE),
    _companion(
        "claude-code", "Claude Code list of tasks", "activeForm", _with("content", "status", "activeForm"), _CLAUDE
    ),
    _companion("claude-code", "Claude Code note about a subagent", "agentType", _with("agentType"), _CLAUDE),
    _companion("codex", "Codex index of sessions", "thread_name", _with("id", "thread_name"), _CODEX),
    _companion("cline", "Cline note about a task", "files_in_context", _with("files_in_context"), _CLINE),
    _companion(
        "chatgpt-export", "ChatGPT account", "chatgpt_plus_user", _with("email", "chatgpt_plus_user"), _EXPORTED
    ),
    _companion("chatgpt-export", "list of ChatGPT ratings", "rating", _is_rating, _EXPORTED),
    _companion(
        "chatgpt-export",
        "list of shared ChatGPT links",
        "is_anonymous",
        _with("id", "is_anonymous", "title"),
        _EXPORTED,
    ),
    _companion(
        "claude-ai-export", "Claude account", "full_name", _with("uuid", "full_name", "email_address"), _EXPORTED
    ),
    _companion(
        "claude-ai-export", "list of Claude projects", "prompt_template", _with("uuid", "prompt_template"), _EXPORTED
    ),
    _companion(
        "claude-code",
        "Claude Code prompt history",
        "display",
        lambda record: has(record, "display", "pastedContents"),
        "a session under ~/.claude/projects",
    ),
    _companion(
        "codex",
        "Codex prompt history",
        "session_id",
        lambda record: set(record) == {"session_id", "ts", "text"},
        "a rollout under ~/.codex/sessions",
    ),
    _companion(
        "gemini-cli",
        "Gemini CLI prompt log",
        "messageId",
        lambda record: has(record, "sessionId", "messageId", "message") and record.get("type") == "user",
        "a session under ~/.gemini/tmp/<project>/chats",
    ),
    _companion(
        "opencode",
        "single message of opencode's storage",
        "sessionID",
        lambda record: has(record, "id", "sessionID", "role", "time") and {"parts", "content"}.isdisjoint(record),
        "the folder `storage` with its sessions, or the output of `opencode export`",
    ),
    _companion(
        "opencode",
        "single part of opencode's storage",
        "messageID",
        lambda record: has(record, "id", "messageID", "type") and "role" not in record,
        "the folder `storage` with its sessions, or the output of `opencode export`",
    ),
    _companion(
        "opencode",
        "session header of opencode's storage",
        "projectID",
        lambda record: has(record, "id", "projectID", "directory", "time") and "messages" not in record,
        "the folder `storage` with its sessions, or the output of `opencode export`",
    ),
    _companion(
        "cline",
        "list of Cline tasks",
        "tokensIn",
        lambda record: has(record, "id", "ts", "task", "tokensIn"),
        "api_conversation_history.json in the folder of a task",
    ),
    _companion(
        "codex",
        "Codex screen log",
        "dir",
        lambda record: has(record, "ts", "dir", "kind") and as_text(record["dir"]) in _DIRECTIONS,
        "a rollout under ~/.codex/sessions",
    ),
)
