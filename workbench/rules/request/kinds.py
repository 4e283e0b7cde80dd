"""Parts of two kinds at once, and kinds of items and tools that the API does not have."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.schema import VALUE, Problem
from workbench.json.description import quoted
from workbench.json.patch import add, remove, replace
from workbench.json.text import compact
from workbench.rules.contract import Violation, at_message, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.tool_shapes import write_tool_of_another_api
from workbench.rules.editing.value_shapes import first_of
from workbench.rules.request.definitions import at_setting
from workbench.targets.contract import Target


def split_by_kind(context: RepairContext, finding: Finding) -> Fix | None:
    """Split a part into one per kind, in the order of its keys."""
    part = context.value(finding.at)
    parent, _, number = finding.at.rpartition("/")
    kinds = [key for key in part if key in context.format.traits.kinds_by_key] if isinstance(part, dict) else []
    if len(kinds) < 2 or not number.isdecimal():
        return None
    others = {key: value for key, value in part.items() if key not in kinds}
    parts = [{kinds[0]: part[kinds[0]], **others}, *({key: part[key]} for key in kinds[1:])]
    more = tuple(add(f"{parent}/{int(number) + offset}", parts[offset]) for offset in range(1, len(parts)))
    why = "The same data, with each kind in its own part."
    return Fix("Split the part", (replace(finding.at, parts[0]), *more), True, why, 0.9)


@rule("RQ007", "part-of-several-kinds", fix=split_by_kind, applies_to_bare_messages=True)
def part_of_several_kinds(chat: Chat, target: Target) -> Iterator[Violation]:
    """A part is of two kinds at once: it has several of the keys that define its kind.

    This usually comes from adding a cache point to a text part; it must be a separate part.

    Bad (bedrock):
        {"modelId": "anthropic.claude-sonnet-4-5-20250929-v1:0", "messages": [{"role": "user", "content": [
          {"text": "Hello", "cachePoint": {"type": "default"}}]}]}
    Good (bedrock):
        {"modelId": "anthropic.claude-sonnet-4-5-20250929-v1:0", "messages": [{"role": "user", "content": [
          {"text": "Hello"}, {"cachePoint": {"type": "default"}}]}]}
    """
    kinds, key = chat.format.traits.kinds_by_key, chat.format.traits.parts_key
    for index, message in enumerate(chat.messages) if kinds else ():
        parts = message.get(key) if isinstance(message, dict) else None
        for number, part in enumerate(parts) if isinstance(parts, list) else ():
            if isinstance(part, dict) and len(part) > 1:
                found = [name for name in part if name in kinds and part[name] is not None]
                if len(found) > 1:
                    text = f"The part is {' and '.join(found)} at once."
                    yield at_message(index, text, (key, number), part=number, second=found[1])


def call_it_a_message(context: RepairContext, finding: Finding) -> Fix | None:
    """Add the type of an item that has a role, and so can only be a message."""
    item = context.value(finding.at)
    if not isinstance(item, dict) or "type" in item or not isinstance(item.get("role"), str):
        return None
    why = "An item with a role is a message; others read it as one without its type."
    return Fix('Add "type": "message"', (add(f"{finding.at}/type", "message"),), True, why, 0.95)


def offer_at_top(context: RepairContext, finding: Finding) -> Fix | None:
    """Offer the tools of an item among those of the request, for a server that reads them only there."""
    place = finding.at.rpartition("/")[0]
    item, offered = context.value(place), context.chat.settings.get("tools", [])
    tools = item.get("tools") if isinstance(item, dict) and item.get("type") == "additional_tools" else None
    if not tools or not isinstance(tools, list) or not isinstance(offered, list) or len(context.chat.messages) < 2:
        return None
    if any(not isinstance(tool, dict) or tool.get("type") != "function" for tool in tools):
        return None
    patch = (add(f"{context.conversation.body}/tools", [*offered, *tools]), remove(place))
    return Fix("Offer its tools in the request", patch, True, "The same tools, where this server reads them.", 0.8)


def write_as_function_item(context: RepairContext, finding: Finding) -> Fix | None:
    """Write the call of a custom tool as the call of a function with one text, and its result as a function's."""
    place = finding.at.rpartition("/")[0]
    match context.value(place):
        case {"type": "custom_tool_call", "input": str(text), **rest}:
            item = {"type": "function_call", **rest, "arguments": compact({"input": text})}
        case {"type": "custom_tool_call_output", **rest}:
            item = {"type": "function_call_output", **rest}
        case _:
            return None
    why = "The same call and result; the text is the only argument."
    return Fix("Write it as a function's", (replace(place, item),), True, why, 0.8)


@rule(
    "RQ008",
    "item-type-unsupported",
    fix=first_of(call_it_a_message, offer_at_top, write_as_function_item),
    applies_to_bare_messages=True,
)
def item_type_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """The server does not accept this kind of input item.

    This usually comes from continuing a conversation with another provider than the one that made the item. Some
    servers also require the type of every item, which OpenAI does not.

    Bad (llama-cpp-responses):
        {"model": "qwen3-8b", "input": [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi"},
         {"role": "user", "content": "Now?"}]}
    Good (llama-cpp-responses):
        {"model": "qwen3-8b", "input": [{"role": "user", "content": "Hello"},
         {"type": "message", "role": "assistant", "content": "Hi"}, {"role": "user", "content": "Now?"}]}
    """
    limits = target.limits
    for index, item in enumerate(chat.messages) if limits.refused_items or limits.items is not None else ():
        if not isinstance(item, dict):
            continue
        kind, role = item.get("type"), item.get("role")
        is_message = isinstance(role, str) and not (role == "assistant" and limits.typed_answers)
        if kind is None and not is_message and limits.items is not None:
            yield at_message(index, "The item does not say of which type it is.", variant="untyped")
        elif isinstance(kind, str) and (kind in limits.refused_items or kind not in (limits.items or {kind})):
            yield at_message(index, f"An item of type {quoted(kind)} is not accepted here.", ("type",), kind=kind)


def write_untyped_tool(context: RepairContext, finding: Finding) -> Fix | None:
    """Write a function without a type in this API's shape. A tool of another type cannot become a function."""
    return None if finding.at.endswith("/type") else write_tool_of_another_api(context, finding)


@rule("RQ137", "tool-type-unsupported", schema_problem="value:tag", fix=write_untyped_tool)
def tool_type_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """The server does not support this kind of tool, only functions.

    This usually comes from offering a tool that another provider runs itself, such as web search, or from writing a
    function in the shape of another API, without a type.

    Bad (minimax):
        {"model": "MiniMax-M3", "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"name": "find", "parameters": {"type": "object", "properties": {}}}]}
    Good (minimax):
        {"model": "MiniMax-M3", "messages": [{"role": "user", "content": "Hello"}],
         "tools": [{"type": "function", "function": {"name": "find", "parameters": {
           "type": "object", "properties": {}}}}]}
    """
    accepted, tools = target.request.tools.types, chat.settings.get("tools")
    for number, tool in enumerate(tools) if accepted is not None and isinstance(tools, list) else ():
        kind = tool.get("type") if isinstance(tool, dict) else None
        if isinstance(tool, dict) and "type" not in tool and target.request.tools.needs_type:
            yield at_setting(("tools", number), "The tool does not say of which type it is.", variant="missing")
        elif isinstance(kind, str) and kind not in (accepted or ()):
            path = ("tools", number, "type")
            problem = Problem(VALUE, path, {"value": kind, "allowed": sorted(accepted or ()), "of": "tag"})
            yield at_setting(
                path,
                f"A tool of type {quoted(kind)} is not accepted here.",
                problem=problem,
                call=compact(tool),
                tool=number,
                type=kind,
            )
