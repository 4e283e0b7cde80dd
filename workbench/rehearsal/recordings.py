"""The recorded answers, each found by the complete history before it.

Two histories are equal if they have the same roles, texts, calls, arguments and results. How a message is divided into
parts, an empty content or a thought make no difference, because clients rebuild messages in their own way.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from workbench.formats import FORMATS
from workbench.json.text import Json, compact

_MAX_ANSWERS = 20_000


class Recordings:
    def __init__(self) -> None:
        self._answers: OrderedDict[bytes, list[Json]] = OrderedDict()
        self._lock = Lock()

    def add_history(self, wire: str, messages: Sequence[Json]) -> None:
        """Store every turn of the assistant as the answer to the messages before it."""
        history = _History(wire)
        turn: list[Json] = []
        key = b""
        for message in messages:
            is_answer = FORMATS[wire].role_of(message) == "assistant"
            if is_answer and not turn:
                key = history.key
            if turn and not is_answer:
                self._put(key, turn)
                turn = []
            if is_answer:
                turn.append(message)
            history.add(message)
        if turn:
            self._put(key, turn)

    def add_answer(self, wire: str, messages: Sequence[Json], turn: list[Json]) -> None:
        """Store one turn as the answer to these messages."""
        self._put(key_of(wire, messages), turn)

    def find(self, wire: str, messages: Sequence[Json]) -> list[Json] | None:
        with self._lock:
            return self._answers.get(key_of(wire, messages))

    def _put(self, key: bytes, turn: list[Json]) -> None:
        with self._lock:
            self._answers[key] = turn
            while len(self._answers) > _MAX_ANSWERS:
                self._answers.popitem(last=False)


def key_of(wire: str, messages: Sequence[Json]) -> bytes:
    history = _History(wire)
    for message in messages:
        history.add(message)
    return history.key


class _History:
    """A digest that grows with each message, so that one pass over a history yields the key of every turn."""

    def __init__(self, wire: str) -> None:
        self._form = FORMATS[wire]
        self._digest = hashlib.sha256(wire.encode())

    def add(self, message: object) -> None:
        role = self._form.role_of(message)
        for event in self._form.read(message, 0):
            if event.kind != "thought" and not (event.kind == "text" and not event.value):
                line = compact([role, event.kind, event.id, event.name, event.value])
                self._digest.update(line.encode(errors="replace"))

    @property
    def key(self) -> bytes:
        return self._digest.digest()
