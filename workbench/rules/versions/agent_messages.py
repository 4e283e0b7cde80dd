"""A2A messages of an older version, without an id or parts, or with both results and text."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.description import quoted
from workbench.json.patch import add, remove, replace
from workbench.rules.contract import Violation, at, at_message, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.leaving_out import without_message
from workbench.rules.editing.speaker import SPEAKERS
from workbench.rules.occasions import has_results
from workbench.targets.contract import Target


def to_version_1(context: RepairContext, finding: Finding) -> Fix | None:
    if finding.stage != "internal":
        return None  # it is about a converted message, not about the file
    value = context.value(finding.at)
    if finding.at.endswith("/role"):
        roles = {"user": "ROLE_USER", "assistant": "ROLE_AGENT"}
        speaker = value.lower() if isinstance(value, str) else ""
        role = roles.get(SPEAKERS.get(speaker, ""))
        return (
            Fix(f"Write the role as {role}", (replace(finding.at, role),), True, "The same role.", 0.98)
            if role
            else None
        )
    if not finding.at.endswith(("/kind", "/type")):
        return None
    return Fix(
        "Remove the discriminator", (remove(finding.at),), True, "Version 1 identifies parts by their keys.", 0.9
    )


@rule("FM811", "a2a-version-mismatch", fix=to_version_1)
def a2a_version_mismatch(chat: Chat, target: Target) -> Iterator[Violation]:
    """A message from an older A2A version is passed to version 1.

    Version 1 has no `kind` or `type` on its parts, and its roles are ROLE_USER and ROLE_AGENT.

    Bad (a2a-sdk@1):
        [{"role": "agent", "messageId": "m1", "parts": [{"kind": "text", "text": "Hello"}]}]
    Good (a2a-sdk@1):
        [{"role": "ROLE_AGENT", "messageId": "m1", "parts": [{"text": "Hello"}]}]
    """
    for index, message in enumerate(chat.messages):
        if not isinstance(message, dict):
            continue
        role = message.get("role")
        if isinstance(role, str) and not role.startswith("ROLE_"):
            text = f"The role {quoted(role)} is from an older version."
            yield at_message(index, text, ("role",), cause="older version", role=role)
        parts = message.get("parts")
        for position, part in enumerate(parts if isinstance(parts, list) else ()):
            key = next((key for key in ("kind", "type") if isinstance(part, dict) and key in part), None)
            if key:
                text = f"Parts of version 1 have no {quoted(key)}."
                path = ("parts", position, key)
                yield at_message(index, text, path, cause="older version", part=position, key=key, role=role)


def give_message_id(context: RepairContext, finding: Finding) -> Fix | None:
    if finding.stage != "internal" or not isinstance(context.value(finding.at), dict):
        return None
    message_id = f"message-{finding.message_index}"
    return Fix(
        "Give the message an id", (add(f"{finding.at}/messageId", message_id),), True, "Any unique id will do.", 0.9
    )


@rule("FM812", "a2a-message-id-missing", fix=give_message_id)
def a2a_message_id_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """An A2A message has no id.

    Bad (a2a-sdk@1):
        [{"role": "ROLE_USER", "parts": [{"text": "Hello"}]}]
    Good (a2a-sdk@1):
        [{"role": "ROLE_USER", "messageId": "m1", "parts": [{"text": "Hello"}]}]
    """
    for index, message in enumerate(chat.messages):
        if (
            isinstance(message, dict)
            and not (message.get("messageId") or message.get("message_id"))
            and "role" in message
        ):
            yield at_message(index, "The message has no messageId.")


@rule("FM813", "a2a-parts-empty", fix=without_message)
def a2a_parts_empty(chat: Chat, target: Target) -> Iterator[Violation]:
    """An A2A message has no parts.

    Bad (a2a-sdk@1):
        [{"role": "ROLE_USER", "messageId": "m1", "parts": [{"text": "Hello"}]},
         {"role": "ROLE_AGENT", "messageId": "m2", "parts": []}]
    Good (a2a-sdk@1):
        [{"role": "ROLE_USER", "messageId": "m1", "parts": [{"text": "Hello"}]},
         {"role": "ROLE_AGENT", "messageId": "m2", "parts": [{"text": "Hello."}]}]
    """
    for index, message in enumerate(chat.messages):
        if isinstance(message, dict) and message.get("parts", []) == []:
            yield at_message(index, "The message has no parts.", ("parts",) if "parts" in message else ())


@rule("FM814", "a2a-mixed-response-and-text", occasion=has_results)
def a2a_mixed_response_and_text(chat: Chat, target: Target) -> Iterator[Violation]:
    """A message contains both tool results and text.

    Google's ADK refuses it, because results resume a run and text starts a new one. Other agents accept it.

    Bad (a2a-sdk@1):
        [{"role": "ROLE_AGENT", "messageId": "m1", "parts": [{"data":
          {"tool_calls": [{"call_id": "c1", "name": "f", "arguments": {}}]}}]},
         {"role": "ROLE_USER", "messageId": "m2", "parts": [{"text": "Hello"}, {"data":
          {"tool_results": [{"call_id": "c1", "name": "f", "output": "r"}]}}]}]
    Good (a2a-sdk@1):
        [{"role": "ROLE_AGENT", "messageId": "m1", "parts": [{"data":
          {"tool_calls": [{"call_id": "c1", "name": "f", "arguments": {}}]}}]},
         {"role": "ROLE_USER", "messageId": "m2", "parts": [{"data":
          {"tool_results": [{"call_id": "c1", "name": "f", "output": "r"}]}}]}]
    """
    for index in sorted({result.message for result in chat.results}):
        texts = [event for event in chat.of_message(index) if event.kind == "text" and event.value]
        if texts:
            yield at(texts[0], "The message contains both tool results and text.")
