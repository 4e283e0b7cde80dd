"""Sentences about the branch of the specs that a message takes, with line numbers.

Specs 000, 001 and 003 number the lines of their pseudocode, and these numbers are quoted; for 002 and 004, which have
none, the lines of the document are.
"""

from __future__ import annotations

from collections.abc import Iterable

from workbench.formats.a2a.events import read
from workbench.json.text import Json

_BY_SPEAKER = {
    ("human", True): "A human message with an image: one part for each text and image (spec 000, lines 64-74).",
    ("human", False): "A human message without images: its texts are joined with newlines (spec 000, lines 76-78).",
    ("ai", True): "An ai message with tool calls: parts, with every id normalised (spec 000, lines 94-112; line 103).",
    ("ai", False): "An ai message without tool calls: its texts are joined with newlines (spec 000, lines 114-116).",
    ("system", True): "A system message: only its texts, joined with newlines (spec 000, lines 160-163).",
    ("system", False): "A system message: only its texts, joined with newlines (spec 000, lines 160-163).",
}
_DECIDING_BLOCK = {"human": "image", "ai": "tool_call"}


def core_branch(message: object) -> str:
    if _field(message, "role") != "tool":
        return ""
    return "A tool message: each of its results becomes a separate flat tool message (spec 004, line 117)."


def back_conversion_sentences(contents: Iterable[Json]) -> list[str]:
    """Return sentences about how spec 003 builds the contents of a response: text, then calls, then usage."""
    reasons = []
    for content in contents:
        kinds = _kinds(content)
        if "text" in kinds:
            reasons.append("It has text, so there is a content with the text (spec 003, lines 036-038 and 060-070).")
        if "tool_call" in kinds:
            reasons.append(
                "It calls tools, so there is a content with the calls (spec 003, lines 041-043 and 080-104), with each "
                "id back in the form of the history (line 087)."
            )
        if _field(content, "metadata"):
            reasons.append("The usage always comes last, with zeros if it is unknown (spec 003, lines 046, 110-134).")
    return reasons


def a2a_branch(message: object) -> str:
    kinds = {event.kind for event in read(message, 0)}
    reasons = []
    if "call" in kinds:
        reasons.append("its tool calls become the assistant's (spec 002, line 15; example in lines 40-79)")
    if "result" in kinds:
        reasons.append("each tool result becomes a tool message (spec 002, lines 16 and 121; example in 81-111)")
    if "text" in kinds and not reasons:
        line = 13 if _field(message, "role") in ("user", "ROLE_USER") else 14
        reasons.append(f"it has only text, so its role is translated and its text copied (spec 002, line {line})")
    return f"{'; '.join(reasons).capitalize()}." if reasons else "Spec 002 does not cover a message like this."


def _field(message: object, key: str) -> Json:
    return message.get(key) if isinstance(message, dict) else None


def _kinds(content: object) -> list[Json]:
    blocks = _field(content, "blocks")
    return [_field(block, "type") for block in blocks] if isinstance(blocks, list) else []


def icontent_branch(message: object) -> str:
    if not isinstance(message, dict):
        return "This is not an object, so it becomes no message."
    kinds = _kinds(message)
    if "tool_response" in kinds:
        return (
            "It has a tool response, so it becomes a tool message whoever speaks (spec 000, lines 26-27), and only "
            "its responses are converted, with ids normalised (lines 133-151; line 137)."
        )
    speaker = message.get("speaker")
    key = (speaker, _DECIDING_BLOCK.get(speaker) in kinds) if isinstance(speaker, str) else ("", False)
    return _BY_SPEAKER.get(key, "No branch accepts this speaker without a tool response: it is dropped (line 39).")
