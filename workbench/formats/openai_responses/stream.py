"""Assemble the response from the events of a Responses stream.

The last event contains the complete response. Until it arrives, items are assembled from their pieces, so an
interrupted stream yields the part that arrived.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.json.text import Json

_ENDS = frozenset({"response.completed", "response.incomplete", "response.failed"})


def assembled(events: Sequence[Json]) -> Any:
    """Return the response that the recorded events form, or None if they are not events of this API."""
    kinds = [event.get("type") for event in events if isinstance(event, dict)]
    if not any(isinstance(kind, str) and kind.startswith("response.") for kind in kinds):
        return None
    assembly = ResponsesAssembly()
    for event in events:
        assembly.add(event)
    return assembly.body()


class ResponsesAssembly:
    def __init__(self) -> None:
        self._whole: dict[str, Json] | None = None
        self._begun: dict[str, Json] = {}
        self._items: dict[Json, dict[str, Json]] = {}
        self._texts: dict[Json, str] = {}
        self.finished = False
        self.failed: Json = None

    def add(self, event: object) -> list[str]:
        """Add an event and return the pieces of text in it."""
        if not isinstance(event, dict):
            return []
        kind, place = event.get("type"), _place(event)
        if kind == "error":
            self.failed = event
        elif isinstance(kind, str) and isinstance(event.get("response"), dict):
            self._take(kind, event["response"])
        elif kind in ("response.output_item.added", "response.output_item.done") and isinstance(
            event.get("item"), dict
        ):
            self._items[place] = dict(event["item"])
            if kind.endswith("done"):
                self._texts.pop(place, None)
        elif isinstance(kind, str) and kind.endswith(".delta") and isinstance(event.get("delta"), str):
            return self._grow(kind, place, event["delta"])
        return []

    def _take(self, kind: str, response: dict[str, Json]) -> None:
        if kind in _ENDS:
            self._whole, self.finished = response, True
            self.failed = response.get("error") if kind == "response.failed" else self.failed
        else:
            self._begun = response

    def _grow(self, kind: str, place: object, piece: str) -> list[str]:
        self._texts[place] = self._texts.get(place, "") + piece
        return [piece] if kind == "response.output_text.delta" and piece else []

    def body(self) -> Any:
        if self._whole is not None:
            return self._whole
        places = list({**self._items, **self._texts})
        return {
            **self._begun,
            "object": "response",
            "status": "incomplete",
            "output": [self._item(at) for at in places],
        }

    def _item(self, place: object) -> Json:
        """Return an item as far as it has arrived. Until the item ends, its text is only in the pieces."""
        item = self._items.get(place, {"type": "message", "role": "assistant"})
        text = self._texts.get(place)
        if text is None:
            return item
        if "arguments" in item or item.get("type") == "function_call":
            return {**item, "arguments": text}
        if item.get("type") == "message":
            return {**item, "content": [{"type": "output_text", "text": text, "annotations": []}]}
        return {**item, "text": text}


def _place(event: dict[str, Json]) -> Json:
    """Return the key of the item that an event belongs to: its position, or its id if the server omits that."""
    for key in ("output_index", "item_id"):
        if isinstance(event.get(key), (int, str)):
            return event[key]
    item = event.get("item")
    item_id = item.get("id") if isinstance(item, dict) else None
    return item_id if isinstance(item_id, str) else 0
