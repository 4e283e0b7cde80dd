"""Why records of a file are not sent. Each source that knows has one line here; for the others nothing is claimed."""

from __future__ import annotations

from collections.abc import Collection

from workbench.json.pointer import Path
from workbench.sources.contract import Material
from workbench.sources.unsent_records import claude_code, codex, sessions, trees
from workbench.sources.unsent_records.contract import LeftOut, Reason, says_what_it_is

LEFT_OUT: dict[str, LeftOut] = {
    "claude-code": claude_code.left_out,
    "claude-code-web": claude_code.left_out,
    "codex": codex.left_out,
    "pi-agent": trees.PI,
    "qwen-code": trees.QWEN,
    "chatgpt-export": trees.chatgpt,
    "claude-ai-export": trees.EXPORT,
    "librechat": trees.EXPORT,
    "open-webui": trees.EXPORT,
    "gemini-cli": sessions.gemini_cli,
    "opencode": sessions.opencode,
    "roo": sessions.roo,
    "langgraph": sessions.langgraph,
    "openai-agents": sessions.openai_agents,
    "aider": sessions.aider,
}


def reason_of(source: str, material: Material, sent: Collection[Path]) -> Reason:
    """Return what explains the records of a file that are not sent; nothing is known of sources without an entry."""
    left_out = LEFT_OUT.get(source)
    return left_out(material, sent) if left_out else lambda path, record: ""


__all__ = ["Reason", "reason_of", "says_what_it_is"]
