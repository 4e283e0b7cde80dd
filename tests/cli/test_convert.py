"""`workbench convert` and its preflight."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import HEALTHY, PREFIX_SWITCH, Run

Save = Callable[..., Path]


def test_a_list_of_messages_stays_a_list(run: Run, saved: Save) -> None:
    result = run("convert", saved(PREFIX_SWITCH), "--to", "vercel-v4-core")
    messages = json.loads(result.stdout)
    assert messages[0] == {"role": "user", "content": "List the files."}
    assert messages[1]["content"][0]["toolCallId"] == "call_toolu_1"


def test_a_body_stays_a_body_with_its_tools_and_system_prompt(run: Run, saved: Save) -> None:
    tool = {
        "type": "function",
        "function": {"name": "ls", "description": "", "parameters": {"type": "object", "properties": {}}},
    }
    system = {"role": "system", "content": "Be brief."}
    body = {"model": "m", "messages": [system, *HEALTHY], "tools": [tool]}
    converted = json.loads(run("convert", saved(body), "--to", "anthropic").stdout)
    assert list(converted)[:2] == ["model", "messages"]
    assert "Be brief." in json.dumps(converted["system"])
    assert converted["tools"][0]["name"] == "ls"
    assert [message["role"] for message in converted["messages"]] == ["user", "assistant", "user"]


def test_the_result_can_be_written_to_a_file(run: Run, saved: Save, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    result = run("convert", saved(PREFIX_SWITCH), "--to", "openai-chat", "--out", out)
    assert (result.exit_code, result.stdout) == (0, "")
    assert json.loads(out.read_text())[2]["role"] == "tool"


def test_a_route_through_another_format_can_be_requested(run: Run, saved: Save) -> None:
    path = saved([{"speaker": "ai", "blocks": [{"type": "thinking", "thought": "Hm."}, {"type": "text", "text": "A"}]}])
    flight = json.loads(
        run("convert", path, "--to", "openai-chat", "--via", "vercel-v4-core", "--check", "--output", "json").stdout
    )
    assert flight["route"] == ["icontent", "vercel-v4-core", "openai-chat"]
    assert flight["losses"][0]["at"] == "/0/blocks/0/thought"
    assert "lines 196-200" in flight["losses"][0]["why"]


def test_the_preflight_reports_losses_renamings_ids_and_the_verdict(run: Run, saved: Save) -> None:
    history = [*PREFIX_SWITCH[:2], {**PREFIX_SWITCH[2], "metadata": {"turn": 1}}]
    result = run("convert", saved(history), "--to", "vercel-v4-core", "--check", "--output", "json")
    flight = json.loads(result.stdout)
    assert flight["ids"] == [
        {"from": "hist_tool_toolu_1", "to": "call_toolu_1"},
        {"from": "toolu_1", "to": "call_1"},
    ]
    assert {"from": "parameters", "to": "args", "count": 1} in flight["renamed"]
    assert [loss["at"] for loss in flight["losses"]] == ["/2/metadata/turn"]
    assert flight["accepted"] is False
    assert result.exit_code == 1
    text = run("convert", saved(history), "--to", "vercel-v4-core", "--check").stdout
    assert "metadata.turn in message 2: spec 000" in text
    assert '"hist_tool_toolu_1" → "call_toolu_1"' in text


def test_a_preflight_without_an_error_exits_with_0(run: Run, saved: Save) -> None:
    result = run("convert", saved(HEALTHY), "--to", "anthropic", "--check")
    assert result.exit_code == 0
    assert "Anthropic would accept this." in result.stdout


def test_one_of_several_conversations_is_selected_by_number(run: Run, saved: Save) -> None:
    path = saved("\n".join(json.dumps({"messages": [{"role": "user", "content": word}]}) for word in "ab"), "c.jsonl")
    second = run("convert", path, "--format", "openai-chat", "--to", "openai-chat", "--conversation", "2")
    assert json.loads(second.stdout)["messages"][0]["content"] == "b"
    first = run("convert", path, "--format", "openai-chat", "--to", "openai-chat")
    assert json.loads(first.stdout)["messages"][0]["content"] == "a"
    assert "contains several conversations" in first.stderr
    assert run("convert", path, "--to", "openai-chat", "--conversation", "3").exit_code == 2
