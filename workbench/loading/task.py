"""A2A task, status update or artifact update → its messages: the history, the status' message, the artifacts."""

from __future__ import annotations

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.loading.message_list import Framed, without

_KINDS = ("task", "status-update", "artifact-update")


def frame_task(value: dict[str, Json], path: Path) -> Framed | None:
    """An artifact has parts like a message but no role; it comes last because it is the task's outcome."""
    if not _is_task(value):
        return None
    found: list[tuple[Path, Json]] = []
    history = value.get("history")
    if isinstance(history, list):
        found.extend(((*path, "history", index), message) for index, message in enumerate(history))
    status = value.get("status")
    current = status.get("message") if isinstance(status, dict) else None
    if isinstance(current, dict) and not _is_last(current, found):
        found.append(((*path, "status", "message"), current))
    artifacts = value.get("artifacts")
    if isinstance(artifacts, list):
        found.extend(((*path, "artifacts", index), artifact) for index, artifact in enumerate(artifacts))
    if isinstance(value.get("artifact"), dict):
        found.append(((*path, "artifact"), value["artifact"]))
    places = tuple(place for place, _ in found)
    return Framed([message for _, message in found], path, places, without(value, "history", "artifacts", "artifact"))


def _is_task(value: dict[str, Json]) -> bool:
    if value.get("kind") in _KINDS or value.get("type") in _KINDS:
        return True
    status = value.get("status")
    if isinstance(status, dict) and "state" in status:
        return True
    return isinstance(value.get("artifact"), dict) and "parts" in value["artifact"]


def _is_last(message: dict[str, Json], found: list[tuple[Path, Json]]) -> bool:
    """The SDKs put the status' message into the history too; it is one message, not two."""
    if not found or not isinstance(found[-1][1], dict):
        return False
    last = found[-1][1].get("messageId")
    return last is not None and last == message.get("messageId")
