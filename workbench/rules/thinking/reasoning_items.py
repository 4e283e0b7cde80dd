"""Reasoning items of the Responses API."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.patch import add, remove, replace
from workbench.json.text import Json
from workbench.rules.contract import Violation, at, at_message, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.value_shapes import first_of
from workbench.rules.occasions import has_rest, names_model
from workbench.targets.contract import ERROR, WARNING, Reasoning, Target
from workbench.targets.models import ALWAYS


def without_reasoning(context: RepairContext, finding: Finding) -> Fix | None:
    item = context.value(finding.at)
    if not isinstance(item, dict) or item.get("type") != "reasoning" or not context.in_list:
        return None
    is_certain = finding.severity == ERROR  # a warning may be accepted, and then the model uses the item
    texts = [part.get("text") for part in _parts(item) if isinstance(part, dict)]
    if not texts:
        why = "It contains nothing readable."
        return Fix("Leave out the reasoning item", (remove(finding.at),), is_certain, why, 0.7)
    if not all(isinstance(text, str) for text in texts):
        return Fix("Leave out the reasoning item", (remove(finding.at),), False, "Its content would be lost.", 0.7)
    message = {"role": "assistant", "content": [{"type": "output_text", "text": text} for text in texts]}
    why = "The readable reasoning stays, as assistant text."
    return Fix("Keep the reasoning as text", (replace(finding.at, message),), is_certain, why, 0.7)


def _parts(item: dict[str, Json]) -> list[Json]:
    lists = (item.get(key) for key in ("summary", "content"))
    return [part for parts in lists if isinstance(parts, list) for part in parts]


@rule("TH906", "reasoning-item-unpaired", fix=without_reasoning, noticed_later=True, occasion=has_rest)
def reasoning_item_unpaired(chat: Chat, target: Target) -> Iterator[Violation]:
    """A reasoning item is not followed by the item that it produced.

    The next item must be the one that the model produced after it, with its id. This usually comes from storing the
    answer as plain text, without its `msg_` id, or from dropping a call. A request that stores nothing (`store: false`)
    is exempt.

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
            text = "The item that this reasoning led to does not follow it."
            yield at_message(index, text, severity=severity, id=item_id)


def _was_produced(item: object) -> bool:
    """Whether an item has the shape of one that the model produced."""
    if not isinstance(item, dict):
        return False
    if item.get("type") == "item_reference":
        return True
    if item.get("role") == "assistant":
        return isinstance(item.get("id"), str)
    kind = item.get("type")
    return isinstance(kind, str) and kind != "message" and not kind.endswith("_output")


@rule("TH907", "reasoning-item-not-found", occasion=has_rest)
def reasoning_item_not_found(chat: Chat, target: Target) -> Iterator[Violation]:
    """The history refers to reasoning, or another item, that only the provider may have stored.

    Whether the provider still has it is unknown offline. Send the encrypted content instead of relying on the store.

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
        if event.id and isinstance(event.raw, dict) and not event.raw.get("encrypted_content"):
            yield at(event, "Nothing is stored, but the item does not contain the reasoning.", severity=WARNING)
    for event in chat.of_kind("other"):
        if isinstance(event.id, str) and isinstance(event.raw, dict) and event.raw.get("type") == "item_reference":
            yield at(event, "Nothing is stored, but this refers to a stored item.", severity=WARNING)


def without_item_id(context: RepairContext, finding: Finding) -> Fix | None:
    item = context.value(finding.at)
    if not isinstance(item, dict) or not isinstance(item.get("id"), str):
        return None
    why = "The call id stays. An item without its own id is not tied to stored reasoning."
    return Fix("Leave out the id of the item", (remove(f"{finding.at}/id"),), True, why, 0.8)


@rule("TH916", "reasoning-item-missing", fix=without_item_id, occasion=names_model)
def reasoning_item_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """An item that followed reasoning is sent back with its id but without the reasoning.

    Only the server knows which items followed reasoning. A model that always reasons did so before its first item of a
    turn, so it is a warning.

    Bad (openai-responses):
        {"model": "o4-mini", "input": [{"role": "user", "content": "x"},
         {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "f", "arguments": "{}"},
         {"type": "function_call_output", "call_id": "call_1", "output": "1"}]}
    Good (openai-responses):
        {"model": "o4-mini", "input": [{"role": "user", "content": "x"},
         {"type": "function_call", "call_id": "call_1", "name": "f", "arguments": "{}"},
         {"type": "function_call_output", "call_id": "call_1", "output": "1"}]}
    """
    facts = chat.facts
    if (
        facts.thinks != ALWAYS
        or not facts.efforts
        or "none" in facts.efforts
        or "previous_response_id" in chat.settings
    ):
        return
    thought = False
    for index, item in enumerate(chat.messages):
        kind = item.get("type") if isinstance(item, dict) else None
        if kind in ("reasoning", "item_reference"):
            thought = True
        elif chat.roles[index] in ("user", "system"):
            thought = False
        elif not thought and chat.roles[index] == "assistant" and _is_stored(item.get("id")):
            text = "The reasoning before this item is missing. The server refuses that if there was any."
            yield at_message(index, text, severity=WARNING, id=item["id"], kind=kind or "message")
            thought = True  # report it once per turn


def _is_stored(item_id: object) -> bool:
    return isinstance(item_id, str) and item_id.startswith(("fc_", "msg_"))


def keep_as_text(context: RepairContext, finding: Finding) -> Fix | None:
    """Write content that is readable, and so was never encrypted, as assistant text instead of a reasoning item."""
    place = finding.at.rpartition("/")[0]
    item, content = context.value(place), context.value(finding.at)
    is_bare = isinstance(item, dict) and not _parts(item)
    if not is_bare or not isinstance(content, str) or finding.severity != ERROR or not context.in_list:
        return None
    message = {"role": "assistant", "content": [{"type": "output_text", "text": content}]}
    why = "The readable reasoning stays, as assistant text."
    return Fix("Keep the reasoning as text", (replace(place, message),), True, why, 0.7)


@rule("TH917", "reasoning-encrypted-foreign", fix=keep_as_text, occasion=has_rest)
def reasoning_encrypted_foreign(chat: Chat, target: Target) -> Iterator[Violation]:
    """A reasoning item has encrypted content that is certainly not from this provider.

    It is bound to the organisation that made it, which is unknown offline. Only content that does not begin like the
    provider's can be detected. It is an error if it is not even base64, but readable text.

    Bad (openai-responses):
        {"input": [{"role": "user", "content": "x"},
         {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "The user wants x."},
         {"type": "message", "role": "assistant", "id": "msg_1", "content": [{"type": "output_text", "text": "3"}]}]}
    Good (openai-responses):
        {"input": [{"role": "user", "content": "x"},
         {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAAAABo"},
         {"type": "message", "role": "assistant", "id": "msg_1", "content": [{"type": "output_text", "text": "3"}]}]}
    """
    for event in chat.of_kind("thought"):
        content = event.raw.get("encrypted_content") if isinstance(event.raw, dict) else None
        if isinstance(content, str) and content and _is_foreign(content, target.reasoning):
            text = "The encrypted content does not begin like this provider's."
            severity = WARNING if _BASE64.fullmatch(content) else None
            yield at(event, text, "signature", severity=severity, head=content[:4], tail=content[-4:])


_BASE64 = re.compile(r"[A-Za-z0-9+/_=.-]*")


def _is_foreign(content: str, terms: Reasoning) -> bool:
    return content.startswith(terms.foreign_heads) if terms.foreign_heads else not content.startswith(terms.heads)


def keep_as_summary(context: RepairContext, finding: Finding) -> Fix | None:
    """Move the texts to the end of the summary, which the API accepts."""
    holder = finding.at.rpartition("/")[0]
    parts, summary = context.value(finding.at), context.value(f"{holder}/summary")
    texts = [part.get("text") for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
    if not texts or len(texts) != len(parts) or not all(isinstance(text, str) for text in texts):
        return None
    before = summary if isinstance(summary, list) else []
    written = [*before, *({"type": "summary_text", "text": text} for text in texts)]
    why = "The same words, in the field that the API accepts."
    return Fix(
        "Move the reasoning to the summary", (remove(finding.at), add(f"{holder}/summary", written)), True, why, 0.8
    )


@rule("TH918", "reasoning-item-content-refused", fix=keep_as_summary, occasion=has_rest)
def reasoning_item_content_refused(chat: Chat, target: Target) -> Iterator[Violation]:
    """A reasoning item contains the reasoning text, but the API accepts only its summary.

    This usually comes from an open model, whose reasoning is not encrypted.

    Bad (openai-responses):
        {"input": [{"role": "user", "content": "x"},
         {"type": "reasoning", "id": "rs_1", "summary": [], "content": [{"type": "reasoning_text", "text": "Hm."}]},
         {"type": "message", "role": "assistant", "id": "msg_1", "content": [{"type": "output_text", "text": "3"}]}]}
    Good (openai-responses):
        {"input": [{"role": "user", "content": "x"},
         {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "Hm."}]},
         {"type": "message", "role": "assistant", "id": "msg_1", "content": [{"type": "output_text", "text": "3"}]}]}
    """
    for event in chat.of_kind("thought"):
        content = event.raw.get("content") if isinstance(event.raw, dict) else None
        if isinstance(content, list) and content:
            text = "The reasoning item contains the reasoning text; only its summary is accepted."
            yield at_message(event.message, text, ("content",), id=event.id, length=len(content))


def add_empty_summary(context: RepairContext, finding: Finding) -> Fix | None:
    item = context.value(finding.at)
    if not isinstance(item, dict) or "summary" in item:
        return None
    patch = (add(f"{finding.at}/summary", []),)
    return Fix("Add an empty summary", patch, True, "The file has none.", 0.95)


def keep_readable_part(context: RepairContext, finding: Finding) -> Fix | None:
    """For a server that reads only the text of the reasoning, which the item does not have."""
    return without_reasoning(context, finding) if context.target.reasoning.items_have_text else None


@rule("TH919", "reasoning-item-incomplete", fix=first_of(add_empty_summary, keep_readable_part), occasion=has_rest)
def reasoning_item_incomplete(chat: Chat, target: Target) -> Iterator[Violation]:
    """A reasoning item has no `summary`, which is required but may be empty.

    llama.cpp wants the text of the reasoning too, which OpenAI never sends: leave the item out there.

    Bad (openai-responses):
        {"input": [{"role": "user", "content": "x"}, {"type": "reasoning", "id": "rs_1"},
         {"type": "message", "role": "assistant", "id": "msg_1", "content": [{"type": "output_text", "text": "3"}]}]}
    Good (openai-responses):
        {"input": [{"role": "user", "content": "x"}, {"type": "reasoning", "id": "rs_1", "summary": []},
         {"type": "message", "role": "assistant", "id": "msg_1", "content": [{"type": "output_text", "text": "3"}]}]}
    """
    for event in chat.of_kind("thought"):
        if not isinstance(event.raw, dict):
            continue
        if "summary" not in event.raw:
            yield at(event, "The reasoning item has no summary.")
        elif target.reasoning.items_have_text and not event.raw.get("content"):
            variant = "no text" if event.raw.get("content") == [] else "text"
            yield at(event, "The reasoning item does not contain the reasoning.")._replace(variant=variant)
