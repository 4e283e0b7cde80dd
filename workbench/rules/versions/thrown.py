"""Errors that the SDK throws before it sends anything."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.rules.contract import Violation, at_message, rule
from workbench.rules.versions.sdk import is_ui_message
from workbench.targets.contract import Target


@rule("FM807", "sdk-message-invalid", explains="consequence")
def sdk_message_invalid(chat: Chat, target: Target) -> Iterator[Violation]:
    """The SDK throws an error for this message before anything is sent.

    The SDK checks a list of messages against a schema, or reads fields without checking that they exist. This
    usually comes from a message that another program stored, or that was edited by hand.

    Bad (ai@6):
        [{"role": "user", "content": [{"type": "text", "words": "Hello"}]}]
    Good (ai@6):
        [{"role": "user", "content": [{"type": "text", "text": "Hello"}]}]
    """
    if target.throws is None:
        return
    start = chat.own_prompt
    for thrown in target.throws(chat.messages[start:]):
        index = thrown.message + start
        cause = "ui" if is_ui_message(chat.messages[index], target) else f"thrown {index}"
        violation = at_message(index, thrown.text, thrown.path, severity=thrown.severity, cause=cause, id=thrown.id)
        yield violation._replace(words=thrown.words)
