"""Factory's Droid (`~/.factory/sessions/…/<uuid>.jsonl`): Anthropic messages after a `session_start` line."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.contract import LINES, Found, Material, Source
from workbench.sources.reading import as_text, has, member, objects
from workbench.sources.transcript import Transcript


def recognise(material: Material) -> bool:
    sample = material.sample
    return bool(sample) and sample[0].get("type") == "session_start" and has(sample[0], "id")


def read(material: Material) -> Iterator[Found]:
    transcript = Transcript()
    start: dict[str, Json] = {}
    model = when = ""
    compactions = 0
    for place, line in material.records:
        message = line.get("message")
        if line.get("type") == "session_start":
            start = start or line
        elif line.get("type") == "compaction_state":
            compactions += 1
        elif line.get("type") == "message" and isinstance(message, dict):
            model = as_text(message.get("model")) or model
            when = as_text(line.get("timestamp")) or when
            _add(transcript, message, (*place, "message"))
    if transcript.messages:
        facts = Facts(as_text(start.get("title")), model, when, as_text(start.get("cwd")))
        remark = f"compacted {compactions} times; the complete history is shown" if compactions else ""
        yield Found(transcript.messages, transcript.places, "anthropic", facts=facts, remark=remark)


def _add(transcript: Transcript, message: dict[str, Json], at: tuple[str | int, ...]) -> None:
    role, content = as_text(message.get("role")), message.get("content")
    if not isinstance(content, list):
        transcript.add({"role": role, "content": content}, at)
        return
    blocks = [
        (block, place)
        for place, block in objects(content, (*at, "content"))
        if block.get("type") != "thinking" or member(block, "signature")
    ]
    transcript.add_blocks(role, blocks, at)


SOURCE = Source(
    slug="factory",
    title="Factory Droid session",
    recognise=recognise,
    read=read,
    takes=frozenset({LINES}),
    homes=(".factory/sessions/**/*.jsonl",),
    signs=frozenset({"cwd", "title", "owner", "message"}),
)
