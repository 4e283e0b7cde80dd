"""A recorded request shows which of the provider's previews its headers name, so that their fields can be judged."""

from __future__ import annotations

import json
from typing import Any

import pytest

from workbench.capsules.capsule import capsule_of
from workbench.capsules.page import page_of
from workbench.conversation import Conversation
from workbench.library import check, load

OWN, OTHER = "https://api.anthropic.com/v1/messages", "http://127.0.0.1:8317/v1/messages"
PREVIEW = "context-management-2025-06-27"
BODY: dict[str, Any] = {
    "model": "claude-sonnet-4-5",
    "max_tokens": 100,
    "messages": [{"role": "user", "content": "Hello"}],
    "context_management": {"edits": [{"type": "clear_tool_uses_20250919"}]},
}


def curl(address: str, *headers: str) -> bytes:
    named = " ".join(f"-H '{header}'" for header in headers)
    return f"curl {address} {named} -d '{json.dumps(BODY)}'".encode()


def har(address: str, *headers: str) -> bytes:
    listed = [dict(zip(("name", "value"), header.split(": "), strict=True)) for header in headers]
    request = {"url": address, "headers": listed, "postData": {"text": json.dumps(BODY)}}
    return json.dumps({"log": {"entries": [{"request": request, "response": {"status": 200}}]}}).encode()


def cassette(address: str, *headers: str) -> bytes:
    listed = {name: [value] for name, _, value in (header.partition(": ") for header in headers)}
    request = {"uri": address, "method": "POST", "headers": listed, "body": json.dumps(BODY)}
    return json.dumps({"version": 1, "interactions": [{"request": request, "response": {"body": {}}}]}).encode()


def found_in(conversation: Conversation) -> list[tuple[str, str]]:
    findings = check(conversation, "anthropic").findings
    return [(finding.rule, finding.severity) for finding in findings]


@pytest.mark.parametrize("written", [curl, har, cassette])
@pytest.mark.parametrize("header", [f"anthropic-beta: {PREVIEW}", f"Anthropic-Beta: other-1,{PREVIEW}"])
def test_a_preview_that_a_header_names_is_on(written: Any, header: str) -> None:
    assert found_in(load(written(OWN, "x-api-key: k", header))) == []


@pytest.mark.parametrize("written", [curl, har])
def test_a_preview_that_no_header_names_is_refused_by_the_providers_own_server(written: Any) -> None:
    assert found_in(load(written(OWN, "x-api-key: k"))) == [("preview-not-named", "error")]


@pytest.mark.parametrize("written", [curl, har])
def test_a_server_between_may_name_the_preview(written: Any) -> None:
    assert found_in(load(written(OTHER, "x-api-key: k"))) == [("preview-not-named", "warning")]


def test_a_recorder_may_leave_headers_out() -> None:
    assert found_in(load(cassette(OWN, "accept: application/json"))) == [("preview-not-named", "warning")]
    assert found_in(load(json.dumps(BODY).encode())) == [("preview-not-named", "warning")]


def test_a_header_can_name_the_version_that_needs_toolsets() -> None:
    servers = [{"type": "url", "name": "notes", "url": "https://notes.example/mcp"}]
    body = {**BODY, "mcp_servers": servers}
    del body["context_management"]
    command = f"curl {OWN} --header 'anthropic-beta: mcp-client-2025-11-20' --json '{json.dumps(body)}'"
    assert found_in(load(command.encode())) == [("mcp-server-unused", "error")]


def test_a_shared_case_keeps_the_names() -> None:
    named = load(curl(OWN, f"anthropic-beta: {PREVIEW}"))
    shared = load(page_of(capsule_of(named, "anthropic")).encode())
    assert (shared.previews, found_in(shared)) == ((PREVIEW,), [])
