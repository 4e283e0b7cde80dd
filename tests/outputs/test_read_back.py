"""A written session counts as repaired only if its program still knows the file, and reads it as it was repaired."""

from __future__ import annotations

import json

import pytest

from tests.sources.documents import lines, only, source_of
from tests.sources.kinds import CHAT
from tests.sources.kinds_of_programs import VIBE
from workbench.outputs.read_back import Comparison
from workbench.outputs.repaired_file import repaired_file_text
from workbench.repairs.repair import repair
from workbench.sources.writing.changes import CannotBeWrittenError


def test_the_same_messages_in_a_file_that_no_program_knows_are_not_read_as_the_session() -> None:
    session, plain = only(lines(*VIBE)), only(lines(*CHAT))
    assert session.messages == plain.messages
    assert Comparison(session, session).agrees("openai")
    assert not Comparison(plain, session).agrees("openai")


def test_a_result_that_is_read_in_another_place_than_the_repair_gave_it_is_not_read_as_the_repair() -> None:
    """The log names the call of its first step after the next message, and the result can only be written there."""
    log = lines(
        {"type": "context.append_loop_event", "event": {"type": "step.begin", "uuid": "s1"}},
        {"type": "context.append_message", "message": {"role": "user"}},
        {"type": "context.append_loop_event", "event": {
            "type": "tool.call", "stepUuid": "s1", "toolCallId": "Bash_0", "name": "Bash"}},
    )  # fmt: skip
    before = only(log)
    after = repair(before, "ai@5").conversation
    assert [message["role"] for message in after.messages] == ["assistant", "tool", "user"]
    with pytest.raises(CannotBeWrittenError, match="would not be read as it was repaired"):
        repaired_file_text(log.decode(), [(before, after)], "ai@5")


def test_a_repair_whose_results_are_written_in_other_places_lasts_when_the_file_is_read_again() -> None:
    """Three calls have one id. The file gets both placeholders after the second, where the first two differ by id."""
    call = {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
    calling = {"role": "assistant", "content": None, "additional_kwargs": {"tool_calls": [call]}}
    unnamed = {"role": "assistant", "additional_kwargs": {"tool_calls": [{"id": "call_1"}]}}
    answer = {"role": "tool", "content": "sunny", "additional_kwargs": {"tool_call_id": "toolu_1"}}
    text = json.dumps({"store": {"me": [unnamed, calling, calling, answer]}})
    before = only(text.encode())
    assert source_of(before) == "llama-index"
    new = repaired_file_text(text, [(before, repair(before, "google-adk").conversation)], "google-adk")
    assert repair(only(new.encode()), "google-adk").applied == ()


def test_a_repair_lasts_in_a_file_whose_lines_are_read_as_a_programs_only_after_it() -> None:
    """A list among the lines is no message, so nothing can be added between them until the program is recognised."""
    unnamed = {"content": "", "tool_calls": [{}]}
    orphans = [{"type": "tool", "content": "sunny", "tool_call_id": "call_1"}, {"tool_call_id": "call_2"}]
    log = lines({"type": "human", "content": "Weather?"}, unnamed, [], *orphans).decode()
    before = only(log.encode())
    assert before.origin is None
    new = repaired_file_text(log, [(before, repair(before, "openai").conversation)], "openai")
    found = only(new.encode())
    assert source_of(found) == "langchain"
    assert repair(found, "openai").applied == ()
