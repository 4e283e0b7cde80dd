"""pydantic-ai → OpenAI Chat, as its `OpenAIChatModel` sends it.

A request becomes one message per part, results first. Tools that the provider ran, outcomes, times, usage and the
instructions of earlier runs are not sent. Thoughts go into the field that compatible servers accept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.contract import Converted, Edge
from workbench.converters.events_to_openai_chat import answer_message, content_of, result_message
from workbench.converters.pydantic_ai_requests import parts_of, result_text, results_first
from workbench.formats.contract import with_events
from workbench.formats.pydantic_ai.events import read
from workbench.json.text import Json


def pydantic_ai_to_openai_chat(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    for sources, message, said in with_events(messages, read):
        if not isinstance(message, dict):
            continue
        if message.get("kind") == "response":
            yield Converted(answer_message(results_first(said)), sources)
            continue
        for is_system, events in parts_of(message, said):
            if events[0].kind == "result":
                yield Converted(result_message(events[0], result_text(events[0])), sources)
            elif events[0].kind != "other" or any(event.kind != "other" for event in events):
                role = "system" if is_system else "user"
                yield Converted({"role": role, "content": content_of(events)}, sources)


EDGE = Edge(
    "pydantic-ai",
    "openai-chat",
    pydantic_ai_to_openai_chat,
    "what pydantic-ai's OpenAI model sends",
    reads_events=True,
)
