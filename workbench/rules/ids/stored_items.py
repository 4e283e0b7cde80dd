"""Ids of stored items: too long to be the provider's, or missing where the provider needs them."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.description import quoted
from workbench.json.patch import remove
from workbench.rules.contract import Violation, at_message, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.occasions import has_key, has_rest
from workbench.targets.contract import WARNING, Target

_MAX_LENGTH = 64
_ID_REQUIRED = "web_search_call"
_STORED_WITH_ID = frozenset({"file_search_call", "code_interpreter_call", "image_generation_call", "mcp_call"})
"""Items of other tools that the provider runs itself: its specification requires their id too."""


def drop_item_id(context: RepairContext, finding: Finding) -> Fix | None:
    """Remove an item's id, unless it belongs to one of the provider's own tools."""
    item = context.message(finding.message_index)
    kind = item.get("type", "message") if isinstance(item, dict) else None
    if kind not in ("message", "function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output"):
        return None
    why = "The provider's ids are shorter; the item is complete without it."
    return Fix("Remove the item's own id", (remove(finding.at),), True, why, 0.85)


@rule("ID316", "item-id-too-long", fix=drop_item_id, occasion=has_key("id"))
def item_id_too_long(chat: Chat, target: Target) -> Iterator[Violation]:
    """An item's own id is longer than 64 characters.

    This usually comes from a gateway that packs several ids into one.

    Bad (openai-responses):
        {"input": [{"role": "user", "content": "x"}, {"type": "function_call", "call_id": "call_1", "name": "f",
          "id": "fc_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", "arguments": "{}"},
         {"type": "function_call_output", "call_id": "call_1", "output": "r"}]}
    Good (openai-responses):
        {"input": [{"role": "user", "content": "x"},
         {"type": "function_call", "call_id": "call_1", "name": "f", "arguments": "{}"},
         {"type": "function_call_output", "call_id": "call_1", "output": "r"}]}
    """
    for index, item in enumerate(chat.messages):
        item_id = item.get("id") if isinstance(item, dict) else None
        if isinstance(item_id, str) and len(item_id) > _MAX_LENGTH:
            text = f"The item's own id has {len(item_id)} characters; {_MAX_LENGTH} are allowed."
            yield at_message(index, text, ("id",), id=item_id, length=len(item_id), limit=_MAX_LENGTH)


@rule("ID317", "item-id-missing", occasion=has_rest)
def item_id_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """The record of a tool that the provider runs itself has lost its id.

    Other items are accepted without their own id. This usually comes from a program that removes all ids, because they
    are not needed when nothing is stored. A refusal is only known for a web search; for other tools it is a warning.

    Bad (openai-responses):
        {"input": [{"role": "user", "content": "News?"},
         {"type": "web_search_call", "status": "completed", "action": {"type": "search", "query": "news"}},
         {"role": "user", "content": "More?"}]}
    Good (openai-responses):
        {"input": [{"role": "user", "content": "News?"}, {"type": "web_search_call", "id": "ws_1",
          "status": "completed", "action": {"type": "search", "query": "news"}},
         {"role": "user", "content": "More?"}]}
    """
    for index, item in enumerate(chat.messages):
        kind = item.get("type") if isinstance(item, dict) else None
        if not isinstance(kind, str):
            continue
        if (kind == _ID_REQUIRED or kind in _STORED_WITH_ID) and not item.get("id"):
            severity = None if kind == _ID_REQUIRED else WARNING
            yield at_message(index, f"The {quoted(kind)} has no id.", severity=severity)
