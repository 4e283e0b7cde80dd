"""The page shows the first of very many rows, and says how many more there are."""

from __future__ import annotations

import json
from typing import Any

from tests.view.checked_views import view_of, view_of_sample
from workbench.converters import route
from workbench.view.limited import limited
from workbench.view.mapping import mapping_data
from workbench.view.message_details import mapping, steps
from workbench.view.window import Look


def call(number: int) -> dict[str, Any]:
    return {"id": f"call_{number}", "type": "function", "function": {"name": "look", "arguments": "{}"}}


def turns(count: int, answered: bool) -> list[dict[str, Any]]:
    history: list[dict[str, Any]] = []
    for number in range(count):
        history.append({"role": "user", "content": f"question {number}"})
        history.append({"role": "assistant", "content": None, "tool_calls": [call(number)]})
        if answered:
            history.append({"role": "tool", "tool_call_id": f"call_{number}", "content": "seen"})
    return [*history, {"role": "user", "content": "and?"}]


def test_rows_within_the_limit_stay_as_they_are() -> None:
    assert limited(["a", "b"], 2, str) == ["a", "b"]
    assert limited(["a", "b", "c"], 2, str) == ["a", "b", "… 1 more"]


def test_a_message_with_very_many_values_says_how_many_are_not_listed() -> None:
    arguments = json.dumps({f"key{number}": number for number in range(1_000)})
    wide = {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": arguments}}
    view = view_of([{"role": "user", "content": "hi"}, {"role": "assistant", "tool_calls": [wide]}], "anthropic")
    rows = mapping(view.report, 1)
    assert len(rows) == 401
    assert rows[-1][0].startswith("… ")
    assert rows[-1][0].endswith(" more")


def test_a_step_is_headed_by_its_two_formats() -> None:
    view = view_of_sample("icontent/rethreaded-prefix")
    told = steps(view.report, view.journeys, 2, None)
    assert [step["title"] for step in told if isinstance(step, dict)] == [
        "1. IContent → Vercel AI SDK 4 CoreMessage",
        "2. Vercel AI SDK 4 CoreMessage → OpenAI Chat Completions",
    ]


def test_a_message_with_many_problems_says_how_many_are_only_in_the_list() -> None:
    history: list[dict[str, Any]] = [{"role": "user", "content": "hi"}]
    history += [{"role": "assistant", "content": None, "tool_calls": [call(number) for number in range(7)]}]
    history += [{"role": "user", "content": "and?"}]
    row = view_of(history, "openai").window(Look(last=10))["rows"][1]
    assert [note["text"] for note in row["notes"]][4:] == [
        "… and 3 more problems in this message, which the list above names"
    ]


def test_the_list_of_threads_says_how_many_it_does_not_have() -> None:
    window = view_of(turns(230, answered=True), "openai").window(Look())
    assert (len(window["threads"]), window["more_threads"]) == (200, 30)


def test_the_number_of_fixes_is_marked_if_not_all_problems_were_looked_at() -> None:
    assert view_of(turns(3, answered=False), "openai").fixable_text == "3"
    assert view_of(turns(230, answered=False), "openai").fixable_text == "200+"
    assert view_of([{"role": "user", "content": "hi"}], "openai").fixable_text == ""


def test_a_long_example_of_a_mapping_says_that_only_its_beginning_is_shown() -> None:
    hops = route("openai-chat", "anthropic")
    messages = [{"role": "user", "content": f"question {number}"} for number in range(50)]
    assert mapping_data([*messages], "openai-chat", hops)["problem"] == "Only the first 40 of 50 messages are shown."
    assert mapping_data([*messages[:40]], "openai-chat", hops)["problem"] == ""
