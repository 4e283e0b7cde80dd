"""Families of chat templates that a server renders, and what each demands of the turns and the tools."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChatTemplate:
    alternates: bool = False
    """Whether user and assistant must take turns."""
    skips_tools: bool = False
    """Whether calls and results do not count as turns: then a user after a result follows the user before the call."""
    needs_user: bool = False
    """Whether a history without any message of the user is refused."""
    system_first: bool = False
    """Whether the system prompt may be at the beginning only."""
    raises_on_system: bool = False
    """Whether the template itself says so, and the server passes that on; else it may only be ignored."""
    has_tools: bool = True
    one_call_a_turn: bool = False
    thought_or_text: bool = False
    """Whether a message that calls may hold only one of both."""
    id_length: int | None = None
    """How many letters and digits the id of a call must have."""
    variant: str = ""
    """Which of a rule's words it has."""


UNKNOWN = ChatTemplate()
_TEMPLATES = {
    "alternating": ChatTemplate(alternates=True, id_length=9),
    "alternating but for tools": ChatTemplate(alternates=True, skips_tools=True, variant="tools"),
    "gemma": ChatTemplate(alternates=True, has_tools=False, variant="gemma"),
    "phi": ChatTemplate(has_tools=False),
    "llama-3": ChatTemplate(one_call_a_turn=True),
    "gpt-oss": ChatTemplate(thought_or_text=True),
    "qwen3": ChatTemplate(needs_user=True),
    "qwen3.5": ChatTemplate(needs_user=True, system_first=True, raises_on_system=True),
    "glm": ChatTemplate(needs_user=True),
    "minimax": ChatTemplate(system_first=True),
}


def template_named(name: str | None) -> ChatTemplate:
    """A template of which nothing is known demands nothing."""
    return _TEMPLATES.get(name or "", UNKNOWN)
