from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import PREFIX_SWITCH, Run
from tests.sources.documents import lines
from tests.sources.test_claude_code import line

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


SESSION = lines(
    {"type": "summary", "summary": "Weather", "leafUuid": "x"},
    line("a", None, "user", "Weather?"),
    line("b", "a", "assistant", [{"type": "text", "text": "Sunny."}]),
)


def test_the_trace_of_a_session_starts_with_its_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    file.write_bytes(SESSION)
    result = run("trace", file)
    assert result.exit_code == 0
    told = result.stdout
    assert "Claude Code session → anthropic" in told
    assert "1 record not sent: summary" in told
    assert "line 1: summary (the title of a session)" in told
    assert "messages[1] ← line 3" in told
    assert "line 3 message.content[0].text" in told


def test_for_programs_records_links_and_what_is_not_sent_point_into_the_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    file.write_bytes(SESSION)
    trace = json.loads(run("trace", file, "--message", "1", "--output", "json").stdout)
    assert trace["messages"] == []
    told = trace["from_file"]
    assert (told["source"], told["records"], told["differs"]) == ("claude-code", 3, True)
    assert told["not_sent"] == [
        {"at": "/0", "line": 1, "type": "summary", "before_message": 0, "why": "the title of a session"}
    ]
    [message] = told["messages"]
    assert message["records"] == [{"at": "/2", "line": 3, "type": "assistant"}]
    assert {"from": "/2/message/content/0/text", "to": "/1/content/0/text", "how": "copied"} in message["links"]
    assert message["added"] == []


def test_with_a_target_the_conversion_follows_the_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    file.write_bytes(SESSION)
    trace = json.loads(run("trace", file, "--to", "openai-chat", "--output", "json").stdout)
    assert [message["index"] for message in trace["messages"]] == [0, 1]
    assert trace["from_file"]["records"] == 3


def test_messages_that_are_the_file_need_a_target(run: Run, saved: Save) -> None:
    result = run("trace", saved([{"role": "user", "content": "hi"}]))
    assert result.exit_code == 2
    assert "name a format with --to" in result.stderr
