"""Change or remove leaves of a message for a probe.

A changed value should make the converter take the same branch: a longer text stays text, JSON inside a string stays
JSON, a data URL stays a data URL, base64 stays base64 (four characters are appended).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.json.media import split_data_url
from workbench.json.pointer import Path, copied_along, leaves, replaced
from workbench.json.text import Json, compact, parse_or_none

DISCRIMINATORS = frozenset({"type", "kind", "role", "speaker"})
"""They determine the shape of the message: changing one gives another kind of message, so they are neither links nor
losses."""
_TOOL_DATA_KEYS = frozenset({"parameters", "args", "input", "arguments", "result", "response", "json"})
"""Keys of arguments and results of tools: a `type` inside them is a value like any other."""
MARK = "AAAA"
_REPLACEMENT_MEDIA = {
    "application/pdf": "text/plain",
    "text/plain": "application/pdf",
    "image/png": "image/gif",
} | dict.fromkeys(("image/jpeg", "image/gif", "image/webp"), "image/png")
"""An unknown media type could make the converter drop the block. The blocks after it would move up and look changed."""
_MAX_SEPARATE_CHANGES = 24


def is_discriminator(path: Path) -> bool:
    return bool(path) and path[-1] in DISCRIMINATORS and _TOOL_DATA_KEYS.isdisjoint(path)


def is_lone_discriminator(message: object, path: Path) -> bool:
    """Whether a discriminator is the only content of an object under a key (`cache_control`) and so acts as a value.

    A list item with nothing else (`step-start`) does not count: it only separates its neighbours.
    """
    return len(path) > 1 and isinstance(path[-2], str) and value_at(message, path[:-1]).keys() <= DISCRIMINATORS


def is_in_data_url(value: str, leaf: object) -> bool:
    """Whether a leaf is a data URL with this media type or encoding."""
    url = split_data_url(leaf) if isinstance(leaf, str) and leaf[:5] == "data:" else None
    return url is not None and (url.media_type == value or (url.base64 and value == "base64"))


def changed_values(value: object) -> Iterator[Any]:
    """Yield one or more values that differ from this one but are of the same kind."""
    if isinstance(value, str):
        yield from _changed_texts(value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, (int, float)):
        # Adding 1 does not change NaN, infinity or a very large float.
        yield value + 1 if value + 1 != value and value == value else 0.5
    elif isinstance(value, dict):
        yield {MARK: MARK}
    elif isinstance(value, list):
        yield [MARK]
    else:
        yield MARK


def _changed_texts(text: str) -> Iterator[str]:
    if text[:1] in ("{", "[") and isinstance(inner := parse_or_none(text), (dict, list)):
        yield from _changed_json(inner)
        return
    if text in _REPLACEMENT_MEDIA:
        yield _REPLACEMENT_MEDIA[text]
        return
    yield text + MARK
    if (url := split_data_url(text)) and url.media_type:
        yield text.replace(url.media_type, "image/gif" if url.media_type != "image/gif" else "image/png", 1)


def _changed_json(inner: object) -> Iterator[str]:
    """Yield the JSON of a string with one of its values changed at a time.

    The values of a large document after the first few are changed together.
    """
    rest_changed = inner
    for nth, (path, leaf) in enumerate(leaves(inner)):
        document = inner if nth < _MAX_SEPARATE_CHANGES else rest_changed
        variants = [replaced(document, path, changed) for changed in changed_values(leaf)]
        if nth < _MAX_SEPARATE_CHANGES:
            yield from map(compact, variants)
        else:
            rest_changed = variants[0]
    if rest_changed is not inner:
        yield compact(rest_changed)


def value_at(value: Any, path: Path) -> Any:
    """Return the value at a path, or raise LookupError. Paths come from earlier walks, so speed matters, not checks."""
    try:
        for step in path:
            value = value[step]
    except TypeError as error:
        raise LookupError(path) from error
    return value


def copy_containers(value: object) -> Json:
    """Copy every container in a value, at any depth."""
    if not isinstance(value, (dict, list)):
        return value
    root = value.copy()
    pending = [root]
    while pending:
        container = pending.pop()
        for step, item in list(container.items()) if isinstance(container, dict) else enumerate(container):
            if isinstance(item, (dict, list)) and item:
                container[step] = item.copy()
                pending.append(container[step])
    return root


def all_changed(value: object) -> Json:
    """Return a copy in which every leaf except the discriminators is changed to another value of the same kind."""
    changed = copy_containers(value)
    for path, leaf in leaves(value):
        if not path:
            return next(changed_values(leaf))
        if not is_discriminator(path):
            value_at(changed, path[:-1])[path[-1]] = next(changed_values(leaf))
    return changed


def without(value: object, paths: list[Path]) -> Json:
    """Return a copy without these leaves. A list item becomes null, so that the other items keep their positions."""
    if () in paths:
        return None
    value = copy_containers(value) if len(paths) > 1 else copied_along(value, paths[0])[0]
    for path in paths:
        parent = value_at(value, path[:-1])
        if isinstance(parent, dict):
            parent.pop(path[-1], None)
        else:
            parent[path[-1]] = None
    return value
