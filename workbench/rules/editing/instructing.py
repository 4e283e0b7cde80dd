"""Write the demand of a refused setting as a sentence of the prompt, so that the model still reads it."""

from __future__ import annotations

from workbench.json.patch import Operation, add, replace
from workbench.json.text import Json
from workbench.rules.editing.context import RepairContext


def instruction(context: RepairContext, sentence: str) -> Operation | None:
    """The operation that adds a sentence to the system prompt, or to the first user turn if the model accepts none."""
    conversation, form = context.conversation, context.format
    block = context.text_block(sentence)
    if not conversation.base:
        return None
    if "system" in (context.chat.facts.refused_roles or ()):
        return _in_first_turn(context, sentence, block)
    if block is None or not form.write_system([block]):
        return instruction_in_messages(context, sentence)
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


def _in_first_turn(context: RepairContext, sentence: str, block: Json | None) -> Operation | None:
    """The operation that adds the sentence at the beginning of the first turn, if that is the user's."""
    key, first = context.format.traits.parts_key, context.message(0)
    content = first.get(key) if isinstance(first, dict) and context.chat.roles[:1] == ["user"] else None
    if isinstance(content, str):
        return replace(context.pointer(0, (key,)), f"{sentence}\n\n{content}")
    return add(context.pointer(0, (key, 0)), block) if isinstance(content, list) and block is not None else None


def instruction_in_messages(context: RepairContext, sentence: str) -> Operation | None:
    """The operation that adds a sentence to the system prompt among the messages, or such a prompt before them."""
    name, key = context.native_role("system"), context.format.traits.parts_key
    if name is None or not context.in_list or not context.chat.messages:
        return None
    if context.chat.roles[0] != "system":
        return add(context.pointer(0), {context.format.role_key: name, key: sentence})  # not every server accepts parts
    content = context.chat.messages[0].get(key)
    if isinstance(content, str):
        return replace(context.pointer(0, (key,)), f"{content}\n\n{sentence}" if content else sentence)
    texts = [part for part in content if isinstance(part, dict) and "text" in part] if isinstance(content, list) else []
    kind = {"type": texts[-1]["type"]} if texts and "type" in texts[-1] else {}
    return add(context.pointer(0, (key, "-")), {**kind, "text": sentence}) if texts else None
