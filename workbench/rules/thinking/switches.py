"""Whether a request lets the model think: what it says itself, else what the model does by default."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from workbench.checks.chat import Chat
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.rules.request.settings_places import setting
from workbench.targets.models import ALWAYS, BY_DEFAULT

_THINKING: tuple[Path, ...] = (("thinking",), ("additionalModelRequestFields", "thinking"))
"""Where APIs keep the setting that asks for thinking."""


def thinking_of(chat: Chat) -> Json:
    """Return the `thinking` of a request, whatever its type; None if there is none."""
    return next((value for path in _THINKING if (value := setting(chat, path)) is not None), None)


def thinking_setting(chat: Chat) -> tuple[Path, dict[str, Json]] | None:
    """Return the path and the value of the setting that asks for thinking, if it is an object."""
    return next(((path, value) for path in _THINKING if isinstance(value := setting(chat, path), dict)), None)


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
