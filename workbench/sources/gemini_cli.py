"""gemini-cli sessions: one object, or lines that replace, rewind and reset earlier lines.

Lines are replayed as in `chatRecordingService.ts`, and messages become contents as in `sessionUtils.ts`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.origin import Facts
from workbench.sources.contract import Found, Material, Source
from workbench.sources.reading import as_text, has, member, objects, text_of
from workbench.sources.transcript import Transcript

_UNSENT_PROMPTS = ("/", "?", "<session_context>", "<hook_context>")
_SPEAKERS = ("gemini", "model")
"""Types of the model's messages; older sessions use its role."""
_Placed = tuple[dict[str, Json], Path]


def recognise(material: Material) -> bool:
    sample: Any = material.sample
    if not sample:
        return False
    if has(sample[0], "sessionId", "projectHash"):
        return True
    if isinstance(sample[0].get("messages"), list):
        speakers = _SPEAKERS if has(sample[0], "sessionId", "startTime") else _SPEAKERS[:1]
        return any(message.get("type") in speakers for _, message in objects(sample[0]["messages"][:5]))
    if any(_is_answer(record) for record in sample):
        return material.mostly(lambda record: has(record, "id", "timestamp", "type"))
    return isinstance(sample[0].get("history"), list) and "authType" in sample[0]


def _is_answer(record: dict[str, Json]) -> bool:
    """Whether this is a message of a session, in lines without the first one."""
    return record.get("type") == _SPEAKERS[0] and has(record, "id", "timestamp", "content")


def read(material: Material) -> Iterator[Found]:
    first = material.sample[0]
    if "authType" in first and isinstance(first.get("history"), list):  # saved with `/chat save`
        yield Found(body={"contents": first["history"]}, at=(), format="gemini")
        return
    messages = list(_replayed(material))
    transcript = Transcript()
    for message, place in messages:
        _add(transcript, message, place)
    models = [as_text(message.get("model")) for message, _ in messages]
    if transcript.messages:
        yield Found(
            transcript.messages,
            transcript.places,
            format="gemini",
            facts=Facts(
                title=next((text_of(message.get("content")) for message, _ in messages), "")[:80],
                model=next((model for model in reversed(models) if model), ""),
                when=as_text(first.get("lastUpdated")),
            ),
            side=first.get("kind") == "subagent",
        )


def _replayed(material: Material) -> list[_Placed]:
    """Return the messages that remain after all lines were applied in order."""
    kept: dict[str, _Placed] = {}
    for place, record in material.records:
        if "$rewindTo" in record:
            _rewind(kept, record["$rewindTo"])
        elif isinstance(changed := member(record, "$set", "messages"), list):
            kept = _by_id(changed, (*place, "$set", "messages"))
        elif isinstance(record.get("messages"), list):
            kept |= _by_id(record["messages"], (*place, "messages"))
        elif has(record, "id", "type"):
            kept[str(record["id"])] = (record, place)
    return list(kept.values())


def _by_id(messages: object, at: Path) -> dict[str, _Placed]:
    placed = objects(messages, at)
    return {str(message.get("id") or place): (message, place) for place, message in placed}


def _rewind(kept: dict[str, _Placed], to: object) -> None:
    """Remove a message and all after it. An unknown id removes everything."""
    ids = list(kept)
    start = ids.index(str(to)) if str(to) in kept else 0
    for id_ in ids[start:]:
        del kept[id_]


def _add(transcript: Transcript, message: dict[str, Json], place: Path) -> None:
    if message.get("type") == "user":
        parts = list(_parts(message.get("content"), (*place, "content")))
        words = text_of([part for part, _ in parts]).strip()
        only_text = all(set(part) == {"text"} for part, _ in parts)
        if parts and not (only_text and (not words or words.startswith(_UNSENT_PROMPTS))):
            transcript.add_blocks("user", parts, place, "parts")
    elif message.get("type") in _SPEAKERS:
        calls = list(objects(message.get("toolCalls"), (*place, "toolCalls")))
        spoken = [part for part in _parts(message.get("content"), (*place, "content")) if not part[0].get("thought")]
        if not any("functionCall" in part for part, _ in spoken):
            spoken += [(_call_part(call), at) for at, call in calls]
        transcript.add_blocks("model", spoken, place, "parts")
        transcript.add_blocks(
            "user", (answer for at, call in calls for answer in _result_parts(call, at)), place, "parts"
        )


def _parts(content: object, at: Path) -> Iterator[tuple[dict[str, Json], Path]]:
    if isinstance(content, str):
        if content:
            yield {"text": content}, at
    elif isinstance(content, dict):
        yield content, at
    elif isinstance(content, list):
        for number, part in enumerate(content):
            if isinstance(part, str):
                yield {"text": part}, (*at, number)
            elif isinstance(part, dict) and "type" not in part:
                yield part, (*at, number)
            elif as_text(member(part, "text")):  # parts with a type are from other writers; only their texts are known
                yield {"text": part["text"]}, (*at, number)


def _call_part(call: dict[str, Json]) -> dict[str, Json]:
    named = {"id": call["id"]} if call.get("id") else {}
    return {"functionCall": {**named, "name": call.get("name"), "args": call.get("args") or {}}}


def _result_parts(call: dict[str, Json], at: Path) -> Iterator[tuple[Json, Path]]:
    """Yield the result of a call. A string is its output, parts are kept unchanged, and null means no result."""
    result, place = call.get("result"), (*at, "result")
    if isinstance(result, str):
        named = {"id": call["id"]} if call.get("id") else {}
        yield {"functionResponse": {**named, "name": call.get("name"), "response": {"output": result}}}, place
    else:
        yield from _parts(result, place)


SOURCE = Source(
    slug="gemini-cli",
    title="Gemini CLI session",
    recognise=recognise,
    read=read,
    program_repairs={
        "tool-result-missing": "Gemini CLI answers this call with an error of its own when it builds the request.",
        "tool-count-mismatch": "Gemini CLI answers this call with an error of its own when it builds the request.",
        "tool-result-orphan": "Gemini CLI adds the missing call when it builds the request.",
    },
    homes=(".gemini/tmp/*/chats/session-*.json", ".gemini/tmp/*/chats/session-*.jsonl"),
    signs=frozenset({"projectHash", "authType", "startTime", "messages", "gemini"}),
)
