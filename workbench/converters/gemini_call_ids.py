"""Which id a Gemini call or response goes by when it was sent without one: its place gives the call an id, and the
response that answers it, by name and order within the turn, gets the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.formats.gemini.parts import payload_key
from workbench.json.text import Json

_Raw = dict[str, Json]


class CallIds:
    """The ids of calls that wait for their response, by the name of the function."""

    def __init__(self, contents: Sequence[Json]) -> None:
        self._contents = contents
        self._taken: set[str] | None = None
        self._waiting: dict[str, list[str]] = {}
        self._index = 0
        self._follows_model = False

    def next_turn(self, content: object, index: int) -> None:
        """A new turn of the model ends the waiting for calls of an older one; adjacent model turns count as one."""
        by_model = isinstance(content, dict) and content.get("role") == "model"
        if by_model and not self._follows_model:
            self._waiting = {}
        self._follows_model, self._index = by_model, index

    def of_call(self, call: _Raw, at: int) -> str:
        identity = call.get("id")
        if not isinstance(identity, str):
            identity = self._unused(f"gemini_call_{self._index}_{at}")
        self._waiting.setdefault(str(call.get("name")), []).append(identity)
        return identity

    def of_response(self, response: _Raw, at: int) -> str:
        identity = response.get("id")
        waiting = self._waiting.get(str(response.get("name")), [])
        if not isinstance(identity, str):
            return waiting.pop(0) if waiting else self._unused(f"gemini_response_{self._index}_{at}")
        if identity in waiting:
            waiting.remove(identity)
        return identity

    def _unused(self, identity: str) -> str:
        if self._taken is None:  # most histories have ids and never ask
            self._taken = {given for content in self._contents for given in _given_ids(content)}
        while identity in self._taken:
            identity += "_"
        return identity


def _given_ids(content: object) -> Iterator[str]:
    parts = content.get("parts") if isinstance(content, dict) else None
    for part in parts if isinstance(parts, list) else ():
        key = payload_key(part) if isinstance(part, dict) else None
        if key and isinstance(part[key], dict) and isinstance(identity := part[key].get("id"), str):
            yield identity
