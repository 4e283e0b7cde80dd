"""The contract of a mutation: a description for learners, and a function that breaks a conversation in one way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import NamedTuple

from workbench.checks.chat import Chat, read_chat
from workbench.checks.pairing import pairs_in_order
from workbench.conversation import Conversation
from workbench.formats.contract import Event, Format
from workbench.json.patch import Operation, remove
from workbench.json.pointer import follow
from workbench.json.text import Json
from workbench.mutations.format_conditions import FormatCondition


class Damage(NamedTuple):
    """The patch that breaks a history, and pointers to the fault in the broken history."""

    patch: tuple[Operation, ...]
    places: tuple[str, ...]


@dataclass(frozen=True)
class Subject:
    """A healthy conversation, with the queries that mutations need."""

    conversation: Conversation

    @cached_property
    def chat(self) -> Chat:
        conversation = self.conversation
        return read_chat(conversation.format, conversation.messages, conversation.settings)

    @property
    def format(self) -> Format:
        return self.chat.format

    @cached_property
    def pairs(self) -> list[tuple[Event, Event]]:
        return pairs_in_order(self.chat)

    def user_message(self, text: str) -> Json | None:
        """Return a user message in the format and dialect of this history, or None if the format cannot write one."""
        message = self.format.say([text]) if self.format.say else None
        return message and self.format.in_dialect(message, self.conversation.dialect)

    def at(self, event: Event, part: str = "") -> str:
        return self.conversation.pointer(event.message, event.at(part))

    def message(self, index: int) -> str:
        return self.conversation.pointer(index)

    def value(self, event: Event, part: str) -> Json:
        return follow(self.conversation.messages[event.message], event.at(part))

    def has(self, event: Event, part: str) -> bool:
        """Whether the part has its own location, so that it can be changed."""
        try:
            self.value(event, part)
        except LookupError:
            return False
        return part in event.places

    def removal(self, event: Event) -> tuple[Operation, bool]:
        """Return the operation that removes an event and everything that would be left empty.

        The second value is whether that includes the entire message.
        """
        path = event.path
        while path:
            container = follow(self.conversation.messages[event.message], path[:-1])
            if isinstance(path[-1], int) and isinstance(container, list) and len(container) > 1:
                return remove(self.conversation.pointer(event.message, path)), False
            path = path[:-1]
        return remove(self.message(event.message)), True


DamageFunction = Callable[[Subject, Random], Damage | None]


@dataclass(frozen=True)
class Mutation:
    """One way in which histories break."""

    name: str
    title: str
    """A short title for learners."""
    story: str
    """What happens to the history, in a sentence."""
    rules: tuple[str, ...]
    """The rules that may report it. Which of them does depends on the format and the target."""
    applies_to: FormatCondition
    """Whether a history of a format can break in this way."""
    damage: DamageFunction


MUTATIONS: dict[str, Mutation] = {}
"""All mutations by name."""


def mutation(
    name: str, title: str, story: str, rules: tuple[str, ...], applies_to: FormatCondition
) -> Callable[[DamageFunction], DamageFunction]:
    """Register the decorated function as a mutation."""

    def register(damage: DamageFunction) -> DamageFunction:
        MUTATIONS[name] = Mutation(name, title, story, rules, applies_to, damage)
        return damage

    return register
