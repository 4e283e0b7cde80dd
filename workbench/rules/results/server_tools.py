"""Tools that the provider runs itself, whose call and result belong in one turn of the model."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.formats.contract import Event
from workbench.json.description import WITHOUT_ID, quoted
from workbench.json.patch import add, remove, replace
from workbench.json.text import compact
from workbench.rules.contract import PARTNER, Violation, at, rule
from workbench.rules.editing.context import NO_RESULT, RepairContext
from workbench.rules.editing.placeholders import KEEP_AS_TEXT, orphan_note, result_texts
from workbench.rules.occasions import has_rest
from workbench.targets.contract import Target


def move_into_turn(context: RepairContext, finding: Finding) -> Fix | None:
    """Move the result after its call, or replace it with a text if it has none."""
    result, call = context.event(finding.at, "server_result"), context.event(finding.partner, "server_call")
    if result is None or len(result.path) != _BLOCK_DEPTH:
        return None
    if call is None:
        return _as_text(context, result)
    key, number = call.path
    after_call = context.pointer(call.message, (key, int(number) + 1))
    alone = context.in_list and context.is_alone(result)
    emptied = context.pointer(result.message) if alone else context.at(result)
    why = "The provider ran the tool within one turn; call and result have the same id."
    return Fix("Move the result after its call", (add(after_call, result.raw), remove(emptied)), True, why, 0.95)


def _as_text(context: RepairContext, result: Event) -> Fix | None:
    block = context.text_block("\n".join([orphan_note(result), *result_texts(result)]))
    why = "Its call is not in the file. The result is kept word for word, as text in the same turn."
    return Fix(KEEP_AS_TEXT, (replace(context.at(result), block),), True, why, 0.7) if block else None


@rule("TC113", "server-tool-result-orphan", fix=move_into_turn, last_resort=True, occasion=has_rest)
def server_tool_result_orphan(chat: Chat, target: Target) -> Iterator[Violation]:
    """The result of a tool that the provider runs itself has no call before it in its turn.

    The provider runs such a tool within one turn of the model, so call and result belong together in it. This usually
    comes from dropping the `server_tool_use` block and keeping its result, or from a message that was inserted between
    the two while the tool was running.

    Bad (anthropic):
        [{"role": "user", "content": "News?"},
         {"role": "assistant", "content": [{"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1",
           "content": []}]},
         {"role": "user", "content": "More?"}]
    Good (anthropic):
        [{"role": "user", "content": "News?"},
         {"role": "assistant", "content": [{"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search",
           "input": {}}, {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}]},
         {"role": "user", "content": "More?"}]
    """
    calls: dict[str, Event] = {}
    for event in chat.of_kind("server_call", "server_result"):
        if event.kind == "server_call":
            calls[compact(event.id)] = event
        elif event.id is not None:
            call = calls.get(compact(event.id))
            kind = event.raw.get("type") if isinstance(event.raw, dict) else ""
            if call is None:
                yield at(
                    event, f"There is no server tool call {quoted(event.id, WITHOUT_ID)} before this result.", kind=kind
                )
            elif event.message >= _end_of_turn(chat, call.message):
                text = (
                    f"The server tool call {quoted(event.id, WITHOUT_ID)} is in an earlier turn, in message {PARTNER}."
                )
                yield at(event, text, partner=call, kind=kind)


def keep_call_as_text(context: RepairContext, finding: Finding) -> Fix | None:
    """Replace the call with a text that keeps its arguments and invents no result."""
    call = context.event(finding.at, "server_call")
    if call is None or len(call.path) != _BLOCK_DEPTH or finding.partner is not None:
        return None
    block = context.text_block(f"A call of {call.name} ({call.id}) with {compact(call.value)}. {NO_RESULT}")
    if block is None:
        return None
    why = "Only the provider can write such a result, so the call is kept as text."
    patch = (replace(context.at(call), block),)
    return Fix("Keep the call as text, since its result is missing", patch, True, why, 0.7)


@rule("TC118", "server-tool-result-missing", fix=keep_call_as_text, last_resort=True, occasion=has_rest)
def server_tool_result_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool that the provider runs itself was called, and the turn ended without its result.

    The result belongs in the same turn as the call. Only the newest turn may still wait for it: send it unchanged, or
    followed only by the results of its other calls. This usually comes from a turn that was cancelled while the tool
    was running, or from a program that stores calls and results separately.

    Bad (anthropic):
        [{"role": "user", "content": "News?"},
         {"role": "assistant", "content": [{"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search",
           "input": {}}]},
         {"role": "user", "content": "More?"}]
    Good (anthropic):
        [{"role": "user", "content": "News?"},
         {"role": "assistant", "content": [{"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search",
           "input": {}}, {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}]},
         {"role": "user", "content": "More?"}]
    """
    results = {compact(event.id): event for event in chat.of_kind("server_result")}
    for call in chat.of_kind("server_call"):
        if not isinstance(call.raw, dict) or call.raw.get("type") != _RUN_BY_PROVIDER:
            continue
        end, result = _end_of_turn(chat, call.message), results.get(compact(call.id))
        if end < len(chat.messages) and (result is None or result.message >= end):
            text = f"The server tool call {quoted(call.id, WITHOUT_ID)} has no result in its turn."
            yield at(call, text, partner=result, kind=_result_type(str(call.name)))


_RUN_BY_PROVIDER = "server_tool_use"


def _result_type(tool: str) -> str:
    """The type of block for the tool's result; both tool searches share one."""
    return "tool_search_tool_result" if tool.startswith("tool_search_tool") else f"{tool}_tool_result"


def _end_of_turn(chat: Chat, first: int) -> int:
    """The index of the first message after the model's turn: the next one with more than tool results."""
    index = first + 1
    while index < len(chat.messages) and (chat.roles[index] == "assistant" or _has_only_results(chat, index)):
        index += 1
    return index


def _has_only_results(chat: Chat, index: int) -> bool:
    events = [event for event in chat.of_message(index) if len(event.path) <= _BLOCK_DEPTH]
    return bool(events) and all(event.kind == "result" for event in events)


_BLOCK_DEPTH = 2
