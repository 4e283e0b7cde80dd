"""Healthy histories with tool calls: one strategy for their content, and a writer for each format."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from hypothesis import strategies as st

from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.json.text import compact

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg=="


class Call(NamedTuple):
    number: int
    """Unique in the history. The id is derived from it."""
    tool: str
    arguments: Any
    output: str


class Turn(NamedTuple):
    asks: str
    image: bool
    thinks_aloud: str
    """The text of the assistant next to its calls; may be empty."""
    rounds: list[list[Call]]
    """Rounds of parallel calls before the answer."""
    answers: str


_words = st.text("abcdefgh äß😀'\"{}", min_size=1, max_size=14).map(lambda text: f"w{text}w")
_arguments: st.SearchStrategy[Any] = st.dictionaries(
    st.sampled_from(["path", "query", "limit"]), _words | st.integers(0, 99) | st.booleans(), max_size=2
)
_tools = st.sampled_from(["read_file", "search", "get_weather"])
_call = st.builds(Call, st.just(0), _tools, _arguments, _words)
_turn = st.builds(
    Turn,
    _words,
    st.booleans(),
    st.just("") | _words,
    st.lists(st.lists(_call, min_size=1, max_size=3), max_size=2),
    _words,
)


@st.composite
def turns(draw: st.DrawFn) -> list[Turn]:
    """Generate turns with at least one call, and a unique number for every call."""
    chosen = draw(st.lists(_turn, min_size=1, max_size=3))
    if not any(turn.rounds for turn in chosen):
        chosen[0] = chosen[0]._replace(rounds=[[draw(_call)]])
    numbers = iter(range(101, 200))
    return [
        turn._replace(rounds=[[call._replace(number=next(numbers)) for call in calls] for calls in turn.rounds])
        for turn in chosen
    ]


# --- how each format writes a turn --------------------------------------------------------------------------------

Writer = Callable[[Turn], Iterator[Any]]


def openai_chat(turn: Turn) -> Iterator[Any]:
    image = [{"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}}] * turn.image
    yield {"role": "user", "content": [{"type": "text", "text": turn.asks}, *image] if image else turn.asks}
    for calls in turn.rounds:
        tool_calls = [
            {
                "id": f"call_{c.number}",
                "type": "function",
                "function": {"name": c.tool, "arguments": compact(c.arguments)},
            }
            for c in calls
        ]
        yield {"role": "assistant", "content": turn.thinks_aloud or None, "tool_calls": tool_calls}
        for call in calls:
            yield {"role": "tool", "tool_call_id": f"call_{call.number}", "content": call.output}
    yield {"role": "assistant", "content": turn.answers}


def openai_responses(turn: Turn) -> Iterator[Any]:
    image = [{"type": "input_image", "image_url": f"data:image/png;base64,{PNG}"}] * turn.image
    yield {"role": "user", "content": [{"type": "input_text", "text": turn.asks}, *image]}
    for calls in turn.rounds:
        for call in calls:
            call_id, arguments = f"call_{call.number}", compact(call.arguments)
            yield {"type": "function_call", "call_id": call_id, "name": call.tool, "arguments": arguments}
        for call in calls:
            yield {"type": "function_call_output", "call_id": f"call_{call.number}", "output": call.output}
    yield {"role": "assistant", "content": [{"type": "output_text", "text": turn.answers}]}


def anthropic(turn: Turn) -> Iterator[Any]:
    source = {"type": "base64", "media_type": "image/png", "data": PNG}
    yield {
        "role": "user",
        "content": [{"type": "text", "text": turn.asks}, *[{"type": "image", "source": source}] * turn.image],
    }
    for calls in turn.rounds:
        text = [{"type": "text", "text": turn.thinks_aloud}] * bool(turn.thinks_aloud)
        tool_calls = [
            {"type": "tool_use", "id": f"toolu_{c.number}", "name": c.tool, "input": c.arguments} for c in calls
        ]
        yield {"role": "assistant", "content": [*text, *tool_calls]}
        yield {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": f"toolu_{call.number}", "content": call.output} for call in calls
            ],
        }
    yield {"role": "assistant", "content": [{"type": "text", "text": turn.answers}]}


def gemini(turn: Turn) -> Iterator[Any]:
    image = [{"inlineData": {"mimeType": "image/png", "data": PNG}}] * turn.image
    yield {"role": "user", "parts": [{"text": turn.asks}, *image]}
    for calls in turn.rounds:
        text = [{"text": turn.thinks_aloud}] * bool(turn.thinks_aloud)
        tool_calls = [{"functionCall": {"name": call.tool, "args": call.arguments}} for call in calls]
        yield {"role": "model", "parts": [*text, *tool_calls]}
        answers = [{"functionResponse": {"name": c.tool, "response": {"output": c.output}}} for c in calls]
        yield {"role": "user", "parts": answers}
    yield {"role": "model", "parts": [{"text": turn.answers}]}


def bedrock_converse(turn: Turn) -> Iterator[Any]:
    image = [{"image": {"format": "png", "source": {"bytes": PNG}}}] * turn.image
    yield {"role": "user", "content": [{"text": turn.asks}, *image]}
    for calls in turn.rounds:
        text = [{"text": turn.thinks_aloud}] * bool(turn.thinks_aloud)
        tool_calls = [
            {"toolUse": {"toolUseId": f"tooluse_{c.number}", "name": c.tool, "input": c.arguments}} for c in calls
        ]
        yield {"role": "assistant", "content": [*text, *tool_calls]}
        answers = [{"toolResult": {"toolUseId": f"tooluse_{c.number}", "content": [{"text": c.output}]}} for c in calls]
        yield {"role": "user", "content": answers}
    yield {"role": "assistant", "content": [{"text": turn.answers}]}


def _vercel(turn: Turn, arguments: str, answer: Callable[[str], dict[str, Any]]) -> Iterator[Any]:
    image = [{"type": "image", "image": PNG}] * turn.image
    yield {"role": "user", "content": [{"type": "text", "text": turn.asks}, *image]}
    for calls in turn.rounds:
        text = [{"type": "text", "text": turn.thinks_aloud}] * bool(turn.thinks_aloud)
        tool_calls = [
            {"type": "tool-call", "toolCallId": f"call_{c.number}", "toolName": c.tool, arguments: c.arguments}
            for c in calls
        ]
        yield {"role": "assistant", "content": [*text, *tool_calls]}
        answers = [
            {"type": "tool-result", "toolCallId": f"call_{c.number}", "toolName": c.tool, **answer(c.output)}
            for c in calls
        ]
        yield {"role": "tool", "content": answers}
    yield {"role": "assistant", "content": [{"type": "text", "text": turn.answers}]}


def vercel_v4_core(turn: Turn) -> Iterator[Any]:
    return _vercel(turn, "args", lambda output: {"result": output})


def vercel_v5_model(turn: Turn) -> Iterator[Any]:
    return _vercel(turn, "input", lambda output: {"output": {"type": "text", "value": output}})


def vercel_v5_ui(turn: Turn) -> Iterator[Any]:
    yield {"id": f"u{turn.asks}", "role": "user", "parts": [{"type": "text", "text": turn.asks}]}
    parts: list[Any] = [
        {
            "type": f"tool-{call.tool}",
            "toolCallId": f"call_{call.number}",
            "state": "output-available",
            "input": call.arguments,
            "output": call.output,
        }
        for calls in turn.rounds
        for call in calls
    ]
    yield {"id": f"a{turn.asks}", "role": "assistant", "parts": [*parts, {"type": "text", "text": turn.answers}]}


def icontent(turn: Turn) -> Iterator[Any]:
    image = [{"type": "image", "data": f"data:image/png;base64,{PNG}"}] * turn.image
    yield {"speaker": "human", "blocks": [{"type": "text", "text": turn.asks}, *image]}
    for calls in turn.rounds:
        text = [{"type": "text", "text": turn.thinks_aloud}] * bool(turn.thinks_aloud)
        tool_calls = [
            {"type": "tool_call", "id": f"hist_tool_{c.number}", "name": c.tool, "parameters": c.arguments}
            for c in calls
        ]
        yield {"speaker": "ai", "blocks": [*text, *tool_calls]}
        answers = [
            {"type": "tool_response", "callId": f"hist_tool_{c.number}", "toolName": c.tool, "result": c.output}
            for c in calls
        ]
        yield {"speaker": "tool", "blocks": answers}
    yield {"speaker": "ai", "blocks": [{"type": "text", "text": turn.answers}]}


def a2a(turn: Turn) -> Iterator[Any]:
    yield {"role": "ROLE_USER", "messageId": f"u{turn.asks}", "parts": [{"text": turn.asks}]}
    for number, calls in enumerate(turn.rounds):
        text = [{"text": turn.thinks_aloud}] * bool(turn.thinks_aloud)
        tool_calls = [{"call_id": f"call_{c.number}", "name": c.tool, "arguments": c.arguments} for c in calls]
        parts = [*text, {"data": {"tool_calls": tool_calls}}]
        yield {"role": "ROLE_AGENT", "messageId": f"c{number}{turn.asks}", "parts": parts}
        results = [{"call_id": f"call_{c.number}", "name": c.tool, "output": c.output} for c in calls]
        yield {
            "role": "ROLE_USER",
            "messageId": f"r{number}{turn.asks}",
            "parts": [{"data": {"tool_results": results}}],
        }
    yield {"role": "ROLE_AGENT", "messageId": f"a{turn.asks}", "parts": [{"text": turn.answers}]}


def langchain(turn: Turn) -> Iterator[Any]:
    image = [{"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}}] * turn.image
    yield {"type": "human", "content": [{"type": "text", "text": turn.asks}, *image] if image else turn.asks}
    for calls in turn.rounds:
        tool_calls = [
            {"name": c.tool, "args": c.arguments, "id": f"call_{c.number}", "type": "tool_call"} for c in calls
        ]
        yield {"type": "ai", "content": turn.thinks_aloud, "tool_calls": tool_calls}
        for call in calls:
            yield {"type": "tool", "content": call.output, "name": call.tool, "tool_call_id": f"call_{call.number}"}
    yield {"type": "ai", "content": turn.answers}


def pydantic_ai(turn: Turn) -> Iterator[Any]:
    image = [{"kind": "binary", "data": PNG, "media_type": "image/png"}] * turn.image
    yield {"kind": "request", "parts": [{"content": [turn.asks, *image], "part_kind": "user-prompt"}]}
    for calls in turn.rounds:
        text = [{"content": turn.thinks_aloud, "part_kind": "text"}] * bool(turn.thinks_aloud)
        tool_calls = [
            {"tool_name": c.tool, "args": c.arguments, "tool_call_id": f"call_{c.number}", "part_kind": "tool-call"}
            for c in calls
        ]
        yield {"kind": "response", "parts": [*text, *tool_calls]}
        answers = [
            {"tool_name": c.tool, "content": c.output, "tool_call_id": f"call_{c.number}", "part_kind": "tool-return"}
            for c in calls
        ]
        yield {"kind": "request", "parts": answers}
    yield {"kind": "response", "parts": [{"content": turn.answers, "part_kind": "text"}]}


def otel_genai(turn: Turn) -> Iterator[Any]:
    image = [{"type": "blob", "modality": "image", "mime_type": "image/png", "content": PNG}] * turn.image
    yield {"role": "user", "parts": [{"type": "text", "content": turn.asks}, *image]}
    for calls in turn.rounds:
        text = [{"type": "text", "content": turn.thinks_aloud}] * bool(turn.thinks_aloud)
        tool_calls = [
            {"type": "tool_call", "id": f"call_{c.number}", "name": c.tool, "arguments": c.arguments} for c in calls
        ]
        yield {"role": "assistant", "parts": [*text, *tool_calls]}
        answers = [{"type": "tool_call_response", "id": f"call_{c.number}", "response": c.output} for c in calls]
        yield {"role": "tool", "parts": answers}
    yield {"role": "assistant", "parts": [{"type": "text", "content": turn.answers}]}


class Home(NamedTuple):
    """The writer of a format, and the target that receives its histories."""

    writer: Writer
    target: str
    closing: Any
    """The last message of the user, after which the assistant is expected to answer."""


HOMES: dict[str, Home] = {
    "openai-chat": Home(openai_chat, "openai-compatible", {"role": "user", "content": "Go on."}),
    "openai-responses": Home(openai_responses, "openai-responses", {"role": "user", "content": "Go on."}),
    "anthropic": Home(anthropic, "anthropic", {"role": "user", "content": [{"type": "text", "text": "Go on."}]}),
    "gemini": Home(gemini, "gemini", {"role": "user", "parts": [{"text": "Go on."}]}),
    "bedrock-converse": Home(bedrock_converse, "bedrock", {"role": "user", "content": [{"text": "Go on."}]}),
    "vercel-v4-core": Home(vercel_v4_core, "openai", {"role": "user", "content": "Go on."}),
    "vercel-v5-model": Home(vercel_v5_model, "ai@6", {"role": "user", "content": "Go on."}),
    "vercel-v5-ui": Home(
        vercel_v5_ui, "openai", {"id": "last", "role": "user", "parts": [{"type": "text", "text": "Go on."}]}
    ),
    "icontent": Home(icontent, "openai", {"speaker": "human", "blocks": [{"type": "text", "text": "Go on."}]}),
    "a2a": Home(a2a, "openai", {"role": "ROLE_USER", "messageId": "last", "parts": [{"text": "Go on."}]}),
    "langchain": Home(langchain, "openai", {"type": "human", "content": "Go on."}),
    "pydantic-ai": Home(
        pydantic_ai, "openai", {"kind": "request", "parts": [{"content": "Go on.", "part_kind": "user-prompt"}]}
    ),
    "otel-genai": Home(otel_genai, "openai", {"role": "user", "parts": [{"type": "text", "content": "Go on."}]}),
}


def written(format_name: str, history: list[Turn]) -> Conversation:
    home = HOMES[format_name]
    messages = [message for turn in history for message in home.writer(turn)]
    messages.append(home.closing)
    return detected(Conversation("healthy", messages, messages), format=format_name)


def healthy(format_name: str) -> st.SearchStrategy[Conversation]:
    return turns().map(lambda history: written(format_name, history))
