"""OpenTelemetry GenAI → OpenAI Chat: the recorded request, as far as the parts of the span contain it.

Results come first, as separate messages, whatever their role is. Tools that the server ran and the modality of a file
are dropped; thoughts go into the field that compatible servers accept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from workbench.converters.contract import Converted, Edge
from workbench.converters.events_to_openai_chat import answer_message, content_of, result_message
from workbench.formats.contract import Event, with_events
from workbench.formats.otel_genai.events import read
from workbench.json.text import Json

_CONTENT_KINDS = frozenset({"text", "image", "file"})


def otel_genai_to_openai_chat(messages: Sequence[Json], settings: Mapping[str, Json]) -> Iterator[Converted]:
    for sources, message, events in with_events(messages, read):
        if not isinstance(message, dict):
            continue
        rest: list[Event] = []
        kinds: set[str] = set()
        for event in events:
            kinds.add(event.kind)
            if event.kind == "result":
                yield Converted(result_message(event), sources)
            else:
                rest.append(event)
        role, only_results = message.get("role"), "result" in kinds and not rest
        if role == "assistant" or "call" in kinds:
            if not only_results:
                yield Converted(answer_message(rest), sources)
        elif "result" not in kinds or not _CONTENT_KINDS.isdisjoint(kinds):
            target_role = "user" if role == "tool" else role
            yield Converted({"role": target_role, "content": content_of(rest)}, sources)


EDGE = Edge(
    "otel-genai",
    "openai-chat",
    otel_genai_to_openai_chat,
    "the parts of OpenTelemetry's GenAI convention",
    reads_events=True,
)
