"""Other values to put in the place of one leaf, and the message with leaves changed or removed.

A probe should make the converter take the same branch: a longer text stays text, JSON inside a string stays JSON,
a data URL stays one, base64 stays base64 (four characters are appended).
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.media import split_data_url
from workbench.json.pointer import Path, copied_along, leaves, replaced
from workbench.json.text import Json, compact, parse_or_none

DISCRIMINATORS = frozenset({"type", "kind", "role", "speaker"})
"""They shape the message: changing one makes another message, so they are neither links nor losses."""
_GIVEN = frozenset({"parameters", "args", "input", "arguments", "result", "response", "json"})
"""What a tool was given or returned: a `type` in there is a value like any other."""
MARK = "AAAA"
_OTHER_MEDIA = {
    "application/pdf": "text/plain",
    "text/plain": "application/pdf",
    "image/png": "image/gif",
} | dict.fromkeys(("image/jpeg", "image/gif", "image/webp"), "image/png")
"""A media type that no converter knows can make it drop the block, and what moves up then looks like the change."""
_INNER_LEAVES = 24


def is_discriminator(path: Path) -> bool:
    return bool(path) and path[-1] in DISCRIMINATORS and _GIVEN.isdisjoint(path)


def is_mark(message: object, path: Path) -> bool:
    """Whether a discriminator is all that an object under a key says (`cache_control`), so that it is no shape.

    An item of a list that says nothing else (`step-start`) only parts those around it.
    """
    return len(path) > 1 and isinstance(path[-2], str) and value_at(message, path[:-1]).keys() <= DISCRIMINATORS


def is_in_data_url(value: str, leaf: object) -> bool:
    """Whether a leaf is a data URL of this media type or encoding."""
    url = split_data_url(leaf) if isinstance(leaf, str) and leaf[:5] == "data:" else None
    return url is not None and (url.media_type == value or (url.base64 and value == "base64"))


def changed_values(value: object) -> Iterator[Json]:
    """At least one value that differs from this one and has its nature."""
    if isinstance(value, str):
        yield from _changed_texts(value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, (int, float)):
        yield value + 1 if value + 1 != value and value == value else 0.5  # so large, or no number, that 1 is nothing
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
    if text in _OTHER_MEDIA:
        yield _OTHER_MEDIA[text]
        return
    yield text + MARK
    if (url := split_data_url(text)) and url.media_type:
        yield text.replace(url.media_type, "image/gif" if url.media_type != "image/gif" else "image/png", 1)


def _changed_json(inner: object) -> Iterator[str]:
    """JSON in a string with one of its values changed; those of a large one beyond the first are changed together."""
    rest = inner
    for nth, (path, leaf) in enumerate(leaves(inner)):
        others = [replaced(inner if nth < _INNER_LEAVES else rest, path, other) for other in changed_values(leaf)]
        if nth < _INNER_LEAVES:
            yield from map(compact, others)
        else:
            rest = others[0]
    if rest is not inner:
        yield compact(rest)


def value_at(value: Json, path: Path) -> Json:
    """The value at a path; LookupError if there is none. A remembered path is trusted, so this only has to be fast."""
    try:
        for step in path:
            value = value[step]
    except TypeError as error:
        raise LookupError(path) from error
    return value


def copied(value: object) -> Json:
    """A copy of every container; depth is no limit."""
    if not isinstance(value, (dict, list)):
        return value
    root = value.copy()
    pending = [root]
    while pending:
        holder = pending.pop()
        for step, item in list(holder.items()) if isinstance(holder, dict) else enumerate(holder):
            if isinstance(item, (dict, list)) and item:
                holder[step] = item.copy()
                pending.append(holder[step])
    return root


def all_changed(value: object) -> Json:
    """A copy in which every leaf but the discriminators is another one of its nature."""
    changed = copied(value)
    for path, leaf in leaves(value):
        if not path:
            return next(changed_values(leaf))
        if not is_discriminator(path):
            value_at(changed, path[:-1])[path[-1]] = next(changed_values(leaf))
    return changed


def without(value: object, paths: list[Path]) -> Json:
    """A copy without these leaves. An item of a list becomes null, so that the others keep their places."""
    if () in paths:
        return None
    value = copied(value) if len(paths) > 1 else copied_along(value, paths[0])[0]
    for path in paths:
        parent = value_at(value, path[:-1])
        if isinstance(parent, dict):
            parent.pop(path[-1], None)
        else:
            parent[path[-1]] = None
    return value
