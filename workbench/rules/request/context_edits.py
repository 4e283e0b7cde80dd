"""Context edits, which the provider makes before the model reads the messages."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.patch import remove
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.request.definitions import at_setting
from workbench.rules.request.settings_places import setting
from workbench.rules.thinking.switches import thinking_setting
from workbench.targets.contract import WARNING, Target

_CLEARS_THINKING = "clear_thinking_20251015"


def without_edit(context: RepairContext, finding: Finding) -> Fix | None:
    why = "Without thinking there are no thoughts to clear."
    return Fix("Leave out the edit", (remove(finding.at),), True, why, 0.9)


@rule("RQ225", "thinking-cleared-while-off", fix=without_edit)
def thinking_cleared_while_off(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request asks the provider to clear thoughts, but does not switch thinking on.

    An unknown model may think by default, so for it this is a warning.

    Bad (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 100, "messages": [{"role": "user", "content": "Hello"}],
         "betas": ["context-management-2025-06-27"],
         "context_management": {"edits": [{"type": "clear_thinking_20251015", "keep": "all"}]}}
    Good (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 4000, "messages": [{"role": "user", "content": "Hello"}],
         "betas": ["context-management-2025-06-27"], "thinking": {"type": "enabled", "budget_tokens": 1024},
         "context_management": {"edits": [{"type": "clear_thinking_20251015", "keep": "all"}]}}
    """
    edits = setting(chat, ("context_management", "edits"))
    found = thinking_setting(chat)
    kind = found[1].get("type") if found else None
    if not isinstance(edits, list) or kind not in (None, "disabled"):
        return
    if kind is None and chat.facts.budgets_thinking is False:
        return  # it may think by default
    doubtful = kind is None and chat.facts.budgets_thinking is None
    for number, edit in enumerate(edits):
        if isinstance(edit, dict) and edit.get("type") == _CLEARS_THINKING:
            path = ("context_management", "edits", number)
            yield at_setting(
                path, "The request clears thoughts, but thinking is off.", severity=WARNING if doubtful else None
            )
