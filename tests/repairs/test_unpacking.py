"""Items of the message list that are not messages are unpacked, or removed if they are empty."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.json.text import compact
from workbench.repairs.repair import repair

ASKED: Any = {"role": "user", "content": "Look."}
SAID: Any = {"role": "assistant", "content": "A file."}
THANKED: Any = {"role": "user", "content": "Thanks."}


@pytest.mark.parametrize(
    "item",
    [[[SAID]], [compact(SAID)], [None, SAID], [{}, SAID], [[], SAID], ["", SAID], [SAID, compact([])]],
    ids=["in a list", "as text", "null before", "empty object before", "empty list before", "empty text before", "[]"],
)
@pytest.mark.parametrize("target", ["openai", "openai-compatible"])
def test_a_wrapped_message_is_unpacked_and_an_empty_item_is_removed(item: list[Any], target: str) -> None:
    messages = [ASKED, *item, THANKED]
    after = repair(detected(Conversation("a", messages, messages), format="openai-chat"), target)
    if item[-1] == "[]":
        assert after.conversation.messages == messages, "a text that is no message stays as it is"
    else:
        assert after.remaining == ()
        assert after.conversation.messages == [ASKED, SAID, THANKED]


def test_two_messages_in_one_item_become_two() -> None:
    messages = [ASKED, [SAID, THANKED]]
    after = repair(detected(Conversation("a", messages, messages), format="openai-chat"), "openai")
    assert after.conversation.messages == [ASKED, SAID, THANKED]


def test_a_text_without_a_speaker_is_not_assigned_to_one() -> None:
    messages = [ASKED, "A file.", THANKED]
    after = repair(detected(Conversation("a", messages, messages), format="openai-chat"), "openai")
    assert after.conversation.messages == messages
    assert [finding.at for finding in after.remaining] == ["/1"]


def test_an_a2a_message_without_parts_is_removed_and_one_with_a_known_speaker_gets_its_role() -> None:
    def message(number: int, role: str, *parts: Any) -> Any:
        return {"messageId": f"m{number}", "role": role, "parts": list(parts)}

    messages = [message(1, "ROLE_USER", {"text": "Look."}), message(2, "ROLE_AGENT"), message(3, "bot", {"text": "A."})]
    after = repair(detected(Conversation("a", messages, messages), format="a2a"), "a2a-sdk@1")
    assert after.remaining == ()
    assert after.conversation.messages == [messages[0], message(3, "ROLE_AGENT", {"text": "A."})]


def test_a_fix_inside_a_list_that_another_fix_replaces_is_applied_later() -> None:
    """The new list has other positions: a write to an old position would replace another message's text."""
    tool = {"type": "tool-ls", "toolCallId": "call_1", "state": "output-available", "input": {}, "output": "a.txt"}
    asked = {"id": "u1", "role": "user", "parts": [{"type": "text", "text": "Look."}]}
    called = {"id": "a1", "role": "assistant", "parts": [tool]}
    thanked = {"id": "u2", "role": "user", "parts": [{"type": "text", "text": "Thanks."}]}
    wrapped = {"id": "a2 Thanks.", "role": "assistant", "parts": [{"type": "text", "text": "Welcome."}]}
    messages = [asked, called, thanked, [wrapped], asked]
    after = repair(detected(Conversation("a", messages, messages), format="vercel-v5-ui"), "ai@6")
    assert after.conversation.messages == [asked, called, thanked, wrapped, asked]


@pytest.mark.parametrize("item", [0, False])
def test_a_number_or_a_flag_among_messages_does_not_count_as_empty(item: Any) -> None:
    messages = [ASKED, item, THANKED]
    after = repair(detected(Conversation("a", messages, messages), format="openai-chat"), "openai")
    assert after.conversation.messages == messages
