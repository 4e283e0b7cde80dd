"""A replay as the page shows it: one line in the list, its turns, its difference to the recording, its refusal."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.json.text import Json, compact
from workbench.outputs.visible import shortened
from workbench.replays import Endpoint, Preset, ReplayRecord
from workbench.view.responses import ReplayAnswer

_HEADS = ("---", "+++", "@@")
_MOST_LINES, _LONGEST_LINE = 12, 300


def turns(record: ReplayRecord) -> list[str]:
    """What the model said and called, one text per request of the run."""
    texts = [_turn(exchange.blocks) for exchange in record.exchanges]
    return [turn for turn in texts if turn]


def call_line(name: object, arguments: object) -> str:
    return f"→ {name}({compact(arguments)})"


def _turn(blocks: list[Json]) -> str:
    """Pieces of streamed text belong together; a call has a line of its own."""
    lines = [""]
    for block in blocks:
        if block.get("type") == "text":
            lines[-1] += block["text"]
        elif block.get("type") == "tool_call":
            lines += [call_line(block.get("name"), block.get("parameters")), ""]
    return "\n".join(line for line in lines if line)


def answer_of(record: ReplayRecord) -> ReplayAnswer | None:
    """The answer for the table, whatever format it was asked in; None if no body came."""
    if not isinstance(record.response, dict) or record.error is not None:
        return None
    return ReplayAnswer(record.response, record.wire, record.embedded)


def cannot_send(preset: Preset, endpoint: Endpoint) -> str:
    """Why nothing can be sent yet; empty if it can."""
    if not endpoint.model or not endpoint.base_url:
        return "Choose a model and an address first."
    if preset.needs_key and not endpoint.key.strip():
        return f"{preset.title} needs an API key. Type one, or set {preset.key_variable}. Nothing was sent."
    return ""


def record_file_name(record: ReplayRecord) -> str:
    """Letters and digits only, since it is given to the user's file system."""
    return f"exchange-{record.started[:19].replace(':', '')}-{record.variant}.json"


def sent_up_to(record: ReplayRecord, count: int) -> int:
    """The last message that was sent: the answer is shown in its row."""
    return (record.up_to or count) - 1


def difference_in_words(record: ReplayRecord) -> list[str]:
    """How the new answer differs from the recorded one."""
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


def live_note(record: ReplayRecord, count: int) -> tuple[int, Json] | None:
    """How the answer differs from the recorded one, at the message after which it came."""
    differing = [line for line in difference_in_words(record) if not line.startswith(_HEADS)]
    if not differing:
        return None
    same = record.comparison.get("same")
    note = {
        "cause": -1,
        "column": "response",
        "code": "",
        "rule": "",
        "severity": "fine" if same else "info",
        "text": differing[0] if same else "It differs from the recording:",
        "lines": [] if same else [shortened(line, _LONGEST_LINE) for line in differing[:_MOST_LINES]],
    }
    return sent_up_to(record, count), note


def notes_after(notes: Mapping[int, Json], record: ReplayRecord, count: int) -> dict[int, Json]:
    """The notes of a conversation after one more replay: what it sent and got an answer to is refused no longer."""
    last = sent_up_to(record, count)
    answered = record.error is None and not record.stopped
    kept = {
        index: note for index, note in notes.items() if index != last and not (answered and _refuted(index, note, last))
    }
    new = refusal_note(record) or live_note(record, count)
    return {**kept, new[0]: new[1]} if new else kept


def _refuted(index: int, note: Json, last: int) -> bool:
    return bool(note["severity"] == "error") and index <= last


def refusal_note(record: ReplayRecord) -> tuple[int, Json] | None:
    """The refusal as a note at the message it is about."""
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
