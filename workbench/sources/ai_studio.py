"""Google AI Studio prompts, as stored in Drive: chunks that become Gemini contents."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json, JsonObject
from workbench.origin import Facts
from workbench.sources.contract import VALUE, Found, Material, Source
from workbench.sources.reading import as_text, in_text, member, objects
from workbench.sources.transcript import Transcript

_FILES = ("driveImage", "driveDocument", "driveAudio", "driveVideo")


def recognise(material: Material) -> bool:
    return isinstance(member(material.value, "chunkedPrompt", "chunks"), list)


def read(material: Material) -> Iterator[Found]:
    transcript = Transcript()
    for place, chunk in objects(member(material.value, "chunkedPrompt", "chunks"), ("chunkedPrompt", "chunks")):
        if not chunk.get("isThought"):
            transcript.add_blocks(as_text(chunk.get("role")) or "user", _parts(chunk, place), place, "parts")
    if transcript.messages:
        system = material.object.get("systemInstruction")
        settings = {"systemInstruction": system} if member(system, "parts") else {}
        model = as_text(member(material.value, "runSettings", "model")).removeprefix("models/")
        yield Found(transcript.messages, transcript.places, "gemini", settings, facts=Facts(model=model))


def _parts(chunk: JsonObject, place: Path) -> Iterator[tuple[Json, Path]]:
    """Yield the parts of a chunk. If it has `parts`, its `text` only repeats them."""
    parts = [spot for spot in objects(chunk.get("parts"), (*place, "parts")) if not spot[1].get("thought")]
    if parts:
        yield from ((part, at) for at, part in parts)
    elif as_text(chunk.get("text")):
        yield {"text": chunk["text"]}, (*place, "text")
    for key in ("functionCall", "functionResponse", "executableCode", "codeExecutionResult", "inlineData"):
        if isinstance(chunk.get(key), dict) and not parts:
            yield {key: chunk[key]}, (*place, key)
    for key in _FILES:
        if isinstance(chunk.get(key), dict):
            yield {"text": f"[{key} {in_text(chunk[key].get('id'))}]"}, (*place, key)


SOURCE = Source(
    "ai-studio", "AI Studio prompt", recognise, read, frozenset({VALUE}), signs=frozenset({"chunkedPrompt"})
)
