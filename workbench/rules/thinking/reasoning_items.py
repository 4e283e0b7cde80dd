"""Reasoning items of the Responses API, apart from what they led to."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.patch import remove
from workbench.json.text import Json
from workbench.rules.contract import Violation, at, at_message, rule
from workbench.rules.editing.context import RepairContext
from workbench.targets.contract import WARNING, Target


def without_reasoning(context: RepairContext, finding: Finding) -> Fix | None:
    item = context.value(finding.at)
    if not isinstance(item, dict) or item.get("type") != "reasoning" or not context.in_list:
        return None
    says_nothing = not item.get("summary") and not item.get("content")
    why = "It says nothing that could be read." if says_nothing else "Its summary would be lost."
    return Fix("Leave out the reasoning item", (remove(finding.at),), says_nothing, why, 0.7)


@rule("TH906", "reasoning-item-unpaired", fix=without_reasoning)
def reasoning_item_unpaired(chat: Chat, target: Target) -> Iterator[Violation]:
    """A reasoning item is not followed by the item that it produced.

    The next item must be the one the model made after that thought, with its own id. It usually comes from storing
    the answer as plain text, without its `msg_` id, or from dropping a call. A request that stores nothing
    (`store: false`) is not held to it.

    Bad (openai-responses):
        {"input": [{"role": "user", "content": "x"},
         {"type": "reasoning", "id": "rs_1", "summary": []},
         {"role": "assistant", "content": [{"type": "output_text", "text": "3"}]},
         {"role": "user", "content": "sure?"}]}
    Good (openai-responses):
        {"input": [{"role": "user", "content": "x"},
         {"type": "reasoning", "id": "rs_1", "summary": []},
         {"type": "message", "role": "assistant", "id": "msg_1", "content": [{"type": "output_text", "text": "3"}]},
         {"role": "user", "content": "sure?"}]}
    """
    for index in [thought.message for thought in chat.of_kind("thought") if thought.id]:
        following = chat.messages[index + 1] if index + 1 < len(chat.messages) else None
        if not _was_produced(following):
            item_id = chat.messages[index]["id"]
            severity = WARNING if chat.settings.get("store") is False else None
            text = "The reasoning is not followed by the item it led to."
            yield at_message(index, text, severity=severity, id=item_id)


def _was_produced(item: Json) -> bool:
    """Whether an item is one that the model made, as far as its shape tells."""
    if not isinstance(item, dict):
        return False
    if item.get("type") == "item_reference":
        return True
    if item.get("role") == "assistant":
        return isinstance(item.get("id"), str)
    kind = item.get("type")
    return isinstance(kind, str) and kind != "message" and not kind.endswith("_output")


@rule("TH907", "reasoning-item-not-found")
def reasoning_item_not_found(chat: Chat, target: Target) -> Iterator[Violation]:
    """The history refers to reasoning that the provider must have stored.

    Whether it still has it cannot be known offline. Send the encrypted content instead of relying on the store.

    Bad (openai-responses):
        {"store": false, "input": [{"role": "user", "content": "x"},
         {"type": "reasoning", "id": "rs_1", "summary": []},
         {"type": "message", "role": "assistant", "id": "msg_1", "content": [{"type": "output_text", "text": "3"}]}]}
    Good (openai-responses):
        {"store": false, "input": [{"role": "user", "content": "x"},
         {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "Z0FBQUFB"},
         {"type": "message", "role": "assistant", "id": "msg_1", "content": [{"type": "output_text", "text": "3"}]}]}
    """
    if chat.settings.get("store") is not False:
        return
    for event in chat.of_kind("thought"):
        if (
            isinstance(event.raw, dict)
            and event.raw.get("type") == "reasoning"
            and not event.raw.get("encrypted_content")
        ):
            yield at(event, "Nothing is stored, and the reasoning is not sent along.", severity=WARNING)
