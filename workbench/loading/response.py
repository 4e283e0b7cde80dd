"""A provider's response body → the message in it, with the whole body kept as the recorded response."""

from __future__ import annotations

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.loading.message_list import Framed
from workbench.loading.shape import holds_messages

_ANSWER_SIGNS = ("stop_reason", "usage", "stop_sequence")


def frame_response(value: dict[str, Json], path: Path) -> Framed | None:
    """One function per provider's shape; the first that fits."""
    for shape in (_openai_chat, _openai_responses, _gemini, _bedrock, _anthropic):
        if framed := shape(value, path):
            return framed.with_response(value)
    return None


def _openai_chat(value: dict[str, Json], path: Path) -> Framed | None:
    """Choices are alternatives of one answer, not turns: the first is the message."""
    return _one(value, path, ("choices", 0, "message"))


def _openai_responses(value: dict[str, Json], path: Path) -> Framed | None:
    output = value.get("output")
    if isinstance(output, list) and (value.get("object") == "response" or holds_messages(output)):
        return Framed(output, (*path, "output")) if "input" not in value else None
    return None


def _gemini(value: dict[str, Json], path: Path) -> Framed | None:
    return _one(value, path, ("candidates", 0, "content"))


def _bedrock(value: dict[str, Json], path: Path) -> Framed | None:
    return _one(value, path, ("output", "message"))


def _anthropic(value: dict[str, Json], path: Path) -> Framed | None:
    """A message that is also a whole answer, told apart from a message of a history by what only answers say."""
    is_message = value.get("type") == "message" and value.get("role") == "assistant"
    if is_message and isinstance(value.get("content"), list) and any(sign in value for sign in _ANSWER_SIGNS):
        return Framed([value], path, (path,))
    return None


def _one(value: Json, path: Path, steps: Path) -> Framed | None:
    """The single message at the end of the steps."""
    for step in steps:
        if isinstance(step, int):
            value = value[step] if isinstance(value, list) and len(value) > step else None
        else:
            value = value.get(step) if isinstance(value, dict) else None
    return Framed([value], path, ((*path, *steps),)) if isinstance(value, dict) else None
