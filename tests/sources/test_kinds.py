"""Every kind of file gets its source, its conversations and their messages, and no false finding."""

from __future__ import annotations

import io
import json
import os
import zipfile
from pathlib import Path

import pytest

from tests.sources.all_kinds import ALL_KINDS
from tests.sources.documents import all_of, conversations, source_of
from tests.sources.kinds import CHAT, CHATGPT, Kind, attribute, otlp
from tests.sources.test_unsupported_files import UNREAD
from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.json.pointer import to_path
from workbench.loading import LoadError, load_all
from workbench.sources import SOURCES

FILES = os.environ.get("WORKBENCH_FILES", "")


@pytest.mark.parametrize("kind", ALL_KINDS.values(), ids=ALL_KINDS)
def test_a_file_gets_its_source_and_its_conversations(kind: Kind) -> None:
    found = conversations(kind.content)
    assert {source_of(conversation) for conversation in found} == {kind.source}
    assert [len(conversation.messages) for conversation in found] == kind.messages


@pytest.mark.parametrize("kind", ALL_KINDS.values(), ids=ALL_KINDS)
def test_a_healthy_file_has_no_error(kind: Kind) -> None:
    for conversation in conversations(kind.content):
        assert conversation.detection.recognised
        assert [(finding.rule, finding.text) for finding in check(conversation).errors] == []


@pytest.mark.parametrize("kind", ALL_KINDS.values(), ids=ALL_KINDS)
def test_every_message_leads_back_into_the_file(kind: Kind) -> None:
    for conversation in conversations(kind.content):
        origin = conversation.origin
        assert origin is not None
        for index in range(len(conversation.messages)):
            place = conversation.in_file(conversation.pointer(index))
            assert to_path(place) or isinstance(origin.document, dict)


def test_every_source_is_in_a_file_of_these() -> None:
    unread = {"langfuse-chatml", "openai-stored-completions", *(source for _, source, _ in UNREAD.values())}
    assert {source.slug for source in SOURCES} - unread == {kind.source for kind in ALL_KINDS.values()} - unread


@pytest.mark.parametrize(
    ("content", "source", "words"),
    [
        ([{"display": "hi", "pastedContents": {}, "timestamp": 1}], "claude-code", "open a session under"),
        ([{"session_id": "s", "ts": 1, "text": "hi"}], "codex", "open a rollout under"),
        ({"version": 1, "entries": [{"sessionId": "s", "firstPrompt": "hi"}]}, "claude-code", "open a session under"),
        ([{"content": "Do it", "status": "pending", "activeForm": "Doing it"}], "claude-code", "open a session under"),
        ({"agentType": "Explore", "description": "Look"}, "claude-code", "open a session under"),
        ([{"id": "s", "thread_name": "Weather", "updated_at": "2026"}], "codex", "open a rollout under"),
        ({"files_in_context": [], "model_usage": []}, "cline", "api_conversation_history.json"),
        ({"id": "u", "email": "a@b", "chatgpt_plus_user": True}, "chatgpt-export", "conversations.json"),
        ([{"id": "f", "conversation_id": "c", "rating": "thumbs_up", "content": "{}"}], "chatgpt-export", "export"),
        ([{"id": "l", "conversation_id": "c", "title": "t", "is_anonymous": True}], "chatgpt-export", "export"),
        ([{"uuid": "u", "full_name": "A", "email_address": "a@b"}], "claude-ai-export", "conversations.json"),
        ([{"uuid": "p", "name": "n", "prompt_template": "", "docs": []}], "claude-ai-export", "conversations.json"),
        ([{"ts": 1, "type": "say", "say": "text", "text": "hi"}], "cline", "api_conversation_history.json"),
        ([{"custom_id": "a", "response": {"status_code": 200, "body": {}}}], "openai-batch", "the batch's input file"),
        ({"object": "list", "data": [{"object": "chat.completion"}]}, "openai-stored-completions", "without their"),
        ({"message": {"role": "user", "content": []}, "message_id": 0}, "strands", "open the folder"),
        (otlp("x", attribute("gen_ai.operation.name", "chat")), "otel-genai", "content capture is off"),
        (otlp("x", attribute("gen_ai.operation.name", "chat"), attribute("gen_ai.input.messages", '[{"role": "us')),
         "otel-genai", "cut off after 13 characters"),
    ],
)  # fmt: skip
def test_the_error_for_a_known_file_without_a_conversation_names_the_file_to_open(
    content: object, source: str, words: str
) -> None:
    (refused,) = all_of(content)
    assert isinstance(refused, LoadError)
    assert (refused.source, words in str(refused)) == (source, True)
    assert str(refused).startswith("file: this looks like a")


def test_a_refusal_in_a_log_is_read_with_its_request() -> None:
    error = {
        "error": {"message": "Invalid parameter: 'tool_call_id' of 'x' not found", "type": "invalid_request_error"}
    }
    record = {"request_id": "1", "request_body": {"messages": CHAT}, "response_status": 400, "response_body": error}
    (conversation,) = conversations([record])
    assert "not found" in conversation.refusal


PEOPLES_FILES = json.loads(Path(__file__).with_name("files_of_people.json").read_text())
"""Path → what a person counted in the file: its source, the messages of each conversation, and the faults in it."""


@pytest.mark.skipif(not FILES, reason="WORKBENCH_FILES does not say where files of people are")
@pytest.mark.parametrize("name", PEOPLES_FILES)
def test_no_real_file_is_misread(name: str) -> None:
    expected = PEOPLES_FILES[name]
    items = list(load_all(Path(FILES) / name))
    assert {item.source if isinstance(item, LoadError) else source_of(item) for item in items} == {expected["source"]}
    found = [item for item in items if isinstance(item, Conversation)]
    assert [len(item.messages) for item in found] == expected["messages"]
    assert sorted({finding.rule for item in found for finding in check(item).errors}) == expected["errors"]


@pytest.mark.skipif(not FILES, reason="WORKBENCH_FILES does not say where files of people are")
def test_a_real_file_that_nobody_has_counted_yet_gets_a_source_and_messages() -> None:
    unread = []
    for path in sorted(Path(FILES).rglob("*.*")):
        if str(path.relative_to(FILES)) in PEOPLES_FILES or path.name == "README.md":
            continue
        items = list(load_all(path))
        known = {item.source if isinstance(item, LoadError) else source_of(item) for item in items}
        if None in known or any(isinstance(item, Conversation) and not item.messages for item in items):
            unread.append(path.name)
    assert unread == []


def test_the_account_next_to_an_exported_conversation_is_skipped() -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("conversations.json", json.dumps(CHATGPT))
        archive.writestr("user.json", json.dumps({"id": "u", "email": "a@b"}))
        archive.writestr("message_feedback.json", "[]")
    (found,) = conversations(held.getvalue())
    assert source_of(found) == "chatgpt-export"
