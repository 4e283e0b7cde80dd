"""Why some records of a file are not sent. One line for each source that can explain it."""

from __future__ import annotations

from collections.abc import Collection

from workbench.json.pointer import Path
from workbench.origin import INSIDE
from workbench.sources.contract import Material
from workbench.sources.unsent_records import claude_code, codex, sessions, trees
from workbench.sources.unsent_records.contract import Explanation, Reason, describes_record

EXPLANATIONS: dict[str, Explanation] = {
    "claude-code": claude_code.explain,
    "claude-code-web": claude_code.explain,
    "codex": codex.explain,
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
    "grok-cli": sessions.grok_cli,
    "sillytavern": sessions.sillytavern,
}


def reason_of(source: str, material: Material, sent: Collection[Path]) -> Reason:
    """Return the function that explains unsent records.

    It explains nothing for a source without an entry, and for a program's records inside another document.
    """
    explain = EXPLANATIONS.get(source) if material.kind != INSIDE else None
    return explain(material, sent) if explain else lambda path, record: ""


__all__ = ["Reason", "describes_record", "reason_of"]
