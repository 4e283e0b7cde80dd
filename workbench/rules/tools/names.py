"""Tool names that are missing, contain characters that the target refuses, or differ between call and result."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.pairing import pairs_of
from workbench.checks.schema import LENGTH, PATTERN, Problem
from workbench.formats import FORMATS
from workbench.formats.contract import Event
from workbench.json.description import WITHOUT_ID, quoted
from workbench.json.patch import add
from workbench.rules.contract import Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.occasions import has_named_results, has_nameless_call, has_refused_name
from workbench.rules.request.definitions import at_tool, defined
from workbench.rules.tools.fragments import rejoined
from workbench.rules.tools.renaming import legal_name
from workbench.targets.contract import WARNING, Target


def name_from_result(context: RepairContext, finding: Finding) -> Fix | None:
    call = context.event(finding.at, "call") or _only_call(context, finding)
    if (joined := rejoined(context, call)) is not None:
        return joined
    if call is None or "name" not in call.places:
        return None
    results = context.chat.results_by_id.get(call.id, []) if isinstance(call.id, (str, int)) else []
    names = {result.name for result in results if isinstance(result.name, str) and result.name}
    tools = {tool.name for tool in context.format.read_tools(context.conversation.settings)}
    candidates = names or (tools if len(tools) == 1 else set())
    if len(candidates) == 1:
        name = candidates.pop()
        why = "Its result names the tool." if names else "The request offers only this tool."
        return Fix(f"Fill in the tool name {name}", (add(context.at(call, "name"), name),), True, why, 0.9)
    why = "Nothing in the file names the tool."
    return Fix("Name the tool unknown_tool", (add(context.at(call, "name"), "unknown_tool"),), False, why, 0.5)


def _only_call(context: RepairContext, finding: Finding) -> Event | None:
    """The only call of the message without a name, if the finding does not point at a call."""
    calls = [event for event in context.events(finding.message_index) if event.kind == "call" and not event.name]
    return calls[0] if len(calls) == 1 else None


@rule("TA201", "tool-name-empty", may_be_healed=True, fix=name_from_result, occasion=has_nameless_call)
def tool_name_empty(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool call has no tool name.

    This usually comes from a stream whose first delta, the one with the name, was dropped.

    Bad (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    Good (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "ls", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    """
    for call in chat.calls:
        if call.name is None or (call.name == "" and not target.limits.accepts_empty_names):
            violation = at(call, f"The call {quoted(call.id, WITHOUT_ID)} does not name its tool.", "name")
            yield violation._replace(variant="missing" if call.name is None else "")


@rule("TA202", "tool-name-bad-chars", fix=legal_name, occasion=has_refused_name)
def tool_name_bad_chars(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool's name contains characters that the provider does not accept.

    This usually comes from namespaces (`files.read`) or from a name that the model made up.

    Bad (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "read file", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    Good (openai):
        [{"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "read_file", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"}]
    """
    pattern = target.limits.name_pattern
    if pattern is None:
        return
    names = {call.name for call in chat.calls if isinstance(call.name, str) and call.name}
    refused = {name for name in names if not pattern.fullmatch(name)}
    for call in chat.calls if refused else ():
        if isinstance(call.name, str) and call.name in refused:
            text = f"The tool name {quoted(call.name)} does not match {pattern.pattern}."
            violation = at(call, text, "name", pattern=pattern.pattern)
            yield violation._replace(variant=_fault_of(call.name, pattern))
    dotted = FORMATS[target.wire].traits.dots_in_definitions
    for tool in defined(chat):
        name = tool.name
        if name == "":
            path = (*tool.holder, "name")
            facts = {"value": "", "bound": "min", "of": "string", "limit": 1, "length": 0}
            text = "The request defines a tool whose name is empty."
            yield at_tool(
                tool, path, text, variant="empty", problem=Problem(LENGTH, path, facts), pattern=pattern.pattern
            )
        if isinstance(name, str) and name and not pattern.fullmatch(name):
            text = f"The request defines a tool named {quoted(name)}, which does not match {pattern.pattern}."
            may_be_accepted = dotted and pattern.fullmatch(name.replace(".", "_")) is not None
            if may_be_accepted:
                text += " Some models accept dots."
            path = (*tool.holder, "name")
            problem = Problem(PATTERN, path, {"value": name, "pattern": pattern.pattern})
            is_long = len(name) > 64 and pattern.fullmatch(name[:64]) is not None
            variant = "long" if is_long and "tool-name-bad-chars:long" in target.words else "definition"
            violation = at_tool(tool, path, text, variant=variant, problem=problem, pattern=pattern.pattern)
            yield violation._replace(severity=WARNING) if may_be_accepted else violation


def _fault_of(name: str, pattern: re.Pattern[str]) -> str:
    """Whether a refused name is only too long, or also has characters that are refused: some servers report both."""
    limit = _LENGTH.search(pattern.pattern)
    if limit is None or len(name) <= int(limit[1]):
        return ""
    return "too long" if pattern.fullmatch(name[: int(limit[1])]) else "both"


_LENGTH = re.compile(r"\{1,(\d+)\}\$?$")
"""The maximum at the end of a pattern."""


@rule("TA207", "tool-name-mismatch", default=WARNING, occasion=has_named_results)
def tool_name_mismatch(chat: Chat, target: Target) -> Iterator[Violation]:
    """A result names a different tool than its call.

    Targets that pair by name will not find it. This usually comes from renaming a tool on one side only.

    Bad (ai@4):
        [{"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "f", "args": {}}]},
         {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "c1", "toolName": "g", "result": "r"}]}]
    Good (ai@4):
        [{"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "f", "args": {}}]},
         {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "c1", "toolName": "f", "result": "r"}]}]
    """
    for call, result in pairs_of(chat, target.pairing).of_calls(chat.calls):
        named = isinstance(result.name, str) and result.name and isinstance(call.name, str) and call.name
        if named and result.name != call.name:
            text = f"The result names {quoted(result.name)}, its call {quoted(call.name)}."
            yield at(result, text, "name", partner=call)
