"""inspect_ai: samples in an `.eval` archive, a `.json` log or a data set, with messages similar to Chat Completions.

A data set may name images by their files, which inspect_ai reads when it sends a sample; such an image is omitted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.conversation import Note
from workbench.json.pointer import Path
from workbench.json.text import Json, JsonObject, parse_or_none
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, Call, ChatTurns, image_part, plain, text_part
from workbench.sources.contract import MEMBERS, RECORDS, Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import as_text, has, in_text, member, objects
from workbench.sources.recorded_calls import longest_histories

_ATTACHMENT = "attachment://"
_ADDRESS = re.compile(r"\w+:")


def recognise(material: Material) -> bool:
    if material.kind == MEMBERS:
        return "header.json" in material.object and any(name.startswith("samples/") for name in material.object)
    if _is_log(material.value) or _is_sample(material.value) or material.mostly(_is_task):
        return True
    return any(_model_events(material.value))


def _is_log(value: object) -> bool:
    return has(value, "eval", "samples") or (has(value, "eval", "status", "version") and has(value, "plan"))


def _is_sample(value: object) -> bool:
    return has(value, "id", "epoch", "messages", "target") or has(value, "epoch", "messages", "scores")


def _is_task(row: JsonObject) -> bool:
    """Whether a row of a data set has messages and the answer that is wanted."""
    return "target" in row and has(member(row, "input", 0), "role", "content")


def _model_events(value: object) -> Iterator[tuple[Path, dict[str, Json]]]:
    """Yield the model calls of a transcript that was exported without its sample."""
    held, at = (value, ()) if isinstance(value, list) else (member(value, "events"), ("events",))
    for place, event in objects(held, at):
        if event.get("event") == "model" and has(event, "input", "output", "timestamp"):
            yield place, event


def _calls(value: object) -> Iterator[Found]:
    calls = []
    for place, event in _model_events(value):
        turns = _turns(event, "input", place)
        if turns.messages:
            facts = Facts(model=as_text(event.get("model")), when=as_text(event.get("timestamp")))
            calls.append(Found(turns.messages, turns.places, FORMAT, label=in_text(event.get("uuid")), facts=facts))
    return iter(longest_histories(calls))


def read(material: Material) -> Iterator[Found]:
    if material.kind in RECORDS and material.mostly(_is_task):
        return _tasks(material)
    if material.kind in RECORDS and not _is_log(material.value) and not _is_sample(material.value):
        return _calls(material.value)
    return _samples(material)


def _tasks(material: Material) -> Iterator[Found]:
    for place, row in material.records:
        turns = _turns(row, "input", place)
        if turns.messages:
            label = in_text(row.get("id") or (place or (0,))[0])
            yield Found(turns.messages, turns.places, FORMAT, label=label, notes=tuple(_omitted(row)))


def _omitted(row: JsonObject) -> Iterator[Note]:
    """Yield a note if the images, sounds or documents of a sample are files next to the data set."""
    parts = [part for _, message in objects(row.get("input")) for _, part in objects(message.get("content"))]
    files = [part for part in parts if (kind := as_text(part.get("type"))) != "text" and not _is_inside(part.get(kind))]
    if files:
        yield Note(
            "media-left-out", f"{len(files)} of its parts are files that the data set only names; they are omitted"
        )


def _is_inside(media: object) -> bool:
    return not isinstance(media, str) or _ADDRESS.match(media) is not None


def _samples(material: Material) -> Iterator[Found]:
    if material.kind == MEMBERS:
        samples: list[tuple[Path, Json]] = [
            ((name,), parse_or_none(content))
            for name, content in material.object.items()
            if name.startswith("samples/")
        ]
        model = as_text(member(parse_or_none(material.object["header.json"]), "eval", "model"))
    elif _is_log(material.value):
        samples = list(objects(material.object.get("samples"), ("samples",)))
        model = as_text(member(material.value, "eval", "model"))
    else:
        samples, model = [((), material.value)], as_text(member(material.value, "output", "model"))
    if not samples:
        raise NothingToJudgeError("it is a log without samples; save the log with its samples")
    for place, sample in sorted(samples, key=lambda spot: _order(spot[1])):
        if isinstance(sample, dict):
            yield from _sample(sample, place, model)


def _order(sample: object) -> tuple[bool, float, str]:
    number, epoch = member(sample, "id"), member(sample, "epoch")
    is_number = isinstance(number, (int, float))
    return not is_number, number if is_number else 0, f"{number} {epoch}"


def _sample(sample: dict[str, Json], place: Path, model: str) -> Iterator[Found]:
    turns = _turns(sample, "messages", place)
    label = f"{sample.get('id')} epoch {sample.get('epoch')}"
    if turns.messages:
        title = in_text(sample.get("input"))[:80]
        yield Found(turns.messages, turns.places, FORMAT, label=label, facts=Facts(title, model))


def _turns(holder: dict[str, Json], key: str, place: Path) -> ChatTurns:
    turns = ChatTurns()
    attachments = holder.get("attachments")
    for at, message in objects(holder.get(key), (*place, key)):
        content = _content(message.get("content"), attachments)
        role = as_text(message.get("role"))
        if role == "assistant":
            calls = [
                Call(call.get("id"), call.get("function"), call.get("arguments"), spot)
                for spot, call in objects(message.get("tool_calls"), (*at, "tool_calls"))
            ]
            turns.answer(content, calls, at)
        elif role == "tool":
            failed = member(message, "error", "message")
            turns.result(message.get("tool_call_id"), content or failed, at)
        elif role:
            turns.say(role, content, at)
    return turns


def _content(content: object, attachments: object) -> Json:
    if isinstance(content, str):
        return _resolved(content, attachments)
    if not isinstance(content, list):
        return content
    parts = []
    for _, part in objects(content):
        if part.get("type") == "text":
            parts.append(text_part(_resolved(part.get("text"), attachments)))
        elif part.get("type") == "image":
            image = _resolved(part.get("image"), attachments)
            if _is_inside(image):
                parts.append(image_part(image))
    return plain(parts)


def _resolved(text: object, attachments: object) -> Json:
    """Resolve a reference: long texts are stored once under their hash, outside the messages."""
    if isinstance(text, str) and text.startswith(_ATTACHMENT):
        return member(attachments, text.removeprefix(_ATTACHMENT)) or text
    return text


SOURCE = Source(
    "inspect-ai",
    "inspect_ai log",
    recognise,
    read,
    RECORDS | {MEMBERS},
    signs=frozenset({"epoch", "eval", "samples", "header.json", "event", "events", "target"}),
)
