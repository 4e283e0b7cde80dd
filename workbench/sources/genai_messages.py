"""OpenTelemetry's GenAI messages (`role` and `parts` with `content`), as attributes of a span or alone."""

from __future__ import annotations

from workbench.formats.contract import LIKELY
from workbench.formats.otel_genai.recognition import recognise
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.shapes import shape_of
from workbench.sources.reading import objects
from workbench.sources.transcript import Transcript

FORMAT = "otel-genai"


def is_genai(value: Json) -> bool:
    return isinstance(value, dict) and recognise(shape_of(value)) >= LIKELY


def add_genai(transcript: Transcript, values: Json, at: Path) -> None:
    for place, message in objects(values, at):
        transcript.add(message, place)


def add_instructions(transcript: Transcript, parts: Json, at: Path) -> None:
    """`gen_ai.system_instructions`: the parts of the system message, or its text."""
    if isinstance(parts, str) and parts:
        transcript.add({"role": "system", "parts": [{"type": "text", "content": parts}]}, at, [(("parts", 0), at)])
    elif isinstance(parts, list) and parts:
        transcript.add({"role": "system", "parts": parts}, at, [(("parts",), at)])
