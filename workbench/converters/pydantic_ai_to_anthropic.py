"""pydantic-ai → Anthropic, as its `AnthropicModel` sends it. Signed thoughts and failed results are preserved.

A thought without Anthropic's signature is sent as text between `<think>` tags. System parts become the system prompt
wherever they are; the instructions of earlier runs are not sent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.contract import Converted, Edge
from workbench.converters.events_to_anthropic import block_of, result_block
from workbench.converters.icontent_to_anthropic import text_block
from workbench.converters.pydantic_ai_requests import parts_of, result_text
from workbench.converters.turns import Turn, merged_turns
from workbench.formats.contract import Event
from workbench.formats.pydantic_ai.events import read
from workbench.json.text import Json


def pydantic_ai_to_anthropic(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    for index, message in enumerate(messages):
        for is_system, events in parts_of(message, read(message, index)):
            if is_system:
                yield from (Converted(block, (index,), "system") for block in _blocks(events))
    yield from merged_turns(_turns(messages), text_block)


def _turns(messages: Sequence[Json]) -> Iterator[Turn]:
    for index, message in enumerate(messages):
        parts = list(parts_of(message, read(message, index)))
        content_parts = [events for is_system, events in parts if not is_system]
        role = "assistant" if isinstance(message, dict) and message.get("kind") == "response" else "user"
        if content_parts or not parts:  # a request with only system texts gives no turn
            yield Turn(role, [block for events in content_parts for block in _blocks(events)], index)


def _blocks(events: list[Event]) -> list[Json]:
    return [block for event in events if (block := _block(event)) is not None]


def _block(event: Event) -> Json | None:
    if event.kind == "result":
        return result_block(event, result_text(event))
    return _thought(event) if event.kind == "thought" else block_of(event)


def _thought(event: Event) -> Json | None:
    signature = event.raw.get("signature")
    if isinstance(signature, str):
        is_redacted = event.raw.get("id") == "redacted_thinking" or event.value == ""
        if is_redacted:
            return {"type": "redacted_thinking", "data": signature}
        return {"type": "thinking", "thinking": event.value, "signature": signature}
    return text_block(f"<think>\n{event.value}\n</think>") if event.value else None


EDGE = Edge("pydantic-ai", "anthropic", pydantic_ai_to_anthropic, "what pydantic-ai's Anthropic model sends")
