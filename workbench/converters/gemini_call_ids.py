"""Ids for Gemini calls and responses that have none.

The id of a call is derived from its position. The response that answers it, matched by name and order within the turn,
gets the same id.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.formats.gemini.parts import payload_key
from workbench.json.text import Json, JsonObject

_Raw = JsonObject


class CallIds:
    """Assigns ids to calls and responses, and tracks by function name which calls still wait for their response."""

    def __init__(self, contents: Sequence[Json]) -> None:
        self._contents = contents
        self._taken: set[str] | None = None
        self._waiting: dict[str, list[str]] = {}
        self._index = 0
        self._follows_model = False

    def next_turn(self, content: object, index: int) -> None:
        """Start a turn. A new turn of the model discards unanswered calls; adjacent model turns count as one."""
        is_model = isinstance(content, dict) and content.get("role") == "model"
        if is_model and not self._follows_model:
            self._waiting = {}
        self._follows_model, self._index = is_model, index

    def of_call(self, call: _Raw, at: int) -> str:
        call_id = call.get("id")
        if not isinstance(call_id, str):
            call_id = self._unused(f"gemini_call_{self._index}_{at}")
        self._waiting.setdefault(str(call.get("name")), []).append(call_id)
        return call_id

    def of_response(self, response: _Raw, at: int) -> str:
        call_id = response.get("id")
        waiting = self._waiting.get(str(response.get("name")), [])
        if not isinstance(call_id, str):
            return waiting.pop(0) if waiting else self._unused(f"gemini_response_{self._index}_{at}")
        if call_id in waiting:
            waiting.remove(call_id)
        return call_id

    def _unused(self, call_id: str) -> str:
        if self._taken is None:  # computed on demand, because most histories have ids
            self._taken = {call_id for content in self._contents for call_id in _ids_in(content)}
        while call_id in self._taken:
            call_id += "_"
        return call_id


def _ids_in(content: object) -> Iterator[str]:
    parts = content.get("parts") if isinstance(content, dict) else None
    for part in parts if isinstance(parts, list) else ():
        key = payload_key(part) if isinstance(part, dict) else None
        if key and isinstance(part[key], dict) and isinstance(call_id := part[key].get("id"), str):
            yield call_id
