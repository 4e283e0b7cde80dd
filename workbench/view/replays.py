"""A replay as the page shows it: its turns, its differences from the recording, its refusal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.json.text import JsonObject, compact
from workbench.outputs.visible import shortened
from workbench.replays import Endpoint, Preset, ReplayRecord
from workbench.view.limited import limited
from workbench.view.responses import ReplayAnswer

_HEADS = ("---", "+++", "@@")
_MAX_LINES, _LONGEST_LINE = 12, 300


def turns(record: ReplayRecord) -> list[str]:
    """Return the texts and calls of the model, one string per request of the run."""
    texts = [_turn(exchange.blocks) for exchange in record.exchanges]
    return [turn for turn in texts if turn]


def call_line(name: object, arguments: object) -> str:
    return f"→ {name}({compact(arguments)})"


def _turn(blocks: list[Any]) -> str:
    """Return one turn as text: pieces of streamed text are joined, and each call has its own line."""
    lines = [""]
    for block in blocks:
        if block.get("type") == "text":
            lines[-1] += block["text"]
        elif block.get("type") == "tool_call":
            lines += [call_line(block.get("name"), block.get("parameters")), ""]
    return "\n".join(line for line in lines if line)


def answer_of(record: ReplayRecord) -> ReplayAnswer | None:
    """Return the answer for the table, in whatever format it was requested; None if no body was received."""
    if not isinstance(record.response, dict) or record.error is not None:
        return None
    return ReplayAnswer(record.response, record.wire, record.embedded)


def cannot_send(preset: Preset, endpoint: Endpoint) -> str:
    """Return the reason why nothing can be sent yet; empty if it can."""
    if not endpoint.model or not endpoint.base_url:
        return "Choose a model and an address first."
    if preset.needs_key and not endpoint.key.strip():
        return f"{preset.title} needs an API key. Type one, or set {preset.key_variable}. Nothing was sent."
    return ""


def record_file_name(record: ReplayRecord) -> str:
    """Return a file name that only has characters that are safe in file names."""
    return f"exchange-{record.started[:19].replace(':', '')}-{record.variant}.json"


def sent_up_to(record: ReplayRecord, count: int) -> int:
    """Return the index of the last message that was sent, whose row shows the answer."""
    return (record.up_to or count) - 1


def differences_from_recording(record: ReplayRecord) -> list[str]:
    """Return how the new answer differs from the recorded one."""
    comparison = record.comparison
    if not isinstance(comparison, dict):
        return []
    if comparison.get("same"):
        return ["Its text and calls are the same as in the recording."]
    lines = list(comparison.get("text_difference", ()))
    lines += [
        f"{call['kind']} call {call['name']}: {compact(call['recorded'])} → {compact(call['new'])}"
        for call in comparison.get("calls", ())
        if call["kind"] != "same"
    ]
    return lines


def live_note(record: ReplayRecord, count: int) -> tuple[int, JsonObject] | None:
    """Return a note on how the answer differs from the recorded one, and the message that it follows."""
    differing = [line for line in differences_from_recording(record) if not line.startswith(_HEADS)]
    if not differing or record.comparison is None:
        return None
    same = record.comparison.get("same")
    note = {
        "cause": -1,
        "column": "response",
        "code": "",
        "rule": "",
        "severity": "fine" if same else "info",
        "text": differing[0] if same else "It differs from the recording:",
        "lines": [] if same else limited([shortened(line, _LONGEST_LINE) for line in differing], _MAX_LINES, str),
    }
    return sent_up_to(record, count), note


def notes_after(notes: Mapping[int, Any], record: ReplayRecord, count: int) -> dict[int, JsonObject]:
    """Return the notes after one more replay. An answer removes the refusals of the messages that were sent."""
    last = sent_up_to(record, count)
    answered = record.error is None and not record.stopped
    kept = {
        index: note for index, note in notes.items() if index != last and not (answered and _refuted(index, note, last))
    }
    new = refusal_note(record) or live_note(record, count)
    return {**kept, new[0]: new[1]} if new else kept


def _refuted(index: int, note: JsonObject, last: int) -> bool:
    return bool(note["severity"] == "error") and index <= last


def refusal_note(record: ReplayRecord) -> tuple[int, JsonObject] | None:
    """Return the refusal as a note, and the message that it refers to."""
    if record.error is None or record.located is None or record.located.message_index is None:
        return None
    refused = f"Refused in the replay: {record.error.words or record.error.sentence}"
    note = {
        "cause": -1,
        "column": "response",
        "code": record.located.code,
        "rule": record.located.rule,
        "severity": "error",
        "text": refused,
        "plain": refused,
    }
    return record.located.message_index, note
