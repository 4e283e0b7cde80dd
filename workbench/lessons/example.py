"""A short conversation that shows how formats differ: a call, its failed result, and the answer.

It is written once, in the workbench's own format, and converted to the others, so a new format gets it automatically.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from workbench.conversation import Conversation
from workbench.conversion import as_conversation
from workbench.converters import Route, route
from workbench.formats import OWN_FORMAT
from workbench.json.text import Json, parse_or_none
from workbench.stages import columns_along

_MESSAGES: list[Json] = [
    {"speaker": "human", "blocks": [{"type": "text", "text": "Log that the dome is open."}]},
    {
        "speaker": "ai",
        "blocks": [
            {"type": "text", "text": "I will log it."},
            {"type": "tool_call", "id": "hist_tool_1A7k", "name": "dome_log", "parameters": {"state": "open"}},
        ],
        "metadata": {"usage": {"inputTokens": 48, "outputTokens": 17}},
    },
    {
        "speaker": "tool",
        "blocks": [{"type": "tool_response", "callId": "hist_tool_1A7k", "result": None, "error": "dome locked"}],
    },
    {"speaker": "ai", "blocks": [{"type": "text", "text": "The dome is locked, so nothing was logged."}]},
]


def example_in(format_name: str) -> list[Json]:
    return list(_converted(route(OWN_FORMAT, format_name)))


@cache
def _converted(hops: Route) -> tuple[Json, ...]:
    return tuple(columns_along(conversation_of(_MESSAGES, OWN_FORMAT), hops)[-1].messages)


class Edited(NamedTuple):
    messages: list[Json]
    problem: str
    """The reason why the text was not used, if so."""


def edited_example(text: str | None, format_name: str) -> Edited:
    """Return the messages that the user typed, or the original example while the text is not valid JSON."""
    if text is None or not text.strip():
        return Edited(example_in(format_name), "")
    value = parse_or_none(text)
    if value is None:
        return Edited(example_in(format_name), "This is not JSON yet. The right side shows the original example.")
    return Edited(value if isinstance(value, list) else [value], "")


def conversation_of(messages: list[Json], format_name: str) -> Conversation:
    return as_conversation("example", messages, format_name)
