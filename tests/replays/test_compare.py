"""The recorded answer is compared with the new one."""

from __future__ import annotations

from typing import Any

from tests.replays.histories import AGENT_RUN, agent_run
from workbench.replays import compare_answers, recorded_turn


def content(text: str = "", *calls: tuple[str, Any], **metadata: Any) -> Any:
    blocks: list[Any] = [{"type": "text", "text": text}] if text else []
    blocks += [{"type": "tool_call", "id": f"x{n}", "name": name, "parameters": a} for n, (name, a) in enumerate(calls)]
    return {"speaker": "ai", "blocks": blocks, "metadata": metadata}


def test_different_ids_do_not_make_an_answer_different() -> None:
    comparison = compare_answers(content("Hi", ("ls", {"a": 1})), content("Hi", ("ls", {"a": 1}), finishReason="stop"))
    assert comparison.same
    assert comparison.finish_reason == (None, "stop")


def test_a_text_is_compared_line_by_line() -> None:
    comparison = compare_answers(content("one\ntwo"), content("one\nthree"))
    assert not comparison.same
    assert comparison.text_difference[-3:] == (" one", "-two", "+three")


def test_calls_are_compared_by_name_and_arguments() -> None:
    recorded = content("", ("ls", {"a": 1}), ("cat", {"f": 1}), ("rm", {}))
    new = content("", ("cat", {"f": 2}), ("ls", {"a": 1}), ("mv", {}))
    kinds = [(call.kind, call.name) for call in compare_answers(recorded, new).calls]
    assert kinds == [("same", "ls"), ("changed", "cat"), ("missing", "rm"), ("added", "mv")]


def test_equal_calls_of_one_tool_match_before_any_is_reported_as_changed() -> None:
    recorded = content("", ("ls", {"a": 1}), ("ls", {"a": 2}))
    calls = compare_answers(recorded, content("", ("ls", {"a": 2}), ("ls", {"a": 3}))).calls
    assert [(call.kind, call.recorded, call.new) for call in calls] == [
        ("changed", {"a": 1}, {"a": 3}),
        ("same", {"a": 2}, {"a": 2}),
    ]


def test_deeply_nested_arguments_are_compared() -> None:
    first: Any = 1
    second: Any = 2
    for _ in range(3_000):
        first, second = {"x": first}, {"x": second}
    comparison = compare_answers(content("", ("f", first), ("f", second)), content("", ("f", second), ("f", first)))
    assert comparison.same
    assert [call["kind"] for call in comparison.as_json()["calls"]] == ["same", "same"]


def test_usage_is_shown_but_does_not_count() -> None:
    comparison = compare_answers(content("Hi", usage={"inputTokens": 1}), content("Hi", usage={"inputTokens": 9}))
    assert comparison.same
    assert comparison.usage == ({"inputTokens": 1}, {"inputTokens": 9})
    assert comparison.as_json()["same"] is True


def test_the_recorded_turn_is_the_assistants_next_answer() -> None:
    turn: Any = recorded_turn(agent_run(), 1)
    assert turn["blocks"][0]["text"] == AGENT_RUN[1]["content"]
    assert [block["name"] for block in turn["blocks"][1:]] == ["weather", "tides"]
    assert recorded_turn(agent_run(), 2) is None
    assert recorded_turn(agent_run(), None) is None
