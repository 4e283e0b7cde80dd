"""A message as a few readable lines: a tag for each block, unobtrusive keys, shortened strings, folded containers.

The results are `Line` and `Segment` of `protocol`, which the page draws unchanged.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from workbench.formats import FORMATS
from workbench.json.pointer import Path, follow_or_none, leaves, readable, to_pointer
from workbench.json.text import Json, JsonContainer, compact
from workbench.view.drawn_rows import Line, Segment
from workbench.view.pictures import image_at, size_text

KIND_KEYS = ("type", "kind")
_CALL_LISTS = ("tool_calls", "toolInvocations")
_TEXT_KEYS = ("text", "thinking", "thought", "reasoning", "code")
_FLAT = ("function",)
"""Objects that only wrap the interesting values; their members are shown instead of them."""
CUT = 160
_INLINE = 72
_JOINED = 34
_MAX_LINES = 60
_OPENED_STRING = 20_000

pointer_of = lru_cache(maxsize=1 << 16)(to_pointer)
"""Cached, because messages of the same shape have the same paths."""


@dataclass(slots=True)
class Drawing:
    """The state of drawing one message: the marks of its values and the lines so far."""

    ids: Mapping[Path, int] = field(default_factory=dict)
    """Paths of tool ids → the number of their thread."""
    marks: Mapping[Path, str] = field(default_factory=dict)
    opened: frozenset[str] = frozenset()
    """Pointers that the user unfolded."""
    kept: Container[Path] | None = None
    """Paths of the values to draw and of the containers around them; None draws every value."""
    whole: Container[Path] = ()
    """Paths of containers all of whose values are to be drawn: they are folded as in any message."""
    lines: list[Line] = field(default_factory=list)

    def draws(self, path: Path) -> bool:
        return self.kept is None or path in self.kept or self._is_in_whole(path)

    def is_open(self, path: Path) -> bool:
        """Whether a container is unfolded: by the user, or because only some of its values are to be drawn."""
        return pointer_of(path) in self.opened or (self.kept is not None and not self._is_in_whole(path))

    def _is_in_whole(self, path: Path) -> bool:
        return any(path[:length] in self.whole for length in range(len(path) + 1))

    def mark(self, path: Path, value: object) -> str | None:
        """Return the mark of a value. A folded container has a mark if all its leaves have the same one."""
        if path in self.marks or not isinstance(value, (dict, list)) or not value:
            return self.marks.get(path)
        kinds = {self.marks.get(leaf) for leaf, _ in leaves(value, path)}
        return kinds.pop() if len(kinds) == 1 else None


def role_keys() -> dict[str, None]:
    """Return the keys that hold the speaker of a message in any format."""
    return dict.fromkeys(form.role_key for form in FORMATS.values())


def _part_keys() -> dict[str, None]:
    """Return the keys of lists of parts, with the more specific ones first."""
    return dict.fromkeys(("blocks", "parts", *(form.traits.parts_key for form in FORMATS.values())))


def message_lines(message: object, drawing: Drawing) -> list[Line]:
    """Draw one message in any format."""
    _message(drawing, (), message)
    return _bounded(drawing)


def _message(drawing: Drawing, at: Path, message: object) -> None:
    """Draw a message at a path inside the drawn value."""
    if not isinstance(message, dict):
        drawing.lines.append(_line(0, None, _value(drawing, at, message)))
        return
    names = role_keys()
    role = next((message[key] for key in names if isinstance(message.get(key), str)), None)
    parts = next((key for key in _part_keys() if isinstance(message.get(key), list)), None)
    if parts is None and "content" not in message and any(key in message for key in KIND_KEYS):
        _block(drawing, at, message, 0)
        return
    for key, value in message.items():
        path = (*at, key)
        if key in names or (key in KIND_KEYS and value == "message") or not drawing.draws(path):
            continue
        if key == parts or (key in _CALL_LISTS and isinstance(value, list)):
            for number, part in enumerate(value):
                if drawing.draws((*path, number)):
                    _block(drawing, (*path, number), part, 0)
        elif key == "content" and isinstance(value, str):
            drawing.lines.append(_line(0, role, _value(drawing, path, value)))
        else:
            _member(drawing, path, key, value, 0)


def record_lines(record: object, drawing: Drawing, kind: str, name: str, at: Path) -> list[Line]:
    """Draw a record of a file: its kind and place, the values around a message, and the message at the path `at`."""
    if kind or name:
        drawing.lines.append(_line(0, kind or None, [{"kind": "record", "text": name, "pointer": ""}] if name else []))
    for depth, step in enumerate(at):
        around: Any = follow_or_none(record, at[:depth])
        for key in around if isinstance(around, dict) else ():
            path = (*at[:depth], key)
            if key != step and key not in KIND_KEYS and drawing.draws(path):
                _member(drawing, path, str(key), around[key], 0)
    message = follow_or_none(record, at)
    if at and isinstance(at[-1], int) and _is_part(message):
        _block(drawing, at, message, 0)
    else:
        _message(drawing, at, message)
    return _bounded(drawing)


def value_lines(value: object, drawing: Drawing, name: str) -> list[Line]:
    """Draw a record that is a single value: one line, with the name of its place."""
    return [_line(0, None, [{"kind": "record", "text": name, "pointer": ""}, *_value(drawing, (), value)])]


def leaf_lines(path: Path, value: object, drawing: Drawing) -> list[Line]:
    """Draw a value that only wraps texts without the wrapping: one line per leaf, named by its path."""
    for leaf_path, leaf in leaves(value, path):
        segments = [_key(leaf_path, readable(to_pointer(leaf_path))), *_value(drawing, leaf_path, leaf)]
        drawing.lines.append(_line(0, None, segments))
    return _bounded(drawing)


def _bounded(drawing: Drawing) -> list[Line]:
    lines = drawing.lines
    if len(lines) <= _MAX_LINES or "more" in drawing.opened:
        return lines
    rest = len(lines) - _MAX_LINES
    return [*lines[:_MAX_LINES], _line(0, None, [{"kind": "fold", "text": f"{rest} more lines", "pointer": "more"}])]


def _block(drawing: Drawing, path: Path, part: object, depth: int) -> None:
    """Draw a part of a message: its tag and its name on the first line, the rest below."""
    if not isinstance(part, dict):
        drawing.lines.append(_line(depth, None, _value(drawing, path, part)))
        return
    kind = next((key for key in KIND_KEYS if isinstance(part.get(key), str)), None)
    tag = part[kind] if kind else None
    members = [(*path, key) for key in part if key != kind and drawing.draws((*path, key))]
    values = {(*path, key): value for key, value in part.items() if key != kind}
    if tag is None and len(part) == 1 and isinstance(inner := next(iter(part.values())), dict):
        tag = next(iter(part))
        members = [(*path, tag, key) for key in inner]
        values = {(*path, tag, key): value for key, value in inner.items()}
    for wrapped in [member for member in members if member[-1] in _FLAT and isinstance(values[member], dict)]:
        inner = values.pop(wrapped)
        position = members.index(wrapped)
        members[position : position + 1] = [(*wrapped, key) for key in inner]
        values.update({(*wrapped, key): value for key, value in inner.items()})
    members.sort(key=lambda member: member not in drawing.ids)
    first: list[Segment] = []
    if members and members[0][-1] in _TEXT_KEYS and isinstance(values[members[0]], str):
        tag = tag or str(members[0][-1])
        first = _value(drawing, members[0], values[members[0]])
        members = members[1:]
    elif members and (members[0] in drawing.ids or tag is None):
        first = [_key(members[0]), *_value(drawing, members[0], values[members[0]])]
        members = members[1:]
    elif picture := next((member for member in members if image_at(values[member], values, member)), None):
        first = _value(drawing, picture, values[picture], image_at(values[picture], values, picture))
        members.remove(picture)
    drawing.lines.append(_line(depth, tag, first))
    for member in members:
        _member(drawing, member, str(member[-1]), values[member], depth + 1, values)


def _member(
    drawing: Drawing, path: Path, name: str, value: object, depth: int, around: Mapping[Path, Json] | None = None
) -> None:
    """Draw a key with its value: on the previous line if both are short, otherwise on its own line."""
    if isinstance(value, list) and value and all(_is_part(item) for item in value):
        drawing.lines.append(_line(depth, None, [_key(path, name)]))
        for number, item in enumerate(value):
            if drawing.draws((*path, number)):
                _block(drawing, (*path, number), item, depth + 1)
        return
    if isinstance(value, (dict, list)) and value and drawing.is_open(path):
        _opened_container(drawing, path, name, value, depth)
        return
    segments = [_key(path, name), *_value(drawing, path, value, image_at(value, around or {}, path))]
    last = drawing.lines[-1] if drawing.lines else None
    joins = last is not None and last["depth"] == depth and not last.get("tag")
    if last is not None and joins and _width(last["segments"]) + _width(segments) <= _JOINED:
        last["segments"] += segments
    else:
        drawing.lines.append(_line(depth, None, segments))


def _opened_container(drawing: Drawing, path: Path, name: str, value: Any, depth: int) -> None:
    """Draw the members of a container below its name. A single member replaces the container: `author.role`."""
    steps = value.items() if isinstance(value, dict) else enumerate(value)
    drawn = [(step, item) for step, item in steps if drawing.draws((*path, step))]
    if drawing.kept is not None and len(drawn) == 1:
        step, item = drawn[0]
        _member(drawing, (*path, step), f"{name}[{step}]" if isinstance(step, int) else f"{name}.{step}", item, depth)
        return
    fold: Segment = {"kind": "open", "text": "▾", "pointer": pointer_of(path)}
    drawing.lines.append(_line(depth, None, [_key(path, name), *([fold] if drawing.kept is None else [])]))
    for step, item in drawn:
        _member(drawing, (*path, step), str(step), item, depth + 1)


def _value(drawing: Drawing, path: Path, value: object, image: Segment | None = None) -> list[Segment]:
    pointer = pointer_of(path)
    if path in drawing.ids:
        segment: Segment = {"kind": "id", "text": _text(value)[:CUT], "pointer": pointer, "thread": drawing.ids[path]}
    elif image or (isinstance(value, str) and (image := image_at(value, {}, path))):
        segment = {**image, "pointer": pointer}
    elif isinstance(value, str):
        segment = _string(value, pointer, drawing)
    elif isinstance(value, (dict, list)) and value:
        return _container(drawing, path, value)
    else:
        kind = "num" if isinstance(value, (int, float)) and not isinstance(value, bool) else "word"
        segment = {"kind": kind, "text": _text(value)[:CUT], "pointer": pointer}
    if mark := drawing.mark(path, value):
        segment["mark"] = mark
    return [segment]


def _string(value: str, pointer: str, drawing: Drawing) -> Segment:
    opened = pointer in drawing.opened
    limit = _OPENED_STRING if opened else CUT
    segment: Segment = {"kind": "str", "text": value[:limit], "pointer": pointer}
    if len(value) > limit or opened:
        segment["size"] = size_text(len(value.encode("utf-8", "replace")))
        segment["opened"] = opened
    if opened and len(value) > limit:
        segment["cut"] = f"… the first {limit:,} of {len(value):,} characters; click to read more"
    return segment


def _container(drawing: Drawing, path: Path, value: JsonContainer) -> list[Segment]:
    """Draw a short container on one line with a segment per value, and fold others to their number of members."""
    if _short(value):
        return list(_inline(drawing, path, value))
    brackets = "{}" if isinstance(value, dict) else "[]"
    fold: Segment = {"kind": "fold", "text": f"{brackets[0]}…{len(value)}{brackets[1]}", "pointer": pointer_of(path)}
    if mark := drawing.mark(path, value):
        fold["mark"] = mark
    return [fold]


def _short(value: Any) -> bool:
    """Whether a container fits on one line. At most six members are inspected, so a huge object costs nothing."""
    if len(value) > 6:
        return False
    members = value.values() if isinstance(value, dict) else value
    if any(isinstance(member, (dict, list)) and member for member in members):
        return False
    return not any(isinstance(member, str) and len(member) > _INLINE for member in members) and (
        len(compact(value)) <= _INLINE
    )


def _inline(drawing: Drawing, path: Path, value: Any) -> list[Segment]:
    is_object = isinstance(value, dict)
    segments: list[Segment] = [{"kind": "sep", "text": "{" if is_object else "["}]
    for number, (step, item) in enumerate(value.items() if is_object else enumerate(value)):
        if number:
            segments.append({"kind": "sep", "text": ", "})
        if is_object:
            segments.append({"kind": "sep", "text": f"{step}: "})
        segments += _value(drawing, (*path, step), item)
    return [*segments, {"kind": "sep", "text": "}" if is_object else "]"}]


def _is_part(item: object) -> bool:
    return isinstance(item, dict) and any(isinstance(item.get(key), str) for key in KIND_KEYS)


def _line(depth: int, tag: str | None, segments: list[Segment]) -> Line:
    line: Line = {"depth": min(depth, 12), "segments": segments}
    if tag:
        line["tag"] = tag[:40]
    return line


def _key(path: Path, name: str = "") -> Segment:
    return {"kind": "key", "text": (name or str(path[-1]))[:60], "pointer": pointer_of(path)}


def _width(segments: list[Segment]) -> int:
    return sum(_JOINED if segment["kind"] == "image" else len(segment["text"]) + 1 for segment in segments)


def _text(value: object) -> str:
    return value if isinstance(value, str) else compact(value)
