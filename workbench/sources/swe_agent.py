"""SWE-agent trajectories and demonstrations: the history that was sent, with extra keys in each message."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, without_nulls
from workbench.sources.contract import VALUE, Found, Material, Source
from workbench.sources.reading import Object, as_text, has, member, objects
from workbench.sources.transcript import Transcript

_SENT = ("role", "content", "name", "tool_calls", "tool_call_id")
_SAMPLE = 20
_ROLES = frozenset({"system", "user", "assistant", "tool"})


def recognise(material: Material) -> bool:
    value = material.object
    if isinstance(value.get("trajectory"), list) and isinstance(value.get("history"), list):
        return has(value, "info")
    if any("message_type" in message or "tool_call_ids" in message for _, message in _history(value)[:_SAMPLE]):
        return True
    return as_text(value.get("trajectory_format")).startswith("mini-swe")


def _history(value: Object) -> list[tuple[Path, Object]]:
    key = "history" if "history" in value else "messages"
    return list(objects(value.get(key), (key,)))


def read(material: Material) -> Iterator[Found]:
    value = material.object
    transcript = Transcript()
    for place, message in _history(value):
        if as_text(message.get("role")) in _ROLES:
            transcript.add(_sent(message), place)
    if transcript.messages:
        facts = Facts(
            as_text(value.get("environment")), as_text(member(value, "info", "config", "model", "model_name"))
        )
        yield Found(transcript.messages, transcript.places, FORMAT, facts=facts)


def _sent(message: dict[str, Json]) -> dict[str, Json]:
    """Return the message as sent to the model. An observation that answers several calls has a list of ids."""
    sent = without_nulls({name: message[name] for name in _SENT if name in message})
    answered = member(message, "tool_call_ids", 0)
    if message.get("role") == "tool" and "tool_call_id" not in sent and answered is not None:
        sent["tool_call_id"] = answered
    return sent


SOURCE = Source(
    "swe-agent",
    "SWE-agent trajectory",
    recognise,
    read,
    frozenset({VALUE}),
    signs=frozenset({"trajectory", "trajectory_format", "history"}),
)
