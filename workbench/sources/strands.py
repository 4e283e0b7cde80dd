"""Strands sessions: a folder with one file for each message, in Bedrock Converse format."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.json.pointer import Path
from workbench.sources.contract import Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import has, member


def recognise(material: Material) -> bool:
    return any(_is_message(record) for record in material.sample)


def _is_message(value: object) -> bool:
    return has(value, "message", "message_id") and has(member(value, "message"), "role", "content")


def read(material: Material) -> Iterator[Found]:
    """Read a list of such files in order. If a message was redacted, the redacted version was sent."""
    records = [(place, record) for place, record in material.records if _is_message(record)]
    if isinstance(material.value, dict):
        raise NothingToJudgeError("it is one message of a session; open the folder with all of them")
    keys = ["redact_message" if record.get("redact_message") else "message" for _, record in records]
    messages = [record[key] for (_, record), key in zip(records, keys, strict=True)]
    places: dict[Path, Path] = {
        (n,): (*place, key) for n, ((place, _), key) in enumerate(zip(records, keys, strict=True))
    }
    yield Found(messages, places, "bedrock-converse")


SOURCE = Source(
    slug="strands",
    title="Strands session",
    recognise=recognise,
    read=read,
    program_repairs={"tool-result-missing": "Strands answers this call with `Tool was interrupted.` on loading."},
    signs=frozenset({"message_id"}),
)
