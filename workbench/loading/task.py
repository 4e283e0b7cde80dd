"""Find the messages of an A2A task or update: the history, the message of the status, and the artifacts."""

from __future__ import annotations

from workbench.json.pointer import Path
from workbench.json.text import Json, JsonObject
from workbench.loading.message_list import MessageList, without

_KINDS = ("task", "status-update", "artifact-update")


def messages_in_task(value: dict[str, Json], path: Path) -> MessageList | None:
    """Return history, status message and artifacts in this order. An artifact has parts like a message, but no role."""
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
    return MessageList(
        [message for _, message in found], path, places, without(value, "history", "artifacts", "artifact")
    )


def _is_task(value: JsonObject) -> bool:
    if value.get("kind") in _KINDS or value.get("type") in _KINDS:
        return True
    status = value.get("status")
    if isinstance(status, dict) and "state" in status:
        return True
    return isinstance(value.get("artifact"), dict) and "parts" in value["artifact"]


def _is_last(message: dict[str, Json], found: list[tuple[Path, Json]]) -> bool:
    """Whether the status message ends the history already: the SDKs add it there too."""
    if not found or not isinstance(found[-1][1], dict):
        return False
    last = found[-1][1].get("messageId")
    return last is not None and last == message.get("messageId")
