"""The `id` of Responses items, under which the provider stored them; unrelated to `call_id`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.description import quoted
from workbench.json.patch import remove, replace
from workbench.rules.contract import PARTNER, Violation, at_message, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.occasions import has_key
from workbench.targets.contract import WARNING, Target

_PREFIXES = {
    "reasoning": "rs",
    "function_call": "fc",
    "function_call_output": "fc",
    "message": "msg",
    "web_search_call": "ws",
    "custom_tool_call": "ctc",
}
"""For each of these, a refusal is known."""


_ITEM_ID = re.compile(r"[a-zA-Z0-9_-]+\Z")


def prefix_item_id(context: RepairContext, finding: Finding) -> Fix | None:
    """Add the prefix of the item's type to its id; remove an empty id."""
    item = context.value(finding.at)
    kind = context.value(finding.at.rsplit("/", 1)[0] + "/type")
    if item == "":
        return without_own_id(context, finding)
    if not isinstance(item, str) or kind not in _PREFIXES:
        return None
    why = "The id of an item begins with the prefix of its type; the rest stays."
    return Fix("Add the prefix to the id", (replace(finding.at, f"{_PREFIXES[kind]}_{item}"),), True, why, 0.7)


@rule("ID312", "item-id-prefix", fix=prefix_item_id, occasion=has_key("id"))
def item_id_prefix(chat: Chat, target: Target) -> Iterator[Violation]:
    """An item's own id does not begin with the prefix of its type.

    Reasoning items begin with `rs`, function calls with `fc`, messages with `msg`. This usually comes from putting a
    call id into `id`.

    Bad (openai-responses):
        {"input": [{"role": "user", "content": "x"},
         {"type": "function_call", "id": "call_1", "call_id": "call_1", "name": "f", "arguments": "{}"},
         {"type": "function_call_output", "call_id": "call_1", "output": "r"}]}
    Good (openai-responses):
        {"input": [{"role": "user", "content": "x"},
         {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "f", "arguments": "{}"},
         {"type": "function_call_output", "call_id": "call_1", "output": "r"}]}
    """
    for index, item_id in _own_ids(chat):
        kind = chat.messages[index].get("type")
        prefix = _PREFIXES.get(str(kind))
        if prefix and not item_id.startswith(prefix):
            text = f"The id {quoted(item_id)} of this {kind} does not begin with {quoted(prefix)}."
            yield at_message(index, text, ("id",), id=item_id, prefix=prefix)
    for index, item in enumerate(chat.messages):
        if isinstance(item, dict) and item.get("id") == "" and chat.format.traits.messages_are_items:
            prefix = _PREFIXES.get(str(item.get("type", "message")), "msg")
            yield at_message(index, "The id of this item is empty.", ("id",), id="", prefix=prefix)


def without_own_id(context: RepairContext, finding: Finding) -> Fix | None:
    """Remove the id of an item; its call id links it to its call."""
    if not finding.at.endswith("/id") or context.value(finding.at) is None:
        return None
    why = "The server cannot have stored an item under this id, and accepts the item without one."
    return Fix("Leave out the id of the item", (remove(finding.at),), True, why, 0.8)


@rule("ID313", "item-id-bad-chars", fix=without_own_id, occasion=has_key("id"))
def item_id_bad_chars(chat: Chat, target: Target) -> Iterator[Violation]:
    """An item's own id contains characters that the provider does not accept, or ends with an underscore.

    This usually comes from cutting a long id to length.

    Bad (openai-responses):
        {"input": [{"role": "user", "content": "x"},
         {"type": "message", "role": "assistant", "id": "msg_a.b", "content": [{"type": "output_text", "text": "y"}]}]}
    Good (openai-responses):
        {"input": [{"role": "user", "content": "x"},
         {"type": "message", "role": "assistant", "id": "msg_ab", "content": [{"type": "output_text", "text": "y"}]}]}
    """
    for index, item_id in _own_ids(chat):
        if not _ITEM_ID.match(item_id) or item_id.endswith("_"):
            text = f"The item id {quoted(item_id)} has characters that are not accepted."
            yield at_message(index, text, ("id",), id=item_id)


def without_second(context: RepairContext, finding: Finding) -> Fix | None:
    """Remove the second of two equal items; if they differ, remove only its id."""
    item, index = context.value(finding.at), finding.message_index
    first = context.conversation.index_of(finding.partner or "")
    if not isinstance(item, str) or first is None or not context.in_list:
        return None
    if context.message(first) == context.message(index):
        why, kept = "Both have the same content.", (context.pointer(first),)
        return Fix("Leave out the second", (remove(context.pointer(index)),), True, why, 0.9, kept)
    why = "Without its id, the item is not confused with the stored one; the call id stays."
    return Fix("Leave out the id of the second", (remove(finding.at),), True, why, 0.8)


@rule("ID314", "item-id-duplicate", fix=without_second, occasion=has_key("id"))
def item_id_duplicate(chat: Chat, target: Target) -> Iterator[Violation]:
    """Two items have the same id, or an item appears together with a reference to it.

    This usually comes from adding the whole output of a response to a history that already contains parts of it.

    Bad (openai-responses):
        {"input": [{"role": "user", "content": "x"},
         {"type": "message", "role": "assistant", "id": "msg_1", "content": [{"type": "output_text", "text": "y"}]},
         {"type": "message", "role": "assistant", "id": "msg_1", "content": [{"type": "output_text", "text": "y"}]},
         {"role": "user", "content": "z"}]}
    Good (openai-responses):
        {"input": [{"role": "user", "content": "x"},
         {"type": "message", "role": "assistant", "id": "msg_1", "content": [{"type": "output_text", "text": "y"}]},
         {"role": "user", "content": "z"}]}
    """
    seen: dict[str, int] = {}
    for index, item_id in _own_ids(chat):
        first = seen.setdefault(item_id, index)
        if first != index:
            text = f"Item {PARTNER} also has the id {quoted(item_id)}."
            yield at_message(index, text, ("id",), partner=first, id=item_id)


def without_phase(context: RepairContext, finding: Finding) -> Fix | None:
    if not finding.at.endswith("/phase"):
        return None
    return Fix("Leave out the phase", (remove(finding.at),), True, "Only messages from the model have one.", 0.9)


@rule("ID315", "phase-misplaced", fix=without_phase, occasion=has_key("phase"))
def phase_misplaced(chat: Chat, target: Target) -> Iterator[Violation]:
    """A message that the model did not write has a phase.

    Bad (openai-responses):
        {"input": [{"role": "user", "content": "x", "phase": "commentary"}]}
    Good (openai-responses):
        {"input": [{"role": "user", "content": "x"}]}
    """
    for index, item in enumerate(chat.messages) if "phase" in chat.keys else ():
        if isinstance(item, dict) and "phase" in item and chat.roles[index] != "assistant":
            yield at_message(index, "Only assistant messages have a phase.", ("phase",), severity=WARNING)


def _own_ids(chat: Chat) -> list[tuple[int, str]]:
    """The index and id of each item that has one; computed once for all rules."""
    found: list[tuple[int, str]] | None = chat.memo.get("own ids")
    if found is None:
        found = chat.memo["own ids"] = [
            (index, item["id"])
            for index, item in enumerate(chat.messages)
            if isinstance(item, dict) and "id" in item and isinstance(item["id"], str) and item["id"]
        ]
    return found
