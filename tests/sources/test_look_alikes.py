"""Files that share a key with a program's own are not read as that program's, and healthy ones have no false error."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from tests.sources.documents import all_of, conversations, lines, only, source_of
from tests.sources.kinds import ANSWER, CHAT
from workbench.checks.check import check
from workbench.cli import main
from workbench.conversation import Conversation
from workbench.loading import LoadError


def _refused(content: bytes | Any) -> LoadError:
    (item,) = all_of(content)
    assert isinstance(item, LoadError)
    return item


def test_an_editors_list_of_versions_is_no_index_of_claude_code() -> None:
    versions = {"version": 1, "resource": "file:///a.py", "entries": [{"id": "x.py", "timestamp": 1}]}
    assert _refused(versions).source is None
    assert _refused({"version": 1, "entries": [{"sessionId": "s", "fullPath": "/s.jsonl"}]}).source == "claude-code"


def test_a_screen_log_of_codex_is_known_by_either_direction() -> None:
    log = lines({"ts": "1", "dir": "meta", "kind": "session_start"}, {"ts": "2", "dir": "to_tui", "kind": "app_event"})
    assert _refused(log).source == "codex"


def test_lines_that_repeat_their_session_are_not_mistral_vibes() -> None:
    row = {"session_id": "s", "message_id": "m", "role": "user", "text": "hi", "kind": "message"}
    for item in all_of(lines(row, {**row, "role": "assistant"})):
        assert not isinstance(item, Conversation) or source_of(item) is None
        assert not isinstance(item, Conversation) or check(item).verdict.outcome == "not-judged"


def test_the_task_of_an_agent_is_no_data_set_of_instructions() -> None:
    assert _refused(lines(*({"instruction": "Fix", "git_patch": "", "metrics": {}} for _ in "ab"))).source is None
    assert _refused([{"instruction": "Add", "input": "1", "output": "2"}]).source == "instruction-data"


def test_recorded_calls_of_goose_without_messages_hold_none() -> None:
    call = {"input": {"system": "s", "messages": [], "tools": []}, "output": {"message": {
        "role": "assistant", "created": 1, "content": [{"type": "text", "text": "hi"}]}, "usage": {}}}  # fmt: skip
    assert _refused({"4f53": call}).source == "goose"


def test_an_answer_with_an_empty_input_is_an_answer() -> None:
    call = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "w", "arguments": "{}"}
    conversation = only({"id": "resp_1", "object": "response", "input": [], "output": [call], "store": True})
    assert (conversation.is_answer, conversation.messages) == (True, [call])
    assert check(conversation).verdict.outcome == "accepted"


def test_a_blank_block_in_a_session_of_claude_code_is_no_fault() -> None:
    def line(uuid: str, parent: str | None, role: str, content: Any) -> Any:
        message = {"role": role, "content": content, **({"id": "msg_1"} if role == "assistant" else {})}
        return {"type": role, "uuid": uuid, "parentUuid": parent, "sessionId": "s", "isSidechain": False,
                "message": message}  # fmt: skip

    session = lines(
        line("a", None, "user", "Weather?"),
        line("b", "a", "assistant", [{"type": "text", "text": "\n\n"}]),
        line("c", "b", "assistant", [{"type": "tool_use", "id": "toolu_1", "name": "w", "input": {}}]),
        line("d", "c", "user", [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "rain"}]),
    )
    report = check(only(session))
    assert (report.verdict.outcome, report.findings) == ("accepted", ())


def test_a_cassette_may_name_the_classes_of_its_client() -> None:
    body = json.dumps({"model": "gpt-4o", "messages": CHAT})
    cassette = f"""interactions:
- request:
    body: '{body}'
    headers:
      ? !!python/object/apply:multidict._multidict.istr
      - Content-Type
      : - application/json
      Host: !!python/tuple [a, b]
    method: POST
    uri: https://api.openai.com/v1/chat/completions
  response:
    body:
      string: '{json.dumps(ANSWER)}'
    status: {{code: 200, message: OK}}
version: 1
"""
    (conversation,) = conversations(cassette.encode())
    assert (source_of(conversation), len(conversation.messages)) == ("vcr-cassette", 3)


def test_detect_and_check_agree_that_an_unknown_format_is_no_success(tmp_path: Path) -> None:
    unknown = tmp_path / "unknown.json"
    unknown.write_text(json.dumps({"messages": [{"role": "user", "text": "hi"}, {"role": "bot", "text": "yo"}]}))
    known = tmp_path / "known.json"
    known.write_text(json.dumps(CHAT))
    assert [CliRunner().invoke(main, [command, str(unknown)]).exit_code for command in ("detect", "check")] == [2, 2]
    assert [CliRunner().invoke(main, [command, str(known)]).exit_code for command in ("detect", "check")] == [0, 0]
