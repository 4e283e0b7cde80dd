"""Write the demand of a refused setting as a sentence of the prompt, so that the model still reads it."""

from __future__ import annotations

from workbench.json.patch import Operation, add, replace
from workbench.json.text import Json
from workbench.rules.editing.context import RepairContext


def instruction(context: RepairContext, sentence: str) -> Operation | None:
    """The operation that adds a sentence to the system prompt, or to the first user turn if the model accepts none.

    The prompt is a setting of the request or, where the format has no such setting, the first message.
    """
    conversation, form = context.conversation, context.format
    block = context.text_block(sentence)
    if not conversation.base or block is None:
        return None
    if "system" in (context.chat.facts.refused_roles or ()):
        return _before_first_turn(context, sentence, block)
    present = form.read_system(conversation.settings)
    written = form.write_system([*present, block])
    if not written:
        return _in_first_message(context, sentence, block)
    if len(written) != 1:
        return None
    ((key, value),) = written.items()
    was = conversation.settings.get(key)
    spellings = {name for name in conversation.settings if name.replace("_", "").lower() == key.lower()}
    if spellings - {key} or (was is not None and not present):
        return None  # there is a prompt that was not read
    merged = {**was, **value} if isinstance(was, dict) and isinstance(value, dict) else value
    return add(f"{conversation.body}/{key}", merged)


def _before_first_turn(context: RepairContext, sentence: str, block: Json) -> Operation | None:
    """The operation that adds the sentence at the beginning of the first turn, if that is the user's."""
    if context.chat.roles[:1] != ["user"]:
        return None
    key = context.format.traits.parts_key
    content = context.message(0).get(key) if isinstance(context.message(0), dict) else None
    if isinstance(content, str):
        return replace(context.pointer(0, (key,)), f"{sentence}\n\n{content}")
    return add(context.pointer(0, (key, 0)), block) if isinstance(content, list) else None


def _in_first_message(context: RepairContext, sentence: str, block: Json) -> Operation | None:
    """The operation that adds the sentence to the system message, or a system message with the sentence."""
    key, role = context.format.traits.parts_key, context.native_role("system")
    if role is None or not context.chat.roles:
        return None
    if context.chat.roles[0] != "system":
        return add(context.pointer(0), {"role": role, key: sentence})
    content = context.message(0).get(key)
    if isinstance(content, str):
        return replace(context.pointer(0, (key,)), f"{content}\n\n{sentence}" if content else sentence)
    return add(context.pointer(0, (key, len(content))), block) if isinstance(content, list) else None
