from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import PREFIX_SWITCH, Run

Save = Callable[..., Path]

FAILED = [
    *PREFIX_SWITCH[:2],
    {
        "speaker": "tool",
        "blocks": [
            {"type": "tool_response", "callId": "hist_tool_toolu_1", "result": None, "error": "denied"},
            {"type": "text", "text": "beside"},
        ],
    },
]


def test_links_losses_and_inventions_are_shown_with_their_reasons(run: Run, saved: Save) -> None:
    path = saved({"contents": FAILED})
    result = run("trace", path, "--to", "vercel-v4-core", "--message", "2", "--output", "json")
    trace = json.loads(result.stdout)
    assert (trace["file"], trace["format"], trace["to"]) == (str(path), "icontent", "vercel-v4-core")
    assert trace["hops"][0]["story"] == "spec 000, message conversion"
    [message] = trace["messages"]
    assert message["index"] == 2
    links = {link["from"]: (link["to"], link["how"]) for link in message["links"]}
    assert links["/contents/2/blocks/0/callId"][0] == "/2/content/0/toolCallId"
    assert "spec 001 line 10" in links["/contents/2/blocks/0/callId"][1]
    losses = {loss["at"]: loss for loss in message["losses"]}
    assert losses["/contents/2/blocks/0/error"]["presence_only"] is True
    assert "lines 146-148" in losses["/contents/2/blocks/0/error"]["why"]
    assert "converts only the responses" in losses["/contents/2/blocks/1/text"]["why"]


def test_a_name_that_is_looked_up_for_a_later_message_is_not_lost_in_its_own(run: Run, saved: Save) -> None:
    arguments = ("--to", "openai-chat", "--via", "vercel-v4-core", "--output", "json")
    trace = json.loads(run("trace", saved(PREFIX_SWITCH), *arguments).stdout)
    assert [message["losses"] for message in trace["messages"]] == [[], [], []]


def test_the_table_has_from_to_how_and_value(run: Run, saved: Save) -> None:
    out = run("trace", saved(PREFIX_SWITCH), "--to", "vercel-v4-core").stdout
    assert out.splitlines()[0] == "icontent → vercel-v4-core"
    assert "from " in out
    assert "[1].blocks[0].name" in out
    assert "renamed" in out


def test_a_message_number_out_of_range_is_the_callers_mistake(run: Run, saved: Save) -> None:
    path = saved(PREFIX_SWITCH)
    result = run("trace", path, "--to", "openai-chat", "--message", "9")
    assert result.exit_code == 2
    assert result.stderr == f"workbench: there is no message 9: {path} has 3, counted from 0.\n"
