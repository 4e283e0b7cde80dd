"""A replay as the page tells it: one line in the list, its difference to the recording, the place of a refusal."""

from __future__ import annotations

from workbench.json.text import Json, compact
from workbench.outputs.visible import shortened
from workbench.replays import ReplayRecord

_HEADS = ("---", "+++", "@@")
_MOST_LINES, _LONGEST_LINE = 12, 300
_ENDED = {
    "answered": "answered",
    "refused": "refused",
    "failed": "failed",
    "stopped": "stopped",
    "unrecorded-call": "stopped at a call that was not recorded",
    "limit": "stopped at the limit of requests",
}


def one_line(record: ReplayRecord) -> str:
    """When, who, how it ended, how long it took."""
    who = record.model or record.endpoint.get("model") or record.endpoint.get("title")
    sent = f"up to message {record.up_to - 1}" if record.up_to else "all messages"
    return (
        f"{record.started[11:19]} · {who} · {sent} · {_ENDED.get(record.ended, record.ended)} · {record.seconds:.1f} s"
    )


def sent_up_to(record: ReplayRecord, count: int) -> int:
    """The last message that was sent: the answer stands in its row."""
    return (record.up_to or count) - 1


def difference_in_words(record: ReplayRecord) -> list[str]:
    """How the new answer differs from the recorded one."""
    comparison = record.comparison
    if not isinstance(comparison, dict):
        return []
    if comparison.get("same"):
        return ["It says and calls the same as the recording."]
    lines = list(comparison.get("text_difference", ()))
    lines += [
        f"{call['kind']} call {call['name']}: {compact(call['recorded'])} → {compact(call['new'])}"
        for call in comparison.get("calls", ())
        if call["kind"] != "same"
    ]
    return lines


def live_note(record: ReplayRecord, count: int) -> tuple[int, Json] | None:
    """How the answer differs from the recorded one, at the message after which it came."""
    told = [line for line in difference_in_words(record) if not line.startswith(_HEADS)]
    if not told:
        return None
    same = record.comparison.get("same")
    note = {
        "cause": -1,
        "column": "response",
        "code": "",
        "rule": "",
        "severity": "fine" if same else "info",
        "text": told[0] if same else "It differs from the recording:",
        "lines": [] if same else [shortened(line, _LONGEST_LINE) for line in told[:_MOST_LINES]],
    }
    return sent_up_to(record, count), note


def refusal_note(record: ReplayRecord) -> tuple[int, Json] | None:
    """The refusal as a note at the message it is about."""
    if record.error is None or record.located is None or record.located.message_index is None:
        return None
    note = {
        "cause": -1,
        "column": "converted",
        "code": record.located.code,
        "rule": record.located.rule,
        "severity": "error",
        "text": f"Refused in the replay: {record.error.words or record.error.sentence}",
    }
    return record.located.message_index, note
