"""Kimi CLI's context (`~/.kimi/sessions/…/context.jsonl`): chat messages, with the program's own lines between them."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.text import Json
from workbench.sources.chat_turns import FORMAT, image_part, plain
from workbench.sources.contract import LINES, Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import as_text, has, member, objects
from workbench.sources.transcript import Transcript

_OWN = frozenset({"_checkpoint", "_usage", "_system_prompt"})


def recognise(material: Material) -> bool:
    return any(as_text(line.get("role")) in _OWN or _is_shown(line) for line in material.sample)


def _is_shown(line: dict[str, Json]) -> bool:
    """Whether this is a line of `wire.jsonl`, which is written for the screen."""
    return has(line, "timestamp") and has(line.get("message"), "type", "payload")


def read(material: Material) -> Iterator[Found]:
    if any(map(_is_shown, material.sample)):
        raise NothingToJudgeError("it contains what was shown on the screen; open context.jsonl in the same folder")
    transcript = Transcript()
    for place, line in material.records:
        if line.get("role") == "_system_prompt":
            transcript.add({"role": "system", "content": line.get("content")}, place)
        elif not as_text(line.get("role")).startswith("_"):
            transcript.add({**line, "content": without_thoughts(line.get("content")) or None}, place)
    if transcript.messages:
        yield Found(transcript.messages, transcript.places, FORMAT)


def without_thoughts(content: object) -> Json:
    """Return texts and pictures without thoughts, which are not sent again in this form."""
    if not isinstance(content, list):
        return content
    return plain(_part(part) for _, part in objects(content) if part.get("type") != "think")


def _part(part: dict[str, Json]) -> Json:
    """Return a part. A picture loses the id that the program assigned."""
    url = member(part, "image_url", "url") or member(part, "imageUrl", "url")
    if url is None and part.get("type") == "image":
        url = part.get("url")
    return part if url is None else image_part(url)


SOURCE = Source(
    "kimi-cli",
    "Kimi CLI session",
    recognise,
    read,
    frozenset({LINES}),
    homes=(".kimi/sessions/*/*/context.jsonl",),
    signs=frozenset({"role", "timestamp"}),
)
