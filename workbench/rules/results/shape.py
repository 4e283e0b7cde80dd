"""Results that lack a name or a text, whatever call they answer."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.description import quoted
from workbench.json.patch import add, replace
from workbench.rules.contract import Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.occasions import has_results
from workbench.targets.contract import Target


def name_from_call(context: RepairContext, finding: Finding) -> Fix | None:
    result = context.event(finding.at, "result")
    if result is None or "name" not in result.places:
        return None
    calls = context.chat.calls_by_id.get(result.id, []) if isinstance(result.id, (str, int)) else []
    before = [call for call in context.chat.calls if call.message < result.message]
    if not calls and before and context.format.traits.ids_are_optional:
        turn = [call for call in before if call.message == before[-1].message]
        results = [event for event in context.chat.of_message(result.message) if event.kind == "result"]
        fits = all(event.name in (None, "", call.name) for call, event in zip(turn, results, strict=False))
        calls = [turn[results.index(result)]] if len(turn) == len(results) and fits else []
    name = calls[0].name if calls else None
    if not isinstance(name, str) or not name:
        return None
    why = f"Its call has the name {quoted(name)}."
    return Fix(f"Fill in the tool name {name}", (add(context.at(result, "name"), name),), True, why, 0.98)


@rule("TC110", "tool-result-name-missing", fix=name_from_call, occasion=has_results)
def tool_result_name_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool result does not name its tool.

    The schema requires the name (or pairs by it). Spec 000 leaves `toolName` out of its results, which every version
    of the AI SDK refuses. The call has the name.

    Bad (ai@4):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "f", "args": {}}]},
         {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "c1", "result": "r"}]}]
    Good (ai@4):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "f", "args": {}}]},
         {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "c1", "toolName": "f", "result": "r"}]}]
    """
    odd = {index for index, _ in chat.odd}
    for result in chat.results:
        if result.message in odd or "name" not in result.places or (isinstance(result.name, str) and result.name):
            continue
        yield at(
            result, f"The result of {quoted(result.id)} does not name its tool.", "" if result.name is None else "name"
        )


_NO_MESSAGE = "The tool reported an error and gave no message."


def state_failure(context: RepairContext, finding: Finding) -> Fix | None:
    result = context.event(finding.at, "result")
    block = context.text_block(_NO_MESSAGE)
    if result is None or block is None or not (isinstance(result.value, list) or result.value == ""):
        return None
    place = context.at(result, "value")
    patch = (replace(place, _NO_MESSAGE),) if result.value == "" else (add(f"{place}/-", block),)
    why = "It is marked as failed; the reason is not in the file."
    return Fix("Write that the tool gave no message", patch, True, why, 0.8)


@rule("TC111", "tool-result-empty-error", may_be_healed=True, fix=state_failure, occasion=has_results)
def tool_result_empty_error(chat: Chat, target: Target) -> Iterator[Violation]:
    """A failed tool's result is empty.

    The provider requires a text in an error. This usually comes from a converter that carries the flag and drops the
    text.

    Bad (bedrock):
        {"toolConfig": {"tools": [{"toolSpec": {"name": "f", "inputSchema": {"json": {"type": "object"}}}}]},
         "messages": [{"role": "user", "content": [{"text": "q"}]},
         {"role": "assistant", "content": [{"toolUse": {"toolUseId": "a", "name": "f", "input": {}}}]},
         {"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": [], "status": "error"}}]}]}
    Good (bedrock):
        {"toolConfig": {"tools": [{"toolSpec": {"name": "f", "inputSchema": {"json": {"type": "object"}}}}]},
         "messages": [{"role": "user", "content": [{"text": "q"}]},
         {"role": "assistant", "content": [{"toolUse": {"toolUseId": "a", "name": "f", "input": {}}}]},
         {"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": [{"text": "denied"}],
           "status": "error"}}]}]}
    """
    for result in chat.results:
        if result.failed and not result.value:
            yield at(result, f"The failed result of {quoted(result.id)} is empty.", "value")
