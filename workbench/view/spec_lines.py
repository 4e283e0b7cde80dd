"""Which branch of the specs a message takes, in a sentence with the spec's lines."""

from __future__ import annotations

from workbench.jsontext import Json

_BY_SPEAKER = {
    ("human", True): "A human message with an image: one part for each text and image (spec 000, lines 64-74).",
    ("human", False): "A human message without images: its texts are joined with newlines (spec 000, lines 76-78).",
    ("ai", True): "An ai message with tool calls: parts, with every id normalised (spec 000, lines 94-112; line 103).",
    ("ai", False): "An ai message without tool calls: its texts are joined with newlines (spec 000, lines 114-116).",
    ("system", True): "A system message: only its texts, joined with newlines (spec 000, lines 160-163).",
    ("system", False): "A system message: only its texts, joined with newlines (spec 000, lines 160-163).",
}
_TELLING_BLOCK = {"human": "image", "ai": "tool_call"}


def branch(source: str, message: Json) -> str:
    """The branch of the first hop; empty where no spec tells the conversion line by line."""
    if source == "icontent":
        return _icontent(message)
    if source == "a2a":
        return "The role decides first, then data parts become tool calls or tool results (spec 002)."
    return ""


def _icontent(message: Json) -> str:
    if not isinstance(message, dict):
        return "This is no object, so no message is made of it."
    blocks = message.get("blocks")
    kinds = [block.get("type") for block in blocks if isinstance(block, dict)] if isinstance(blocks, list) else []
    if "tool_response" in kinds:
        return (
            "It holds a tool response, so it becomes a tool message whoever speaks (spec 000, lines 26-27), and only "
            "its responses are taken, ids normalised (lines 133-151; line 137)."
        )
    speaker = message.get("speaker")
    key = (speaker, _TELLING_BLOCK.get(speaker) in kinds) if isinstance(speaker, str) else ("", False)
    return _BY_SPEAKER.get(key, "No branch takes this speaker without a tool response: it is dropped (line 39).")
