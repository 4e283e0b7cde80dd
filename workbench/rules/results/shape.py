"""Results whose name or text is missing or wrong, whatever call they answer."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.description import call_of, quoted
from workbench.json.patch import add, replace
from workbench.rules.contract import Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.occasions import has_results
from workbench.rules.request.definitions import defined
from workbench.targets.contract import WARNING, Target


def name_from_call(context: RepairContext, finding: Finding) -> Fix | None:
    """Write the name of the call. Not safe if another name is lost then: it may be the only trace of another call."""
    result = context.event(finding.at, "result")
    if result is None or "name" not in result.places:
        return None
    calls = context.chat.calls_by_id.get(result.id, []) if isinstance(result.id, (str, int)) else []
    before = [call for call in context.chat.calls if call.message < result.message]
    if not calls and before and context.format.traits.ids_are_optional:
        turn = [call for call in before if call.message == before[-1].message]
        results = [event for event in context.chat.of_message(result.message) if event.kind == "result"]
        fits = all(
            event is result or event.name in (None, "", call.name) for call, event in zip(turn, results, strict=False)
        )
        calls = [turn[results.index(result)]] if len(turn) == len(results) and fits else []
    name = calls[0].name if calls else None
    if not isinstance(name, str) or not name:
        return None
    why = f"Its call has the name {quoted(name)}."
    is_safe = not result.name
    title = f"Fill in the tool name {name}" if is_safe else f"Write the tool name {name}"
    return Fix(title, (add(context.at(result, "name"), name),), is_safe, why, 0.98)


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
            result,
            f"The result of {call_of(result.id)} does not name its tool.",
            "" if result.name is None else "name",
        )


@rule("TC121", "tool-result-name-unknown", fix=name_from_call, occasion=has_results)
def tool_result_name_unknown(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool result names a tool that no call names and the request does not offer.

    This usually comes from a converter that does not find the name of the call, and writes "unknown" or the id instead.
    If the file does not contain the tools, it is a warning.

    Bad (gemini):
        {"model": "gemini-3-flash-preview", "tools": [{"functionDeclarations": [{"name": "f"}]}], "contents": [
          {"role": "user", "parts": [{"text": "x"}]}, {"role": "model", "parts": [{"functionCall": {"name": "f",
            "args": {}}, "thoughtSignature": "c2lnbmF0dXJl"}]},
          {"role": "user", "parts": [{"functionResponse": {"name": "unknown", "response": {"result": "r"}}}]}]}
    Good (gemini):
        {"model": "gemini-3-flash-preview", "tools": [{"functionDeclarations": [{"name": "f"}]}], "contents": [
          {"role": "user", "parts": [{"text": "x"}]}, {"role": "model", "parts": [{"functionCall": {"name": "f",
            "args": {}}, "thoughtSignature": "c2lnbmF0dXJl"}]},
          {"role": "user", "parts": [{"functionResponse": {"name": "f", "response": {"result": "r"}}}]}]}
    """
    offered = {tool.name for tool in defined(chat) if isinstance(tool.name, str)}
    known = offered | {call.name for call in chat.calls if isinstance(call.name, str)}
    for result in chat.results if chat.calls else ():  # other rules check results without any call
        if isinstance(result.name, str) and result.name and result.name not in known:
            text = f"No call has the name {quoted(result.name)} of this result"
            text += ", and the request does not offer such a tool." if offered else "."
            yield at(result, text, "name", severity=None if offered else WARNING)


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
            yield at(result, f"The failed result of {call_of(result.id)} is empty.", "value")
