"""Move a leading system prompt to the request's own field for it."""

from __future__ import annotations

from workbench.checks.findings import Fix
from workbench.json.patch import add, remove
from workbench.json.text import Json
from workbench.rules.editing.context import RepairContext


def move_to_system_setting(context: RepairContext) -> Fix | None:
    """The fix; None for a bare list, and for a format without a field for the system prompt."""
    conversation, form = context.conversation, context.format
    blocks = _blocks(context)
    if not conversation.base or not context.in_list or not blocks:
        return None
    present = form.read_system(conversation.settings)
    settings = form.write_system([*present, *blocks])
    if not settings or (not present and settings.keys() & conversation.settings.keys()):
        return None  # the field already has a prompt, which could not be read
    body = conversation.body
    patch = [add(f"{body}/{key}", _merged(conversation.settings.get(key), value)) for key, value in settings.items()]
    why = "The same words, in the field that this API uses."
    return Fix("Move the system prompt out of the messages", (*patch, remove(context.pointer(0))), True, why, 0.95)


def _blocks(context: RepairContext) -> list[Json]:
    """The blocks of the first message, or its texts as blocks."""
    message = context.message(0)
    blocks = message.get(context.format.traits.parts_key) if isinstance(message, dict) else None
    if isinstance(blocks, list):
        return blocks
    texts = [event.value for event in context.events(0) if event.kind == "text" and isinstance(event.value, str)]
    return [block for text in texts if (block := context.text_block(text)) is not None]


def _merged(present: object, value: object) -> Json:
    """The new value, together with the other fields of an object that contains the prompt."""
    return {**present, **value} if isinstance(present, dict) and isinstance(value, dict) else value
