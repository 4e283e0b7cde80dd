"""The `name` of a message's speaker."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.json.description import quoted
from workbench.rules.contract import Violation, at_message, rule
from workbench.rules.editing.speaker_names import keep_name_as_text
from workbench.rules.occasions import has_key
from workbench.targets.contract import WARNING, Target

_ALWAYS_REFUSED = re.compile(r"[\s<|\\/>]")
_ACCEPTED = re.compile(r"[a-zA-Z0-9_-]+\Z")


@rule("CO616", "message-name-bad-chars", fix=keep_name_as_text, occasion=has_key("name"))
def message_name_bad_chars(chat: Chat, target: Target) -> Iterator[Violation]:
    """The `name` of a message contains characters that the API does not accept.

    The API has always refused spaces and `< | \\ / >`; since 2026 it only accepts letters, digits, `_` and `-`. This
    usually comes from passing on the display name of a person or an agent.

    Bad (openai):
        [{"role": "user", "name": "Ada Lovelace", "content": "Hello"}]
    Good (openai):
        [{"role": "user", "name": "Ada_Lovelace", "content": "Hello"}]
    """
    if "name" not in chat.keys:
        return
    for index, message in enumerate(chat.messages):
        name = message.get("name") if isinstance(message, dict) and "name" in message else None
        if isinstance(name, str) and name and chat.roles[index] != "tool" and not _ACCEPTED.match(name):
            severity = None if _ALWAYS_REFUSED.search(name) else WARNING
            text = f"The name {quoted(name)} has characters that are not accepted."
            yield at_message(index, text, ("name",), severity=severity, pattern="^[a-zA-Z0-9_-]+$")


@rule("CO627", "message-name-misplaced", fix=keep_name_as_text, occasion=has_key("name"))
def message_name_misplaced(chat: Chat, target: Target) -> Iterator[Violation]:
    """A message that is not the user's has a `name`, and the API accepts one only from the user.

    It usually comes from a framework with several agents, which gives each of its messages the name of the agent.

    Bad (xai):
        [{"role": "system", "name": "planner", "content": "Be brief."}, {"role": "user", "content": "Hello"}]
    Good (xai):
        [{"role": "system", "content": "Be brief."}, {"role": "user", "name": "ada", "content": "Hello"}]
    """
    allowed = target.limits.named_roles
    if allowed is None or "name" not in chat.keys:
        return
    for index, message in enumerate(chat.messages):
        name = message.get("name") if isinstance(message, dict) else None
        if isinstance(name, str) and name and chat.roles[index] not in allowed:
            text = f"A message with the role {chat.roles[index]} must not have a name."
            yield at_message(index, text, ("name",), role=chat.roles[index])
