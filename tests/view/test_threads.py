"""Tool ids as threads through all stages."""

from __future__ import annotations

from typing import Any

from tests.view.checked_views import view_of_sample
from workbench.samples import samples
from workbench.view.threads import thread_rows


def test_a_pair_that_a_rewrite_separated_is_one_broken_thread() -> None:
    (thread,) = view_of_sample("icontent/rethreaded-prefix").threads.all
    assert thread.ids == ["hist_tool_toolu_1A7k", "toolu_1A7k"]
    assert thread.messages == [2, 3]
    assert "one prefix was stripped from each" in thread.broken


def test_complete_threads_are_numbered_in_order_and_not_broken() -> None:
    threads = view_of_sample("icontent/healthy-agent-run").threads
    assert [thread.number for thread in threads.all] == list(range(len(threads.all)))
    assert not any(thread.broken for thread in threads.all)
    assert threads.number_of("call_9f21c0") == threads.number_of("hist_tool_9f21c0") == 0
    assert threads.number_of("never heard of") is None


def test_the_table_shows_the_state_in_each_stage() -> None:
    torn: Any = thread_rows(view_of_sample("icontent/rethreaded-prefix").threads, 0, 10)
    assert [row["status"] for row in torn] == [{"internal": "ids differ", "wire": "ids differ"}]
    whole = thread_rows(view_of_sample("icontent/healthy-agent-run").threads, 0, 10)
    assert {row["status"]["wire"] for row in whole} == {"paired"}
    assert whole[0]["calls"] == [[2, "/2/blocks/1/id"]]


def test_a_result_without_a_call_has_its_own_state() -> None:
    rows: Any = thread_rows(view_of_sample("openai-chat/trimmed-in-the-middle").threads, 0, 10)
    assert "no call" in {row["status"]["internal"] for row in rows}


def test_a_warning_about_a_matching_pair_does_not_break_its_thread() -> None:
    for sample in samples():
        threads = view_of_sample(sample.name).threads
        for thread in threads.all:
            if thread.broken and thread.severity != "error":
                assert not thread.is_paired, (sample.name, thread.ids)


def test_pairs_that_differ_only_in_their_prefix_are_separate_threads() -> None:
    threads = view_of_sample("icontent/four-ids").threads
    assert [thread.ids for thread in threads.all] == [["7"], ["call_7"], ["toolu_7"], ["hist_tool_7"]]
    assert all(len(thread.calls) == len(thread.results) == 1 for thread in threads.all)
