"""Settings that are valid alone, but that the server does not accept together."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.json.text import Json
from workbench.rules.contract import Violation, rule
from workbench.rules.request.definitions import at_setting
from workbench.rules.request.settings_places import setting
from workbench.rules.thinking.switches import thinks
from workbench.targets.contract import Target
from workbench.targets.models import matching_prefix


@rule("RQ228", "settings-contradict")
def settings_contradict(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request combines settings that the server does not accept together.

    Bad (qwen):
        {"model": "qwen-plus", "enable_thinking": true, "stream": true, "response_format": {"type": "json_object"},
         "messages": [{"role": "user", "content": "Say hello in JSON."}]}
    Good (qwen):
        {"model": "qwen-plus", "enable_thinking": false, "response_format": {"type": "json_object"},
         "messages": [{"role": "user", "content": "Say hello in JSON."}]}
    """
    for row in target.request.settings.combinations:
        if row.models and not matching_prefix(chat.model, row.models):
            continue
        if (row.thinking and not thinks(chat)) or not all(_exceeds(chat, condition) for condition in row.over.items()):
            continue
        is_met = all(_has(chat, condition) for condition in row.when.items())
        if is_met and not any(_has(chat, condition) for condition in row.unless.items()):
            path = tuple(row.at.split("."))
            yield at_setting(path, row.text, variant=row.name, model=chat.model, value=setting(chat, path))


def _exceeds(chat: Chat, condition: tuple[str, float]) -> bool:
    value = setting(chat, tuple(condition[0].split(".")))
    return isinstance(value, (int, float)) and value > condition[1]


def _has(chat: Chat, condition: tuple[str, tuple[Json, ...]]) -> bool:
    """Whether a setting has one of the values, or any value if none are listed."""
    name, values = condition
    value = setting(chat, tuple(name.split(".")))
    return value in values if values else value not in (None, False, [], {}, "")
