"""Programs whose files are recognised but not read: the error names the program instead of guessing a format.

When a program becomes supported, its row is replaced by a module.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from workbench.sources.contract import RECORDS, TABLES, Material, NothingToJudgeError, Source
from workbench.sources.reading import as_text, has, member

_ADVICE = "files of this program are not supported yet; open the request that it sent, or its messages as JSON"


def _unread(slug: str, title: str, signs: str, recognise: Callable[[Material], bool], advice: str = _ADVICE) -> Source:
    def read(material: Material) -> NoReturn:
        raise NothingToJudgeError(advice)

    return Source(slug, title, recognise, read, RECORDS | {TABLES}, signs=frozenset(signs.split()))


def _first(*keys: str) -> Callable[[Material], bool]:
    """Match if the first record has these keys."""
    return lambda material: bool(material.sample) and has(material.sample[0], *keys)


def _holds(*path: str | int) -> Callable[..., Callable[[Material], bool]]:
    """Match if the value at a path has these keys."""
    return lambda *keys: lambda material: has(member(material.value, *path), *keys)


_first_message = _holds("messages", 0)


def _mostly(*keys: str) -> Callable[[Material], bool]:
    return lambda material: material.mostly(lambda record: has(record, *keys))


def _any(*keys: str) -> Callable[[Material], bool]:
    """Match if one of the first records has these keys."""
    return lambda material: any(has(record, *keys) for record in material.sample)


def _types(*types: str) -> Callable[[Material], bool]:
    """Match if two of these event types are among the first records."""
    return lambda material: len({as_text(record.get("type")) for record in material.sample} & set(types)) > 1


def _any_type(*starts: str) -> Callable[[Material], bool]:
    """Match if the type of one of the first records starts like this."""
    return lambda material: any(as_text(record.get("type")).startswith(starts) for record in material.sample)


def _calls_methods(*starts: str) -> Callable[[Material], bool]:
    """Match a log of JSON-RPC messages with a call of such a method."""
    return lambda material: any(
        has(line, "jsonrpc") and as_text(line.get("method")).startswith(starts) for line in material.sample
    )


def _is_gemini_stream(material: Material) -> bool:
    return _types("init", "tool_use", "tool_result", "result")(material) and _any("tool_id")(material)


def _is_apm_trace(material: Material) -> bool:
    """A list of traces, each a list of spans."""
    first = member(material.value, 0, 0) or member(material.value, 0)
    return has(first, "trace_id", "span_id", "meta", "metrics", "service", "resource")


def _is_graph_stream(material: Material) -> bool:
    """LangGraph's stream of messages: a piece of a message next to facts about its node, or the two in a list."""
    return _is_streamed_pair(member(material.value, 0)) or _is_streamed_pair(member(material.value, 0, -1))


def _is_streamed_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and has(value[1], "langgraph_step", "langgraph_node")


def _is_gemini_activity(material: Material) -> bool:
    return material.mostly(lambda entry: has(entry, "title", "time") and entry.get("header") == "Gemini Apps")


def _is_livekit(material: Material) -> bool:
    first = member(material.value, "items", 0)
    return has(first, "type") and ("interrupted" in first or has(member(material.value, "items", 1), "is_error"))


def _is_promptfoo_configuration(material: Material) -> bool:
    value = material.value
    return has(value, "prompts") and (has(value, "providers") or has(value, "targets")) and not has(value, "results")


def _is_old_evaluation(material: Material) -> bool:
    return material.mostly(lambda case: _is_old_case(case) or _is_old_case(member(case, "data", 0)))


def _is_old_case(case: object) -> bool:
    return has(case, "query", "reference") and member(case, "expected_tool_use") is not None


def _is_droid_stream(material: Material) -> bool:
    kinds = {as_text(line.get("type")) for line in material.sample}
    is_said = any(line.get("type") == "message" and has(line, "role") for line in material.sample)
    return is_said and ("completion" in kinds or "tool_call" in kinds) and _mostly("session_id")(material)


def _is_opencode_bus(material: Material) -> bool:
    """The events of opencode's server, of which some have the names of Realtime API events."""
    return material.mostly(lambda event: has(event, "type", "properties")) and _any_type("message.", "session.")(
        material
    )


def _is_computer(material: Material) -> bool:
    return any(message.get("role") == "computer" for message in material.sample)


def _is_cohere(material: Material) -> bool:
    return _first("message", "chat_history")(material)


def _is_interaction(material: Material) -> bool:
    return _first("input", "generation_config")(material) or _first("previous_interaction_id")(material)


_TEMPLATES = "it is a configuration with templates; open the results, which `promptfoo eval --output` writes"
_REALTIME = ("session.created", "session.updated", "conversation.item.created", "response.done", "response.created")
_CODEX_EVENTS = ("thread.started", "turn.started", "item.started", "item.completed", "turn.completed")
_COHERE_EVENTS = (
    "message-start",
    "content-start",
    "content-delta",
    "tool-plan-delta",
    "tool-call-start",
    "message-end",
)
_UI_CHUNKS = ("start", "start-step", "text-start", "text-delta", "reasoning-delta", "tool-input-start", "finish-step")
_PIECES = "it contains the pieces of one answer; open the messages that were sent, or the answer without streaming"
_SCREEN = "it contains what was shown on the screen, not what was sent; open"
_EDITOR_PROTOCOL = "it is traffic between an editor and an agent; open the session file of the agent"
_TOOL_PROTOCOL = (
    "it is traffic between a program and its tools, without the conversation; open the request to the model"
)
_COHERE = "Cohere's first API is not supported; its second version has `messages`, which can be opened"
_INTERACTIONS = "this API is not supported yet; open its messages as a `contents` list"
_TEXTS = "it has questions and answers as texts, not the messages that were sent to a model"
_ACTIVITY = "it has prompts and rendered answers without their conversations; AI Studio keeps a chat as a file"
_APM = "its spans measure calls, without their messages; export the trace of LLM Observability"
_MCP_METHODS = ("initialize", "tools/", "prompts/", "resources/", "notifications/", "sampling/")

UNSUPPORTED = (
    _unread("opencode", "log of the events of opencode's server", "properties", _is_opencode_bus,
            f"{_SCREEN} the output of `opencode export`"),
    _unread("openai-realtime", "log of Realtime API events", " ".join(_REALTIME), _types(*_REALTIME)),
    _unread("codex", "log of `codex exec --json`", " ".join(_CODEX_EVENTS), _types(*_CODEX_EVENTS),
            f"{_SCREEN} the rollout under ~/.codex/sessions"),
    _unread("gemini-cli", "log of `gemini --output-format stream-json`", "tool_id", _is_gemini_stream,
            f"{_SCREEN} the session under ~/.gemini/tmp/<project>/chats"),
    _unread("cursor", "log of `cursor-agent --output-format stream-json`", "tool_call", _any("tool_call", "call_id"),
            f"{_SCREEN} the chats in Cursor's state.vscdb"),
    _unread("factory", "log of `droid exec --output-format stream-json`", "session_id", _is_droid_stream,
            f"{_SCREEN} the session under ~/.factory/sessions"),
    _unread("opencode", "log of `opencode run --format json`", "sessionID", _mostly("type", "sessionID", "part"),
            f"{_SCREEN} the output of `opencode export`"),
    _unread("acp", "log of the Agent Client Protocol", "jsonrpc", _calls_methods("session/"), _EDITOR_PROTOCOL),
    _unread("acp", "log of the Agent Client Protocol", "sessionUpdate", _mostly("sessionUpdate"), _EDITOR_PROTOCOL),
    _unread("mcp", "log of the Model Context Protocol", "jsonrpc", _calls_methods(*_MCP_METHODS), _TOOL_PROTOCOL),
    _unread("datadog", "Datadog APM trace", "[ meta", _is_apm_trace, _APM),
    _unread("gemini-takeout", "Takeout of Gemini's activity", "header", _is_gemini_activity, _ACTIVITY),
    _unread("kiro", "Kiro chat", "executionId", _first("executionId", "chat")),
    _unread("windsurf", "Windsurf conversation", "cascadeId", _first("cascadeId", "steps")),
    _unread("windsurf", "Windsurf transcript", "user_input planner_response", _types("user_input", "planner_response"),
            "it contains what was shown on the screen, not what was sent; open the request that it sent"),
    _unread("character-ai", "Character.AI chat", "turns", _holds("turns", 0)("turn_key", "author", "candidates")),
    _unread("perplexity", "Perplexity thread", "entries", _holds("entries", 0)("query_str"), _TEXTS),
    _unread("dify", "list of Dify messages", "data", _holds("data", 0)("conversation_id", "query", "answer"), _TEXTS),
    _unread("anythingllm", "AnythingLLM export", "workspace", _mostly("prompt", "response", "workspace", "sent_at"),
            "it has questions and answers as texts; its export as JSONL has the messages of each workspace"),
    _unread("google-adk-eval", "list of evaluation cases of ADK's first versions", "query data", _is_old_evaluation,
            _TEXTS),
    _unread("promptfoo", "promptfoo configuration", "prompts", _is_promptfoo_configuration, _TEMPLATES),
    _unread("rasa", "Rasa tracker", "sender_id", _first("sender_id", "events"), _TEXTS),
    _unread("letta", "Letta agent file", "core_memory", _first("agent_type", "messages")),
    _unread("livekit", "LiveKit chat context", "items", _is_livekit),
    _unread("vapi", "Vapi call", "assistantId", _first_message("message", "time")),
    _unread("elevenlabs", "ElevenLabs conversation", "transcript", _holds("transcript", 0)("role", "message")),
    _unread("retell", "Retell call", "transcript_object", _first("transcript_object", "call_id")),
    _unread("open-interpreter", "Open Interpreter chat", "format", _is_computer),
    _unread("hermes", "log of ATOF events", "atof_version", _mostly("atof_version")),
    _unread("cohere", "request for Cohere's first Chat API", "chat_history", _is_cohere, _COHERE),
    _unread("cohere", "stream of Cohere's Chat API", " ".join(_COHERE_EVENTS), _types(*_COHERE_EVENTS), _PIECES),
    _unread("ai-sdk", "stream of the AI SDK", " ".join(_UI_CHUNKS), _types(*_UI_CHUNKS), _PIECES),
    _unread("langgraph", "stream of LangGraph messages", "[", _is_graph_stream, _PIECES),
    _unread("azure-openai", "answer of Azure OpenAI with its own data", "choices", _holds("choices", 0)("messages"),
            "it contains an answer and what was searched for it; open the request that was sent"),
    _unread("gemini-interactions", "request for Gemini's Interactions API", "generation_config previous_interaction_id",
            _is_interaction, _INTERACTIONS),
    _unread("azure-evaluation", "data set of Azure AI evaluation", "query", _first("query", "tool_definitions")),
)  # fmt: skip
