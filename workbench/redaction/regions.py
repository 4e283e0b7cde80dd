"""The regions of a document that contain messages and, inside them, the data of tools, whose keys have no meaning."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from workbench.checks.chat import read_chat
from workbench.conversation import Conversation
from workbench.formats import FORMATS
from workbench.json.pointer import Path, follow, to_path
from workbench.json.text import Json
from workbench.shrinking.reductions import with_integer_indexes


@dataclass(frozen=True, slots=True)
class Regions:
    messages: frozenset[Path] = frozenset()
    tool_data: frozenset[Path] = frozenset()
    """Arguments and results of tools."""

    def is_in_message(self, path: Path) -> bool:
        return _is_in(path, self.messages)

    def is_tool_data(self, path: Path) -> bool:
        return _is_in(path, self.tool_data)

    def inside(self, *outer: str | int) -> Regions:
        """Return the regions for the case that the document is a value inside another document."""
        return Regions(
            frozenset((*outer, *path) for path in self.messages), frozenset((*outer, *path) for path in self.tool_data)
        )


def regions_of(conversation: Conversation) -> Regions:
    count = len(conversation.messages)
    starts = [
        with_integer_indexes(conversation.payload, to_path(conversation.pointer(index))) for index in range(count)
    ]
    return regions_around(
        conversation.format, dict(zip(starts, conversation.messages, strict=True)), conversation.settings
    )


def regions_around(format: str, messages: Mapping[Path, Json], settings: Mapping[str, Json] | None = None) -> Regions:  # noqa: A002 - the term that users know
    """Return the regions of messages in a format, given by their paths in the document."""
    starts = list(messages)
    chat = read_chat(format, list(messages.values()), dict(settings or {}))
    tool_data = frozenset(starts[event.message] + event.at("value") for event in (*chat.calls, *chat.results))
    return Regions(frozenset(starts), tool_data)


def regions_of_response(format: str, body: object) -> Regions:  # noqa: A002 - the term that users know
    """Return the regions of an API response, in the format of that API."""
    form = FORMATS.get(format)
    places = form.response.places(body) if form and form.response else []
    return regions_around(format, {tuple(place): follow(body, place) for place in places}) if places else Regions()


def _is_in(path: Path, regions: Collection[Path]) -> bool:
    return any(path[:length] in regions for length in range(len(path) + 1))
