"""The previews that the headers of a recorded request name are known, so the request is not doubted because of them."""

from __future__ import annotations

import json

import pytest

from workbench.capsules.capsule import capsule_of
from workbench.capsules.page import page_of
from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.loading import load

BODY = json.dumps(
    {
        "model": "claude-sonnet-4-5",
        "max_tokens": 100,
        "context_management": {"edits": [{"type": "clear_tool_uses_20250919"}]},
        "messages": [{"role": "user", "content": "Which ferry leaves first?"}],
    }
)
ADDRESS = "https://api.anthropic.com/v1/messages"
PREVIEW = "context-management-2025-06-27"


def curl(*options: str) -> bytes:
    return " ".join(["curl", ADDRESS, *options, f"-d '{BODY}'"]).encode()


def har(*headers: dict[str, str]) -> bytes:
    request = {"url": ADDRESS, "headers": list(headers), "postData": {"text": BODY}}
    return json.dumps({"log": {"entries": [{"request": request, "response": {"status": 200}}]}}).encode()


def doubts(conversation: Conversation) -> list[str]:
    return [finding.rule for finding in check(conversation, "anthropic").findings if finding.severity == "warning"]


@pytest.mark.parametrize(
    "recorded",
    [
        curl(f"-H 'anthropic-beta: {PREVIEW}'"),
        curl(f'--header "Anthropic-Beta: token-efficient-tools-2025-02-19, {PREVIEW}"'),
        har({"name": "anthropic-beta", "value": PREVIEW}),
        har(
            {"name": "anthropic-beta", "value": "advisor-tool-2026-03-01"}, {"name": "Anthropic-Beta", "value": PREVIEW}
        ),
    ],
)
def test_a_preview_that_a_header_names_is_not_doubted(recorded: bytes) -> None:
    conversation = load(recorded)
    assert PREVIEW in conversation.previews
    assert doubts(conversation) == []


@pytest.mark.parametrize(
    "recorded", [BODY.encode(), curl("-H 'x-note: none'"), har({"name": "x-note", "value": "none"})]
)
def test_a_preview_that_nothing_names_is_doubted(recorded: bytes) -> None:
    assert doubts(load(recorded)) == ["preview-not-named"]


def test_a_capsule_keeps_the_previews() -> None:
    page = page_of(capsule_of(load(curl(f"-H 'anthropic-beta: {PREVIEW}'")), "anthropic"))
    assert load(page.encode(), "case.html").previews == (PREVIEW,)
