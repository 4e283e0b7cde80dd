"""Whether the model thinks in a request: as the request sets, or else by default."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from workbench.checks.chat import Chat
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.rules.request.settings_places import setting
from workbench.targets.models import ALWAYS, BY_DEFAULT

_THINKING: tuple[Path, ...] = (("thinking",), ("additionalModelRequestFields", "thinking"))
"""The paths of the thinking setting in all APIs."""


def thinking_value(chat: Chat) -> Json:
    """The `thinking` setting of a request, whatever its type; None if there is none."""
    return next((value for path in _THINKING if (value := setting(chat, path)) is not None), None)


def thinking_setting(chat: Chat) -> tuple[Path, dict[str, Json]] | None:
    """The path and the value of the thinking setting, if it is an object."""
    return next(((path, value) for path in _THINKING if isinstance(value := setting(chat, path), dict)), None)


def _is_false(settings: Mapping[str, Json], parent: str, name: str) -> bool:
    inner = settings.get(parent)
    return isinstance(inner, dict) and inner.get(name) is False


_OFF: tuple[Callable[[Mapping[str, Json]], bool], ...] = (
    lambda settings: settings.get("enable_thinking") is False,
    lambda settings: settings.get("reasoning_effort") == "none",
    lambda settings: _is_false(settings, "reasoning", "enabled"),
    lambda settings: _is_false(settings, "chat_template_kwargs", "enable_thinking"),
    lambda settings: _is_false(settings, "chat_template_kwargs", "thinking"),
)
"""Other settings that switch thinking off."""


def thinks(chat: Chat) -> bool | None:
    """Whether the model thinks. None: the request does not set it, and the model is unknown."""
    thinking = thinking_value(chat)
    requested = thinking.get("type") if isinstance(thinking, dict) else thinking
    default = chat.facts.thinks
    if default == ALWAYS:
        return True
    if requested in ("disabled", False) or any(off(chat.settings) for off in _OFF):
        return False
    if requested in ("enabled", "adaptive", True):
        return True
    return None if default is None else default == BY_DEFAULT
