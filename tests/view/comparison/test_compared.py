"""A repair drawn in the rows: what it removes, adds, moves and solves, in the stages and in the chat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.view.checked_views import view_of, view_of_sample
from workbench.samples import samples
from workbench.view.comparison import Compared
from workbench.view.comparison.listing import CHANGES
from workbench.view.drawn_rows import Row, Segment
from workbench.view.listing import Filter
from workbench.view.page_request import run_command
from workbench.view.proposals import propose
from workbench.view.versions import AFTER, BEFORE, BOTH, applied, proposed
from workbench.view.window import CHAT, Look, View, ViewName

CALL = {"id": "call_1", "type": "function", "function": {"name": "dome_log", "arguments": "{}"}}
ASKED = {"role": "assistant", "content": None, "tool_calls": [CALL]}
ANSWERED = {"role": "tool", "tool_call_id": "call_1", "content": "closed"}
HELLO, THANKS = {"role": "user", "content": "Is it closed?"}, {"role": "user", "content": "Thanks."}


def compared_sample(name: str = "icontent/rethreaded-prefix") -> Compared:
    compared = propose(view_of_sample(name)).compared
    assert compared is not None
    return compared


def compared_messages(messages: list[Any]) -> Compared:
    compared = propose(view_of(messages, "openai")).compared
    assert compared is not None
    return compared


def rows_of(compared: Compared | View, view: ViewName = "stages") -> list[Row]:
    return compared.window(Look(last=60, view=view))["rows"]


def segments_of(row: Row, column: int) -> Iterator[Segment]:
    for drawn in row["cells"][column]["messages"]:
        for line in drawn["lines"]:
            yield from line["segments"]


def test_an_id_that_is_rewritten_is_struck_and_its_new_one_added_in_every_stage() -> None:
    row = rows_of(compared_sample())[3]
    assert row["change"] == "changed"
    internal = [(one["text"], one["change"]) for one in segments_of(row, 0) if "change" in one]
    assert internal == [("toolu_1A7k", "struck"), ("hist_tool_toolu_1A7k", "added")]
    wire = [(one["text"], one["change"]) for one in segments_of(row, 2) if "change" in one]
    assert wire == [("call_1A7k", "struck"), ("call_toolu_1A7k", "added")]


def test_an_added_value_is_read_in_the_other_version() -> None:
    compared = compared_sample()
    (added,) = (one for one in segments_of(rows_of(compared)[3], 0) if one.get("change") == "added")
    assert added["place"] == "+0:3:/blocks/0/callId"
    spot: dict[str, Any] = {"column": 0, "message": 3, "pointer": "/blocks/0/callId"}
    for other, expected in ((False, "toolu_1A7k"), (True, "hist_tool_toolu_1A7k")):
        answer = run_command(compared, Look(), {"name": "copy", **spot, "other": other})
        assert answer.clipboard == expected


def test_a_repaired_id_is_not_shown_as_broken() -> None:
    (added,) = (one for one in segments_of(rows_of(compared_sample())[3], 0) if one.get("change") == "added")
    assert added["whole"] is True


def test_the_note_of_a_solved_finding_is_marked_and_its_fix_can_be_unticked() -> None:
    proposal = propose(view_of_sample("icontent/rethreaded-prefix"))
    assert proposal.compared is not None
    solved, fix = rows_of(proposal.compared)[3]["notes"]
    assert (solved["rule"], solved["state"]) == ("tool-id-mismatch-created", "solved")
    assert fix["text"].startswith("Re-thread to hist_tool_toolu_1A7k and keep the result.")
    assert fix["fix"] == proposal.chosen[0].key


def test_a_placeholder_is_a_row_of_its_own_and_changes_no_number() -> None:
    compared = compared_messages([HELLO, ASKED, THANKS])
    rows = rows_of(compared)
    assert [(row["number"], row["change"]) for row in rows] == [("0", ""), ("1", ""), ("new", "added"), ("2", "")]
    assert all(one["change"] == "added" for one in segments_of(rows[2], 0))
    assert [row["number"] for row in compared.window(Look(filter=Filter(CHANGES)))["rows"]] == ["new"]


def test_a_result_before_its_call_is_drawn_at_its_old_and_new_position() -> None:
    rows = rows_of(compared_messages([HELLO, ANSWERED, ASKED, THANKS]))
    moved = [(row["number"], row["change"]) for row in rows if row["change"]]
    assert moved in ([("1", "moved"), ("from 1", "moved")], [("from 2", "moved"), ("2", "moved")])


def test_the_chat_draws_the_new_id_in_the_card() -> None:
    (call,) = (block for block in rows_of(compared_sample(), CHAT)[2]["chat"] if "results" in block)
    (result,) = call["results"]
    assert [(one["change"], one["tool_id"]) for one in result["became"]] == [
        ("struck", "toolu_1A7k"),
        ("added", "hist_tool_toolu_1A7k"),
    ]


@pytest.mark.parametrize("sample", [sample.name for sample in samples()])
def test_the_repair_of_every_sample_can_be_drawn(sample: str) -> None:
    before = view_of_sample(sample)
    proposal = propose(before, frozenset(row.key for row in propose(before).rows))
    if proposal.compared is None:
        return
    for view in ("stages", CHAT):
        rows = rows_of(proposal.compared, view)
        defects = [note["text"] for row in rows for note in row["notes"] if note["code"] == "WB"]
        assert defects == []
        numbers = {row["index"] for row in rows}
        assert len(numbers) == len(rows)


def test_the_versions_are_before_both_and_after_and_number_their_own_rows() -> None:
    proposal = propose(view_of([HELLO, ASKED, THANKS], "openai"))
    both = proposed(proposal, BOTH)
    assert [name for name, _ in both.choice()["choices"]] == [BEFORE, BOTH, AFTER]
    assert both.looked_at is proposal.compared
    assert proposed(proposal, AFTER).looked_at is proposal.after
    assert both.index_in(AFTER, 2) == 3
    assert proposed(proposal, AFTER).index_in(BOTH, 3) == 2


def test_the_headline_predicts_the_verdict_after_the_repair() -> None:
    both = proposed(propose(view_of_sample("icontent/rethreaded-prefix")), BOTH)
    assert both.head(Look())["verdict"]["promise"] == {"severity": "fine", "text": "accepted with 1 fix"}
    after = proposed(propose(view_of_sample("icontent/rethreaded-prefix")), AFTER).head(Look())
    assert after["verdict"]["text"] == "After the repair: OpenAI would accept this"


def test_the_changes_of_an_applied_repair_stay_visible() -> None:
    before = view_of([HELLO, ASKED, THANKS], "openai")
    after = propose(before).after
    versions = applied(before, after, BOTH)
    assert versions.compared is not None
    assert [(row["number"], row["change"]) for row in rows_of(versions.compared)] == [
        ("0", ""),
        ("1", ""),
        ("2", "added"),
        ("3", ""),
    ]
    assert versions.head(Look())["verdict"]["text"] == "OpenAI would accept this"


def test_a_conversation_without_fixes_has_one_version() -> None:
    assert proposed(propose(view_of_sample("icontent/healthy-agent-run")), BOTH).choice()["choices"] == []
