"""All edges between formats, and the shortest route over them."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from workbench.converters import (
    a2a_to_gemini,
    a2a_to_openai_chat,
    anthropic_to_icontent,
    anthropic_to_langchain,
    anthropic_to_openai_chat,
    anthropic_to_pydantic_ai,
    bedrock_converse_to_icontent,
    gemini_to_a2a,
    gemini_to_icontent,
    icontent_to_anthropic,
    icontent_to_bedrock_converse,
    icontent_to_gemini,
    icontent_to_openai_chat,
    icontent_to_openai_responses,
    icontent_to_vercel_v4_core,
    langchain_to_anthropic,
    langchain_to_openai_chat,
    openai_chat_to_a2a,
    openai_chat_to_anthropic,
    openai_chat_to_icontent,
    openai_chat_to_langchain,
    openai_chat_to_openai_responses,
    openai_chat_to_otel_genai,
    openai_chat_to_pydantic_ai,
    openai_responses_to_icontent,
    openai_responses_to_openai_chat,
    otel_genai_to_openai_chat,
    pydantic_ai_to_anthropic,
    pydantic_ai_to_openai_chat,
    vercel_ui_of_other_versions,
    vercel_v4_core_to_icontent,
    vercel_v4_core_to_openai_chat,
    vercel_v4_core_to_openai_chat_by_sdk_4,
    vercel_v4_core_to_vercel_v4_ui,
    vercel_v4_core_to_vercel_v5_model,
    vercel_v4_ui_to_vercel_v4_core,
    vercel_v5_model_to_anthropic,
    vercel_v5_model_to_bedrock_converse,
    vercel_v5_model_to_gemini,
    vercel_v5_model_to_openai_chat,
    vercel_v5_model_to_openai_chat_by_packages,
    vercel_v5_model_to_openai_responses,
    vercel_v5_model_to_vercel_v4_core,
    vercel_v5_model_to_vercel_v5_ui,
    vercel_v5_ui_to_vercel_v5_model,
)
from workbench.converters.contract import Edge
from workbench.formats import FORMATS, OWN_FORMAT
from workbench.json.text import Json

EDGES: list[Edge] = [
    icontent_to_vercel_v4_core.EDGE,
    icontent_to_openai_chat.EDGE,
    openai_chat_to_icontent.EDGE,
    a2a_to_openai_chat.EDGE,
    openai_chat_to_a2a.EDGE,
    openai_chat_to_anthropic.EDGE,
    anthropic_to_icontent.EDGE,
    anthropic_to_openai_chat.EDGE,
    icontent_to_anthropic.EDGE,
    icontent_to_bedrock_converse.EDGE,
    bedrock_converse_to_icontent.EDGE,
    vercel_v4_core_to_vercel_v5_model.EDGE,
    vercel_v4_core_to_openai_chat.EDGE,
    vercel_v4_core_to_icontent.EDGE,
    vercel_v5_model_to_vercel_v4_core.EDGE,
    vercel_v5_model_to_openai_chat.EDGE,
    vercel_v5_model_to_anthropic.EDGE,
    vercel_v5_model_to_openai_responses.EDGE,
    vercel_v5_model_to_gemini.EDGE,
    vercel_v5_model_to_bedrock_converse.EDGE,
    vercel_v4_ui_to_vercel_v4_core.EDGE,
    vercel_v5_ui_to_vercel_v5_model.EDGE,
    vercel_v4_core_to_vercel_v4_ui.EDGE,
    vercel_v5_model_to_vercel_v5_ui.EDGE,
    openai_chat_to_openai_responses.EDGE,
    openai_responses_to_openai_chat.EDGE,
    icontent_to_openai_responses.EDGE,
    openai_responses_to_icontent.EDGE,
    icontent_to_gemini.EDGE,
    gemini_to_icontent.EDGE,
    langchain_to_openai_chat.EDGE,
    openai_chat_to_langchain.EDGE,
    langchain_to_anthropic.EDGE,
    anthropic_to_langchain.EDGE,
    pydantic_ai_to_openai_chat.EDGE,
    openai_chat_to_pydantic_ai.EDGE,
    pydantic_ai_to_anthropic.EDGE,
    anthropic_to_pydantic_ai.EDGE,
    otel_genai_to_openai_chat.EDGE,
    openai_chat_to_otel_genai.EDGE,
    a2a_to_gemini.EDGE,
    gemini_to_a2a.EDGE,
]

Route = tuple[Edge, ...]


IN_PASSING: dict[Edge, Edge] = {
    module.EDGE: module.IN_PASSING
    for module in (icontent_to_vercel_v4_core, icontent_to_openai_chat, openai_chat_to_icontent)
}
"""Edge → its variant for a history that only passes through IContent and so does not follow its rule for ids."""

PROGRAM_EDGES: tuple[Edge, ...] = (
    vercel_v4_core_to_openai_chat.EDGE,
    vercel_v4_core_to_openai_chat_by_sdk_4.EDGE,
    vercel_v4_core_to_openai_chat_by_sdk_4.OF_VERSION_5,
    *vercel_ui_of_other_versions.EDGES,
    *vercel_v5_model_to_openai_chat.BY_VERSION,
    *vercel_v5_model_to_openai_chat_by_packages.EDGES,
    *vercel_v5_model_to_openai_responses.BY_VERSION,
    *vercel_v5_model_to_anthropic.BY_VERSION,
    *vercel_v5_model_to_gemini.BY_VERSION,
    *vercel_v5_model_to_bedrock_converse.BY_VERSION,
)
"""Edges that belong to one program: an SDK version, its package for one provider, or a program that follows a spec."""


ANYBODY = "any"
"""No particular program: the conversion keeps everything that at least one program keeps."""
PROGRAMS: tuple[str, ...] = (ANYBODY, *dict.fromkeys(edge.sent_by for edge in PROGRAM_EDGES))
"""The programs whose conversion can be chosen."""


def as_sent_by(program: str, edge: Edge) -> Edge:
    """Return the edge that this program uses instead, or the edge itself."""
    return next((own for own in PROGRAM_EDGES if own.sent_by == program and _connect_same_formats(own, edge)), edge)


def sent_as(hops: Route, *programs: str) -> Route:
    """Replace each hop by the edge of the first of these programs that has one of its own.

    A wire format in the middle of a route is never sent, so the hop to it stays.
    """
    return tuple(
        _as_sent_by_any(edge, programs) if edge is hops[-1] or FORMATS[edge.target].wire is None else edge
        for edge in hops
    )


def _as_sent_by_any(edge: Edge, programs: tuple[str, ...]) -> Edge:
    return next((own for program in programs if (own := as_sent_by(program, edge)) is not edge), edge)


def ways_of(edge: Edge) -> list[Edge]:
    """Return the edges of programs between the same formats, without the SDK's packages for single providers."""
    return [
        own
        for own in PROGRAM_EDGES
        if _connect_same_formats(own, edge) and not own.sent_by.endswith("-ui") and "/" not in own.sent_by
    ]


def _connect_same_formats(left: Edge, right: Edge) -> bool:
    return (left.source, left.target) == (right.source, right.target)


class NoRouteError(LookupError):
    """No chain of edges connects two formats."""


def route(source: str, target: str, via: tuple[str, ...] = ()) -> Route:
    """Return the shortest route from one format to another, through the formats in `via` if any are given.

    Of equally short routes, the one whose edges come first in `EDGES` wins.
    """
    return _route(source, target, via, tuple(EDGES))


@cache
def _route(source: str, target: str, via: tuple[str, ...], edges: tuple[Edge, ...]) -> Route:
    stops = (source, *via, target)
    return tuple(edge for start, end in pairwise(stops) for edge in _shortest(start, end, edges))


def _shortest(source: str, target: str, edges: tuple[Edge, ...]) -> Route:
    reached: dict[str, Route] = {source: ()}
    queue = deque([source])
    while queue:
        current = queue.popleft()
        if current == target:
            return _in_passing(reached[current])
        for edge in edges:
            if edge.source == current and edge.target not in reached:
                reached[edge.target] = (*reached[current], edge)
                queue.append(edge.target)
    raise NoRouteError(f"there is no route from {source!r} to {target!r}")


def _in_passing(hops: Route) -> Route:
    """Return the hops with unchanged ids if the route passes through IContent without starting or ending there."""
    passes_through = any(edge.target == OWN_FORMAT for edge in hops[:-1])
    return tuple(IN_PASSING.get(edge, edge) for edge in hops) if passes_through else hops


def converted_messages(
    messages: Sequence[Json],
    source: str,
    target: str,
    settings: Mapping[str, Json] | None = None,
    in_passing: bool = False,
) -> list[Any]:
    """Convert messages by the shortest route. System prompts that an edge moves out of the message list are left out.

    `in_passing` is for histories that are in IContent only on the way from and to another format.
    """
    converted = list(messages)
    for edge in route(source, target):
        edge = IN_PASSING.get(edge, edge) if in_passing else edge
        converted = [row.message for row in edge.convert(converted, settings or {}) if row.slot == "messages"]
    return converted


__all__ = [
    "ANYBODY",
    "EDGES",
    "PROGRAMS",
    "Edge",
    "NoRouteError",
    "Route",
    "as_sent_by",
    "converted_messages",
    "route",
    "sent_as",
    "ways_of",
]
