"""AutoGen: the saved state of an agent or a team, the messages of a run, and recorded calls of a model client.

Older versions store all results of a turn in one message.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns
from workbench.sources.contract import VALUE, Found, Material, Source
from workbench.sources.reading import as_object, as_text, has, in_text, member, objects

_STATES = frozenset({"AssistantAgentState", "TeamState", "ChatAgentContainerState"})
_SAMPLE = 20
_OF_MODELS = frozenset({"UserMessage", "AssistantMessage", "FunctionExecutionResultMessage"})
"""Message types of an agent's context, which can also be saved on its own."""
_RUN = frozenset({"TextMessage", "ToolCallRequestEvent", "ToolCallExecutionEvent", "ToolCallSummaryMessage"})


def recognise(material: Material) -> bool:
    if as_text(material.object.get("type")) in _STATES or material.mostly(_is_recorded):
        return True
    run = member(material.value, "messages") if isinstance(material.value, dict) else material.value
    first = run[:_SAMPLE] if isinstance(run, list) else []
    return any(
        isinstance(message, dict) and ("tool_responses" in message or as_text(message.get("type")) in _RUN | _OF_MODELS)
        for message in first
    )


def _is_recorded(record: dict[str, Json]) -> bool:
    kind = as_text(member(record, "messages", 0, "type"))
    return has(record, "mode", "messages", "response") and kind in _OF_MODELS | {"SystemMessage"}


def read(material: Material) -> Iterator[Found]:
    state = material.object
    if material.mostly(_is_recorded):
        for number, (place, record) in enumerate(material.records):
            yield from _found(record.get("messages"), (*place, "messages"), f"call {number}")
        return
    if as_text(state.get("type")) in _STATES:
        for name, messages, place in _agents(state, ()):
            yield from _found(messages, place, name)
    else:
        inside: Path = ("messages",) if isinstance(material.value, dict) else ()
        yield from _found(state.get("messages") if state else material.value, inside, "")


def _agents(state: dict[str, Json], at: Path) -> Iterator[tuple[str, Json, Path]]:
    """Yield the context of every agent, which is what that agent sends."""
    if has(state.get("llm_context"), "messages"):
        yield str(at[-1] if at else ""), member(state, "llm_context", "messages"), (*at, "llm_context", "messages")
    for name, inner in as_object(state.get("agent_states")).items():
        agent = as_object(member(inner, "agent_state") or inner)
        steps: Path = ("agent_state",) if has(inner, "agent_state") else ()
        for _, messages, place in _agents(agent, (*at, "agent_states", name, *steps)):
            yield name, messages, place


def _found(messages: object, at: Path, name: str) -> Iterator[Found]:
    turns = ChatTurns()
    for place, message in objects(messages, at):
        _add(turns, message, place)
    if turns.messages:
        yield Found(turns.messages, turns.places, FORMAT, label=name, facts=Facts(who=name))


def _add(turns: ChatTurns, message: dict[str, Json], at: Path) -> None:
    kind, content = as_text(message.get("type")), message.get("content")
    listed = list(objects(content, (*at, "content")))
    if has(message, "tool_responses"):
        for place, result in objects(message["tool_responses"], (*at, "tool_responses")):
            turns.result(result.get("tool_call_id"), result.get("content"), place)
    elif any(has(item, "call_id") for _, item in listed):
        for place, result in listed:
            turns.result(result.get("call_id"), result.get("content"), place)
    elif any(has(item, "arguments", "name") for _, item in listed):
        calls = [Call(call.get("id"), call.get("name"), call.get("arguments"), place) for place, call in listed]
        turns.answer(as_text(message.get("thought")), calls, at)
    elif kind == "ToolCallSummaryMessage" or (content is None and not has(message, "tool_calls")):
        pass  # repeats the results before it
    elif kind == "SystemMessage" or message.get("role") == "system":
        turns.say("system", content, at)
    elif kind == "AssistantMessage" or message.get("role") == "assistant" or (kind in _RUN and not _is_user(message)):
        calls = [
            Call(call.get("id"), member(call, "function", "name"), member(call, "function", "arguments"), place)
            for place, call in objects(message.get("tool_calls"), (*at, "tool_calls"))
        ]
        turns.answer(in_text(content), calls, at)
    elif isinstance(content, list) and all(isinstance(part, str) for part in content):
        turns.say("user", "\n".join(map(in_text, content)), at)
    else:
        turns.say("user", in_text(content), at)


def _is_user(message: dict[str, Json]) -> bool:
    return as_text(message.get("source")) in {"user", "user_proxy"}


SOURCE = Source(
    "autogen",
    "AutoGen state",
    recognise,
    read,
    frozenset({VALUE}),
    signs=_RUN | _STATES | {"messages", "tool_responses"},
)
