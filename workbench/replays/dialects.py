"""How each API is spoken to: its path, what a request may say beside its messages, how its stream is read.

Two are streamed through the `openai` client: Chat Completions and Responses. The other providers' own wires are spoken
only to the embedded model, whole, so that their rules judge the history in the form they are made for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import quote

from workbench.formats import FORMATS
from workbench.json.text import Json
from workbench.replays.assemble import ChatAssembly
from workbench.replays.assemble_responses import ResponsesAssembly
from workbench.replays.endpoint import Endpoint, host_of
from workbench.targets import Target


class Assembly(Protocol):
    """A stream, put together piece by piece."""

    @property
    def finished(self) -> bool:
        """Whether the answer's end has come."""

    @property
    def failed(self) -> Json:
        """What the stream itself says went wrong."""

    def add(self, event: Json) -> list[str]:
        """The pieces of text that an event brings."""

    def body(self) -> Json:
        """The response as far as it came."""


@dataclass(frozen=True)
class Dialect:
    wire: str
    path: str
    """`{model}` is filled in where the model is part of the path."""
    settings: frozenset[str]
    """What of a recorded request is sent again beside the messages. A stored session says much that no API takes."""
    max_tokens: str
    assembly: Callable[[], Assembly] | None = None
    """None: answered whole, never streamed."""

    @property
    def list_key(self) -> str:
        return FORMATS[self.wire].list_key

    def path_of(self, model: str) -> str:
        return self.path.replace("{model}", quote(model, safe="/@"))

    def max_tokens_key(self, endpoint: Endpoint) -> str:
        """OpenAI's newer models refuse the old name, other servers do not know the new one."""
        own = host_of(endpoint.base_url).endswith(("openai.com", "azure.com"))
        return "max_completion_tokens" if own and self.wire == "openai-chat" else self.max_tokens


_SAMPLING = {"temperature", "top_p", "tools", "tool_choice", "parallel_tool_calls"}
CHAT = Dialect(
    wire="openai-chat",
    path="/chat/completions",
    settings=frozenset(
        _SAMPLING
        | {"max_tokens", "max_completion_tokens", "stop", "seed", "response_format", "reasoning_effort"}
        | {"frequency_penalty", "presence_penalty", "logit_bias"}
    ),
    max_tokens="max_tokens",
    assembly=ChatAssembly,
)
RESPONSES = Dialect(
    wire="openai-responses",
    path="/responses",
    settings=frozenset(
        _SAMPLING
        | {"instructions", "max_output_tokens", "reasoning", "text", "include", "truncation", "store"}
        | {"previous_response_id"}
    ),
    max_tokens="max_output_tokens",
    assembly=ResponsesAssembly,
)
ANTHROPIC = Dialect(
    wire="anthropic",
    path="/messages",
    settings=frozenset({"system", "tools", "tool_choice", "thinking", "max_tokens", "temperature", "top_p", "top_k"}),
    max_tokens="max_tokens",
)
GEMINI = Dialect(
    wire="gemini",
    path="/models/{model}:generateContent",
    settings=frozenset({"systemInstruction", "system_instruction", "tools", "toolConfig", "generationConfig"}),
    max_tokens="maxOutputTokens",
)
BEDROCK = Dialect(
    wire="bedrock-converse",
    path="/model/{model}/converse",
    settings=frozenset({"system", "toolConfig", "inferenceConfig", "additionalModelRequestFields"}),
    max_tokens="maxTokens",
)
DIALECTS = {dialect.wire: dialect for dialect in (CHAT, RESPONSES, ANTHROPIC, GEMINI, BEDROCK)}


def dialect_for(endpoint: Endpoint, target: Target) -> Dialect:
    """A live endpoint is spoken to as OpenAI's client does; the embedded model as the target's own API is."""
    dialect = DIALECTS.get(target.wire, CHAT)
    return dialect if endpoint.embedded or dialect in (CHAT, RESPONSES) else CHAT
