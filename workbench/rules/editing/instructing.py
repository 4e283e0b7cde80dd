"""Write the demand of a refused setting as a sentence of the prompt, so that the model still reads it."""

from __future__ import annotations

from workbench.json.patch import Operation, add
from workbench.json.text import Json
from workbench.rules.editing.context import RepairContext


def instruction(context: RepairContext, sentence: str) -> Operation | None:
    """The operation that adds a sentence to the system prompt, or to the first user turn if the model accepts none."""
    conversation, form = context.conversation, context.format
    block = context.text_block(sentence)
    if not conversation.base or block is None:
        return None
    if "system" in (context.chat.facts.refused_roles or ()):
        return _in_first_turn(context, block)
    present = form.read_system(conversation.settings)
    written = form.write_system([*present, block])
    if len(written) != 1:
        return None
    ((key, value),) = written.items()
    was = conversation.settings.get(key)
    spellings = {name for name in conversation.settings if name.replace("_", "").lower() == key.lower()}
    if spellings - {key} or (was is not None and not present):
        return None  # there is a prompt that was not read
    merged = {**was, **value} if isinstance(was, dict) and isinstance(value, dict) else value
    return add(f"{conversation.body}/{key}", merged)


def _in_first_turn(context: RepairContext, block: Json) -> Operation | None:
    """The operation that adds a block at the beginning of the first turn, if that is the user's list of blocks."""
    key = context.format.traits.parts_key
    first = context.message(0)
    is_list = isinstance(first, dict) and isinstance(first.get(key), list)
    return add(context.pointer(0, (key, 0)), block) if is_list and context.chat.roles[:1] == ["user"] else None
