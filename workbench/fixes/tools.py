"""Tool names and arguments: filled in from the other side, parsed, or written properly."""

from __future__ import annotations

import re

from workbench.checks.findings import Finding, Fix
from workbench.fixes.contract import NO_RESULT, RepairContext, fixer
from workbench.fixes.moving import place_behind
from workbench.formats.contract import Event
from workbench.json.patch import add, remove, replace
from workbench.json.text import Json, compact, parse_or_none
from workbench.rules.arguments import AS_TEXT, inner_object, split_objects

RAW = "_raw"
"""The key under which arguments that are no JSON are kept word for word."""


@fixer("tool-result-name-missing")
def name_from_call(context: RepairContext, finding: Finding) -> Fix | None:
    result = context.event(finding.at, "result")
    if result is None or "name" not in result.places:
        return None
    calls = context.chat.calls_by_id.get(result.id, []) if isinstance(result.id, (str, int)) else []
    before = [call for call in context.chat.calls if call.message < result.message]
    if not calls and before and context.format.name == "gemini":
        turn = [call for call in before if call.message == before[-1].message]
        results = [event for event in context.chat.of_message(result.message) if event.kind == "result"]
        fits = all(event.name in (None, "", call.name) for call, event in zip(turn, results, strict=False))
        calls = [turn[results.index(result)]] if len(turn) == len(results) and fits else []
    name = calls[0].name if calls else None
    if not isinstance(name, str) or not name:
        return None
    why = f"Its call is of {name!r}."
    return Fix(f"Fill in the tool name {name}", (add(context.at(result, "name"), name),), True, why, 0.98)


@fixer("tool-name-empty")
def name_from_result(context: RepairContext, finding: Finding) -> Fix | None:
    call = context.event(finding.at, "call") or _only_call(context, finding)
    if call is None or "name" not in call.places:
        return None
    results = context.chat.results_by_id.get(call.id, []) if isinstance(call.id, (str, int)) else []
    names = {result.name for result in results if isinstance(result.name, str) and result.name}
    tools = {tool.name for tool in context.format.read_tools(context.conversation.settings)}
    known = names or (tools if len(tools) == 1 else set())
    if len(known) == 1:
        name = known.pop()
        why = "Its result names the tool." if names else "The request offers only this tool."
        return Fix(f"Fill in the tool name {name}", (add(context.at(call, "name"), name),), True, why, 0.9)
    why = "Nothing in the file says which tool it was."
    return Fix("Call the tool unknown_tool", (add(context.at(call, "name"), "unknown_tool"),), True, why, 0.5)


def _only_call(context: RepairContext, finding: Finding) -> Event | None:
    """Where no place leads to the name, because it is not in the file: the one call there without a name."""
    calls = [event for event in context.events(finding.message_index) if event.kind == "call" and not event.name]
    return calls[0] if len(calls) == 1 else None


@fixer("tool-name-bad-chars")
def legal_name(context: RepairContext, finding: Finding) -> Fix | None:
    call = context.event(finding.at, "call")
    if call is None or not isinstance(call.name, str):
        return None
    new = re.sub(r"[^a-zA-Z0-9_-]", "_", call.name)[:64]
    new = new if re.match(r"[a-zA-Z_]", new) else f"_{new}"[:64]
    others = {other.name for other in context.chat.calls if other.name != call.name}
    offered = {tool.name for tool in context.format.read_tools(context.conversation.settings)}
    patch = tuple(
        replace(context.at(event, "name"), new)
        for event in (*context.chat.calls, *context.chat.results)
        if event.name == call.name and "name" in event.places
    )
    safe = new not in others and call.name not in offered
    why = "Only the characters that the provider refuses are replaced, on calls and results alike."
    return Fix(f"Write the tool name as {new}", patch, safe, why, 0.8)


@fixer("args-double-stringified")
def unwrap(context: RepairContext, finding: Finding) -> Fix | None:
    call = context.event(finding.at, "call")
    inner = inner_object(call.value, _takes_text(context)) if call and isinstance(call.value, str) else None
    if call is None or inner is None:
        return None
    value: Json = compact(inner) if _takes_text(context) else inner
    why = "The string holds exactly this object, written once too often."
    return Fix("Unwrap the arguments", (replace(context.at(call, "value"), value),), True, why, 0.98)


@fixer("tool-args-not-object", "tool-args-invalid-json")
def write_as_object(context: RepairContext, finding: Finding) -> Fix | None:
    call = context.event(finding.at, "call")
    if call is None or "value" not in call.places:
        return None
    parsed = parse_or_none(call.value) if isinstance(call.value, str) else call.value
    if isinstance(parsed, dict):
        value, title, why = parsed, "Parse the arguments", "The string holds an object."
    elif call.value is None:
        value, title, why = {}, "Write an empty object", "There is nothing to lose: the arguments are null."
    else:
        value, title = {RAW: call.value}, "Keep the broken arguments as text inside an object"
        why = "They cannot be read as an object; kept word for word, nothing is guessed."
    written: Json = compact(value) if _takes_text(context) else value
    return Fix(title, (replace(context.at(call, "value"), written),), True, why, 0.8)


def _takes_text(context: RepairContext) -> bool:
    """Whether this format keeps arguments as a string."""
    return context.format.name in AS_TEXT


@fixer("tool-args-concatenated")
def split_calls(context: RepairContext, finding: Finding) -> Fix | None:
    """Each object becomes a call of its own; those whose result nobody has say so."""
    call = context.event(finding.at, "call")
    pieces = split_objects(call.value) if call and isinstance(call.value, str) else []
    if call is None or len(pieces) < 2 or context.format.name != "openai-chat" or not context.in_list:
        return None
    patch: list[Json] = [replace(context.at(call, "value"), pieces[0])]
    place = place_behind(context, call, call)
    for number, (piece, new_id) in enumerate(zip(pieces[1:], context.new_ids(str(call.id)), strict=False)):
        block = {"id": new_id, "type": "function", "function": {"name": call.name, "arguments": piece}}
        patch.append(add(context.of_message(call.message, ("tool_calls", "-")), block))
        patch.append(
            add(context.of_message(place + number), {"role": "tool", "tool_call_id": new_id, "content": NO_RESULT})
        )
    why = "Two streamed calls were read as one; the second call's id and result are not in the file."
    return Fix("Split into one call per object", tuple(patch), True, why, 0.75)


@fixer("tool-call-type-missing")
def add_type(context: RepairContext, finding: Finding) -> Fix | None:
    return Fix(
        "Add the type", (add(f"{finding.at}/type", "function"),), True, "It has a function, so it is of that type."
    )


@fixer("tool-result-duplicate")
def merge_results(context: RepairContext, finding: Finding) -> Fix | None:
    """An equal copy is taken out; two different results become one that holds both."""
    second = context.event(finding.at, "result")
    first = context.event(finding.partner, "result")
    if second is None or first is None or "value" not in first.places or not context.in_list:
        return None
    gone = _removal(context, second)
    if gone is None:
        return None
    if compact(first.value) == compact(second.value):
        return Fix("Remove the copy of the result", (gone,), True, "Both say the same.", 0.98)
    if isinstance(first.value, str) and isinstance(second.value, str):
        joined: Json = f"{first.value}\n\n{second.value}"
    elif isinstance(first.value, list) and isinstance(second.value, list):
        joined = [*first.value, *second.value]
    else:
        return None
    why = "One call takes one result; what both say is kept, in order."
    return Fix("Join the two results into one", (replace(context.at(first, "value"), joined), gone), True, why, 0.8)


def _removal(context: RepairContext, result: Event) -> Json:
    if context.is_alone(result):
        return remove(context.of_message(result.message))
    return remove(context.at(result)) if len(result.path) == 2 else None
