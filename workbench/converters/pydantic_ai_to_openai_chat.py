"""pydantic-ai → OpenAI Chat, as its `OpenAIChatModel` sends it.

A request becomes one message per part, results first. Tools that the provider ran, outcomes, times, usage and the
instructions of earlier runs are not sent. Thoughts go into the field that compatible servers accept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.contract import Converted, Edge
from workbench.converters.events_to_openai_chat import answer_message, content_of, result_message
from workbench.converters.pydantic_ai_requests import SYSTEM_PARTS, parts_of, result_text, results_first
from workbench.formats.contract import events_of
from workbench.formats.pydantic_ai.events import read
from workbench.json.text import Json


def pydantic_ai_to_openai_chat(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    for index, (message, said) in enumerate(zip(messages, events_of(messages, read), strict=True)):
        if not isinstance(message, dict):
            continue
        if message.get("kind") == "response":
            yield Converted(answer_message(results_first(said)), (index,))
            continue
        for kind, events in parts_of(message, said):
            if events[0].kind == "result":
                yield Converted(result_message(events[0], result_text(events[0])), (index,))
            elif events[0].kind != "other" or any(event.kind != "other" for event in events):
                role = "system" if kind in SYSTEM_PARTS else "user"
                yield Converted({"role": role, "content": content_of(events)}, (index,))


EDGE = Edge(
    "pydantic-ai",
    "openai-chat",
    pydantic_ai_to_openai_chat,
    "what pydantic-ai's OpenAI model sends",
    reads_events=True,
)
