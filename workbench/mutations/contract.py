"""What a fault is: a row that a learner reads, and a function that breaks a conversation in that one way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import NamedTuple

from workbench.checks.chat import Chat, read_chat
from workbench.conversation import Conversation
from workbench.formats.contract import Event, Format
from workbench.json.patch import remove
from workbench.json.pointer import follow
from workbench.json.text import Json
from workbench.mutations.formats import Fits


class Damage(NamedTuple):
    """The patch that breaks the history, and where the fault is in the broken one."""

    patch: tuple[Json, ...]
    places: tuple[str, ...]


@dataclass(frozen=True)
class Subject:
    """A healthy conversation, with what breakers ask of it."""

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
        """Every call with its result: by id, or by order where there are no ids."""
        waiting = list(self.chat.calls)
        pairs = []
        for result in self.chat.results:
            call = next((call for call in waiting if _may_answer(result, call)), None)
            if call is not None:
                waiting.remove(call)
                pairs.append((call, result))
        return pairs

    def say(self, text: str) -> Json | None:
        """A message of the user, as this history writes one; None where its format cannot."""
        written = self.format.say([text]) if self.format.say else None
        return written and self.format.in_dialect(written, self.conversation.dialect)

    def at(self, event: Event, part: str = "") -> str:
        return self.conversation.pointer(event.message, event.at(part))

    def message(self, index: int) -> str:
        return self.conversation.pointer(index)

    def value(self, event: Event, part: str) -> Json:
        return follow(self.conversation.messages[event.message], event.at(part))

    def has(self, event: Event, part: str) -> bool:
        """Whether the part has a place of its own, so that it can be changed."""
        try:
            self.value(event, part)
        except LookupError:
            return False
        return part in event.places

    def removal(self, event: Event) -> tuple[Json, bool]:
        """The operation that takes an event out, with all that would be left empty; whether a message goes with it."""
        path = event.path
        while path:
            holder = follow(self.conversation.messages[event.message], path[:-1])
            if isinstance(path[-1], int) and isinstance(holder, list) and len(holder) > 1:
                return remove(self.conversation.pointer(event.message, path)), False
            path = path[:-1]
        return remove(self.message(event.message)), True


def _may_answer(result: Event, call: Event) -> bool:
    return bool(call.id == result.id) and (call.id is not None or call.name == result.name)


Breaker = Callable[[Subject, Random], Damage | None]


@dataclass(frozen=True)
class Mutation:
    """One way in which histories break."""

    name: str
    title: str
    """For a learner, in a few words."""
    story: str
    """What is done to the history, in a sentence."""
    rules: tuple[str, ...]
    """The rules that name it; which of them depends on the format and on who receives the history."""
    fits: Fits
    """Whether a history of this format can break so."""
    breaks: Breaker


MUTATIONS: dict[str, Mutation] = {}
"""Every fault by name."""


def fault(name: str, title: str, story: str, rules: tuple[str, ...], fits: Fits) -> Callable[[Breaker], Breaker]:
    def register(breaks: Breaker) -> Breaker:
        MUTATIONS[name] = Mutation(name, title, story, rules, fits, breaks)
        return breaks

    return register
