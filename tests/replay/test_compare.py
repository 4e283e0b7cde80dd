"""The recorded answer beside the new one."""

from __future__ import annotations

from tests.replay.histories import AGENT_RUN, agent_run
from workbench.jsontext import Json
from workbench.replay import compare_answers, recorded_turn


def content(text: str = "", *calls: tuple[str, Json], **metadata: Json) -> Json:
    blocks: list[Json] = [{"type": "text", "text": text}] if text else []
    blocks += [{"type": "tool_call", "id": f"x{n}", "name": name, "parameters": a} for n, (name, a) in enumerate(calls)]
    return {"speaker": "ai", "blocks": blocks, "metadata": metadata}


def test_the_same_answer_under_other_ids_is_the_same() -> None:
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


def test_usage_is_shown_and_does_not_count() -> None:
    comparison = compare_answers(content("Hi", usage={"inputTokens": 1}), content("Hi", usage={"inputTokens": 9}))
    assert comparison.same
    assert comparison.usage == ({"inputTokens": 1}, {"inputTokens": 9})
    assert comparison.as_json()["same"] is True


def test_the_recorded_turn_is_what_the_assistant_said_next() -> None:
    turn = recorded_turn(agent_run(), 1)
    assert turn["blocks"][0]["text"] == AGENT_RUN[1]["content"]
    assert [block["name"] for block in turn["blocks"][1:]] == ["weather", "tides"]
    assert recorded_turn(agent_run(), 2) is None
    assert recorded_turn(agent_run(), None) is None
