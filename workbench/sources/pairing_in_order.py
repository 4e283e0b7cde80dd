"""Pairs calls and results that have no ids: a result answers the earliest of the latest calls."""

from __future__ import annotations

from collections import deque

from workbench.json.text import Json
from workbench.sources.reading import has, opened


class Waiting:
    """The calls without a result. Their ids are generated from their number."""

    def __init__(self) -> None:
        self._ids: deque[str] = deque()
        self._count = 0
        self._after_call = False
        self._of_turn = 0
        """The number of calls in the latest turn with calls."""

    def new_turn(self, has_calls: bool) -> None:
        """Begin a turn that may have calls; other turns leave the calls before them the latest."""
        self._of_turn = 0 if has_calls else self._of_turn

    def call(self) -> str:
        if not self._after_call:
            self._ids.clear()
        self._after_call = True
        self._of_turn += 1
        self._count += 1
        self._ids.append(f"call_{self._count}")
        return self._ids[-1]

    @property
    def has_calls(self) -> bool:
        """Whether this conversation has turns for calls, so that a result without one has lost it."""
        return self._count > 0

    def only_latest(self, results: int) -> None:
        """Forget calls of earlier turns if fewer results follow than calls: results answer what is next to them."""
        while len(self._ids) > max(results, self._of_turn):
            self._ids.popleft()

    def result(self) -> str | None:
        return self._ids.popleft() if self._ids else None

    def answers(self, content: Json) -> list[tuple[str | None, Json]]:
        """Return the results in a turn, each with the id of its call: usually one; a list of as many results as there
        are calls answers all of them."""
        listed = opened(content)
        if len(self._ids) > 1 and isinstance(listed, list) and len(listed) == len(self._ids):
            return [(self.result(), item["content"] if has(item, "content") else item) for item in listed]
        return [(self.result(), content)]

    def other_turn(self) -> None:
        self._after_call = False
