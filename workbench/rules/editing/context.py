"""What a fixer asks of a conversation: its values, its events, and how its format writes things."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.conversation import Conversation
from workbench.formats.contract import Event, Format
from workbench.json.patch import Operation, add, remove
from workbench.json.pointer import Path, PointerError, resolve, to_path
from workbench.json.text import Json
from workbench.targets.contract import Target

_Value = TypeVar("_Value")
NO_RESULT = "No result was recorded for this call."
"""The placeholder: it says what is known and not why."""


@dataclass(frozen=True)
class RepairContext:
    """A conversation, its events and who will receive it."""

    conversation: Conversation
    chat: Chat
    """The events of the file as it was given; patches are made for it."""
    target: Target
    memo: dict[Hashable, Any] = field(default_factory=dict, repr=False)
    made: dict[int, tuple[Finding, Fix | str | None]] = field(default_factory=dict, repr=False)
    """By identity: each finding that was asked about, and its fix, or the sentence about the defect of it."""
    guarded: dict[int, tuple[Fix, Fix | None]] = field(default_factory=dict, repr=False)
    """By identity: each fix that was made, and what the guard let through of it."""

    def once(self, key: Hashable, work_out: Callable[[], _Value]) -> _Value:
        """What the fixes of many findings ask, worked out for the first of them."""
        if key not in self.memo:
            self.memo[key] = work_out()
        found: _Value = self.memo[key]
        return found

    @property
    def format(self) -> Format:
        return self.chat.format

    @property
    def in_list(self) -> bool:
        """Whether the messages are the items of one list, so that one can be added or taken out."""
        return self.conversation.places is None

    def value(self, pointer: str) -> Any:
        try:
            return resolve(self.conversation.payload, pointer)
        except PointerError:
            return None

    def event(self, pointer: str | None, *kinds: str) -> Event | None:
        """The innermost event of one of these kinds that holds the value at a pointer."""
        index = self.conversation.index_of(pointer) if pointer is not None else None
        if index is None:
            return None
        inner = to_path(pointer[len(self.conversation.pointer(index)) :]) if pointer else ()
        by_path = self.once(("events by path", index), lambda: self._by_path(index))
        for length in range(len(inner), -1, -1):
            for event in reversed(by_path.get(inner[:length], ())):
                if not kinds or event.kind in kinds:
                    return event
        return None

    def _by_path(self, index: int) -> dict[Path, list[Event]]:
        by_path: dict[Path, list[Event]] = {}
        for event in self.chat.of_message(index):
            by_path.setdefault(tuple(str(step) for step in event.path), []).append(event)
        return by_path

    def say(self, texts: list[str]) -> Json | None:
        """A message of the user, as this history writes one; None where its format cannot."""
        return self._in_dialect(self.format.say(texts)) if self.format.say else None

    def envelope(self, blocks: list[Json]) -> Json | None:
        """The message that carries these results; None where each result is a message of its own."""
        return self._in_dialect(self.format.envelope(blocks)) if self.format.envelope else None

    def _in_dialect(self, message: object) -> Json:
        return self.format.in_dialect(message, self.conversation.dialect)

    def text_block(self, text: str) -> Json | None:
        """A text as this format writes it among the blocks of a message."""
        message: Any = self.say([text]) or {}
        return next((blocks[0] for blocks in message.values() if isinstance(blocks, list)), None)

    def at(self, event: Event, part: str = "") -> str:
        """The pointer of an event, or of one part of it."""
        return self.conversation.pointer(event.message, event.at(part))

    def of_message(self, index: int, path: Path = ()) -> str:
        return self.conversation.pointer(index, path)

    def moved_message(self, index: int, place: int) -> tuple[Operation, ...]:
        """The patch that puts a message in front of the one that is at a place now."""
        return (add(self.of_message(place), self.chat.messages[index]), remove(self.of_message(index)))

    def is_alone(self, result: Event) -> bool:
        """Whether its message holds this result, with what is inside it, and nothing else that counts."""
        depth = len(result.path)
        index = result.message
        depths = self.once(("depths", index), lambda: sorted(len(event.path) for event in self.chat.of_message(index)))
        return not depth or bisect_right(depths, depth) == 1

    def message(self, index: int) -> Any:
        """The message at this place; None where a finding points at none."""
        return self.chat.messages[index] if 0 <= index < len(self.chat.messages) else None

    def events(self, index: int) -> list[Event]:
        return self.chat.of_message(index) if 0 <= index < len(self.chat.messages) else []

    def own_role(self, role: str | None) -> str | None:
        """The word that this format has for a role."""
        return next((own for own, meaning in self.format.roles.items() if meaning == role), None)

    def calls_of(self, result: Event) -> list[Event]:
        """The calls that have the id of a result."""
        return self.chat.calls_by_id.get(result.id, []) if isinstance(result.id, str) else []

    def next_assistant(self, start: int) -> int:
        """The first message from here on that the assistant speaks, or the end."""
        roles = self.chat.roles
        return next((index for index in range(start, len(roles)) if roles[index] == "assistant"), len(roles))

    def of_kind(self, kind: str, messages: range) -> list[Event]:
        return [event for index in messages for event in self.chat.of_message(index) if event.kind == kind]

    @cached_property
    def ids(self) -> list[str]:
        return [event.id for event in (*self.chat.calls, *self.chat.results) if isinstance(event.id, str)]
