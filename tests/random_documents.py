"""Random JSON documents, generated quickly: they use the keys of conversations, but rarely their structure."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

_KEYS = (  # noqa: SIM905 - a list of words reads best as words
    "role speaker type kind content parts blocks text data id name function arguments tool_calls tool_call_id "
    "toolCallId "
    "toolName args result input output callId parameters error status isError state metadata messages contents system "
    "tools model history artifacts message messageId toolInvocations toolInvocation experimental_attachments image url "
    "image_url mimeType mediaType source media_type cache_control tool_use_id is_error thinking signature functionCall "
    "functionResponse inlineData fileData response toolUse toolResult toolUseId reasoningContent format bytes call_id "
    "summary encrypted_content choices usage candidates reasoning_content function_call refusal file uri annotations "
    "providerOptions experimental_content errorText approval thought code language generationConfig toolConfig jsonrpc"
).split()
_WORDS = (  # noqa: SIM905 - as above
    "user assistant system tool human ai agent model developer function data text image file tool_call tool_response "
    "tool-call tool-result tool-invocation dynamic-tool tool-run reasoning thinking tool_use tool_result image_url "
    "input_text output_text message function_call function_call_output item_reference base64 url error success "
    "output-available output-error input-available call result ROLE_USER ROLE_AGENT media code refusal input_audio "
    "custom_tool_call web_search_call redacted_thinking document step-start source call_1 toolu_1 hist_tool_1 1 {} "
    "gpt-5 claude-4 image/png application/json application/pdf object text/plain json content error-text a.png"
).split()
_TEXTS = (
    *("", " ", "ok", "null", "true", "0", "-1", "1e999", "[]", "{}", '"a"', '{"a":1}', '[{"type":"tool-result"}]'),
    *("data:image/png;base64,iVBORw0KGgo=", "data:,", "data:;base64,", "https://a.b/c.png", "iVBORw0KGgo="),
    *("\ud800", "\x00", "é", "🙂", '{"a":', "'a'", "NaN", "line\nline", "a" * 90, "call_", "toolu_", "gs://a/b"),
)
_NUMBERS = (0, 1, -1, 7, 2**31, 2**53, 2**64, -(2**70), 0.0, -0.0, 0.5, 1e308, 1e-300, float("nan"), float("inf"))


def document(chance: random.Random, depth: int = 6) -> Any:
    """Any JSON value; most often a list or an object."""
    kind = chance.random()
    if depth <= 0 or kind < 0.3:
        return _scalar(chance)
    size = min(int(chance.expovariate(0.4)), 8)
    if kind < 0.5:
        return [document(chance, depth - 1) for _ in range(size)]
    return {_key(chance): document(chance, depth - 1) for _ in range(size + 1)}


def history_like(chance: random.Random) -> Any:
    """A list or a request body of objects that have a role and something under it, right or wrong."""
    messages: list[Any] = []
    for _ in range(int(chance.expovariate(0.4)) + 1):
        message: Any = {chance.choice(("role", "role", "speaker")): chance.choice(_WORDS[:12])}
        for _ in range(chance.randrange(1, 4)):
            key = chance.choice(("content", "parts", "blocks", "tool_calls", "toolInvocations", _key(chance)))
            message[key] = [document(chance, 4) for _ in range(chance.randrange(4))]
            if chance.random() < 0.3:
                message[key] = document(chance, 3)
        messages.append(message if chance.random() < 0.9 else document(chance, 3))
    if chance.random() < 0.5:
        return messages
    return {_key(chance): document(chance, 3), chance.choice(("messages", "contents", "input", "history")): messages}


def inside_another(chance: random.Random) -> Any:
    """A history in a document of another kind, under any key; some of its roles are no words."""
    value = history_like(chance)
    for message in value if isinstance(value, list) else ():
        if isinstance(message, dict) and chance.random() < 0.2:
            message |= {"role": document(chance, 2), "content": _scalar(chance)}
    for _ in range(chance.randrange(1, 5)):
        other = document(chance, 2)
        value = [value, other] if chance.random() < 0.3 else {_key(chance): other, chance.choice(_WORDS): value}
    return value


def _key(chance: random.Random) -> str:
    return chance.choice(_KEYS) if chance.random() < 0.95 else chance.choice(_TEXTS)


def _scalar(chance: random.Random) -> Any:
    kind = chance.random()
    if kind < 0.45:
        return chance.choice(_WORDS)
    if kind < 0.75:
        return chance.choice(_TEXTS)
    return chance.choice(_NUMBERS) if kind < 0.9 else chance.choice((None, True, False))


MAKERS: tuple[Callable[[random.Random], Any], ...] = (document, history_like, inside_another)
