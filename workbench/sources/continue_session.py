"""Continue sessions (`~/.continue/sessions/*.json`): Chat Completions in camel case, with results in the calls.

As in `constructMessages.ts`, stored tool messages are ignored if the state of their call is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.conversation import Note
from workbench.json.pointer import Path
from workbench.json.text import Json, compact
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns, image_part, plain, text_part
from workbench.sources.contract import VALUE, Found, Material, Source
from workbench.sources.reading import as_text, has, in_text, member, objects

NO_OUTPUT = "No tool output"
CANCELLED = "The user cancelled this tool call."


def recognise(material: Material) -> bool:
    history = material.object.get("history")
    return (
        has(material.value, "sessionId")
        and isinstance(history, list)
        and (
            has(material.value, "workspaceDirectory")
            or any(has(item, "message", "contextItems") for item in history[:20])
        )
    )


def read(material: Material) -> Iterator[Found]:
    session = material.object
    history = list(objects(session["history"], ("history",)))
    cut = next((n for n in range(len(history) - 1, -1, -1) if history[n][1].get("conversationSummary")), None)
    turns = ChatTurns()
    if cut is not None:
        place, item = history[cut]
        turns.say("system", item["conversationSummary"], (*place, "conversationSummary"))
    known = {
        as_text(state.get("toolCallId")) for _, item in history for _, state in objects(item.get("toolCallStates"))
    }
    ignored = 0
    for place, item in history[cut + 1 if cut is not None else 0 :]:
        ignored += _add(turns, item, place, bool(known))
    note = Note("not-sent", f"{ignored} tool messages are not sent: Continue rebuilds results from the calls' states")
    if turns.messages:
        yield Found(
            turns.messages,
            turns.places,
            FORMAT,
            facts=Facts(as_text(session.get("title")), who=as_text(session.get("workspaceDirectory"))),
            notes=(note,) if ignored else (),
        )


def _add(turns: ChatTurns, item: dict[str, Json], place: Path, has_states: bool) -> int:
    """Add one entry of the history. Return the number of stored tool messages that were ignored."""
    message, at = item.get("message"), (*place, "message")
    role = as_text(member(message, "role"))
    content = member(message, "content")
    if role == "assistant":
        calls = [
            Call(call.get("id"), member(call, "function", "name"), member(call, "function", "arguments"), spot)
            for spot, call in objects(member(message, "toolCalls"), (*at, "toolCalls"))
        ]
        turns.answer(_content(content), calls, at)
        states = {
            compact(state.get("toolCallId")): (state, spot)
            for spot, state in objects(item.get("toolCallStates"), (*place, "toolCallStates"))
        }
        for call in calls if has_states else ():
            state, spot = states.get(compact(call.id), ({}, call.at))
            turns.result(call.id, _output(state), spot)
    elif role == "tool":
        if has_states:
            return 1
        turns.result(member(message, "toolCallId"), _content(content), at)
    elif role in {"user", "system"}:
        turns.say(role, _with_context(_content(content), item.get("contextItems")), at)
    return 0


def _output(state: dict[str, Json]) -> str:
    output = [as_text(item.get("content")) for _, item in objects(state.get("output"))]
    if output:
        return "\n\n".join(output)
    return CANCELLED if state.get("status") == "canceled" else NO_OUTPUT


def _with_context(content: Any, items: Json) -> Json:
    """Put attached context before the user's text."""
    context = [as_text(item.get("content")) for _, item in objects(items) if as_text(item.get("content"))]
    if not context:
        return content
    return "\n\n".join([*context, content]) if isinstance(content, str) else [*map(text_part, context), *content]


def _content(content: object) -> Json:
    if not isinstance(content, list):
        return in_text(content)
    parts = (part for _, part in objects(content))
    return plain(
        image_part(member(part, "imageUrl", "url")) if "imageUrl" in part else text_part(part.get("text"))
        for part in parts
    )


SOURCE = Source(
    slug="continue-session",
    title="Continue session",
    recognise=recognise,
    read=read,
    takes=frozenset({VALUE}),
    homes=(".continue/sessions/*.json", "$CONTINUE_GLOBAL_DIR/sessions/*.json"),
    signs=frozenset({"sessionId"}),
)
