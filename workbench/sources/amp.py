"""Amp threads (`T-<uuid>.json`): Anthropic-like messages whose results include the status of their run."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.contract import VALUE, Found, Material, Source
from workbench.sources.reading import as_text, has, in_text, member, objects
from workbench.sources.transcript import Transcript


def recognise(material: Material) -> bool:
    return has(material.value, "messages") and as_text(material.object.get("id")).startswith("T-")


def read(material: Material) -> Iterator[Found]:
    transcript = Transcript()
    for place, message in objects(material.object["messages"], ("messages",)):
        blocks = [
            (written, at)
            for at, block in objects(message.get("content"), (*place, "content"))
            if (written := _block(block)) is not None
        ]
        transcript.add_blocks(as_text(message.get("role")), blocks, place)
    if transcript.messages:
        facts = Facts(as_text(material.object.get("title")), when=str(material.object.get("created") or ""))
        yield Found(transcript.messages, transcript.places, "anthropic", facts=facts)


def _block(block: dict[str, Json]) -> Json | None:
    kind = block.get("type")
    if kind == "tool_result":
        run = block.get("run")
        failed = {"is_error": True} if as_text(member(run, "status")) in {"error", "cancelled"} else {}
        words = in_text(member(run, "result") or member(run, "error") or block.get("content"))
        named = block.get("toolUseID", block.get("tool_use_id"))
        return {"type": "tool_result", "tool_use_id": named, "content": words, **failed}
    if kind == "tool_use":
        return {key: block.get(key) for key in ("type", "id", "name", "input")}
    if kind == "thinking":
        return (
            {key: block[key] for key in ("type", "thinking", "signature") if key in block}
            if block.get("signature")
            else None
        )
    return {"type": "text", "text": block.get("text")} if kind == "text" else None


SOURCE = Source(
    "amp",
    "Amp thread",
    recognise,
    read,
    frozenset({VALUE}),
    homes=("{data}/amp/threads/T-*.json",),
    signs=frozenset({"messages"}),
)
