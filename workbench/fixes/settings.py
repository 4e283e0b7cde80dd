"""What stands beside the messages of a request: the system prompt, thinking, tools, and the marks of its cache."""

from __future__ import annotations

from workbench.checks.findings import Finding, Fix
from workbench.fixes.contract import RepairContext, fixer
from workbench.formats.contract import Tool
from workbench.json.patch import add, remove, replace
from workbench.json.text import Json
from workbench.rules.parts import marks_beside


@fixer("role-system-misplaced")
def system_beside(context: RepairContext, finding: Finding) -> Fix | None:
    """A leading system message becomes the system prompt of the body; in a bare list there is no place for it."""
    conversation = context.conversation
    if not conversation.base or not context.in_list or finding.message_index != 0 or context.chat.roles[0] != "system":
        return None
    body = conversation.base.rsplit("/", 1)[0]
    texts = [
        event.value for event in context.chat.of_message(0) if event.kind == "text" and isinstance(event.value, str)
    ]
    present = conversation.settings.get("system")
    blocks: list[Json] = [{"type": "text", "text": text} for text in texts]
    if conversation.format == "bedrock-converse":
        blocks = [{"text": text} for text in texts]
    if isinstance(present, str):
        blocks = [{"type": "text", "text": present}, *blocks]
    elif isinstance(present, list):
        blocks = [*present, *blocks]
    why = "The same words, where this API keeps them."
    patch = (add(f"{body}/system", blocks), remove(context.of_message(0)))
    return Fix("Move the system prompt beside the messages", patch, True, why, 0.95)


@fixer("thinking-missing-before-tool-use")
def turn_thinking_off(context: RepairContext, finding: Finding) -> Fix | None:
    """Thoughts that are gone cannot be made up; without thinking the request is taken."""
    body = context.conversation.base.rpartition("/")[0]
    if not context.conversation.base or "thinking" not in context.conversation.settings:
        return None
    why = "The thinking is not in the file. This changes what is asked of the model."
    return Fix("Turn thinking off for this request", (replace(f"{body}/thinking", {"type": "disabled"}),), False, why)


@fixer("tool-config-missing")
def define_used_tools(context: RepairContext, finding: Finding) -> Fix | None:
    """The names are in the history; what arguments the tools take is not."""
    body = context.conversation.base.rpartition("/")[0]
    if not context.conversation.base:
        return None
    names = dict.fromkeys(call.name for call in context.chat.calls if isinstance(call.name, str) and call.name)
    tools = context.format.write_tools([Tool(name, "", {"type": "object"}) for name in names])
    why = "The history names the tools; their arguments are not known, so any are allowed."
    patch = tuple(add(f"{body}/{key}", value) for key, value in tools.items())
    return Fix("Define the tools that the history uses", patch, False, why, 0.5) if patch else None


@fixer("cache-control-too-many")
def fewer_marks(context: RepairContext, finding: Finding) -> Fix | None:
    """The oldest marks go; the cache is found by the newest."""
    marked = [e for e in context.chat.events if isinstance(e.raw, dict) and e.raw.get("cache_control")]
    places = list(dict.fromkeys(context.at(event) for event in marked))
    beside = sum(marks_beside(context.conversation.settings.get(key)) for key in ("system", "tools"))
    spare = len(places) + beside - (context.report.target.limits.cache_markers or 0)
    if not 0 < spare <= len(places):
        return None
    patch = tuple(remove(f"{place}/cache_control") for place in places[:spare])
    return Fix("Take away the oldest cache marks", patch, True, "Marks are no content.", 0.9)
