"""Convert messages to another format, with the same edges that the stages show."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.checks.findings import Finding, Fix
from workbench.converters import NoRouteError, route
from workbench.formats import FORMATS
from workbench.json.patch import replace
from workbench.json.text import Json
from workbench.rules.editing.context import RepairContext


def convert_all(context: RepairContext, finding: Finding) -> Fix | None:
    """The whole list in the target's format: one fix that all findings share."""
    return context.once("whole history", lambda: _converted_whole(context))


def _converted_whole(context: RepairContext) -> Fix | None:
    target = context.target.formats[0]
    if target == context.format.name:
        return None
    messages = converted_to(context.chat.messages, context.format.name, target)
    if (
        messages is None
        or not context.in_list
        or (not context.conversation.base and not isinstance(context.conversation.payload, list))
    ):
        return None
    why = "The file would be in another format, and lose what that format cannot express."
    title = f"Convert the history to {FORMATS[target].title}"
    return Fix(title, (replace(context.conversation.base, messages),), False, why, 0.9)


def converted_to(messages: Sequence[Json], source: str, target: str) -> list[Json] | None:
    try:
        edges = route(source, target)
    except NoRouteError:
        return None
    converted = list(messages)
    for edge in edges:
        converted = [row.message for row in edge.convert(converted, {}) if row.slot == "messages"]
    return converted
