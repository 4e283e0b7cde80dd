"""pydantic-ai histories (`ModelMessagesTypeAdapter`): requests and responses made of parts with a `part_kind`."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.formats.pydantic_ai import FORMAT
from workbench.origin import Facts
from workbench.sources.contract import Found, Material, Source
from workbench.sources.transcript import Transcript

_KINDS = ("request", "response")


def recognise(material: Material) -> bool:
    return any(_is_message(message) for message in material.sample) or _wrapped(material) is not None


def _is_message(value: object) -> bool:
    if not isinstance(value, dict) or value.get("kind") not in _KINDS:
        return False
    parts = value.get("parts")
    return isinstance(parts, list) and any(isinstance(part, dict) and "part_kind" in part for part in parts)


def _wrapped(material: Material) -> str | None:
    """Return the key of the message list in an object (`messages`, `message_history`, `all_messages`)."""
    return next(
        (key for key, held in material.object.items() if isinstance(held, list) and held and _is_message(held[0])), None
    )


def read(material: Material) -> Iterator[Found]:
    key = None if any(_is_message(message) for message in material.sample) else _wrapped(material)
    held = material.object[key] if key is not None else material.value
    transcript = Transcript()
    if isinstance(held, list):
        indexes = [
            index for index, message in enumerate(held) if isinstance(message, dict) and message.get("kind") in _KINDS
        ]
        transcript.add_items([held[index] for index in indexes], () if key is None else (key,), indexes)
    elif isinstance(held, dict) and held.get("kind") in _KINDS:
        transcript.add(held, ())
    if transcript.messages:
        facts = Facts(model=FORMAT.named_model(transcript.messages) or "")
        yield Found(transcript.messages, transcript.places, FORMAT.name, facts=facts)


SOURCE = Source(
    "pydantic-ai",
    "pydantic-ai history",
    recognise,
    read,
    signs=frozenset({"kind", "messages", "message_history", "all_messages", "history", "new_messages"}),
)
