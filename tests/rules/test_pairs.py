"""Which result answers which call: a word per message, under every way of pairing."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.checks import pairing
from workbench.checks.answer_windows import windows_of
from workbench.checks.chat import Chat, read_chat
from workbench.checks.pairing import Pairs, is_id, pairs_of, unmatched
from workbench.formats.contract import Event
from workbench.targets.contract import Pairing


def chat_of(story: str) -> Chat:
    """`user`, `system`, `assistant`, `call:a,b`, `result:a`; `speaking-call:a` has words too, `a=f` names the tool."""
    return read_chat("openai-chat", [_message(word) for word in story.split()], {})


def _message(word: str) -> Any:
    kind, _, ids = word.partition(":")
    if kind == "result":
        call_id, _, name = ids.partition("=")
        return {"role": "tool", "tool_call_id": call_id, "content": "ok"} | ({"name": name} if name else {})
    if not kind.endswith("call"):
        return {"role": kind, "content": "Words."}
    calls = [
        {"id": call_id, "type": "function", "function": {"name": name or "read", "arguments": "{}"}}
        for call_id, _, name in (one.partition("=") for one in ids.split(","))
    ]
    return {"role": "assistant", "content": "Words." if kind == "speaking-call" else None, "tool_calls": calls}


def told(story: str, pairing: Pairing) -> dict[str, list[str]]:
    """What was filed, each as the messages it is in: `result>call`, or the one message."""
    chat = chat_of(story)
    pairs = pairs_of(chat, pairing)
    answered = [f"{result.message}>{call.message}" for call, result in pairs.of_calls(chat.calls)]
    lists = [name for name in Pairs.__struct_fields__ if name != "answered"]
    filed = {"answered": answered} | {name: _places(getattr(pairs, name)) for name in lists}
    return {name: places for name, places in filed.items() if places}


def _places(rows: list[Event] | list[tuple[Event, Event]]) -> list[str]:
    return [str(row.message) if isinstance(row, Event) else f"{row[0].message}>{row[1].message}" for row in rows]


@pytest.mark.parametrize(
    ("story", "pairing", "filed"),
    [
        ("call:a,b result:a result:b", "contiguous", {"answered": ["1>0", "2>0"]}),
        ("call:a user result:a", "contiguous", {"not_adjacent": ["2>0"]}),
        ("call:a system result:a", "contiguous", {"not_adjacent": ["2>0"]}),
        ("call:a nobody result:a", "contiguous", {"not_adjacent": ["2>0"]}),
        ("call:a call:b result:a result:b", "contiguous", {"answered": ["3>1"], "not_adjacent": ["2>0"]}),
        ("call:a call:b result:a result:b", "turn", {"answered": ["2>0", "3>1"]}),
        ("call:a assistant call:b result:a result:b", "turn", {"answered": ["3>0", "4>2"]}),
        ("call:a user result:a", "turn", {"answered": ["2>0"], "interrupted": ["2>0"]}),
        ("call:a result:a user result:a", "turn", {"answered": ["1>0"], "duplicates": ["3>1"], "interrupted": ["3>0"]}),
        ("result:z call:a user result:a", "turn", {"orphans": ["0"], "answered": ["3>1"], "interrupted": ["3>1"]}),
        ("call:a,b result:a result:b", "turn", {"answered": ["1>0", "2>0"]}),
        ("call:a user assistant result:a", "turn", {"not_adjacent": ["3>0"]}),
        ("call:a assistant result:a", "segment", {"answered": ["2>0"]}),
        ("call:a result:b call:b result:a", "segment", {"before_call": ["1>2"], "answered": ["3>0"]}),
        ("call:a user result:a", "segment", {"not_adjacent": ["2>0"]}),
        ("call:a system result:a", "segment", {"not_adjacent": ["2>0"]}),
        ("call:a call:b result:a result:b", "run", {"answered": ["2>0", "3>1"]}),
        ("call:a result:a call:b result:b result:a", "run", {"answered": ["1>0", "3>2"], "duplicates": ["4>1"]}),
        ("call:a assistant result:a", "run", {"not_adjacent": ["2>0"]}),
        ("call:a system result:a", "run", {"not_adjacent": ["2>0"]}),
        ("call:a user assistant result:a", "anywhere", {"answered": ["3>0"]}),
        ("result:a call:a", "anywhere", {"answered": ["0>1"]}),
        ("result:a user call:a user", "contiguous", {"before_call": ["0>2"]}),
    ],
)
def test_a_result_counts_where_the_target_wants_it(story: str, pairing: Pairing, filed: dict[str, list[str]]) -> None:
    assert told(story, pairing) == filed


def test_a_second_result_is_told_with_the_first() -> None:
    assert told("call:a result:a result:a", "contiguous") == {"answered": ["1>0"], "duplicates": ["2>1"]}
    assert told("call:a result:a user result:a", "contiguous") == {"answered": ["1>0"], "duplicates": ["3>1"]}


def test_twins_in_different_turns_each_have_their_own_result() -> None:
    story = "call:a result:a user call:a result:a user call:a result:a result:a"
    assert told(story, "contiguous") == {"answered": ["1>0", "4>3", "7>6"], "duplicates": ["8>7"]}
    assert told(story, "anywhere") == {"answered": ["1>0", "4>3", "7>6"], "duplicates": ["8>7"]}


def test_a_twin_of_an_earlier_turn_that_was_never_answered_stays_missing() -> None:
    assert told("call:a user call:a result:a", "contiguous") == {"answered": ["3>2"], "missing": ["0"]}


def test_a_result_that_is_too_late_is_of_the_last_call_before_it() -> None:
    assert told("call:a user call:a user result:a", "contiguous") == {"not_adjacent": ["4>2"], "missing": ["0"]}


def test_a_call_that_its_message_makes_twice_is_not_missing_if_one_is_answered() -> None:
    assert told("call:a,a result:a user", "contiguous") == {"answered": ["1>0"]}
    assert told("call:a,a user", "contiguous") == {"missing": ["0", "0"]}


def test_an_open_call_of_the_last_message_is_pending_and_any_other_missing() -> None:
    assert told("call:a", "contiguous") == {"pending": ["0"]}
    assert told("call:a user", "contiguous") == {"missing": ["0"]}
    assert told("speaking-call:a", "contiguous") == {"pending": ["0"]}


def test_a_model_that_speaks_on_behind_its_call_waits_for_no_result() -> None:
    call = {"type": "tool_use", "id": "a", "name": "read", "input": {}}
    words = {"type": "text", "text": "So it is done."}
    for blocks, waits in (([call, words], False), ([words, call], True), ([call, words | {"text": ""}], True)):
        pairs = pairs_of(read_chat("anthropic", [{"role": "assistant", "content": blocks}], {}), "turn")
        assert bool(pairs.pending) is waits
        assert bool(pairs.missing) is not waits


def test_an_id_written_differently_is_a_mismatch_with_the_nearest_call() -> None:
    assert told("call:call_1 result:toolu_1", "contiguous") == {"mismatches": ["1>0"], "missing": ["0"]}
    twice = "call:call_1 user call:call_1 result:toolu_1 user"
    assert told(twice, "contiguous")["mismatches"] == ["3>2"], "the one in its window"
    late = "call:call_1 user call:call_1 user result:toolu_1 user call:call_1 user"
    assert told(late, "contiguous")["mismatches"] == ["4>2"], "else the last before it"
    early = "result:toolu_1 user call:call_1 user call:call_1 user"
    assert told(early, "contiguous")["mismatches"] == ["0>2"], "else the first after it"


def test_two_strangers_never_take_one_call() -> None:
    both = "call:call_1,call_2 result:toolu_1 result:other user"
    assert told(both, "contiguous")["mismatches"] == ["1>0", "2>0"]
    chat = chat_of(both)
    assert [call.id for _, call in pairs_of(chat, "contiguous").mismatches] == ["call_1", "call_2"]
    spent = "call:call_1 result:toolu_1 result:other user"
    assert told(spent, "contiguous") == {"mismatches": ["1>0"], "orphans": ["2"], "missing": ["0"]}


def test_a_stranger_is_of_the_waiting_call_of_its_tool_else_of_the_first() -> None:
    for name, partner in (("grep", "b"), ("other", "a")):
        chat = chat_of(f"call:a=read,b=grep result:x={name} user")
        assert [call.id for _, call in pairs_of(chat, "contiguous").mismatches] == [partner]


def test_a_stranger_where_no_call_waits_is_an_orphan() -> None:
    assert told("call:a user result:x", "contiguous") == {"orphans": ["2"], "missing": ["0"]}
    assert told("call:a result:x user", "anywhere") == {"orphans": ["1"], "missing": ["0"]}


def test_of_two_alike_in_its_window_a_stranger_is_of_the_first() -> None:
    (mismatch,) = pairs_of(chat_of("call:call_1,tc_1 result:toolu_1 user"), "contiguous").mismatches
    assert mismatch[1].id == "call_1"


def test_a_call_without_an_id_is_like_no_other() -> None:
    messages = [_message("call:a"), _message("result:None")]
    messages[0]["tool_calls"][0]["id"] = None
    assert _places(pairs_of(read_chat("openai-chat", messages, {}), "anywhere").orphans) == ["1"]


def test_texts_in_another_list_than_the_calls_say_nothing_of_their_order() -> None:
    message = _message("call:a") | {"content": [{"type": "text", "text": "One."}, {"type": "text", "text": "Two."}]}
    assert _places(pairs_of(read_chat("openai-chat", [message], {}), "contiguous").pending) == ["0"]


def blocks(role: str, *words: str) -> Any:
    """A turn of Anthropic's: `call:a`, `result:a` or `text`."""
    made: dict[str, Any] = {"text": {"type": "text", "text": "Words."}}
    for word in words:
        call_id = word.partition(":")[2]
        made |= {f"call:{call_id}": {"type": "tool_use", "id": call_id, "name": "read", "input": {}}}
        made |= {f"result:{call_id}": {"type": "tool_result", "tool_use_id": call_id, "content": "ok"}}
    return {"role": role, "content": [made[word] for word in words]}


def test_words_between_calls_and_results_are_told_once_for_a_message() -> None:
    calls, results = blocks("assistant", "call:a", "call:b"), blocks("user", "result:a", "result:b")
    chat = read_chat("anthropic", [calls, blocks("user", "text"), results], {})
    assert _places(pairs_of(chat, "turn").interrupted) == ["2>0"]
    parted = [calls, blocks("user", "result:a", "text"), blocks("user", "result:b")]
    assert pairs_of(read_chat("anthropic", parted, {}), "turn").interrupted == [], "the first of them has a result"


def test_a_turn_that_answers_and_calls_at_once_still_answers() -> None:
    chat = read_chat("anthropic", [blocks("assistant", "call:a"), blocks("user", "result:a", "call:b")], {})
    assert list(pairs_of(chat, "turn").of_calls(chat.calls)) == [(chat.calls[0], chat.results[0])]


def gemini(*parts: str) -> Chat:
    """`call:f`, `result:f`, or the role of one who speaks."""
    messages: list[Any] = []
    for part in parts:
        kind, _, name = part.partition(":")
        if kind == "call":
            messages.append({"role": "model", "parts": [{"functionCall": {"name": name, "args": {}}}]})
        elif kind == "result":
            messages.append({"role": "user", "parts": [{"functionResponse": {"name": name, "response": {}}}]})
        else:
            messages.append({"role": kind, "parts": [{"text": "Words."}]})
    return read_chat("gemini", messages, {})


def test_without_ids_a_late_result_is_of_the_last_call_of_its_tool() -> None:
    pairs = pairs_of(gemini("call:f", "user", "call:f", "user", "model", "result:f", "call:f"), "name")
    assert _places(pairs.not_adjacent) == ["5>2"]
    assert _places(pairs_of(gemini("call:f", "user", "model", "result:g"), "name").orphans) == ["3"]
    assert pairs_of(gemini("call:f", "result:g"), "name").orphans == [], "in its window the number is counted, no more"


def test_without_ids_a_result_does_not_answer_a_call_of_its_own_message() -> None:
    chat = gemini("call:f")
    chat.messages[0]["parts"].append({"functionResponse": {"name": "f", "response": {}}})
    assert _places(pairs_of(read_chat("gemini", chat.messages, {}), "name").orphans) == ["0"]


def test_a_window_ends_with_the_call_that_opened_it_last() -> None:
    windows = windows_of(chat_of("call:a result:a call:b result:b user result:b"), "segment")
    assert windows == [range(0), range(1), range(0), range(3), range(0), range(0)]


def test_events_without_ids_match_by_name_and_order() -> None:
    chat = gemini("call:f", "call:g", "result:g", "result:h")
    lacking, left = unmatched(chat.calls, chat.results)
    assert ([call.name for call in lacking], [result.name for result in left]) == (["f"], ["h"])


def test_only_text_and_numbers_are_ids() -> None:
    assert [is_id(value) for value in ("a", 1, 0, "", None, True, ["a"], 1.5)] == [True] * 3 + [False] * 5


@pytest.mark.parametrize("story", ["user call:a result:a call:b result:b", "user"])
def test_a_history_in_which_every_result_follows_its_call_needs_no_search(
    story: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(chat: Chat, pairing: Pairing) -> list[range]:
        raise AssertionError("no result needs a window")

    monkeypatch.setattr(pairing, "windows_of", fail)
    assert set(told(story, "contiguous")) <= {"answered"}
