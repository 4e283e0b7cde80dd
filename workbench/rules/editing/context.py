"""`RepairContext`: everything a fix reads from a conversation: values, events, and the notation of its format."""

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
"""The placeholder for a result. It states the fact, not the reason."""


@dataclass(frozen=True)
class RepairContext:
    """A conversation, its events and its target."""

    conversation: Conversation
    chat: Chat
    """The events of the original file, to which patches apply."""
    target: Target
    memo: dict[Hashable, Any] = field(default_factory=dict, repr=False)
    fixes: dict[int, tuple[Finding, Fix | str | None]] = field(default_factory=dict, repr=False)
    """By identity: each finding with its fix, or with the sentence about the defect that prevented one."""
    guarded: dict[int, tuple[Fix, Fix | None]] = field(default_factory=dict, repr=False)
    """By identity: each fix, with the version of it that the guard approved."""

    def once(self, key: Hashable, compute: Callable[[], _Value]) -> _Value:
        """A value that the fixes of many findings share, computed for the first of them."""
        if key not in self.memo:
            self.memo[key] = compute()
        found: _Value = self.memo[key]
        return found

    @property
    def format(self) -> Format:
        return self.chat.format

    @property
    def in_list(self) -> bool:
        """Whether the messages are the items of one list, so that messages can be added and removed."""
        return self.conversation.places is None

    def value(self, pointer: str) -> Any:
        try:
            return resolve(self.conversation.payload, pointer)
        except PointerError:
            return None

    def event(self, pointer: str | None, *kinds: str) -> Event | None:
        """The innermost event of one of these kinds that contains the value at a pointer."""
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

    def user_message(self, texts: list[str]) -> Any:
        """A user message with these texts, in the history's format; None if the format cannot express it."""
        return self._in_dialect(self.format.say(texts)) if self.format.say else None

    def envelope(self, blocks: list[Json]) -> Json | None:
        """The message that contains these results; None if each result is a message of its own."""
        return self._in_dialect(self.format.envelope(blocks)) if self.format.envelope else None

    def _in_dialect(self, message: object) -> Json:
        return self.format.in_dialect(message, self.conversation.dialect)

    def text_block(self, text: str) -> Json | None:
        """A text block in this format."""
        message = self.user_message([text]) or {}
        return next((blocks[0] for blocks in message.values() if isinstance(blocks, list)), None)

    def at(self, event: Event, part: str = "") -> str:
        """The pointer of an event, or of one part of it."""
        return self.conversation.pointer(event.message, event.at(part))

    def pointer(self, index: int, path: Path = ()) -> str:
        return self.conversation.pointer(index, path)

    def moved_message(self, index: int, place: int) -> tuple[Operation, ...]:
        """The patch that moves a message before the one that is now at `place`."""
        return (add(self.pointer(place), self.chat.messages[index]), remove(self.pointer(index)))

    def is_alone(self, result: Event) -> bool:
        """Whether its message contains only this result and its parts."""
        return self.are_alone([result])

    def are_alone(self, results: list[Event]) -> bool:
        """Whether the message of these results contains only them and their parts."""
        depth = max(len(result.path) for result in results)
        index = results[0].message
        depths = self.once(("depths", index), lambda: sorted(len(event.path) for event in self.chat.of_message(index)))
        return not depth or bisect_right(depths, depth) == len(results)

    def message(self, index: int) -> Any:
        """The message at this index; None if a finding points outside of the messages."""
        return self.chat.messages[index] if 0 <= index < len(self.chat.messages) else None

    def events(self, index: int) -> list[Event]:
        return self.chat.of_message(index) if 0 <= index < len(self.chat.messages) else []

    def native_role(self, role: str | None) -> str | None:
        """This format's name for a role."""
        return next((name for name, meaning in self.format.roles.items() if meaning == role), None)

    def calls_of(self, result: Event) -> list[Event]:
        """The calls with the id of a result."""
        return self.chat.calls_by_id.get(result.id, []) if isinstance(result.id, str) else []

    def next_assistant(self, start: int) -> int:
        """The index of the first assistant message from `start` on, or the number of messages."""
        roles = self.chat.roles
        return next((index for index in range(start, len(roles)) if roles[index] == "assistant"), len(roles))

    def of_kind(self, kind: str, messages: range) -> list[Event]:
        return [event for index in messages for event in self.chat.of_message(index) if event.kind == kind]

    @cached_property
    def ids(self) -> list[str]:
        return [event.id for event in (*self.chat.calls, *self.chat.results) if isinstance(event.id, str)]
