"""A session that is one chain of lines is read as it is when its branches are searched for."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from workbench.sources.claude_code_chain import Session

CHANGES: tuple[dict[str, Any], ...] = (
    {"uuid": None}, {"uuid": ""}, {"uuid": 5}, {"uuid": "u1"}, {"uuid": "line 2"}, {"parentUuid": None},
    {"parentUuid": ""}, {"parentUuid": "u0"}, {"parentUuid": "gone"}, {"parentUuid": 7}, {"isSidechain": True},
    {"teamName": "t"}, {"isMeta": True}, {"type": "progress"}, {"message": "text"}, {"uuid": None, "type": "summary"},
    {"uuid": None, "parentUuid": None, "type": "summary"},
)  # fmt: skip


def chain(count: int) -> list[dict[str, Any]]:
    message = {"role": "user", "content": "Hello."}
    parents = [None, *(f"u{number}" for number in range(count))]
    return [
        {"type": "user", "uuid": f"u{number}", "parentUuid": parents[number], "message": message}
        for number in range(count)
    ]


@given(seed=st.integers())
def test_a_changed_chain_has_the_branches_that_a_search_finds(seed: int) -> None:
    chance = random.Random(seed)
    lines = chain(chance.randrange(1, 8))
    for _ in range(chance.randrange(4)):
        lines[chance.randrange(len(lines))] |= chance.choice(CHANGES)
    searched = Session("s", lines)
    searched.__dict__["is_chain"] = False
    session = Session("s", lines)
    assert session.branches() == searched.branches()
    assert session.subagents() == searched.subagents()
    assert not session.is_chain or searched.gaps == session.gaps == 0


def test_an_unchanged_session_with_a_line_beside_it_is_a_chain() -> None:
    assert Session("s", [*chain(4), {"type": "file-history-snapshot"}]).is_chain
    assert not Session("s", [*chain(4), {"type": "user", "message": {}, "parentUuid": "u0", "uuid": "u9"}]).is_chain
