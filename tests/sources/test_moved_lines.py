"""A result in the wrong place is moved behind its call in files whose lines name their parents."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

from tests.sources.documents import lines, only
from tests.sources.kinds import QWEN
from tests.sources.test_writing import CLAUDE, FACTORY_LINKED, FACTORY_NEXT, PI_NEXT, PI_PLAIN, renamed
from workbench.checks.check import check
from workbench.doctor.repairing import repaired_text


class Linked(NamedTuple):
    lines: list[Any]
    call: int
    id_key: str
    parent_key: str
    tool_id: str


QWEN_NEXT = {"uuid": "d", "parentUuid": "c", "sessionId": "s", "type": "user", "message": {
    "role": "user", "parts": [{"text": "and Rome?"}]}}  # fmt: skip
SESSIONS = {
    "claude-code": Linked(CLAUDE, 1, "uuid", "parentUuid", "toolu_1"),
    "pi": Linked([*PI_PLAIN, PI_NEXT], 2, "id", "parentId", "toolu_1"),
    "factory": Linked([*FACTORY_LINKED, FACTORY_NEXT], 2, "id", "parentId", "toolu_1"),
    "qwen": Linked([*QWEN, QWEN_NEXT], 1, "uuid", "parentUuid", "c"),
}


def in_order(session: Linked, *order: int) -> list[Any]:
    """The lines from the call on in another order, each with the one before it as its parent."""
    moved = [dict(session.lines[session.call + number]) for number in order]
    parent = session.lines[session.call][session.parent_key]
    for line in moved:
        line[session.parent_key], parent = parent, line[session.id_key]
    return [*session.lines[: session.call], *moved]


def repaired(content: list[Any]) -> list[str]:
    broken = lines(*content)
    assert check(only(broken)).errors
    new, _ = repaired_text(broken.decode(), "file")
    conversation = only(new.encode())
    assert check(conversation).errors == []
    return new.splitlines()


@pytest.mark.parametrize("session", SESSIONS.values(), ids=SESSIONS)
def test_a_result_before_its_call_gets_its_old_place_and_links(session: Linked) -> None:
    assert repaired(in_order(session, 1, 0, 2)) == lines(*session.lines).decode().splitlines()


@pytest.mark.parametrize("name", ["claude-code", "pi", "factory"])
def test_a_result_after_the_next_prompt_gets_its_old_place_and_links(name: str) -> None:
    session = SESSIONS[name]
    assert repaired(in_order(session, 0, 2, 1)) == lines(*session.lines).decode().splitlines()


@pytest.mark.parametrize("name", ["claude-code", "pi", "factory"])
def test_a_result_after_the_next_prompt_with_another_id_gets_its_place_and_its_id(name: str) -> None:
    session = SESSIONS[name]
    *others, result = in_order(session, 0, 2, 1)
    other_id = json.loads(renamed(json.dumps(result).encode(), f'"{session.tool_id}"', '"other"'))
    assert repaired([*others, other_id]) == lines(*session.lines).decode().splitlines()


def test_a_line_that_is_no_message_stays_below_the_line_that_it_follows() -> None:
    user, call, result, after = CLAUDE
    hook = {"parentUuid": "c", "sessionId": "s", "type": "attachment", "attachment": {}, "uuid": "h"}
    broken = [user, {**result, "parentUuid": "a"}, hook, {**call, "parentUuid": "h"}, {**after, "parentUuid": "b"}]
    new = [json.loads(line) for line in repaired(broken)]
    assert [(line["uuid"], line["parentUuid"]) for line in new] == [
        ("a", None), ("b", "a"), ("h", "c"), ("c", "b"), ("d", "h")]  # fmt: skip


def test_another_branch_keeps_its_parent() -> None:
    user, call, result, after = CLAUDE
    edited = {**after, "uuid": "x", "parentUuid": "a"}
    broken = [user, edited, {**result, "parentUuid": "a"}, {**call, "parentUuid": "c"}, {**after, "parentUuid": "b"}]
    new = repaired(broken)
    assert new[:2] == lines(user, edited).decode().splitlines()
    assert [json.loads(line)["parentUuid"] for line in new] == [None, "a", "a", "b", "c"]
