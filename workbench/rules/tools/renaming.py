"""Write a tool's name with accepted characters, wherever the request uses it: definition, choice, calls and results."""

from __future__ import annotations

import re
from collections.abc import Iterator
from zlib import crc32

from workbench.checks.findings import Finding, Fix
from workbench.formats.tool_definitions import ToolDefinition
from workbench.json.patch import Operation, add, replace
from workbench.json.pointer import to_pointer
from workbench.rules.editing.context import RepairContext
from workbench.rules.request.choices import tool_choice
from workbench.rules.request.definitions import defined, named_by_provider
from workbench.targets.contract import Target

_MOST = 64
_REFUSED = re.compile(r"[^a-zA-Z0-9_-]")
_READABLE = re.compile(r"[a-zA-Z0-9]")


def legal_name(context: RepairContext, finding: Finding) -> Fix | None:
    """Replace the refused characters wherever the request uses the name. All findings about a name share the fix."""
    call = context.event(finding.at, "call")
    name = call.name if call is not None else context.value(finding.at)
    if not isinstance(name, str) or not name:
        return None
    return context.once(("legal name", name), lambda: _written_legally(context, name))


def _written_legally(context: RepairContext, name: str) -> Fix:
    """The fix for one name. A name that must be cut, or has only refused characters, stays as text, before its calls
    and in its description. Unsafe if another tool has the new name."""
    new = accepted_name(name, context.target) if _READABLE.search(name) else None
    cut = new or (_REFUSED.sub("_", name)[:_MOST] if _READABLE.search(name) else _stand_in(name))
    safe = cut not in _names(context) - {name}
    notes = _notes(context, name) if new is None else ()
    why = (
        "Only the characters that the provider refuses are replaced, wherever the request uses the name."
        if _READABLE.search(name)
        else "The provider accepts no letter of the name, so another name replaces it wherever the request uses it."
    )
    if any(tool.name == name for tool in defined(context.chat)):
        why += f" Calls of {cut} are then calls of {name}."
    return Fix(f"Write the tool name as {cut}", (*_everywhere(context, name, cut), *notes), safe, why, 0.8)


def tool_at(context: RepairContext, pointer: str) -> ToolDefinition | None:
    """Return the tool of the file that is at this place or around it. The target's own shape of a tool may correspond
    to a part of the file's."""
    tools = _tools_by_place(context)
    while pointer:
        if pointer in tools:
            return tools[pointer]
        pointer = pointer.rpartition("/")[0]
    return None


def _tools_by_place(context: RepairContext) -> dict[str, ToolDefinition]:
    root = context.conversation.body
    return context.once(
        "tools by place", lambda: {root + to_pointer(tool.path): tool for tool in defined(context.chat)}
    )


def _stand_in(name: str) -> str:
    """Return a name for a tool whose own name would be only underscores, the same for the same tool."""
    return f"tool_{crc32(name.encode('utf-8', 'surrogatepass')):08x}"


def rename_own_tool(context: RepairContext, finding: Finding) -> Fix | None:
    """Rename the user's tool that has the name of a tool of the provider, in its definition, calls and results."""
    tool = tool_at(context, finding.at)
    names = dict(named_by_provider(context.chat))
    if tool is None or not isinstance(name := tool.name, str):
        return None
    if name not in names:
        return _rename_second(context, tool)
    new = f"own_{name}"
    if [tool.name for tool in defined(context.chat)].count(name) > 1 or new in {*names, *_names(context)}:
        return None
    why = f"Calls of {new} are then calls of your {name}; the provider's tool keeps its name."
    return Fix(f"Rename your tool to {new}", tuple(_everywhere(context, name, new)), True, why, 0.7)


def _rename_second(context: RepairContext, tool: ToolDefinition) -> Fix | None:
    """Rename the second of two tools with one name, if no call and no choice names it."""
    name, taken = str(tool.name), _names(context)
    choice = tool_choice(context.chat.settings)
    if any(call.name == name for call in context.chat.calls) or (choice is not None and name in choice.names):
        return None
    new = next(f"{name}_{number}" for number in range(2, len(taken) + 3) if f"{name}_{number}" not in taken)
    place = context.conversation.body + to_pointer((*tool.holder, "name"))
    why = f"Both tools stay. Calls of {new} are then calls of this {name}."
    return Fix(f"Rename the second tool to {new}", (replace(place, new),), len(new) <= _MOST, why, 0.6)


def _names(context: RepairContext) -> set[str]:
    """The names of all tools that the request defines or calls."""
    named = (*(tool.name for tool in defined(context.chat)), *(call.name for call in context.chat.calls))
    return {name for name in named if isinstance(name, str)}


def accepted_name(name: str, target: Target) -> str | None:
    """The name with `_` for every refused character; None if it is too long or still refused."""
    new = _REFUSED.sub("_", name)
    new = new if re.match(r"[a-zA-Z_]", new) else f"_{new}"
    pattern = target.limits.name_pattern
    if pattern is not None and not pattern.fullmatch(new):
        new = new.replace("-", "_")
    return new if len(new) <= _MOST and (pattern is None or pattern.fullmatch(new)) else None


def _everywhere(context: RepairContext, name: str, new: str) -> Iterator[Operation]:
    """The operations that write the new name for the old one in the messages and settings."""
    for event in (*context.chat.calls, *context.chat.results):
        if event.name == name and "name" in event.places:
            yield replace(context.at(event, "name"), new)
    root = context.conversation.body
    for tool in defined(context.chat):
        if tool.name == name:
            yield replace(root + to_pointer((*tool.holder, "name")), new)
    choice = tool_choice(context.chat.settings)
    if choice is not None and name in choice.names:
        place = root + to_pointer(choice.path)
        named = context.value(place)
        yield replace(place, [new if other == name else other for other in named] if isinstance(named, list) else new)


def _notes(context: RepairContext, name: str) -> Iterator[Operation]:
    """The operations that add the whole name to the tool's description, and as a text before each call, where the
    message is a list of blocks."""
    for tool in defined(context.chat):
        place = context.conversation.body + to_pointer((*tool.holder, "description"))
        described = context.value(place)
        if tool.name == name and (described is None or isinstance(described, str)):
            yield add(place, f"{described} (full name: {name})" if described else f"Full name: {name}")
    note = context.text_block(f"The model named this tool: {name}")
    blocks = {key for key, value in (context.user_message([name]) or {}).items() if isinstance(value, list)}
    for call in context.chat.calls if note is not None else ():
        if call.name == name and call.path and call.path[0] in blocks and isinstance(call.path[-1], int):
            yield add(context.pointer(call.message, call.path), note)
