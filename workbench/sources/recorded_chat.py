"""Chat messages as instrumentations record them → as they were sent.

Handlers move calls into `additional_kwargs`, use the tool name as the role of a result, omit its call id, or record the
available tools as messages. For APIs without ids they write empty ids, and results as objects in user messages. None of
this was sent.
"""

from __future__ import annotations

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.chat_turns import Call, ChatTurns
from workbench.sources.reading import as_text, has, member, objects, opened

_ROLES = frozenset({"system", "user", "assistant", "tool", "developer", "function"})

_SPEAKERS = {"model": "assistant", "ai": "assistant", "human": "user"}


def is_rewritten(messages: list[Json]) -> bool:
    """Whether one of the messages cannot have been sent in this form."""
    return any(
        has(message, "additional_kwargs")
        or has(message, "event.name")
        or _is_definition(message)
        or _made_calls(message) is not None
        for message in messages
        if isinstance(message, dict) and isinstance(message.get("role"), str)
    )


def add_recorded(turns: ChatTurns, messages: list[Json], at: Path) -> None:
    waiting: list[tuple[Json, Json]] = []
    unnamed = False
    for place, message in objects(messages, at):
        if _is_definition(message):
            continue
        calls = [*_calls(message, place), *(_made_calls(message, place) or ())]
        role = _SPEAKERS.get(as_text(message.get("role")), as_text(message.get("role")))
        if unnamed and waiting and role == "user" and isinstance(opened(message.get("content")), dict):
            turns.result(_answered(message, role, waiting), message.get("content"), place)
            continue
        unnamed = any(call.id == "" for call in calls)
        calls = [
            call._replace(id=f"call_{len(turns)}_{number}") if call.id == "" else call
            for number, call in enumerate(calls)
        ]
        if calls:
            waiting += [(call.id, call.name) for call in calls]
            made = _made_calls(message) is not None
            turns.answer(None if made else message.get("content"), calls, place)
        elif role == "tool" or (role not in _ROLES and any(name == role for _, name in waiting)):
            turns.result(_answered(message, role, waiting), message.get("content"), place)
        elif message.get("content") is not None:
            turns.say(role, message["content"], place)


def _is_definition(message: object) -> bool:
    """Whether this is an available tool that was recorded as a message."""
    content = member(message, "content")
    return member(message, "role") == "tool" and has(content, "function") and not has(message, "tool_call_id")


def _calls(message: dict[str, Json], at: Path) -> list[Call]:
    raw = (*at, "additional_kwargs", "tool_calls")
    listed = list(objects(message.get("tool_calls"), (*at, "tool_calls")))
    listed = listed or list(objects(member(message, "additional_kwargs", "tool_calls"), raw))
    return [_call(call, place) for place, call in listed]


def _made_calls(message: object, at: Path = ()) -> list[Call] | None:
    """Return calls in the content of a message with the role `tool`, or None if there are none."""
    if member(message, "role") != "tool" or has(message, "tool_call_id"):
        return None
    made = opened(member(message, "content"))
    if not isinstance(made, list) or not made or not all(has(call, "function", "id") for call in made):
        return None
    return [_call(call, (*at, "content", number)) for number, call in enumerate(made)]


def _call(call: dict[str, Json], at: Path) -> Call:
    function = call.get("function")
    name = member(function, "name") or call.get("name")
    return Call(call.get("id"), name, member(function, "arguments") or call.get("args") or call.get("arguments"), at)


def _answered(message: dict[str, Json], role: str, waiting: list[tuple[Json, Json]]) -> Json:
    """Return the call id of a result. Without one, it answers the first waiting call of its tool, or of any tool."""
    named = message.get("tool_call_id")
    chosen = next((call for call in waiting if call[0] == named or (named is None and call[1] == role)), None)
    if chosen is None and named is None and waiting:
        chosen = waiting[0]
    if chosen is not None:
        waiting.remove(chosen)
    return named if named is not None or chosen is None else chosen[0]
