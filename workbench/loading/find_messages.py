"""Finds the messages in a document: in the object itself, or a few wrappers deep."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json, parse_or_none
from workbench.loading.body import answer_beside, frame_body, frame_message, frame_prompt
from workbench.loading.message_list import Framed
from workbench.loading.refusals import refusal_beside
from workbench.loading.response import frame_response
from workbench.loading.shape import holds_messages, looks_like_message
from workbench.loading.task import frame_task

_DEPTH = 4
WRAPPERS = (
    "request", "body", "json", "params", "kwargs", "payload", "data", "conversation", "chat", "session", "thread",
    "history", "messages", "input", "inputs", "event", "task", "message", "result", "statusUpdate", "artifactUpdate",
    "response", "output", "completion", "item",
)  # fmt: skip
"""What people wrap a conversation in. Requests before responses, because a request holds the whole history."""
_LINE_WRAPPERS = ("message", "payload", "item")


def find_messages(value: object) -> Framed | None:
    """The messages nearest to the top of the document, breadth first."""
    if framed := _frame(value, (), alone=True):
        return framed
    level = list(_children(value, (), Framed([])))
    for _ in range(_DEPTH):
        for path, candidate, outer in level:
            if framed := _frame(candidate, path, alone=path[-1] in WRAPPERS):
                for place, inner in reversed(outer.unwrapped):
                    framed = framed.with_unwrapped(place, inner)
                framed = framed.with_response(outer.response).with_refusal(outer.refusal)
                return framed.with_endpoint(outer.endpoint)
        level = [child for path, candidate, outer in level for child in _children(candidate, path, outer)]
    return None


def _frame(value: object, path: Path, alone: bool) -> Framed | None:
    """`alone` allows what has little evidence of its own: a single message or a prompt."""
    if isinstance(value, list):
        if not value and path:
            return None
        return Framed(value, path) if not value or holds_messages(value) else _frame_lines(value, path)
    if not isinstance(value, dict):
        return None
    framed = frame_task(value, path) or frame_body(value, path) or frame_response(value, path)
    if framed or not alone:
        return framed
    return frame_message(value, path) or frame_prompt(value, path)


def _frame_lines(value: list[Json], path: Path) -> Framed | None:
    """A recorded session: each entry wraps one message, among entries that are none."""
    for key in _LINE_WRAPPERS:
        found = [
            ((*path, index, key), entry[key])
            for index, entry in enumerate(value)
            if isinstance(entry, dict) and looks_like_message(entry.get(key))
        ]
        if found:
            return Framed([message for _, message in found], path, tuple(place for place, _ in found))
    return None


def _children(value: object, path: Path, outer: Framed) -> Iterator[tuple[Path, Json, Framed]]:
    """The members of an object, known wrappers first, with the answer that is beside them."""
    if not isinstance(value, dict):
        return
    outer = outer.with_response(answer_beside(value)).with_refusal(refusal_beside(value))
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
    """Where a recorded request was sent: an address beside a body and a method."""
    address = value.get("url", value.get("uri"))
    return address if isinstance(address, str) and "method" in value and "body" in value else ""
