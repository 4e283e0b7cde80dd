"""Settings that are valid alone, but that the server does not accept together."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.patch import Operation, add, remove
from workbench.json.pointer import Path, to_pointer
from workbench.json.text import Json, compact
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.leaving_out_settings import leaving_out
from workbench.rules.request.definitions import at_setting
from workbench.rules.request.settings_places import setting
from workbench.rules.thinking.switches import thinks
from workbench.targets.contract import ERROR, Target
from workbench.targets.models import matching_prefix
from workbench.targets.requests.contract import Combination


def leave_out_idle(context: RepairContext, finding: Finding) -> Fix | None:
    """Leave out a setting that cannot have its effect here, or write the values with which the server accepts the rest.

    Which of two settings is meant is otherwise unknown.
    """
    broken = [row for row, path in _broken(context.chat, context.target) if finding.at.endswith(to_pointer(path))]
    if any(row.is_idle for row in broken):
        return _leave_out(context, finding)
    instead = next((row.instead for row in broken if row.instead), None)
    if instead is None or finding.severity != ERROR:
        return None
    body = context.conversation.body
    patch = tuple(_written(body + to_pointer(tuple(name.split("."))), value) for name, value in instead.items())
    named = " and ".join(f"{name} to {compact(value)}" for name, value in instead.items() if value is not None)
    title = f"Set {named}" if named else f"Leave out {' and '.join(instead)}"
    return Fix(title, patch, True, "The server accepts the other settings only then.", 0.6)


def _written(place: str, value: Json) -> Operation:
    return remove(place) if value is None else add(place, value)


_leave_out = leaving_out("It cannot have its effect here.", 0.8)


@rule("RQ228", "settings-contradict", fix=leave_out_idle)
def settings_contradict(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request combines settings that the server does not accept together.

    Some belong to the model: one that always thinks does not accept a switch that turns thinking off.

    Bad (qwen):
        {"model": "qwq-plus", "enable_thinking": false, "stream": true, "messages": [{"role": "user", "content": "Hi"}]}
    Good (qwen):
        {"model": "qwq-plus", "enable_thinking": true, "stream": true, "messages": [{"role": "user", "content": "Hi"}]}
    """
    for row, path in _broken(chat, target):
        yield at_setting(path, row.text, variant=row.name, model=chat.model, value=setting(chat, path))


def _broken(chat: Chat, target: Target) -> Iterator[tuple[Combination, Path]]:
    """Yield each combination that the request has, and the path of the reported setting."""
    for row in target.request.settings.combinations:
        if row.models and not matching_prefix(chat.model, row.models):
            continue
        if (row.thinking and not thinks(chat)) or not all(_exceeds(chat, condition) for condition in row.over.items()):
            continue
        is_met = all(_has(chat, condition) for condition in row.when.items())
        if is_met and not any(_has(chat, condition) for condition in row.unless.items()):
            yield row, tuple(row.at.split("."))


def _exceeds(chat: Chat, condition: tuple[str, float]) -> bool:
    value = setting(chat, tuple(condition[0].split(".")))
    return isinstance(value, (int, float)) and value > condition[1]


def _has(chat: Chat, condition: tuple[str, tuple[Json, ...]]) -> bool:
    """Whether a setting has one of the values, or any value if none are listed."""
    name, values = condition
    value = setting(chat, tuple(name.split(".")))
    return value in values if values else value not in (None, False, [], {}, "")
