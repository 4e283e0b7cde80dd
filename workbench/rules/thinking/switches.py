"""Whether a request lets the model think: what it says itself, else what the model does by default."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from workbench.checks.chat import Chat
from workbench.json.text import Json
from workbench.targets.models import ALWAYS, BY_DEFAULT


def thinking_of(chat: Chat) -> Json:
    """The `thinking` of a request, wherever its API keeps it."""
    own = chat.settings.get("thinking")
    beside = chat.settings.get("additionalModelRequestFields")
    return beside.get("thinking") if own is None and isinstance(beside, dict) else own


def _is_false(settings: Mapping[str, Json], holder: str, name: str) -> bool:
    inner = settings.get(holder)
    return isinstance(inner, dict) and inner.get(name) is False


_OFF: tuple[Callable[[Mapping[str, Json]], bool], ...] = (
    lambda settings: settings.get("enable_thinking") is False,
    lambda settings: settings.get("reasoning_effort") == "none",
    lambda settings: _is_false(settings, "reasoning", "enabled"),
    lambda settings: _is_false(settings, "chat_template_kwargs", "enable_thinking"),
    lambda settings: _is_false(settings, "chat_template_kwargs", "thinking"),
)
"""How else a request says that the model shall not think."""


def thinks(chat: Chat) -> bool | None:
    """None: the request does not say, and the model is not known."""
    thinking = thinking_of(chat)
    asked = thinking.get("type") if isinstance(thinking, dict) else thinking
    default = chat.facts.thinks
    if default == ALWAYS:
        return True
    if asked in ("disabled", False) or any(off(chat.settings) for off in _OFF):
        return False
    if asked in ("enabled", "adaptive", True):
        return True
    return None if default is None else default == BY_DEFAULT
