"""LangChain → Anthropic, as `langchain-anthropic` sends it. Signed thoughts and failed results are preserved.

Results become blocks of a user turn, and adjacent turns of one role are merged. Reasoning that another provider left
outside the content is not sent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.converters.contract import Converted, Edge
from workbench.converters.events_to_anthropic import block_of, result_block
from workbench.converters.icontent_to_anthropic import text_block
from workbench.converters.turns import Turn, count_leading, merged_turns
from workbench.formats.contract import Event
from workbench.formats.langchain.events import read
from workbench.formats.langchain.recognition import ROLES
from workbench.json.text import Json


def langchain_to_anthropic(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    leading = count_leading(messages, lambda message: _role(message) == "system")
    for index in range(leading):
        for event in read(messages[index], index):
            if (block := _block(event)) is not None:
                yield Converted(block, (index,), "system")
    yield from merged_turns(_turns(messages, leading), text_block)


def _role(message: object) -> str:
    kind = message.get("type") if isinstance(message, dict) else None
    return ROLES.get(kind, "other") if isinstance(kind, str) else "other"


def _turns(messages: Sequence[Json], start: int) -> Iterator[Turn]:
    for index in range(start, len(messages)):
        message = messages[index]
        if not isinstance(message, dict) or message.get("type") == "remove":
            continue
        role, events = _role(message), read(message, index)
        if events and events[0].kind == "result":
            yield Turn("user", [_result(events)], index)
        elif isinstance(message.get("content"), str) and all(event.kind == "text" for event in events):
            yield Turn(_sent_role(message, role), message["content"], index)
        else:
            blocks = [block for event in events if (block := _block(event)) is not None]
            yield Turn(_sent_role(message, role), blocks, index)


def _sent_role(message: dict[str, Json], role: str) -> Json:
    if role in ("user", "assistant", "system"):
        return role
    return "user" if role == "tool" else message.get("role")


def _result(events: list[Event]) -> Json:
    value = events[0].value
    if isinstance(value, list):
        return result_block(events[0], [block for event in events[1:] if (block := _block(event)) is not None])
    return result_block(events[0], value)


def _block(event: Event) -> Json | None:
    if event.kind == "thought":
        return _thought(event)
    if event.kind in ("server_call", "server_result", "other"):  # Anthropic's own blocks, sent unchanged
        return event.raw if isinstance(event.raw, dict) else None
    return block_of(event)


def _thought(event: Event) -> Json | None:
    raw: Any = event.raw
    if not event.path:  # outside the content, so another provider's
        return None
    if raw.get("type") != "reasoning":
        return {key: value for key, value in raw.items() if key != "index"}
    extras = raw.get("extras")
    signature = extras.get("signature") if isinstance(extras, dict) else None
    thought: dict[str, Json] = {"type": "thinking", "thinking": event.value}
    return {**thought, "signature": signature} if isinstance(signature, str) else thought


EDGE = Edge("langchain", "anthropic", langchain_to_anthropic, "what LangChain's Anthropic integration sends")
