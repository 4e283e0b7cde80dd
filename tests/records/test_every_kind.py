"""In a file of any kind, each value of a message has a place or was added, and each record is sent or listed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path as FilePath
from random import Random

import pytest

from tests.sources.all_kinds import ALL_KINDS
from tests.sources.documents import all_of, conversations
from tests.sources.kinds import Kind
from tests.sources.test_arbitrary_files import LINE_FILES, VALUES, damaged
from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.defects import RULE_NAME
from workbench.json.pointer import Path, leaves
from workbench.loading import LoadError, load_all
from workbench.records.document import NOTHING
from workbench.records.stage import FileStage, has_file_stage
from workbench.view.file_column import GAP, REST
from workbench.view.window import CHAT, Look, View

FILES = os.environ.get("WORKBENCH_FILES", "")


def stages_of(items: list[Conversation | LoadError]) -> Iterator[FileStage]:
    for item in items:
        conversation = item.partial if isinstance(item, LoadError) else item
        if conversation is not None and has_file_stage(conversation):
            yield FileStage(conversation)


def unaccounted_values(stage: FileStage) -> list[tuple[int, Path]]:
    """Return the values of messages that neither come from the file nor are reported as added."""
    unaccounted = []
    for index, message in enumerate(stage.conversation.messages):
        linked = stage.linked(index)
        known = {link.target for link in linked.links} | set(linked.added)
        unaccounted += [(index, path) for path, _ in leaves(message) if path not in known]
    return unaccounted


def unaccounted_records(stage: FileStage) -> list[int]:
    """Return the records that neither belong to a message nor are listed as left out, or do both."""
    used = {number for index in range(len(stage.conversation.messages)) for number in stage.records_of(index)}
    left_out = [number for gap in stage.unsent.values() for number in gap]
    assert len(left_out) == len(set(left_out))
    return sorted(set(range(stage.count)) ^ (used | set(left_out))) + sorted(used & set(left_out))


def check_view(stage: FileStage) -> None:
    """Assert that the stage is drawn without a defect, even with everything unfolded."""
    view = View(check(stage.conversation))
    assert view.file is not None
    for gap in stage.unsent.values():
        opened = frozenset({f"{GAP}:{gap[0]}", *(f"{view.file.column}:{number}:{REST}" for number in gap[:3])})
        view.window(Look(opened=opened))
    for look in (Look(), Look(view=CHAT)):
        rows = view.window(look)["rows"]
        assert not [note["text"] for row in rows for note in row["notes"] if note["rule"] == RULE_NAME]
    assert view.defects == []


def check_stage(stage: FileStage) -> None:
    check_view(stage)
    assert unaccounted_values(stage) == []
    assert unaccounted_records(stage) == []
    assert stage.differs in (True, False)
    for index in range(len(stage.conversation.messages)):
        for link in stage.linked(index).links:
            assert stage.document.at(stage.path(link.record) + link.place) is not NOTHING
    for gap in stage.unsent.values():
        assert stage.summary(gap)
        assert all(stage.name(number) for number in gap)


@pytest.mark.parametrize("kind", ALL_KINDS.values(), ids=ALL_KINDS)
def test_everything_in_a_file_of_any_kind_is_accounted_for(kind: Kind) -> None:
    stages = [FileStage(conversation) for conversation in conversations(kind.content)]
    for stage in stages:
        check_stage(stage)
    assert all(stage.records_of(index) for stage in stages for index in range(len(stage.conversation.messages)))


@pytest.mark.parametrize("kind", ALL_KINDS.values(), ids=ALL_KINDS)
def test_texts_of_users_and_tools_come_from_the_file(kind: Kind) -> None:
    for conversation in conversations(kind.content):
        stage = FileStage(conversation)
        for index, message in enumerate(conversation.messages):
            texts = {path for path, value in leaves(message) if value in ("Weather?", "sunny", "Sunny.", "weather")}
            assert texts.isdisjoint(stage.linked(index).added)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(VALUES) + len(LINE_FILES)))
def test_everything_in_a_damaged_file_is_accounted_for(number: int) -> None:
    document = [*VALUES, *LINE_FILES][number]
    for seed in range(12):
        broken = damaged(document, Random(seed))
        for stage in stages_of(all_of(json.dumps(broken).encode())):
            check_stage(stage)


@pytest.mark.skipif(not FILES, reason="WORKBENCH_FILES does not name a folder with people's files")
def test_everything_in_peoples_own_files_is_accounted_for() -> None:
    for file in sorted(path for path in FilePath(FILES).rglob("*") if path.is_file()):
        for stage in stages_of(list(load_all(file))):
            check_stage(stage)
