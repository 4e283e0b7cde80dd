"""One small healthy file of each framework and trace that came to the sources last, and what is in it."""

from __future__ import annotations

import json
from typing import Any

from tests.sources.documents import lines
from tests.sources.kinds import ANSWER, CHAT, Kind
from tests.sources.kinds_of_programs import database


def _event(number: int, kind: str, source: str, **fields: Any) -> dict[str, Any]:
    return {"id": f"e{number}", "timestamp": f"2026-01-01T00:00:0{number}", "source": source, "kind": kind, **fields}


OPENHANDS = [
    _event(0, "SystemPromptEvent", "agent", system_prompt={"type": "text", "text": "Be brief."}, tools=[]),
    _event(1, "MessageEvent", "user", llm_message={"role": "user", "content": [{"type": "text", "text": "Weather?"}]}),
    _event(2, "ActionEvent", "agent", thought=[{"type": "text", "text": "I look."}], tool_name="weather",
           tool_call_id="c1", tool_call={"id": "c1", "name": "weather", "arguments": "{\"city\": \"Oslo\"}"},
           llm_response_id="r1"),
    _event(3, "ActionEvent", "agent", thought=[], tool_name="weather", tool_call_id="c2",
           tool_call={"id": "c2", "name": "weather", "arguments": "{}"}, llm_response_id="r1"),
    _event(4, "ObservationEvent", "environment", tool_name="weather", tool_call_id="c1",
           observation={"content": [{"type": "text", "text": "rain"}]}),
    _event(5, "AgentErrorEvent", "agent", tool_name="weather", tool_call_id="c2", error="no city"),
    _event(6, "ConversationStateUpdateEvent", "environment", key="stats", value={}),
]  # fmt: skip


def _made(call: str) -> Any:
    message = {"role": "assistant", "content": "I look.", "tool_calls": [
        {"id": call, "type": "function", "function": {"name": "weather", "arguments": "{}"}}]}  # fmt: skip
    return {"function_name": "weather", "tool_call_id": call, "model_response": {
        "id": "r1", "choices": [{"message": message}]}}  # fmt: skip


TRAJECTORY: list[dict[str, Any]] = [
    {"id": 0, "source": "user", "action": "message", "message": "Weather?", "args": {"content": "Weather?"}},
    {"id": 1, "source": "environment", "observation": "agent_state_changed", "content": "", "extras": {}},
    {"id": 2, "source": "agent", "action": "run", "args": {"command": "w"}, "tool_call_metadata": _made("c1")},
    {"id": 3, "source": "agent", "observation": "run", "content": "rain", "tool_call_metadata": _made("c1")},
    {"id": 4, "source": "agent", "action": "finish", "message": "Rain.", "args": {}, "tool_call_metadata": _made("c2")},
]
MASTRA: list[dict[str, Any]] = [
    {"id": "m2", "role": "assistant", "createdAt": "2026-01-02", "threadId": "t", "type": "v2", "content": {
        "format": 2, "parts": [{"type": "step-start"}, {"type": "data-om", "data": {}}, {"type": "tool-invocation",
            "toolInvocation": {"state": "result", "toolCallId": "c1", "toolName": "weather", "args": {},
                               "result": "rain"}}]}},
    {"id": "m1", "role": "user", "createdAt": "2026-01-01", "threadId": "t", "type": "v2", "content": {
        "format": 2, "parts": [{"type": "text", "text": "Weather?"}]}},
]  # fmt: skip
MASTRA_ROWS = [
    {"id": row["id"], "thread_id": "t", "content": json.dumps(row["content"]), "role": row["role"],
     "createdAt": row["createdAt"]}
    for row in MASTRA
]  # fmt: skip
MASTRA_TRACE = {
    "spans": [
        {
            "span": {"id": "1", "traceId": "t", "type": "agent_run", "input": "Weather?"},
            "children": [
                {
                    "span": {
                        "id": "2",
                        "traceId": "t",
                        "type": "model_generation",
                        "name": "llm",
                        "attributes": {"model": "m"},
                        "input": {"messages": CHAT},
                        "output": {"text": "Sunny."},
                    },
                    "children": [
                        {"span": {"id": "3", "traceId": "t", "type": "model_step", "input": [{"role": "odd"}]}}
                    ],
                }
            ],
        }
    ]
}
SEMANTIC_KERNEL = [
    {"Role": {"Label": "user"}, "Items": [{"$type": "TextContent", "Text": "Weather?"}]},
    {"Role": {"Label": "assistant"}, "Items": [{"$type": "FunctionCallContent", "Id": "c1", "PluginName": "sky",
                                               "FunctionName": "weather", "Arguments": {"city": "Oslo"}}]},
    {"Role": {"Label": "tool"}, "Items": [{"$type": "TextContent", "Text": "rain"}, {
        "$type": "FunctionResultContent", "CallId": "c1", "PluginName": "sky", "FunctionName": "weather",
        "Result": "rain"}]},
]  # fmt: skip
SEMANTIC_KERNEL_PYTHON = {"messages": [
    {"content_type": "message", "role": "user", "items": [{"content_type": "text", "text": "Weather?"}]},
    {"content_type": "message", "role": "assistant", "items": [
        {"content_type": "function_call", "id": "c1", "name": "sky-weather", "arguments": "{}"}]},
    {"content_type": "message", "role": "tool", "items": [
        {"content_type": "function_result", "id": "c1", "name": "sky-weather", "result": "rain"}]},
]}  # fmt: skip
CALLED = {"tool_name": "weather", "arguments": {}, "id": "c1"}
HAYSTACK: list[dict[str, Any]] = [
    {"role": "user", "meta": {}, "name": None, "content": [{"text": "Weather?"}]},
    {"role": "assistant", "meta": {"model": "m"}, "name": None, "content": [{"tool_call": CALLED}]},
    {"role": "tool", "meta": {}, "name": None, "content": [
        {"tool_call_result": {"result": "rain", "origin": CALLED, "error": False}}]},
]  # fmt: skip
OBSERVED: Any = [
    {"role": "user", "content": "Weather?"},
    {"role": "assistant", "content": "", "tool_calls": [{"name": "weather", "arguments": {}, "tool_id": "c1"}]},
    {"role": "tool", "content": "", "tool_results": [{"name": "weather", "result": "rain", "tool_id": "c1"}]},
]
DATADOG = {"event_type": "span", "ml_app": "a", "spans": [
    {"span_id": "1", "trace_id": "t", "name": "agent", "meta": {"span.kind": "agent", "input": {"value": "Weather?"}}},
    {"span_id": "2", "trace_id": "t", "name": "chat", "meta": {
        "span.kind": "llm", "model_name": "m", "input": {"messages": OBSERVED}, "output": {"messages": []}}},
]}  # fmt: skip
COPILOT_LOG = {"exportedAt": "2026", "prompts": [{"prompt": "Weather?", "logs": [
    {"id": "a", "kind": "element", "name": "x", "tokens": 3},
    {"id": "b", "kind": "request", "type": "ChatMLSuccess", "name": "panel", "metadata": {"model": "m"},
     "requestMessages": {"messages": [
         {"role": 0, "content": [{"type": 1, "text": "Be brief."}]},
         {"role": 1, "content": [{"type": 1, "text": "Weather?"}, {"type": 3}]},
         {"role": 2, "content": [], "toolCalls": [
             {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}]},
         {"role": 3, "content": [{"type": 1, "text": "rain"}], "toolCallId": "c1"}]},
     "response": {"type": "success", "message": ["Rain."]}},
]}]}  # fmt: skip
INSPECT_EVENTS = {"events": [
    {"event": "span_begin", "id": "s", "timestamp": "2026"},
    {"event": "model", "uuid": "u", "timestamp": "2026", "model": "m", "input": [
        {"role": "system", "content": "Be brief."}, {"role": "user", "content": "Weather?"}], "output": ANSWER},
]}  # fmt: skip
PAIR = {
    "request": {"url": "https://api.openai.com/v1/chat/completions", "method": "POST", "body": {
        "model": "gpt-4o", "messages": CHAT}},
    "response": {"status": 200, "body": ANSWER},
}  # fmt: skip
AI_SDK_RUN = {"name": "ai.streamText", "spanContext": {"traceId": "t", "spanId": "s"}, "attributes": {
    "ai.model.id": "m", "ai.prompt": json.dumps({"system": "Be brief.", "prompt": "Weather?"})}}  # fmt: skip
SENTRY = {"event_id": "e", "spans": [{"span_id": "s", "op": "gen_ai.chat", "tags": {}, "data": {
    "gen_ai.request.model": "m", "gen_ai.request.messages": json.dumps(CHAT)}}]}  # fmt: skip

LETTA = [
    {"id": "4", "date": "4", "message_type": "tool_return_message", "tool_call_id": "c1", "tool_return": "rain"},
    {"id": "3", "date": "3", "message_type": "tool_call_message", "tool_call": {
        "name": "weather", "arguments": "{}", "tool_call_id": "c1"}},
    {"id": "2", "date": "2", "message_type": "reasoning_message", "reasoning": "Look."},
    {"id": "1", "date": "1", "message_type": "user_message", "content": [{"type": "text", "text": "Weather?"}]},
    {"id": "0", "date": "0", "message_type": "system_message", "content": "Be brief."},
]  # fmt: skip
KIRO_PAIRS: list[tuple[Any, Any]] = [
    ({"content": {"Prompt": {"prompt": "Weather?"}}},
     {"ToolUse": {"message_id": "m", "content": "I look.", "tool_uses": [
         {"id": "c1", "name": "weather", "args": {}}]}}),
    ({"content": {"ToolUseResults": {"tool_use_results": [
        {"tool_use_id": "c1", "content": [{"Text": "rain"}, {"Json": {"mm": 3}}], "status": "Success"}]}}},
     {"Response": {"message_id": "n", "content": "Rain."}}),
]  # fmt: skip
LANGCHAIN4J: list[Any] = [
    {"type": "SYSTEM", "text": "Be brief."},
    {"type": "USER", "contents": [{"type": "TEXT", "text": "Weather?"}]},
    {"type": "AI", "toolExecutionRequests": [{"id": "c1", "name": "weather", "arguments": "{}"}]},
    {"type": "TOOL_EXECUTION_RESULT", "id": "c1", "toolName": "weather", "text": "rain"},
]


def _node(role: str, words: str, **fields: Any) -> Any:
    return {"id": words, "message": {"author": {"role": role}, "content": {"content_type": "text", "parts": [words]},
                                     **fields}}  # fmt: skip


SHARED = {"title": "Weather", "linear_conversation": [
    {"id": "root"}, _node("user", "Weather?"), _node("assistant", "{}", recipient="weather"), _node("tool", "rain"),
    _node("assistant", "Rain.")]}  # fmt: skip
CHANGES = [
    {"kind": 0, "v": {"version": 3, "sessionId": "s", "creationDate": 1, "requests": []}},
    {"kind": 2, "k": ["requests"], "v": [{"requestId": "r", "message": {"text": "Weather?"}, "response": []}]},
    {"kind": 2, "k": ["requests", 0, "response"], "v": [{"value": "Rain."}]},
]
TAGGED = [{"conversations": [
    {"from": "system", "value": "Call functions in tags."}, {"from": "human", "value": "Weather?"},
    {"from": "gpt", "value": "I look.\n<tool_call>\n{'arguments': {'city': 'Oslo'}, 'name': 'weather'}\n</tool_call>"},
    {"from": "tool", "value": "<tool_response>rain</tool_response>"}]}]  # fmt: skip
SPOKEN = [{"id": "1", "conversations": [
    {"from": "user", "value": "Weather?"}, {"from": "assistant", "value": "Action: weather"},
    {"from": "function", "value": "rain"}]}]  # fmt: skip
RATED = lines(*({"prompt": CHAT[:1], "completion": [{"role": "assistant", "content": "Rain."}], "label": True}
                for _ in "ab"))  # fmt: skip

FRAMEWORKS = {
    "letta": Kind("letta", LETTA, [4]),
    "kiro": Kind("kiro", {"conversation_id": "c", "history": [
        {"user": user, "assistant": answer} for user, answer in KIRO_PAIRS]}, [4]),
    "amazon-q": Kind("kiro", {"conversation_id": "c", "history": [list(pair) for pair in KIRO_PAIRS]}, [4]),
    "langchain4j": Kind("langchain4j", LANGCHAIN4J, [4]),
    "chatgpt-share": Kind("chatgpt-export", SHARED, [4]),
    "chatgpt-share-page": Kind("chatgpt-export", {"props": {"serverResponse": {"data": SHARED}}}, [4]),
    "copilot-changes": Kind("copilot-chat", lines(*CHANGES), [2]),
    "sharegpt-tags": Kind("sharegpt", TAGGED, [4]),
    "sharegpt-words": Kind("sharegpt", SPOKEN, [3]),
    "rated-answers": Kind("preference-data", RATED, [2, 2]),
    "openhands": Kind("openhands", lines(*OPENHANDS), [5]),
    "openhands-trajectory": Kind("openhands", TRAJECTORY, [4]),
    "openhands-benchmark": Kind("openhands", lines(*({"instance_id": f"i{n}", "instruction": "Fix", "history":
                                                      TRAJECTORY} for n in range(2))), [4, 4]),
    "openhands-pairs": Kind("openhands", [{"instance_id": "i", "history": [TRAJECTORY[:2], TRAJECTORY[2:4]]}], [3]),
    "mastra": Kind("mastra", MASTRA, [2]),
    "mastra-thread": Kind("mastra", {"messages": MASTRA}, [2]),
    "mastra-database": Kind("mastra", database(mastra_messages=MASTRA_ROWS), [2]),
    "mastra-trace": Kind("mastra", MASTRA_TRACE, [3]),
    "semantic-kernel": Kind("semantic-kernel", SEMANTIC_KERNEL, [3]),
    "semantic-kernel-python": Kind("semantic-kernel", SEMANTIC_KERNEL_PYTHON, [3]),
    "semantic-kernel-old": Kind("semantic-kernel", [*SEMANTIC_KERNEL[:2], {
        "Role": {"Label": "tool"}, "Items": [{"$type": "TextContent", "Text": "rain"}],
        "Metadata": {"ChatCompletionsToolCall.Id": "c1"}}], [3]),
    "haystack": Kind("haystack", HAYSTACK, [3]),
    "haystack-old": Kind("haystack", [{f"_{key}": held for key, held in message.items()} for message in HAYSTACK], [3]),
    "datadog": Kind("datadog", DATADOG, [3]),
    "datadog-export": Kind("datadog", {"data": [{"type": "span", "attributes": {
        "span_id": "1", "ml_app": "a", "span_kind": "llm", "input": {"messages": OBSERVED}, "output": {}}}]}, [3]),
    "copilot-log": Kind("copilot-log", COPILOT_LOG, [4]),
    "inspect-events": Kind("inspect-ai", INSPECT_EVENTS, [2]),
    "http-pair": Kind("http-recording", PAIR, [3]),
    "http-recordings": Kind("http-recording", {"meta": {}, "recordings": [PAIR]}, [3]),
    "ai-sdk-run": Kind("otel-genai", [AI_SDK_RUN], [2]),
    "ai-sdk-messages": Kind("otel-genai", [{**AI_SDK_RUN, "attributes": {
        "ai.prompt": json.dumps({"messages": CHAT})}}], [3]),
    "sentry": Kind("otel-genai", SENTRY, [3]),
}  # fmt: skip
