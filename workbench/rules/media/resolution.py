"""The media resolution of a single part."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.schema import UNKNOWN, Problem
from workbench.json.patch import add, remove
from workbench.rules.contract import Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.occasions import has_media
from workbench.targets.contract import Target

_KEYS = ("mediaResolution", "media_resolution")
_MEDIA = frozenset({"image", "file"})


def for_all_parts(context: RepairContext, finding: Finding) -> Fix | None:
    """Set the resolution once for the request if all media share it; otherwise suggest to leave it out."""
    shown = [event for event in context.chat.events if event.kind in _MEDIA]
    levels = {_level(event.raw) for event in shown}
    places = tuple(remove(f"{context.at(event)}/{key}") for event in shown for key in _KEYS if key in event.raw)
    body = context.conversation.body
    config = context.conversation.settings.get("generationConfig")
    if len(levels) == 1 and (level := levels.pop()) and context.conversation.base:
        if isinstance(config, dict) and "mediaResolution" not in config:
            once = add(f"{body}/generationConfig/mediaResolution", level)
        elif config is None:
            once = add(f"{body}/generationConfig", {"mediaResolution": level})
        else:
            return None
        why = "It is the same for all media, so it can be set once."
        return Fix("Set it once in generationConfig", (once, *places), True, why, 0.85)
    why = "The model then uses its default resolution."
    return Fix("Leave out the resolution", (remove(finding.at),), False, why, 0.7)


def _level(part: object) -> str:
    value = next((part[key] for key in _KEYS if key in part), None) if isinstance(part, dict) else None
    level = value.get("level") if isinstance(value, dict) else value
    return level if isinstance(level, str) else ""


@rule("ME723", "media-resolution-per-part", schema_problem="unknown", fix=for_all_parts, occasion=has_media)
def media_resolution_per_part(chat: Chat, target: Target) -> Iterator[Violation]:
    """A part sets its own media resolution, which only the API's alpha version accepts.

    Version `v1beta`, which the SDK uses by default, accepts one resolution for the whole request, in
    `generationConfig.mediaResolution`.

    Bad (gemini):
        {"contents": [{"role": "user", "parts": [{"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="},
          "mediaResolution": {"level": "MEDIA_RESOLUTION_HIGH"}}]}]}
    Good (gemini):
        {"generationConfig": {"mediaResolution": "MEDIA_RESOLUTION_HIGH"},
         "contents": [{"role": "user", "parts": [{"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}]}]}
    """
    if "/v1alpha/" in chat.endpoint:
        return
    for event in chat.events if chat.images or chat.rest else ():
        key = next((key for key in _KEYS if isinstance(event.raw, dict) and key in event.raw), None)
        if key and event.kind in _MEDIA:
            path = (chat.format.list_key, event.message, *event.path, key)
            violation = at(event, "Only the alpha version of the API accepts a resolution for one part.")
            problem = Problem(UNKNOWN, path, {"value": event.raw[key]})
            yield violation._replace(path=(*event.path, key), problem=problem)
