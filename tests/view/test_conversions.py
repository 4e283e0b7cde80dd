"""A conversion before it is saved: what it loses and changes, and what the receiver would answer."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.formats import FORMATS
from workbench.json.text import parse_or_none
from workbench.targets import TARGETS
from workbench.view.conversions import conversion, costs, formats_to, is_quick, receivers_of

CALL = {"id": "call_1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
HISTORY: list[Any] = [
    {"role": "user", "content": "List the files.", "name": "ann"},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "call_1", "content": "a.txt"},
]


def _conversation(messages: list[Any]) -> Conversation:
    return detected(Conversation("folder/chat.json", messages, messages))


def test_a_healthy_history_is_converted_with_the_verdict_of_the_receiver() -> None:
    made = conversion(_conversation(HISTORY), "anthropic", "anthropic")
    assert made.route == "OpenAI Chat Completions → Anthropic Messages"
    assert (made.verdict["outcome"], made.findings) == ("accepted", ())
    assert made.file_name == "chat-anthropic.json"
    assert made.converted.payload == parse_or_none(made.text)
    assert check(made.converted, "anthropic").verdict.outcome == "accepted"


def test_losses_and_renames_are_listed() -> None:
    found = costs(_conversation(HISTORY), "anthropic")
    lost = next(change for change in found.changes if change.title == "Lost")
    assert lost.lines[0].startswith("name in message 0")
    assert found.summary == "Something is lost in the conversion. All ids stay the same."
    assert costs(_conversation([{"role": "user", "content": "hi"}]), "anthropic").summary.startswith("Nothing is lost")


def test_faults_that_the_receiver_refuses_are_listed_with_their_place() -> None:
    made = conversion(_conversation(HISTORY[2:]), "anthropic", "anthropic")
    assert made.verdict["outcome"] == "refused"
    assert made.findings[0].startswith("TC101 message 0: ")


def test_as_many_faults_are_listed_as_the_verdict_counts() -> None:
    """A renamed result makes two findings of one cause: the result has no call, and the call has no result."""
    call = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    history = [
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "toolu_1", "content": "ok"},
    ]
    made = conversion(_conversation(history), "anthropic", "anthropic")
    assert "1 error" in made.verdict["text"]
    assert [line.partition(" ")[0] for line in made.findings] == ["ID305"]


def test_the_chosen_receiver_judges() -> None:
    made = conversion(_conversation(HISTORY), "gemini", "vertex-gemini")
    assert made.verdict["text"].startswith(TARGETS["vertex-gemini"].title)


def test_a_long_list_of_losses_is_shortened_and_states_so() -> None:
    messages = [{**HISTORY[0], f"extra_{number}": number} for number in range(60)]
    lost = next(change for change in costs(_conversation(messages), "gemini").changes if change.title == "Lost")
    assert (len(lost.lines), lost.more) == (40, True)


@pytest.mark.parametrize("source", FORMATS)
def test_every_other_format_is_offered_with_a_receiver(source: str) -> None:
    offered = formats_to(detected(Conversation("c", [], []), source))
    assert source not in offered
    assert len(offered) >= 2
    for name in offered:
        receivers = receivers_of(name)
        assert receivers[0] == FORMATS[name].own_target
        assert len(receivers) == len(set(receivers))


def test_a_long_conversation_is_not_traced_without_a_click() -> None:
    assert is_quick(_conversation(HISTORY))
    assert not is_quick(_conversation(HISTORY * 400))
