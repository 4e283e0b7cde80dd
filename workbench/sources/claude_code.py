"""Claude Code sessions (`~/.claude/projects/…/<uuid>.jsonl`): a tree of lines with one content block or result each.

Lines are selected as in Anthropic's own reader (claude-agent-sdk-python, `_build_conversation_chain`): the latest leaf
that is not in a sidechain, and its ancestors. Copies without links are read in file order.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from workbench.json.text import Json
from workbench.sources.claude_code_chain import Session, sessions_of
from workbench.sources.claude_code_turns import conversation_of
from workbench.sources.contract import Found, Material, Source
from workbench.sources.reading import as_text, has, member

_LINE_TYPES = frozenset({
    "user", "assistant", "system", "attachment", "progress", "summary", "file-history-snapshot", "queue-operation",
    "custom-title", "ai-title", "agent-name", "last-prompt", "mode", "permission-mode", "pr-link", "bridge-session",
    "content-replacement",
})  # fmt: skip


def recognise(material: Material) -> bool:
    """Whether the lines have known types and either belong to a session or contain an Anthropic message."""
    lines = [line for line in material.sample if as_text(line.get("type")) in _LINE_TYPES]
    if not lines or any(has(line.get("message"), "parts") for line in lines):
        return False
    if any(line.get("type") == "tool_call" for line in material.sample):
        return False  # Cursor's agent log uses the same type names
    linked = any(has(line, "uuid", "sessionId") or has(line, "isSidechain", "message") for line in lines)
    return linked or any(_is_bare_turn(line) for line in lines)


def _is_bare_turn(line: dict[str, Json]) -> bool:
    """Whether this is a line of a copy without links: its type equals the role of its message."""
    role = member(line, "message", "role") or line.get("type")
    is_turn = as_text(line.get("type")) in {"user", "assistant"} and member(line, "message", "content") is not None
    return is_turn and bool(role == line.get("type"))


def read(material: Material) -> Iterator[Found]:
    sessions = sessions_of(material)
    for session in sessions:
        yield from _conversations(session, several=len(sessions) > 1)


def _conversations(session: Session, several: bool) -> Iterator[Found]:
    active, others = session.branches()
    agents = session.subagents()
    if not active and not agents:
        return
    remark = ", ".join(filter(None, [
        f"{len(others) + 1} branches, main one shown" if others else "",
        f"{len(agents)} subagent{'' if len(agents) == 1 else 's'}" if agents else "",
    ]))  # fmt: skip
    label = session.id if several else ""
    branches = tuple(partial(_branch, session, leaf, n) for n, leaf in enumerate(others, 2))
    if active:
        yield conversation_of(active, session, label, remark, branches)
    for number, lines in enumerate(agents, 1):
        yield conversation_of(lines, session, f"{label} subagent {number}".strip(), side=True)


def _branch(session: Session, leaf: int, number: int) -> Found:
    return conversation_of(session.branch(leaf), session, label=f"branch {number}")


SOURCE = Source(
    slug="claude-code",
    title="Claude Code session",
    recognise=recognise,
    read=read,
    program_repairs={"role-first-not-user": "", "content-whitespace-text": ""},
    homes=(
        ".claude/projects/**/*.jsonl",
        ".config/claude/projects/**/*.jsonl",
        "$CLAUDE_CONFIG_DIR/projects/**/*.jsonl",
    ),
    signs=frozenset({"message", "uuid"}),
)
