"""Codex: lines for the screen and about the session, and items that a compaction or a rollback removed."""

from __future__ import annotations

from collections.abc import Collection

from workbench.json.pointer import Path
from workbench.sources.codex import Item, after_compaction, after_rollback
from workbench.sources.contract import Material
from workbench.sources.reading import Object, as_text, member
from workbench.sources.unsent_records.contract import ABOUT_THE_SESSION, FOR_THE_SCREEN, SUMMARISED, Reason, by_type

_TYPES = {
    "session_meta": ABOUT_THE_SESSION,
    "turn_context": "the settings of a turn",
    "compacted": SUMMARISED,
    "event_msg": FOR_THE_SCREEN,
    "ghost_snapshot": "a snapshot of files, for undo",
}


def explain(material: Material, sent: Collection[Path]) -> Reason:
    removed = _removed(material)

    def reason(path: Path, record: Object) -> str:
        kind = as_text(member(record, "payload", "type"))
        return removed.get(path) or _TYPES.get(kind, "")

    return by_type(_TYPES, reason)


def _removed(material: Material) -> dict[Path, str]:
    """Map each removed line to the reason, by replaying compactions and rollbacks in order."""
    history: list[Item] = []
    reasons: dict[Path, str] = {}
    for place, line in material.records:
        kind, payload = as_text(line.get("type")), line.get("payload")
        before = history
        if kind == "response_item":
            history.append((payload, (*place, "payload")))
        elif kind == "compacted":
            history = after_compaction(history, payload, (*place, "payload"))
            reasons |= _lines_removed(before, history, SUMMARISED)
        elif kind == "event_msg" and member(payload, "type") == "thread_rolled_back":
            history = after_rollback(history, member(payload, "num_turns"))
            reasons |= _lines_removed(before, history, "removed by a rollback")
    return reasons


def _lines_removed(before: list[Item], after: list[Item], why: str) -> dict[Path, str]:
    left = {place for _, place in after}
    return {place[:1]: why for _, place in before if place not in left}
