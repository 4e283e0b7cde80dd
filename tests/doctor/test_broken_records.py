"""Every fault of a pair in the records of every kind of session: repaired in the file, or refused with a reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.doctor.record_faults import broken_texts, records_of
from tests.doctor.whole_sessions import FILES
from workbench.doctor.faults import broken_among
from workbench.doctor.previewed_repair import opened_file, undo_writing, write_repair
from workbench.doctor.repairing import repair_file, repaired
from workbench.doctor.sessions import Health, examine
from workbench.files import replace_keeping_original
from workbench.loading import load_all

UNKNOWN_ROWS = {"hf-chat", "openai-finetune"}
"""Rows of a dataset and examples for training: no program continues them, so they are no sessions."""
REFUSED = {
    ("open-webui", "lose_call"): "the result is in the middle of an answer, where no prompt can be",
    ("google-adk-eval", "lose_call"): "such a file has no other place for a result without its call",
    ("google-adk-eval", "double_result"): "such a file has no other place for a result without its call",
    ("librechat", "empty_result_id"): "the call has no id in the file, so it cannot be changed there",
    ("opencode", "empty_result_id"): "no safe repair is known: This call has no id.",
}
"""What cannot be written without losing or asserting something, with the reason that is given."""
MOST_CHANGED = 4
"""A call, its result, the line that names one of them as parent, and a message that is added in their place."""
RESULTS = ("sunny", "snow", "mist")
SESSIONS = {name: value for name, value in FILES.items() if name not in UNKNOWN_ROWS}


@pytest.mark.slow
@pytest.mark.parametrize("kind", SESSIONS)
def test_a_broken_pair_is_repaired_in_its_records_and_every_other_record_keeps_its_bytes(
    kind: str, tmp_path: Path
) -> None:
    source, name, healthy = FILES[kind]
    outcomes = []
    for fault, broken in broken_texts(healthy, name):
        file = tmp_path / fault / name
        file.parent.mkdir()
        file.write_text(broken)
        session = examine(file)
        assert session.source == source, fault
        if session.health is Health.HEALTHY:
            continue  # the program reads it without a fault: it pairs by order, or the last call may be waiting
        if not session.repairable:
            assert session.obstacle == REFUSED.get((kind, fault.rpartition("-")[0])), fault
            continue
        outcomes.append(fault)
        _assert_undone(file, broken)
        kept = repair_file(file, replace_keeping_original).kept
        assert kept.read_text() == broken
        assert examine(file).health is Health.HEALTHY, fault
        assert {word for word in RESULTS if word in broken} == {word for word in RESULTS if word in file.read_text()}
        changed = [record for record in records_of(broken) if record not in file.read_text()]
        assert len(changed) <= MOST_CHANGED, fault
    assert outcomes or kind in {"opencode", "librechat"}


def _assert_undone(file: Path, broken: str) -> None:
    """What the page writes is put back to the byte, and leaves nothing next to the file."""
    wrong, _ = next(broken_among(load_all(file)))
    undo_writing(write_repair(opened_file(file), wrong, repaired(wrong), replace_keeping_original))
    assert file.read_text() == broken
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("kind", SESSIONS)
def test_a_whole_session_is_healthy(kind: str, tmp_path: Path) -> None:
    source, name, text = FILES[kind]
    file = tmp_path / name
    file.write_text(text)
    session = examine(file)
    assert (session.source, session.health) == (source, Health.HEALTHY)
