"""Find the SDK version (5, 6 or 7) that introduced the parts of a ModelMessage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.formats.contract import DIALECT_SAMPLE_SIZE
from workbench.json.text import Json

_V7_PARTS = {"custom", "reasoning-file"}
_V7_ITEMS = {"file", "file-reference", "image-file-reference"}
_V6_PARTS = {"tool-approval-request", "tool-approval-response"}
_V6_ITEMS = {"file-data", "file-url", "file-id", "image-data", "image-url", "image-file-id", "custom"}


def dialect(messages: Sequence[Json]) -> str | None:
    """Return the newest SDK that introduced one of the parts, or None if all three versions know every part."""
    return max((version for message in messages[:DIALECT_SAMPLE_SIZE] for version in _versions(message)), default=None)


def _versions(message: object) -> Iterator[str]:
    content = message.get("content") if isinstance(message, dict) else None
    for part in content if isinstance(content, list) else ():
        if not isinstance(part, dict) or not isinstance(kind := part.get("type"), str):
            continue
        if kind in _V7_PARTS or (kind == "file" and isinstance(part.get("data"), dict)):
            yield "7"
        elif kind in _V6_PARTS:
            yield "6"
        elif kind == "tool-result" and isinstance(output := part.get("output"), dict):
            yield from _output_versions(output)


def _output_versions(output: dict[str, Json]) -> Iterator[str]:
    if output.get("type") == "execution-denied":
        yield "6"
    items = output.get("value") if output.get("type") == "content" else None
    for item in items if isinstance(items, list) else ():
        kind = item.get("type") if isinstance(item, dict) else None
        if isinstance(kind, str) and (kind == "media" or kind in _V7_ITEMS or kind in _V6_ITEMS):
            yield "7" if kind in _V7_ITEMS else "6" if kind in _V6_ITEMS else "5"
