"""Histories that look similar: each with its format, or with all possible formats."""

from __future__ import annotations

from typing import Any, NamedTuple


class LookAlike(NamedTuple):
    name: str
    formats: tuple[str, ...]
    """One, or all that fit it equally, the best guess first."""
    messages: list[Any]
    dialect: str | None = None


_HELLO: Any = {"type": "text", "text": "hello"}
_CALL: Any = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
PLAIN_TEXTS: list[Any] = [
    {"role": "user", "content": "hello"},
    {"role": "assistant", "content": "hello yourself"},
]

LOOK_ALIKES = (
    # `parts` with a `type`: A2A of the first days, and UI messages of both generations
    LookAlike("a2a with type, data part", ("a2a",), [
        {"role": "user", "parts": [_HELLO]},
        {"role": "agent", "parts": [{"type": "data", "data": {"tool_calls": []}}]},
    ], "0.2.1a1"),
    LookAlike("a2a with type, texts of an agent", ("a2a",), [{"role": "agent", "parts": [_HELLO]}], "0.2.1a1"),
    LookAlike("a2a with type, a file", ("a2a",), [
        {"role": "user", "parts": [{"type": "file", "file": {"uri": "https://a.b", "mimeType": "image/png"}}]},
    ], "0.2.1a1"),
    LookAlike("a2a with kind", ("a2a",), [{"role": "user", "parts": [{"kind": "text", "text": "hello"}]}], "0.3"),
    LookAlike("a2a without a discriminator", ("a2a",), [{"role": "ROLE_USER", "parts": [{"text": "hello"}]}], "1.0"),
    LookAlike("a2a 1.0 with a message id", ("a2a",), [
        {"messageId": "m1", "role": "user", "parts": [{"text": "hello"}]},
    ], "1.0"),
    LookAlike("ui 5, texts with ids", ("vercel-v5-ui",), [
        {"id": "1", "role": "user", "parts": [_HELLO]},
        {"id": "2", "role": "assistant", "parts": [_HELLO]},
    ]),
    LookAlike("ui 5, a tool", ("vercel-v5-ui",), [
        {"id": "2", "role": "assistant", "parts": [
            {"type": "tool-f", "toolCallId": "c1", "state": "output-available", "input": {}, "output": 1},
        ]},
    ]),
    LookAlike("ui 5, a data part of its own name", ("vercel-v5-ui",), [
        {"id": "2", "role": "assistant", "parts": [{"type": "data-weather", "data": {"city": "Bern"}}]},
    ]),
    LookAlike("ui 5, a file", ("vercel-v5-ui",), [
        {"id": "1", "role": "user", "parts": [{"type": "file", "mediaType": "image/png", "url": "https://a.b"}]},
    ]),
    LookAlike("ui 4, parts beside the content", ("vercel-v4-ui",), [
        {"id": "1", "role": "user", "content": "hello", "parts": [_HELLO]},
    ]),
    LookAlike("ui 4, an invocation in the parts", ("vercel-v4-ui",), [
        {"id": "2", "role": "assistant", "content": "", "parts": [
            {"type": "tool-invocation",
             "toolInvocation": {"state": "result", "toolCallId": "c1", "toolName": "f", "args": {}, "result": 1}},
        ]},
    ]),
    LookAlike("ui 4, invocations before there were parts", ("vercel-v4-ui",), [
        {"role": "assistant", "content": "", "toolInvocations": [
            {"state": "call", "toolCallId": "c1", "toolName": "f", "args": {}},
        ]},
    ]),
    LookAlike("ui 4, attachments", ("vercel-v4-ui",), [
        {"role": "user", "content": "look", "experimental_attachments": [{"url": "https://a.b"}]},
    ]),
    # `content` as a list: Anthropic, Core, Model, OpenAI, Converse
    LookAlike("anthropic, a tool", ("anthropic",), [
        {"role": "assistant", "content": [_HELLO, {"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "1"}]},
    ]),
    LookAlike("anthropic, an image", ("anthropic",), [
        {"role": "user", "content": [{"type": "image", "source": {"type": "url", "url": "https://a.b"}}]},
    ]),
    LookAlike("anthropic, thinking", ("anthropic",), [
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "hm", "signature": "s"}]},
    ]),
    LookAlike("core, a tool", ("vercel-v4-core",), [
        {"role": "assistant", "content": [
            _HELLO, {"type": "tool-call", "toolCallId": "c1", "toolName": "f", "args": {}},
        ]},
        {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "c1", "toolName": "f", "result": 1}]},
    ]),
    LookAlike("core, an image", ("vercel-v4-core",), [
        {"role": "user", "content": [_HELLO, {"type": "image", "image": "https://a.b", "mimeType": "image/png"}]},
    ]),
    LookAlike("model, a tool", ("vercel-v5-model",), [
        {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "f", "input": {}}]},
        {"role": "tool", "content": [
            {"type": "tool-result", "toolCallId": "c1", "toolName": "f", "output": {"type": "text", "value": "1"}},
        ]},
    ]),
    LookAlike("model, a file", ("vercel-v5-model",), [
        {"role": "user", "content": [{"type": "file", "data": "AAAA", "mediaType": "application/pdf"}]},
    ]),
    LookAlike("openai, an image", ("openai-chat",), [
        {"role": "user", "content": [_HELLO, {"type": "image_url", "image_url": {"url": "https://a.b"}}]},
    ]),
    LookAlike("openai, the flat tool message", ("openai-chat",), [
        {"role": "assistant", "content": None, "tool_calls": [_CALL]},
        {"role": "tool", "tool_call_id": "c1", "content": "1"},
    ]),
    LookAlike("openai, text parts and a call beside them", ("openai-chat",), [
        {"role": "assistant", "content": [_HELLO], "tool_calls": [_CALL]},
    ]),
    LookAlike("converse, a text without type", ("bedrock-converse",), [
        {"role": "user", "content": [{"text": "hello"}]},
        {"role": "assistant", "content": [{"toolUse": {"toolUseId": "t1", "name": "f", "input": {}}}]},
    ]),
    LookAlike("converse, texts alone", ("bedrock-converse",), [{"role": "user", "content": [{"text": "hello"}]}]),
    # `parts` without a `type`: Gemini
    LookAlike("gemini, texts of a model", ("gemini",), [
        {"role": "user", "parts": [{"text": "hello"}]},
        {"role": "model", "parts": [{"text": "hello yourself"}]},
    ]),
    LookAlike("gemini, a call", ("gemini",), [
        {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}}]},
    ]),
    LookAlike("gemini, snake case", ("gemini",), [
        {"role": "user", "parts": [{"inline_data": {"mime_type": "image/png", "data": "AAAA"}}]},
    ]),
    # items of the Responses API, among which messages look like chat
    LookAlike("responses, input texts", ("openai-responses",), [
        {"role": "user", "content": [{"type": "input_text", "text": "hello"}]},
    ]),
    LookAlike("responses, easy messages and a call", ("openai-responses",), [
        *PLAIN_TEXTS,
        {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c1", "output": "1"},
    ]),
    LookAlike("responses, messages that say so", ("openai-responses",), [
        {"type": "message", "role": "user", "content": "hello"},
    ]),
    # IContent shares the kinds of blocks with everyone and the envelope with nobody
    LookAlike("icontent, texts", ("icontent",), [{"speaker": "human", "blocks": [_HELLO]}]),
    # frameworks, whose words for calls and parts others have too
    LookAlike("langchain, calls beside the content", ("langchain",), [
        {"type": "ai", "content": "", "tool_calls": [{"name": "f", "args": {}, "id": "c1", "type": "tool_call"}]},
    ]),
    LookAlike("langchain, texts", ("langchain",), [
        {"type": "human", "content": "hello"}, {"type": "ai", "content": "hello yourself"},
    ]),
    LookAlike("pydantic-ai, a request", ("pydantic-ai",), [
        {"kind": "request", "parts": [{"part_kind": "user-prompt", "content": "hello"}]},
    ]),
    LookAlike("otel, texts under content", ("otel-genai",), [
        {"role": "user", "parts": [{"type": "text", "content": "hello"}]},
        {"role": "assistant", "parts": [{"type": "reasoning", "content": "hm"}]},
    ]),
    LookAlike("otel, a call", ("otel-genai",), [
        {"role": "assistant", "parts": [{"type": "tool_call", "id": "c1", "name": "f", "arguments": {}}]},
    ]),
    # what could honestly be several
    LookAlike("plain texts", (
        "openai-chat", "anthropic", "vercel-v5-model", "vercel-v4-core", "vercel-v4-ui", "openai-responses",
    ), PLAIN_TEXTS),
    LookAlike("text parts of a user", ("openai-chat", "anthropic", "vercel-v5-model", "vercel-v4-core"), [
        {"role": "user", "content": [_HELLO]},
    ]),
    LookAlike("typed text parts of a user", ("vercel-v5-ui", "a2a"), [{"role": "user", "parts": [_HELLO]}]),
    LookAlike("a refusal beside an output text", ("openai-responses",), [
        {"role": "assistant", "content": [{"type": "output_text", "text": "a"}, {"type": "refusal", "refusal": "b"}]},
    ]),
)  # fmt: skip
