"""Read a Converse message as events."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.formats.contract import Event, EventKind
from workbench.json.pointer import Path
from workbench.json.text import Json

_WHOLE: Mapping[str, Path] = {}
_TEXT: Mapping[str, Path] = {"value": ("text",)}
_CALL: Mapping[str, Path] = {
    "id": ("toolUse", "toolUseId"),
    "name": ("toolUse", "name"),
    "value": ("toolUse", "input"),
}
_RESULT: Mapping[str, Path] = {
    "id": ("toolResult", "toolUseId"),
    "value": ("toolResult", "content"),
    "error": ("toolResult", "status"),
}
_THOUGHT: Mapping[str, Path] = {
    "value": ("reasoningContent", "reasoningText", "text"),
    "signature": ("reasoningContent", "reasoningText", "signature"),
}
_REDACTED: Mapping[str, Path] = {"value": ("reasoningContent", "redactedContent")}
_GUARDED: Mapping[str, Path] = {"value": ("guardContent", "text", "text")}
_SEARCH: Mapping[str, Path] = {"value": ("searchResult", "content"), "name": ("searchResult", "title")}
_BYTES: Mapping[str, Mapping[str, Path]] = {
    kind: {"value": (kind, "source", "bytes"), "media_type": (kind, "format")}
    for kind in ("image", "document", "video", "audio")
}
_FAMILIES = {"image": "image", "document": "application", "video": "video", "audio": "audio"}


def read(message: object, index: int) -> list[Event]:
    content = message.get("content") if isinstance(message, dict) else None
    if not isinstance(content, list):
        return []
    events: list[Event] = []
    for at, block in enumerate(content):
        path: Path = ("content", at)
        if isinstance(block, dict) and isinstance(result := block.get("toolResult"), dict):
            events.extend(_result_events(block, result, index, path))
        elif isinstance(block, dict) and isinstance(cited := block.get("citationsContent"), dict):
            events.extend(_cited_events(block, cited, index, path))
        else:
            events.append(_event(block, index, path))
    return events


def _result_events(block: object, result: dict[str, Json], index: int, path: Path) -> list[Event]:
    kind: EventKind = "server_result" if "type" in result else "result"
    content, failed = result.get("content"), result.get("status") == "error"
    events = [Event(kind, index, path, _RESULT, block, result.get("toolUseId"), None, content, failed)]
    if isinstance(content, list):
        inside = (*path, "toolResult", "content")
        # A JSON part is the value of the result, not an additional text or image.
        parts = [(at, part) for at, part in enumerate(content) if not (isinstance(part, dict) and "json" in part)]
        events.extend(_event(part, index, (*inside, at)) for at, part in parts)
    return events


def _cited_events(block: object, cited: dict[str, Json], index: int, path: Path) -> list[Event]:
    texts = cited.get("content")
    if not isinstance(texts, list):
        return [Event("other", index, path, _WHOLE, block, name="citationsContent")]
    inside = (*path, "citationsContent", "content")
    return [_event(part, index, (*inside, at)) for at, part in enumerate(texts)]


def _event(block: object, index: int, path: Path) -> Event:
    if not isinstance(block, dict):
        return Event("other", index, path, _WHOLE, block)
    if "text" in block:
        return Event("text", index, path, _TEXT, block, value=block["text"])
    kind = next(iter(block), None)
    inner = block[kind] if kind is not None else None
    if not isinstance(inner, dict):
        return _other(block, index, path)
    if kind == "toolUse":
        call: EventKind = "server_call" if "type" in inner else "call"
        return Event(call, index, path, _CALL, block, inner.get("toolUseId"), inner.get("name"), inner.get("input"))
    if kind in _FAMILIES:
        return _medium(kind, inner, block, index, path)
    if kind == "reasoningContent":
        return _thought(inner, block, index, path)
    if kind == "guardContent" and isinstance(guarded := inner.get("text"), dict):
        return Event("text", index, path, _GUARDED, block, value=guarded.get("text"))
    if kind == "searchResult":
        return Event("file", index, path, _SEARCH, block, name=inner.get("title"), value=inner.get("content"))
    return _other(block, index, path)


def _other(block: dict[str, Json], index: int, path: Path) -> Event:
    return Event("other", index, path, _WHOLE, block, name=next(iter(block), None))


def _medium(kind: str, inner: dict[str, Json], block: object, index: int, path: Path) -> Event:
    source, form = inner.get("source"), inner.get("format")
    data = source.get("bytes", source) if isinstance(source, dict) else source
    media_type = f"{_FAMILIES[kind]}/{form}" if isinstance(form, str) else None
    event_kind: EventKind = "image" if kind == "image" else "file"
    return Event(
        event_kind, index, path, _BYTES[kind], block, name=inner.get("name"), value=data, media_type=media_type
    )


def _thought(inner: dict[str, Json], block: object, index: int, path: Path) -> Event:
    if isinstance(text := inner.get("reasoningText"), dict):
        return Event("thought", index, path, _THOUGHT, block, value=text.get("text"))
    return Event("thought", index, path, _REDACTED, block, name="redactedContent", value=inner.get("redactedContent"))
