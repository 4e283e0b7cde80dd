"""The library: `import workbench as wb` offers a few typed functions for any kind of source."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import workbench as wb

USER: Any = {"role": "user", "content": "How cold is it?"}
CALL: Any = {
    "role": "assistant",
    "content": None,
    "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "thermometer", "arguments": "{}"}}],
}
RESULT: Any = {"role": "tool", "tool_call_id": "call_1", "content": "-4"}
RENAMED: Any = {"role": "tool", "tool_call_id": "toolu_1", "content": "-4"}
HEALTHY: list[Any] = [USER, CALL, RESULT]
BROKEN: list[Any] = [USER, CALL, RENAMED, USER]


def test_the_names_are_functions_even_after_importing_modules_of_the_same_name() -> None:
    program = (
        "import workbench.cli.check, workbench.loading, workbench.repairs.repair, workbench as wb; "
        "print(all(callable(getattr(wb, name)) for name in wb.__all__ if name[0].islower()))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True"


def test_every_public_name_exists() -> None:
    assert [name for name in wb.__all__ if not hasattr(wb, name)] == []


def test_check_accepts_data_a_path_text_and_a_conversation(tmp_path: Path) -> None:
    path = tmp_path / "chat.json"
    path.write_text(json.dumps(BROKEN), encoding="utf-8")
    text = json.dumps(BROKEN)
    sources: list[wb.Source] = [BROKEN, {"messages": BROKEN}, path, str(path), text, text.encode(), wb.load(BROKEN)]
    outcomes = [wb.check(source, "openai").verdict.outcome for source in sources]
    assert outcomes == ["refused"] * len(sources)


def test_a_finding_has_its_fix_and_the_verdict_its_error_message() -> None:
    report = wb.check(BROKEN, target="openai")
    mismatch = next(finding for finding in report.findings if finding.rule == "tool-id-mismatch")
    assert report.verdict.words == mismatch.provider_error
    assert mismatch.fix is not None
    assert mismatch.fix.safe


def test_repair_keeps_the_result_and_returns_the_document() -> None:
    repaired = wb.repair(BROKEN, "openai")
    assert wb.check(repaired.conversation.payload, "openai").verdict.outcome == "accepted"
    assert repaired.conversation.payload[2] == RESULT


def test_convert_detect_and_trace_follow_a_value() -> None:
    assert wb.detect(HEALTHY).format == "openai-chat"
    converted = wb.convert(HEALTHY, "anthropic")
    assert converted[1]["content"][0]["id"] == "call_1"
    traced = wb.trace(HEALTHY, "anthropic")
    assert (traced.route, len(traced.messages)) == (("openai-chat", "anthropic"), 3)
    assert traced.messages[1].links


def test_locate_finds_the_place_of_an_error() -> None:
    error = "Invalid parameter: 'tool_call_id' of 'toolu_1' not found in 'tool_calls' of previous message."
    assert wb.locate(BROKEN, error).at == "/2/tool_call_id"


def test_replay_needs_no_key_and_acts_as_the_formats_own_provider() -> None:
    record = wb.replay(wb.convert(HEALTHY, "anthropic"), stream=False)
    assert (record.ended, record.target) == ("answered", "anthropic")
    assert wb.replay(BROKEN, "openai").ended == "refused"


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: wb.check(HEALTHY, "anthropc"), "there is no target 'anthropc'; did you mean 'anthropic'?"),
        (lambda: wb.convert(HEALTHY, "openai-chta"), "there is no format 'openai-chta'; did you mean 'openai-chat'?"),
        (lambda: wb.check(HEALTHY, select=["tool-result-orphans"]), "did you mean 'tool-result-orphan'?"),
        (lambda: wb.load(HEALTHY, format="gemin"), "there is no format 'gemin'; did you mean 'gemini'?"),
    ],
)
def test_an_unknown_name_raises_with_the_most_similar_one(call: object, sentence: str) -> None:
    assert callable(call)
    with pytest.raises(wb.UnknownNameError, match=re.escape(sentence)):
        call()


def test_select_and_ignore_accept_names_codes_and_families() -> None:
    rules = {finding.rule for finding in wb.check(BROKEN, "openai", select=["ID305"]).findings}
    assert rules == {"tool-id-mismatch"}
    assert "tool-id-mismatch" not in {finding.rule for finding in wb.check(BROKEN, "openai", ignore="ID,TC").findings}


def test_assert_accepted_passes_a_healthy_history_and_explains_a_broken_one() -> None:
    wb.assert_accepted(HEALTHY, target="openai")
    with pytest.raises(AssertionError) as failure:
        wb.assert_accepted(BROKEN, target="openai")
    lines = str(failure.value)
    assert lines.startswith("OpenAI would refuse this: 1 error, first at message 2.\n")
    assert "tool-id-mismatch" in lines
    assert "OpenAI would say: " in lines


def test_data_that_is_not_a_conversation_is_rejected_in_one_sentence() -> None:
    with pytest.raises(wb.LoadError, match="no messages were found in it, so it was not judged"):
        wb.load({"name": "Ada", "email": "ada@example.com"})


def test_message_objects_of_sdks_can_be_checked() -> None:
    pytest.importorskip("langchain_core")
    pytest.importorskip("pydantic_ai")
    from langchain_core.messages import AIMessage, HumanMessage
    from openai.types.chat import ChatCompletionMessage
    from pydantic_ai.messages import ModelRequest, ModelResponse, ToolCallPart, UserPromptPart

    chat = [USER, ChatCompletionMessage.model_validate(CALL), RENAMED, USER]
    langchain = [HumanMessage("hi"), AIMessage("", tool_calls=[{"name": "ls", "args": {}, "id": "call_1"}])]
    requests = [ModelRequest([UserPromptPart("hi")]), ModelResponse([ToolCallPart("ls", {}, "call_1")])]
    assert [finding.at for finding in wb.check(chat, "openai", select=["ID305"]).findings] == ["/2/tool_call_id"]
    assert wb.detect(langchain).format == "langchain"
    assert wb.detect(requests).format == "pydantic-ai"
    report = wb.check([*langchain, HumanMessage("?")])
    assert [finding.at for finding in report.errors] == ["/1/tool_calls/0"]


def test_an_object_that_is_not_data_is_named_in_the_error() -> None:
    with pytest.raises(wb.NotPlainDataError, match=re.escape("[1] is of type object")):
        wb.check([USER, object()])
