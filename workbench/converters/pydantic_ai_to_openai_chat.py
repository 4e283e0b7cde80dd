"""pydantic-ai → OpenAI Chat, as its `OpenAIChatModel` sends it.

A request becomes one message per part, results first. Tools that the provider ran, outcomes, times, usage and the
instructions of earlier runs are not sent. Thoughts go into the field that compatible servers accept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.contract import Converted, Edge
from workbench.converters.events_to_openai_chat import answer_message, content_of, result_message
from workbench.converters.pydantic_ai_requests import SYSTEM_PARTS, parts_of, result_text
from workbench.json.text import Json


def pydantic_ai_to_openai_chat(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    for index, message in enumerate(messages):
        if not isinstance(message, dict):
            continue
        if message.get("kind") == "response":
            events = [event for _, events in parts_of(message, index) for event in events]
            yield Converted(answer_message(events), (index,))
            continue
        for kind, events in parts_of(message, index):
            if events[0].kind == "result":
                yield Converted(result_message(events[0], result_text(events[0])), (index,))
            elif any(event.kind != "other" for event in events):
                role = "system" if kind in SYSTEM_PARTS else "user"
                yield Converted({"role": role, "content": content_of(events)}, (index,))


EDGE = Edge("pydantic-ai", "openai-chat", pydantic_ai_to_openai_chat, "what pydantic-ai's OpenAI model sends")
