"""OpenTelemetry GenAI → OpenAI Chat: the recorded request, as far as the parts of the span contain it.

Results come first, as separate messages, whatever their role is. Tools that the server ran and the modality of a file
are dropped; thoughts go into the field that compatible servers accept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.contract import Converted, Edge
from workbench.converters.events_to_openai_chat import answer_message, content_of, result_message
from workbench.formats.otel_genai.events import read
from workbench.json.text import Json

_CONTENT_KINDS = frozenset({"text", "image", "file"})


def otel_genai_to_openai_chat(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    for index, message in enumerate(messages):
        if not isinstance(message, dict):
            continue
        events = read(message, index)
        results = [event for event in events if event.kind == "result"]
        for result in results:
            yield Converted(result_message(result), (index,))
        rest = [event for event in events if event.kind != "result"]
        if message.get("role") == "assistant" or any(event.kind == "call" for event in rest):
            if rest or not results:
                yield Converted(answer_message(rest), (index,))
        elif any(event.kind in _CONTENT_KINDS for event in rest) or not results:
            role = "user" if message.get("role") == "tool" else message.get("role")
            yield Converted({"role": role, "content": content_of(rest)}, (index,))


EDGE = Edge("otel-genai", "openai-chat", otel_genai_to_openai_chat, "the parts of OpenTelemetry's GenAI convention")
