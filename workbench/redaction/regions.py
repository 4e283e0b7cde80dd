"""Where the messages of a document are, and where in them the data of tools is: there a member's name means nothing."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from workbench.checks.chat import read_chat
from workbench.conversation import Conversation
from workbench.formats import FORMATS
from workbench.json.pointer import Path, follow, to_path
from workbench.json.text import Json
from workbench.shrinking.cutting import in_steps


@dataclass(frozen=True, slots=True)
class Regions:
    messages: frozenset[Path] = frozenset()
    free: frozenset[Path] = frozenset()
    """Arguments and results of tools."""

    def is_in_message(self, path: Path) -> bool:
        return _is_in(path, self.messages)

    def is_free(self, path: Path) -> bool:
        return _is_in(path, self.free)

    def inside(self, *outer: str | int) -> Regions:
        """The same places, where the document is itself a value of another."""
        return Regions(
            frozenset((*outer, *path) for path in self.messages), frozenset((*outer, *path) for path in self.free)
        )


def regions_of(conversation: Conversation) -> Regions:
    count = len(conversation.messages)
    starts = [in_steps(conversation.payload, to_path(conversation.pointer(index))) for index in range(count)]
    return regions_around(
        conversation.format, dict(zip(starts, conversation.messages, strict=True)), conversation.settings
    )


def regions_around(format: str, messages: Mapping[Path, Json], settings: Mapping[str, Json] | None = None) -> Regions:  # noqa: A002 - the word users say
    """Of messages in a format, each with its place in the document."""
    starts = list(messages)
    chat = read_chat(format, list(messages.values()), dict(settings or {}))
    free = frozenset(starts[event.message] + event.at("value") for event in (*chat.calls, *chat.results))
    return Regions(frozenset(starts), free)


def regions_of_answer(format: str, body: object) -> Regions:  # noqa: A002 - the word users say
    """Of an API's response, in the format of that API."""
    form = FORMATS.get(format)
    places = form.response.places(body) if form and form.response else []
    return regions_around(format, {tuple(place): follow(body, place) for place in places}) if places else Regions()


def _is_in(path: Path, places: Collection[Path]) -> bool:
    return any(path[:length] in places for length in range(len(path) + 1))
