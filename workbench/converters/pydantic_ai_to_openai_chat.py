"""pydantic-ai → OpenAI Chat, as its `OpenAIChatModel` sends it.

A request falls apart into a message for each part, results first. Tools that the provider ran itself, outcomes, times,
usage and the instructions of earlier runs are not sent. Thoughts go where compatible servers take them back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.chat_pieces import answer_message, content_of, result_message
from workbench.converters.contract import Converted, Edge
from workbench.converters.pydantic_ai_requests import SYSTEM_PARTS, parts_of, results_first, words_of_result
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
                yield Converted(result_message(events[0], words_of_result(events[0])), (index,))
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
