"""Families of chat templates, and their requirements for turns and tools."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChatTemplate:
    alternates: bool = False
    """Whether user and assistant must alternate."""
    raises_on_turns: bool = False
    """Whether the template of every build of the model says so, and the server passes that on."""
    takes_system: bool = False
    """Whether it writes a system prompt into the first user turn, although the model has no such role."""
    skips_tools: bool = False
    """Whether calls and results do not count as turns, so that user messages before and after them are consecutive."""
    needs_user: bool = False
    """Whether a history without a user message is refused."""
    system_first: bool = False
    """Whether the system prompt is accepted only at the beginning."""
    raises_on_system: bool = False
    """Whether the template itself says so, and the server passes that on; else it may only be ignored."""
    has_tools: bool = True
    one_call_per_turn: bool = False
    thought_or_text: bool = False
    """Whether a message with calls may contain only one of reasoning and text."""
    id_length: int | None = None
    """The exact number of letters and digits in the id of a call."""
    variant: str = ""
    """Selects the template's error message, if a rule has several."""


UNKNOWN = ChatTemplate()
_TEMPLATES = {
    "alternating": ChatTemplate(alternates=True, id_length=9),
    "alternating but for tools": ChatTemplate(alternates=True, raises_on_turns=True, skips_tools=True, variant="tools"),
    "gemma": ChatTemplate(alternates=True, raises_on_turns=True, has_tools=False, variant="gemma"),
    "gemma-3": ChatTemplate(alternates=True, raises_on_turns=True, takes_system=True, has_tools=False, variant="gemma"),
    "phi": ChatTemplate(has_tools=False),
    "llama-3": ChatTemplate(one_call_per_turn=True),
    "gpt-oss": ChatTemplate(thought_or_text=True),
    "qwen3": ChatTemplate(needs_user=True),
    "qwen3.5": ChatTemplate(needs_user=True, system_first=True, raises_on_system=True),
    "glm": ChatTemplate(needs_user=True),
    "minimax": ChatTemplate(system_first=True),
}


def template_named(name: str | None) -> ChatTemplate:
    """The family of this name; an unknown template has no requirements."""
    return _TEMPLATES.get(name or "", UNKNOWN)
