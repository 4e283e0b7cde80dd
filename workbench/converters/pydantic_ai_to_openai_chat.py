"""pydantic-ai → OpenAI Chat, as its `OpenAIChatModel` sends it.

A request falls apart into a message for each part, results first. Tools that the provider ran itself, outcomes, times
and usage are not sent. Thoughts go where compatible servers take them back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.chat_pieces import answer_message, content_of, result_message
from workbench.converters.contract import Converted, Edge
from workbench.converters.pydantic_ai_requests import SYSTEM_PARTS, instructions_sent, parts_of, words_of_result
from workbench.json.text import Json


def pydantic_ai_to_openai_chat(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    instructions = instructions_sent(messages)
    for row in _rows(messages):
        if instructions is not None and not _is_system(row.message):
            yield _system(instructions)
            instructions = None
        yield row
    if instructions is not None:
        yield _system(instructions)


def _is_system(message: Json) -> bool:
    return bool(message["role"] == "system")


def _system(instructions: tuple[int, str]) -> Converted:
    index, words = instructions
    return Converted({"role": "system", "content": words}, (index,))


def _rows(messages: Sequence[Json]) -> Iterator[Converted]:
    for index, message in enumerate(messages):
        if not isinstance(message, dict):
            continue
        if message.get("kind") == "response":
            events = [event for _, events in parts_of(message, index) for event in events]
            yield Converted(answer_message(events), (index,))
            continue
        for kind, events in parts_of(message, index):
            if events[0].kind == "result":
                yield Converted(result_message(events[0], words_of_result(events[0])), (index,))
            elif any(event.kind != "other" for event in events):
                role = "system" if kind in SYSTEM_PARTS else "user"
                yield Converted({"role": role, "content": content_of(events)}, (index,))


EDGE = Edge("pydantic-ai", "openai-chat", pydantic_ai_to_openai_chat, "what pydantic-ai's OpenAI model sends")
