"""Find the messages in a document: at the top, or a few wrappers deep."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json, parse_or_none
from workbench.loading.body import messages_in_body, messages_in_prompt, recorded_answer, single_message
from workbench.loading.message_list import MessageList
from workbench.loading.refusals import refusal_in_record
from workbench.loading.response import messages_in_response
from workbench.loading.shape import holds_messages, looks_like_message
from workbench.loading.task import messages_in_task

_DEPTH = 4
WRAPPERS = (
    "request", "body", "json", "params", "kwargs", "payload", "data", "conversation", "chat", "session", "thread",
    "history", "messages", "input", "inputs", "event", "task", "message", "result", "statusUpdate", "artifactUpdate",
    "response", "output", "completion", "item",
)  # fmt: skip
"""Keys that wrap a conversation. Requests come before responses, because a request has the complete history."""
_LINE_WRAPPERS = ("message", "payload", "item")


def find_messages(value: object) -> MessageList | None:
    """Return the messages that are nearest to the top of the document (breadth first)."""
    if message_list := _messages_in(value, (), allow_single=True):
        return message_list
    level = list(_children(value, (), MessageList([])))
    for _ in range(_DEPTH):
        for path, candidate, outer in level:
            if message_list := _messages_in(candidate, path, allow_single=path[-1] in WRAPPERS):
                for place, inner in outer.unwrapped:  # the innermost first; each is put before those inside it
                    message_list = message_list.with_unwrapped(place, inner)
                message_list = message_list.with_response(outer.response).with_refusal(outer.refusal)
                return message_list.with_endpoint(outer.endpoint)
        level = [child for path, candidate, outer in level for child in _children(candidate, path, outer)]
    return None


def _messages_in(value: object, path: Path, allow_single: bool) -> MessageList | None:
    """Return the messages directly in a value. `allow_single` accepts a lone message or prompt, a weaker sign."""
    if isinstance(value, list):
        if not value and path:
            return None
        return MessageList(value, path) if not value or holds_messages(value) else _wrapped_messages(value, path)
    if not isinstance(value, dict):
        return None
    message_list = messages_in_task(value, path) or messages_in_body(value, path) or messages_in_response(value, path)
    if message_list or not allow_single:
        return message_list
    return single_message(value, path) or messages_in_prompt(value, path)


def _wrapped_messages(value: list[Json], path: Path) -> MessageList | None:
    """Return the messages of a recorded session, in which some entries wrap one message each."""
    for key in _LINE_WRAPPERS:
        found = [
            ((*path, index, key), entry[key])
            for index, entry in enumerate(value)
            if isinstance(entry, dict) and looks_like_message(entry.get(key))
        ]
        if found:
            return MessageList([message for _, message in found], path, tuple(place for place, _ in found))
    return None


def _children(value: object, path: Path, outer: MessageList) -> Iterator[tuple[Path, Json, MessageList]]:
    """Yield the members of an object, known wrappers first, with the answer recorded in an outer object."""
    if not isinstance(value, dict):
        return
    outer = outer.with_response(recorded_answer(value)).with_refusal(refusal_in_record(value))
    outer = outer.with_endpoint(_address_of(value))
    known = [key for key in WRAPPERS if key in value]
    for key in (*known, *(key for key in value if key not in WRAPPERS)):
        member, place = value[key], (*path, key)
        if isinstance(member, dict) or (key in WRAPPERS and isinstance(member, list)):
            yield place, member, outer
        elif key in WRAPPERS and isinstance(member, str) and member.lstrip()[:1] in {"{", "["}:
            inner = parse_or_none(member)
            if isinstance(inner, (dict, list)):
                yield place, inner, outer.with_unwrapped(place, inner)


def _address_of(value: dict[str, Json]) -> str:
    """Return the address of a recorded request, which also has a body and a method."""
    address = value.get("url", value.get("uri"))
    return address if isinstance(address, str) and "method" in value and "body" in value else ""
