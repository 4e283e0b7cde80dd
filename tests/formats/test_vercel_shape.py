"""Messages are evidence for one of the four Vercel formats; lookalikes are not."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.detection import detect
from workbench.formats import FORMATS
from workbench.formats.contract import CERTAIN, LIKELY, NO_EVIDENCE, POSSIBLE, Shape

CORE, MODEL, UI4, UI5 = "vercel-v4-core", "vercel-v5-model", "vercel-v4-ui", "vercel-v5-ui"
CONTENT_KINDS = {str: "string", list: "list", type(None): "null", dict: "object"}


def shape(message: dict[str, Any]) -> Shape:
    key = next((key for key in ("content", "parts", "blocks") if isinstance(message.get(key), list)), "")
    parts = [part for part in message.get(key, []) if isinstance(part, dict)]
    content = CONTENT_KINDS[type(message["content"])] if "content" in message else "absent"
    kinds = frozenset(str(part.get("type", part.get("kind", ""))) for part in parts) - {""}
    part_keys = frozenset(name for part in parts for name in part)
    kind = str(message.get("type", message.get("kind", "")))
    return Shape(frozenset(message), message.get("role", ""), kind, content, key, kinds, part_keys)


def evidence(message: dict[str, Any]) -> dict[str, int]:
    seen = shape(message)
    return {name: found for name in (CORE, MODEL, UI4, UI5) if (found := FORMATS[name].recognise(seen))}


def content(role: str, *parts: dict[str, Any]) -> dict[str, Any]:
    return {"role": role, "content": list(parts)}


TEXT = {"type": "text", "text": "hi"}


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (content("assistant", {"type": "tool-call", "toolCallId": "c", "toolName": "f", "args": {}}), {CORE: CERTAIN}),
        (
            content("assistant", {"type": "tool-call", "toolCallId": "c", "toolName": "f", "input": {}}),
            {MODEL: CERTAIN},
        ),
        (content("tool", {"type": "tool-result", "toolCallId": "c", "result": 1}), {CORE: CERTAIN}),
        (content("tool", {"type": "tool-result", "toolCallId": "c", "output": {}}), {MODEL: CERTAIN}),
        (content("tool", {"type": "tool-result", "toolCallId": "c"}), {CORE: LIKELY, MODEL: LIKELY}),
        (content("tool", {"type": "tool-approval-response", "approvalId": "a", "approved": True}), {MODEL: CERTAIN}),
        (content("tool"), {CORE: LIKELY, MODEL: LIKELY}),
        (content("user", TEXT, {"type": "image", "image": "x"}), {CORE: LIKELY, MODEL: LIKELY}),
        (content("user", {"type": "image", "image": "x", "mimeType": "image/png"}), {CORE: CERTAIN}),
        (content("user", {"type": "file", "data": "x", "mimeType": "image/png"}), {CORE: CERTAIN}),
        (content("user", {"type": "file", "data": "x", "mediaType": "image/png"}), {MODEL: CERTAIN}),
        (content("assistant", {"type": "redacted-reasoning", "data": "x"}), {CORE: CERTAIN}),
        (content("assistant", {"type": "reasoning", "text": "x"}), {CORE: LIKELY, MODEL: LIKELY}),
        (content("user", TEXT), {CORE: POSSIBLE, MODEL: POSSIBLE}),
        ({"role": "user", "content": "hi"}, {CORE: POSSIBLE, MODEL: POSSIBLE, UI4: POSSIBLE}),
        (
            content(
                "assistant",
                {"type": "tool-call", "toolCallId": "c", "args": {}},
                {"type": "tool-result", "toolCallId": "c", "output": {}},
            ),
            {CORE: LIKELY, MODEL: LIKELY},
        ),
    ],
)
def test_names_inside_the_parts_distinguish_core_from_model(message: dict[str, Any], expected: dict[str, int]) -> None:
    assert evidence(message) == expected


def ui(role: str, *parts: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"role": role, "parts": list(parts), **fields}


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (ui("assistant", {"type": "tool-invocation", "toolInvocation": {}}, content=""), {UI4: CERTAIN}),
        ({"role": "assistant", "content": "", "toolInvocations": []}, {UI4: CERTAIN}),
        ({"role": "user", "content": "", "experimental_attachments": []}, {UI4: CERTAIN}),
        (
            {"role": "user", "content": "", "id": "1", "createdAt": "2025"},
            {CORE: POSSIBLE, MODEL: POSSIBLE, UI4: LIKELY},
        ),
        (ui("user", TEXT, content="hi", id="1"), {UI4: LIKELY, UI5: POSSIBLE}),
        (ui("user", TEXT, id="1"), {UI5: LIKELY}),
        (ui("assistant", TEXT), {UI5: LIKELY}),
        (ui("user", TEXT), {UI5: POSSIBLE}),
        (ui("assistant", {"type": "tool-f", "toolCallId": "c", "state": "output-available"}), {UI5: CERTAIN}),
        (ui("assistant", {"type": "dynamic-tool", "toolCallId": "c", "toolName": "f"}), {UI5: CERTAIN}),
        (ui("assistant", {"type": "tool-invocation", "toolCallId": "c", "state": "x"}), {UI5: CERTAIN}),
        (ui("user", {"type": "file", "mediaType": "image/png", "url": "x"}), {UI5: CERTAIN}),
        (ui("assistant", {"type": "data-weather", "data": 1}), {UI5: CERTAIN}),
        (ui("assistant", {"type": "custom", "kind": "x"}, id="1"), {UI5: POSSIBLE}),
        (ui("assistant", {"type": "file", "mimeType": "image/png", "data": "x"}, content=""), {UI4: CERTAIN}),
    ],
)
def test_keys_and_parts_distinguish_the_generations_of_ui_messages(
    message: dict[str, Any], expected: dict[str, int]
) -> None:
    assert evidence(message) == expected


@pytest.mark.parametrize(
    "message",
    [
        content("assistant", {"type": "tool_use", "id": "t", "name": "f", "input": {}}),  # Anthropic
        content("user", {"type": "tool_result", "tool_use_id": "t", "content": "x"}),
        content("user", {"type": "image", "source": {"type": "base64"}}),
        content("user", {"type": "image", "data": "x", "mimeType": "image/png"}),  # MCP
        content("user", {"type": "image_url", "image_url": {}}),  # OpenAI
        content("user", {"type": "file", "file": {}}),
        {"role": "tool", "tool_call_id": "c", "content": "x"},
        {"role": "assistant", "content": None, "tool_calls": []},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "x"}]},  # Responses
        content("user", {"text": "hi"}),  # Bedrock
        ui("user", {"text": "hi"}),  # Gemini
        ui("user", {"kind": "text", "text": "hi"}),  # A2A
        ui("agent", TEXT),
        ui("user", TEXT, messageId="1"),
        ui("user", TEXT, kind="message"),
        ui("user", {"type": "data", "data": {}}, content=None) | {"messageId": "1"},
        {"speaker": "human", "blocks": [TEXT]},
    ],
)
def test_lookalikes_match_none_of_them(message: dict[str, Any]) -> None:
    assert evidence(message) == {}


def test_an_old_a2a_file_part_is_not_a_ui_message() -> None:
    assert FORMATS[UI5].recognise(shape(ui("user", {"type": "file", "file": {}}))) == NO_EVIDENCE


def test_one_ui_message_among_core_messages_is_reported() -> None:
    history: list[Any] = [
        ui("user", TEXT, content="hi", id="1"),
        content("assistant", {"type": "tool-call", "toolCallId": "c", "toolName": "f", "args": {}}),
        content("tool", {"type": "tool-result", "toolCallId": "c", "toolName": "f", "result": 1}),
    ]
    found = detect(history, {})
    assert (found.format, found.odd) == (CORE, ((0, UI4),))


def test_plain_texts_could_be_either_generation() -> None:
    found = detect([{"role": "user", "content": "hi"}], {})
    assert found.ambiguous
    assert {CORE, MODEL} <= set(found.candidates)
