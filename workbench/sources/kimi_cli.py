"""Kimi CLI's context (`~/.kimi/sessions/…/context.jsonl`): chat messages, with lines of its own between them."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.text import Json
from workbench.sources.chat_turns import FORMAT, plain
from workbench.sources.contract import LINES, Found, Material, Source
from workbench.sources.reading import as_text, objects
from workbench.sources.transcript import Transcript

_OWN = frozenset({"_checkpoint", "_usage", "_system_prompt"})


def recognise(material: Material) -> bool:
    return any(as_text(line.get("role")) in _OWN for line in material.sample)


def read(material: Material) -> Iterator[Found]:
    transcript = Transcript()
    for place, line in material.records:
        if line.get("role") == "_system_prompt":
            transcript.add({"role": "system", "content": line.get("content")}, place)
        elif not as_text(line.get("role")).startswith("_"):
            transcript.add({**line, "content": _spoken(line.get("content"))}, place)
    if transcript.messages:
        yield Found(transcript.messages, transcript.places, FORMAT)


def _spoken(content: object) -> Json:
    """Without the thoughts, which are not sent again as they are written."""
    if not isinstance(content, list):
        return content
    return plain(part for _, part in objects(content) if part.get("type") != "think") or None


SOURCE = Source(
    "kimi-cli",
    "Kimi CLI session",
    recognise,
    read,
    frozenset({LINES}),
    homes=(".kimi/sessions/*/*/context.jsonl",),
    signs=frozenset({"role"}),
)
