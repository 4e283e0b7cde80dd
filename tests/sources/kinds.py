"""One small healthy file of each kind, in the documented format of its program, and its expected content."""

from __future__ import annotations

import base64
import contextlib
import io
import json
import sqlite3
import zipfile
from typing import Any, NamedTuple

import pyarrow
import pyarrow.parquet

from tests.sources.documents import lines


class Kind(NamedTuple):
    source: str
    content: bytes | Any
    messages: list[int]
    """How many messages each of its conversations has."""
    name: str = "file"


CHAT: Any = [
    {"role": "user", "content": "Weather?"},
    {"role": "assistant", "content": None, "tool_calls": [
        {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}]},
    {"role": "tool", "tool_call_id": "call_1", "content": "sunny"},
]  # fmt: skip
ANSWER = {"choices": [{"index": 0, "message": {"role": "assistant", "content": "Sunny."}, "finish_reason": "stop"}]}
BLOCKS: Any = [
    {"role": "user", "content": "Weather?"},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {}}]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "sunny"}]},
]
PARTS = [
    {"role": "user", "parts": [{"type": "text", "content": "Weather?"}]},
    {"role": "assistant", "parts": [{"type": "tool_call", "id": "call_1", "name": "weather", "arguments": {}}]},
    {"role": "tool", "parts": [{"type": "tool_call_response", "id": "call_1", "response": "sunny"}]},
]
LANGCHAIN: Any = [
    {"type": "human", "data": {"content": "Weather?"}},
    {"type": "ai", "data": {"content": "", "tool_calls": [{"name": "weather", "args": {}, "id": "call_1"}]}},
    {"type": "tool", "data": {"content": "sunny", "tool_call_id": "call_1", "status": "success"}},
]
DUMPED = [
    {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", name], "kwargs": message["data"]}
    for name, message in zip(("HumanMessage", "AIMessage", "ToolMessage"), LANGCHAIN, strict=True)
]
FLAT = [{"type": message["type"], **message["data"]} for message in LANGCHAIN]


def attribute(key: str, value: Any) -> Any:
    return {"key": key, "value": {"stringValue": value if isinstance(value, str) else json.dumps(value)}}


def otlp(scope: str, *attributes: Any) -> Any:
    span = {"traceId": "t", "spanId": "s", "name": "chat m", "startTimeUnixNano": "1", "attributes": list(attributes)}
    return {"resourceSpans": [{"scopeSpans": [{"scope": {"name": scope}, "spans": [span]}]}]}


def database(*statements: tuple[str, tuple[Any, ...]]) -> bytes:
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        for statement, values in statements:
            connection.execute(statement, values)
        connection.commit()
        return bytes(connection.serialize())


def agents_database() -> bytes:
    items = [
        {"role": "user", "content": "Weather?"},
        {"type": "function_call", "call_id": "call_1", "name": "weather", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "call_1", "output": "sunny"},
    ]
    insert = "insert into agent_messages (session_id, message_data) values (?, ?)"
    return database(
        ("create table agent_sessions (session_id text)", ()),
        (
            "create table agent_messages (id integer primary key, session_id text, message_data text, created_at text)",
            (),
        ),
        *((insert, ("one", json.dumps(item))) for item in items),
        (insert, ("two", json.dumps(items[0]))),
    )


def opencode_database() -> bytes:
    state = {"status": "completed", "input": {}, "output": "ok", "time": {"start": 1, "end": 2}}
    tool = {"type": "tool", "callID": "c", "tool": "ls", "state": state}
    asked, answered = ({"role": role, "time": {"created": n}} for n, role in enumerate(("user", "assistant")))
    return database(
        ("create table session (id text, title text, parent_id text, revert text, time_updated integer)", ()),
        ("create table message (id text, session_id text, data text)", ()),
        ("create table part (id text, message_id text, session_id text, data text)", ()),
        ("insert into session values ('ses_1', 'one', null, null, 1)", ()),
        ("insert into message values ('msg_1', 'ses_1', ?)", (json.dumps(asked),)),
        (
            "insert into message values ('msg_2', 'ses_1', ?)",
            (json.dumps(answered),),
        ),
        ("insert into part values ('prt_1', 'msg_1', 'ses_1', ?)", (json.dumps({"type": "text", "text": "go"}),)),
        ("insert into part values ('prt_2', 'msg_2', 'ses_1', ?)", (json.dumps(tool),)),
    )


def checkpoint_database() -> bytes:
    state = {"channel_values": {"messages": DUMPED}}
    columns = "thread_id text, checkpoint_ns text, checkpoint_id text, parent_checkpoint_id text, type text"
    insert = "insert into checkpoints values (?, '', ?, null, 'json', ?)"
    return database(
        (f"create table checkpoints ({columns}, checkpoint blob)", ()),
        (insert, ("a", "1", json.dumps({"channel_values": {"messages": DUMPED[:1]}}).encode())),
        (insert, ("a", "2", json.dumps(state).encode())),
    )


def eval_archive() -> bytes:
    sample = {"id": 1, "epoch": 1, "input": "Weather?", "target": "sunny", "scores": {}, "messages": [
        {"role": "user", "content": "Weather?"},
        {"role": "assistant", "content": "", "tool_calls": [{"id": "c", "function": "weather", "arguments": {}}]},
        {"role": "tool", "tool_call_id": "c", "function": "weather", "content": "sunny"}]}  # fmt: skip
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("header.json", json.dumps({"version": 2, "eval": {"model": "m"}}))
        archive.writestr("samples/1_epoch_1.json", json.dumps(sample))
        archive.writestr("summaries.json", "[]")
    return held.getvalue()


def parquet() -> bytes:
    rows: Any = [{"messages": [{**{"tool_calls": None, "tool_call_id": None}, **message} for message in CHAT[:1]]}]
    rows[0]["messages"].append({"role": "assistant", "content": "Sunny.", "tool_calls": "null", "tool_call_id": None})
    held = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), held)
    return held.getvalue()


def node(key: str, parent: str | None, role: str, text: str, **more: Any) -> Any:
    message = {"author": {"role": role}, "content": {"content_type": "text", "parts": [text]}, **more}
    return {"id": key, "parent": parent, "children": [], "message": message}


CASSETTE = """interactions:
- request:
    method: POST
    uri: https://api.anthropic.com/v1/messages
    body: '{"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "hi"}]}'
  response:
    status: {code: 200, message: OK}
    body: {string: '{"type": "message", "role": "assistant", "content": []}'}
version: 1
"""

RUBY_CASSETTE = """---
http_interactions:
- request:
    method: post
    uri: https://api.deepseek.com/chat/completions
    body:
      encoding: UTF-8
      string: '{"model":"deepseek-chat","messages":[{"role":"user","content":"It''s
        late"}]}'
  response:
    status: {code: 200, message: OK}
    body:
      encoding: ASCII-8BIT
      string: !binary |-
        eyJjaG9pY2VzIjpbXX0=
recorded_with: VCR 6.3.1
"""
BETAMAX = {"recorded_with": "betamax/0.9.0", "http_interactions": [{
    "request": {"method": "POST", "uri": "https://api.openai.com/v1/chat/completions", "headers": {}, "body": {
        "encoding": "utf-8", "string": "", "base64_string": base64.b64encode(json.dumps(
            {"model": "m", "messages": CHAT}).encode()).decode()}},
    "response": {"status": {"code": 200, "message": "OK"}, "body": {"encoding": None, "string": json.dumps(ANSWER)}}}],
}  # fmt: skip

PI = [
    {"type": "session", "version": 3, "id": "x", "cwd": "/w"},
    {"type": "message", "id": "a", "parentId": None, "message": {"role": "user", "content": "Weather?"}},
    {"type": "message", "id": "b", "parentId": "a", "message": {"role": "assistant", "stopReason": "toolUse",
     "api": "anthropic-messages", "content": [{"type": "toolCall", "id": "c|f", "name": "weather", "arguments": {}}]}},
    {"type": "message", "id": "c", "parentId": "b", "message": {"role": "toolResult", "toolCallId": "c|f",
     "toolName": "weather", "content": [{"type": "text", "text": "sunny"}], "isError": False}},
]  # fmt: skip
QWEN = [
    {"uuid": "a", "parentUuid": None, "sessionId": "s", "type": "user",
     "message": {"role": "user", "parts": [{"text": "Weather?"}]}},
    {"uuid": "b", "parentUuid": "a", "sessionId": "s", "type": "assistant",
     "message": {"role": "model", "parts": [{"functionCall": {"id": "c", "name": "weather", "args": {}}}]}},
    {"uuid": "c", "parentUuid": "b", "sessionId": "s", "type": "tool_result",
     "message": {"role": "user", "parts": [
         {"functionResponse": {"id": "c", "name": "weather", "response": {"output": "sunny"}}}]}},
]  # fmt: skip
GEMINI_CLI: Any = [
    {"sessionId": "s", "projectHash": "h", "startTime": "t", "lastUpdated": "t", "kind": "main"},
    {"id": "1", "type": "user", "content": "Weather?"},
    {"id": "2", "type": "gemini", "content": "", "model": "gemini-3"},
    {"id": "2", "type": "gemini", "content": "", "model": "gemini-3",
     "toolCalls": [{"id": "c", "name": "weather", "args": {}, "status": "success", "result": "sunny"}]},
    {"id": "3", "type": "user", "content": "forget this"},
    {"$rewindTo": "3"},
    {"id": "4", "type": "info", "content": "shown only"},
]  # fmt: skip
OPENCODE: Any = {
    "info": {"id": "ses_1", "projectID": "p", "directory": "/w", "version": "1", "time": {"created": 1}},
    "messages": [
        {"info": {"id": "msg_1", "role": "user", "time": {"created": 1}},
         "parts": [{"id": "prt_1", "type": "text", "text": "go"}]},
        {"info": {"id": "msg_2", "role": "assistant", "time": {"created": 2}},
         "parts": [{"id": "prt_2", "type": "tool", "callID": "c", "tool": "ls",
                    "state": {"status": "completed", "input": {}, "output": "ok"}}]},
    ],
}  # fmt: skip
CONTINUE = {
    "sessionId": "s", "title": "t", "workspaceDirectory": "/w", "history": [
        {"message": {"role": "user", "content": "Weather?"}, "contextItems": []},
        {"message": {"role": "assistant", "content": "", "toolCalls": CHAT[1]["tool_calls"]}, "contextItems": [],
         "toolCallStates": [{"toolCallId": "call_1", "status": "done", "output": [{"content": "sunny"}]}]},
        {"message": {"role": "tool", "toolCallId": "other", "content": "sunny"}, "contextItems": []},
    ],
}  # fmt: skip
COPILOT_CLI = [
    {"type": "session.start", "data": {"sessionId": "s", "context": {"cwd": "/w"}}},
    {"type": "user.message", "data": {"content": "Weather?"}},
    {"type": "assistant.message", "data": {"content": "", "toolRequests": [
        {"toolCallId": "c", "name": "weather", "arguments": {}}]}},
    {"type": "tool.execution_complete", "data": {"toolCallId": "c", "result": {"content": "sunny"}}},
]  # fmt: skip
COPILOT_CHAT: Any = {
    "requesterUsername": "me", "responderUsername": "Copilot", "requests": [
        {"requestId": "r", "message": {"text": "Weather?"}, "response": [{"value": "It is sunny."}],
         "result": {"metadata": {
             "toolCallRounds": [{"response": "", "toolCalls": [{"id": "c", "name": "weather", "arguments": "{}"}]}],
             "toolCallResults": {"c": {"content": [{"value": "sunny"}]}}}}},
    ],
}  # fmt: skip
AG_UI = [
    {"id": "1", "role": "user", "content": "Weather?"},
    {"id": "2", "role": "assistant", "toolCalls": CHAT[1]["tool_calls"]},
    {"id": "3", "role": "tool", "toolCallId": "call_1", "content": "sunny"},
]
AG_UI_EVENTS = [
    {"type": "RUN_STARTED", "threadId": "t", "runId": "r"},
    {"type": "TEXT_MESSAGE_START", "messageId": "m", "role": "assistant"},
    {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": "Let me "},
    {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": "look."},
    {"type": "TOOL_CALL_START", "toolCallId": "c", "toolCallName": "weather", "parentMessageId": "m"},
    {"type": "TOOL_CALL_ARGS", "toolCallId": "c", "delta": "{}"},
    {"type": "TOOL_CALL_RESULT", "messageId": "n", "toolCallId": "c", "content": "sunny"},
]
PYDANTIC_AI = [
    {"kind": "request", "parts": [{"part_kind": "user-prompt", "content": "Weather?"}]},
    {"kind": "response", "parts": [
        {"part_kind": "tool-call", "tool_name": "weather", "args": {}, "tool_call_id": "c"}], "model_name": "m"},
    {"kind": "request", "parts": [
        {"part_kind": "user-prompt", "content": "well?"},
        {"part_kind": "tool-return", "tool_name": "weather", "content": {"sky": "clear"}, "tool_call_id": "c"}]},
]  # fmt: skip
RUN_STATE = {
    "$schemaVersion": "1.13", "original_input": "Weather?", "current_agent": {"name": "a"}, "generated_items": [
        {"type": "tool_call_item", "raw_item": {
            "type": "function_call", "id": "fc_1", "call_id": "c", "name": "weather", "arguments": "{}"}},
        {"type": "tool_call_output_item", "raw_item": {
            "type": "function_call_output", "call_id": "c", "output": "sunny"}}],
}  # fmt: skip
ADK = {
    "id": "s", "app_name": "a", "user_id": "u", "events": [
        {"invocation_id": "i", "author": "user", "content": {"role": "user", "parts": [{"text": "Weather?"}]}},
        {"invocation_id": "i", "author": "a", "partial": True, "content": {"role": "model", "parts": [{"text": "Le"}]}},
        {"invocation_id": "i", "author": "a", "content": {"role": "model", "parts": [
            {"function_call": {"id": "adk-1", "name": "weather", "args": {}}}]}},
        {"invocation_id": "i", "author": "a", "content": {"role": "user", "parts": [
            {"function_response": {"id": "adk-1", "name": "weather", "response": {"sky": "clear"}}}]}},
    ],
}  # fmt: skip
ADK_EVAL = {"eval_set_id": "e", "eval_cases": [{"eval_id": "one", "conversation": [{
    "user_content": {"role": "user", "parts": [{"text": "Weather?"}]},
    "final_response": {"role": "model", "parts": [{"text": "Sunny."}]},
    "intermediate_data": {"tool_uses": [{"name": "weather", "args": {}}]}}]}]}  # fmt: skip
LLAMA_INDEX = {"class_name": "SimpleChatStore", "store": {"me": [
    {"role": "user", "additional_kwargs": {}, "blocks": [{"block_type": "text", "text": "Weather?"}]},
    {"role": "assistant", "additional_kwargs": {"tool_calls": CHAT[1]["tool_calls"]}, "blocks": []},
    {"role": "tool", "additional_kwargs": {"tool_call_id": "call_1"},
     "blocks": [{"block_type": "text", "text": "sunny"}]}]}}  # fmt: skip
STRANDS = [
    {"message_id": 0, "message": {"role": "user", "content": [{"text": "Weather?"}]}},
    {"message_id": 1, "message": {"role": "assistant", "content": [
        {"toolUse": {"toolUseId": "c", "name": "weather", "input": {}}}]}},
    {"message_id": 2, "message": {"role": "user", "content": [
        {"toolResult": {"toolUseId": "c", "content": [{"text": "sunny"}], "status": "success"}}]}},
]  # fmt: skip
LANGFUSE = {"trace": {"id": "t"}, "observations": [
    {"id": "b", "type": "GENERATION", "traceId": "t", "startTime": "2", "input": json.dumps(CHAT), "output": "{}"},
    {"id": "a", "type": "GENERATION", "traceId": "t", "startTime": "1", "input": json.dumps(json.dumps(CHAT[:1]))},
    {"id": "c", "type": "TOOL", "traceId": "t", "startTime": "1", "input": "{}", "output": "sunny"}]}  # fmt: skip
PHOENIX = [{"name": "llm", "span_kind": "LLM", "context": {"trace_id": "t", "span_id": "s"}, "attributes": {
    "llm.input_messages.0.message.role": "user", "llm.input_messages.0.message.content": "Weather?",
    "llm.input_messages.1.message.role": "assistant",
    "llm.input_messages.1.message.tool_calls.0.tool_call.id": "c",
    "llm.input_messages.1.message.tool_calls.0.tool_call.function.name": "weather",
    "llm.input_messages.1.message.tool_calls.0.tool_call.function.arguments": "{}",
    "llm.input_messages.2.message.role": "tool", "llm.input_messages.2.message.tool_call_id": "c",
    "llm.input_messages.2.message.content": "sunny"}}]  # fmt: skip
NUMBERED = otlp(
    "opentelemetry.instrumentation.cohere",
    attribute("gen_ai.prompt.0.role", "user"),
    attribute("gen_ai.prompt.0.content", "Weather?"),
)
CHATGPT = [{"title": "t", "current_node": "d", "mapping": {
    "r": {"id": "r", "parent": None, "children": ["a"], "message": None},
    "a": node("a", "r", "user", "Weather?"),
    "b": node("b", "a", "assistant", "look()", recipient="web.run"),
    "c": node("c", "b", "tool", "sunny"),
    "d": node("d", "c", "assistant", "Sunny."),
    "e": node("e", "a", "assistant", "No idea.")}}]  # fmt: skip
CLAUDE_AI = [{"uuid": "u", "name": "n", "chat_messages": [
    {"uuid": "a", "sender": "human", "text": "Weather?", "content": []},
    {"uuid": "b", "sender": "assistant", "text": "", "content": [
        {"type": "thinking", "thinking": "hm"}, {"type": "tool_use", "name": "web", "input": {}},
        {"type": "tool_result", "content": "sunny"}, {"type": "text", "text": "Sunny."}]}]}]  # fmt: skip
GROK = {"conversations": [{"conversation": {"conversation_id": "c", "title": "t"}, "responses": [
    {"response": {"response_id": "1", "message": "hi", "sender": "human"}},
    {"response": {"response_id": "2", "message": "yo", "sender": "ASSISTANT",
                  "parent_response_id": "1"}}]}]}  # fmt: skip
AI_STUDIO = {"runSettings": {"model": "models/gemini-3"}, "systemInstruction": {}, "chunkedPrompt": {"chunks": [
    {"role": "user", "text": "hi"}, {"role": "model", "text": "hm", "isThought": True},
    {"role": "model", "text": "yo", "parts": [{"text": "yo"}]}]}}  # fmt: skip
LIBRECHAT = {"conversationId": "c", "title": "t", "recursive": True, "messages": [
    {"messageId": "a", "parentMessageId": "0", "isCreatedByUser": True, "text": "Weather?", "children": [
        {"messageId": "b", "parentMessageId": "a", "isCreatedByUser": False, "createdAt": "2", "content": [
            {"type": "tool_call", "tool_call": {"id": "c", "name": "weather", "args": "{}", "output": "sunny"}},
            {"type": "text", "text": "Sunny."}], "children": []}]}]}  # fmt: skip
OPEN_WEBUI = [{"id": "x", "chat": {"title": "t", "history": {"currentId": "b", "messages": {
    "a": {"id": "a", "parentId": None, "childrenIds": ["b", "c"], "role": "user", "content": "Weather?"},
    "b": {"id": "b", "parentId": "a", "role": "assistant", "content": "", "output": [
        {"type": "function_call", "call_id": "c", "name": "weather", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c", "output": [{"type": "input_text", "text": "sunny"}]}]},
    "c": {"id": "c", "parentId": "a", "role": "assistant", "content": "another try"}}}}}]  # fmt: skip
REPR = (
    "[HumanMessage(content='Weather?'), AIMessage(content='', tool_calls=[{'name': 'weather', 'args': {}, "
    "'id': 'c', 'type': 'tool_call'}]), ToolMessage(content='(sunny)', tool_call_id='c')]"
)
PRETTY = """================================ Human Message =================================

Weather?
================================== Ai Message ==================================
Tool Calls:
  weather (call_1)
 Call ID: call_1
  Args:
    city: Paris
================================= Tool Message =================================
Name: weather

sunny
"""
AIDER = "# aider chat started at 2026-01-01 10:00:00\n\n> Added a.py\n\n#### rename it\n\nDone.\n"
CHARLES = [{"host": "api.openai.com", "path": "/v1/chat/completions", "request": {"body": {"text": json.dumps(
    {"model": "m", "messages": CHAT})}}, "response": {"body": {"text": json.dumps(ANSWER)}}}]  # fmt: skip
NOCK = [{"scope": "https://api.openai.com:443", "method": "POST", "path": "/v1/chat/completions", "status": 200,
         "body": {"model": "m", "messages": CHAT}, "response": ANSWER}]  # fmt: skip
WIREMOCK = {
    "request": {
        "method": "POST",
        "url": "/v1/chat/completions",
        "bodyPatterns": [{"equalToJson": json.dumps({"model": "m", "messages": CHAT})}],
    },
    "response": {"status": 200, "jsonBody": ANSWER},
}


def httprr(*bodies: Any) -> bytes:
    trace = b"httprr trace v1\n"
    for body in bodies:
        request = (
            b"POST https://api.openai.com/v1/chat/completions HTTP/1.1\r\nHost: x\r\n\r\n" + json.dumps(body).encode()
        )
        answer = b"HTTP/2.0 200 OK\r\n\r\n" + json.dumps(ANSWER).encode()
        trace += f"{len(request)} {len(answer)}\n".encode() + request + answer
    return trace


TAP = [{"request_id": "r", "turn": 1, "request": {"path": "/v1/messages", "body": {"model": "m", "messages": BLOCKS}},
        "response": {"status": 200, "body": {}}}]  # fmt: skip
MANAGED = [
    {"type": "user.message", "id": "1", "content": [{"type": "text", "text": "Weather?"}]},
    {"type": "agent.custom_tool_use", "id": "sevt_1", "name": "weather", "input": {}},
    {"type": "user.custom_tool_result", "id": "2", "custom_tool_use_id": "sevt_1", "content": "sunny"},
]
AMP = {"id": "T-1", "created": 1, "messages": [
    {"role": "user", "content": [{"type": "text", "text": "Weather?"}]},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {}}]},
    {"role": "user", "content": [
        {"type": "tool_result", "toolUseID": "toolu_1", "run": {"status": "done", "result": "sunny"}}]}]}  # fmt: skip
ROO = [{**message, "ts": 1_700_000_000_000 + number} for number, message in enumerate(BLOCKS)] + [
    {"role": "user", "content": "summary", "isSummary": True, "condenseId": "x", "ts": 1_700_000_000_009}
]
CLAUDE_LINES = [
    {"type": "user", "message": {"role": "user", "content": "hi"}},
    {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": "yo"}]}},
]
CODEX = [
    {"type": "session_meta", "payload": {"id": "1"}},
    {"type": "response_item", "payload": {"type": "message", "role": "user", "content": [
        {"type": "input_text", "text": "hi"}]}},
]  # fmt: skip

TRAJECTORY = {
    "schema_version": "ATIF-v1.6", "session_id": "s", "agent": {"name": "a", "model_name": "m"}, "steps": [
        {"step_id": 1, "source": "system", "message": "Be brief."},
        {"step_id": 2, "source": "user", "message": [{"type": "text", "text": "Weather?"}]},
        {"step_id": 3, "source": "agent", "message": "", "tool_calls": [
            {"tool_call_id": "call_1", "function_name": "weather", "arguments": {"city": "Rome"}},
            {"tool_call_id": "call_2", "function_name": "weather", "arguments": {"city": "Oslo"}}],
         "observation": {"results": [{"source_call_id": "call_2", "content": "rain"}, {"content": "sunny"}]}},
        {"step_id": 4, "source": "agent", "message": "Sunny and rain."}],
}  # fmt: skip


def hermes(role: str, text: str | None, state: str = "active", calls: Any = (), results: Any = ()) -> Any:
    return {"message_id": "m", "role": role, "state": state, "text": text, "tool_calls": list(calls),
            "tool_results": list(results)}  # fmt: skip


HERMES = {
    "schema_version": 1, "producer": "hermes/0.9.0", "session_id": "s", "messages": [
        hermes("user", "Weather?"),
        hermes("assistant", "Wrong.", "rewound", [{"action_id": "call_0", "tool_name": "x", "arguments_json": "{}"}]),
        hermes("assistant", None, calls=[{"action_id": "call_1", "tool_name": "weather", "arguments_json": "{}"}]),
        hermes("tool", None, results=[{"action_id": "call_1", "is_error": False, "output_preview": "sunny"}])],
}  # fmt: skip
CLOUD_TASK = {
    "task": {"id": "t", "title": "Weather"},
    "current_user_turn": {"input_items": [
        {"type": "message", "role": "user", "content": [{"content_type": "text", "text": "Weather?"}]}]},
    "current_assistant_turn": {"output_items": [
        {"type": "message", "content": [{"content_type": "text", "text": "Sunny."}]}]},
    "current_diff_task_turn": {"output_items": [{"type": "output_diff", "diff": "+"}]},
}  # fmt: skip
KINDS = {
    "claude-code": Kind("claude-code", lines(*CLAUDE_LINES), [2]),
    "claude-code-web": Kind("claude-code-web", {"loglines": CLAUDE_LINES}, [2]),
    "codex": Kind("codex", lines(*CODEX), [1]),
    "pi": Kind("pi-agent", lines(*PI), [3]),
    "pi without its header": Kind("pi-agent", lines(*PI[1:]), [3]),
    "gemini-cli": Kind("gemini-cli", lines(*GEMINI_CLI), [3]),
    "gemini-cli without its first line": Kind("gemini-cli", lines(*(
        {**line, "timestamp": "t"} for line in GEMINI_CLI[1:])), [3]),
    "gemini-cli copied": Kind("gemini-cli", {"session_id": "s", "messages": [GEMINI_CLI[1], GEMINI_CLI[3]]}, [3]),
    "gemini-cli-object": Kind("gemini-cli", {**GEMINI_CLI[0], "messages": [GEMINI_CLI[1], GEMINI_CLI[3]]}, [3]),
    "qwen-code": Kind("qwen-code", lines(*QWEN), [3]),
    "opencode": Kind("opencode", OPENCODE, [2]),
    "opencode-messages": Kind("opencode", [
        {**message, "info": {**message["info"], "sessionID": "ses_1"}} for message in OPENCODE["messages"]], [2]),
    "opencode-database": Kind("opencode", opencode_database(), [2]),
    "cline": Kind("cline", [{**message, "ts": 1_700_000_000_000 + n} for n, message in enumerate(BLOCKS)], [3]),
    "roo": Kind("roo", ROO, [1]),
    "continue": Kind("continue-session", CONTINUE, [3]),
    "copilot-cli": Kind("copilot-cli", lines(*COPILOT_CLI), [3]),
    "copilot-cli with the result first": Kind("copilot-cli", lines(COPILOT_CLI[1], COPILOT_CLI[3], {
        "type": "assistant.message", "data": {"content": "It is sunny.", "toolRequests": [
            {"toolCallId": "c", "toolName": "weather", "arguments": {}}]}}), [3]),
    "copilot-chat": Kind("copilot-chat", COPILOT_CHAT, [4]),
    "copilot-chat-log of a new session": Kind("copilot-chat", lines(
        {"kind": 0, "v": {"version": 3, "creationDate": 1, "requests": [], "inputState": {"inputText": ""}}},
        {"kind": 2, "k": ["requests"], "v": COPILOT_CHAT["requests"]}), [4]),
    "copilot-chat-log": Kind("copilot-chat", lines({"kind": 0, "v": {**COPILOT_CHAT, "requests": []}},
        {"kind": 2, "k": ["requests"], "v": COPILOT_CHAT["requests"]}), [4]),
    "amp": Kind("amp", AMP, [3]),
    "aider": Kind("aider", AIDER.encode(), [2]),
    "ag-ui": Kind("ag-ui", AG_UI, [3]),
    "ag-ui-run": Kind("ag-ui", {"threadId": "t", "runId": "r", "messages": AG_UI, "tools": [], "context": []}, [3]),
    "ag-ui-events": Kind("ag-ui", lines(*AG_UI_EVENTS), [2]),
    "otel-genai": Kind("otel-genai", otlp("x", attribute("gen_ai.operation.name", "chat"),
        attribute("gen_ai.input.messages", PARTS)), [3]),
    "otel-console": Kind("otel-genai", "\n".join(json.dumps({"name": "chat", "context": {"trace_id": "t", "span_id": n},
        "attributes": {"gen_ai.operation.name": "chat", "gen_ai.input.messages": json.dumps(PARTS[:size])}}, indent=4)
        for n, size in (("0x1", 1), ("0x2", 3))).encode(), [3]),
    "otel-other-name": Kind("otel-genai", otlp("x", attribute("my_tool.prompts", CHAT),
        attribute("my_tool.outputs", [{"role": "assistant", "content": "Rain."}])), [3]),
    "otel-genai-messages": Kind("otel-genai", PARTS, [3]),
    "openinference": Kind("otel-openinference", otlp("openinference.instrumentation.openai",
        attribute("openinference.span.kind", "LLM"), attribute("input.value", {"messages": CHAT})), [3]),
    "phoenix": Kind("phoenix-spans", PHOENIX, [3]),
    "openllmetry": Kind("otel-openllmetry", NUMBERED, [1]),
    "langfuse": Kind("langfuse", LANGFUSE, [3]),
    "langsmith": Kind("langsmith", {"id": "r", "run_type": "llm", "inputs": {"messages": [DUMPED]}}, [3]),
    "langsmith-batch": Kind("langsmith", {"post": [{"id": "r", "run_type": "llm", "inputs": {"messages": CHAT}}]}, [3]),
    "mlflow": Kind("mlflow-trace", {"info": {}, "data": {"spans": [{"span_id": "s", "attributes": {
        "mlflow.spanType": '"CHAT_MODEL"', "mlflow.spanInputs": json.dumps({"messages": CHAT})}}]}}, [3]),
    "braintrust": Kind("braintrust", {"id": "1", "span_attributes": {"type": "llm"}, "input": CHAT, "output": []}, [3]),
    "opik": Kind("opik", {"id": "1", "type": "llm", "input": {"messages": CHAT}, "output": ANSWER}, [3]),
    "helicone": Kind("helicone", [{"request_id": "1", "request_body": {"model": "m", "messages": CHAT},
        "response_body": ANSWER}], [3]),
    "litellm": Kind("litellm-log", {"id": "1", "call_type": "completion", "custom_llm_provider": "openai",
        "messages": CHAT, "response": ANSWER}, [3]),
    "weave": Kind("weave", {"id": "1", "op_name": "weave:///e/p/op/openai.chat:v1", "inputs": {"messages": CHAT}}, [3]),
    "langchain-dict": Kind("langchain", LANGCHAIN, [3]),
    "langchain-dumps": Kind("langchain", DUMPED, [3]),
    "langchain-flat": Kind("langchain", FLAT, [3]),
    "langchain-repr": Kind("langchain", REPR.encode(), [3]),
    "langchain-pretty": Kind("langchain", PRETTY.encode(), [3]),
    "langgraph": Kind("langgraph", {"values": {"messages": FLAT}, "next": []}, [3]),
    "langgraph-checkpoints": Kind("langgraph", checkpoint_database(), [3]),
    "pydantic-ai": Kind("pydantic-ai", PYDANTIC_AI, [3]),
    "openai-agents": Kind("openai-agents", agents_database(), [3, 1]),
    "openai-agents-runstate": Kind("openai-agents-runstate", RUN_STATE, [3]),
    "adk": Kind("google-adk-session", ADK, [3]),
    "adk-eval": Kind("google-adk-eval", ADK_EVAL, [2]),
    "llama-index": Kind("llama-index", LLAMA_INDEX, [3]),
    "strands": Kind("strands", STRANDS, [3]),
    "inspect": Kind("inspect-ai", eval_archive(), [3]),
    "promptfoo": Kind("promptfoo", {"results": {"results": [
        {"prompt": {"raw": json.dumps(CHAT)}, "provider": {"id": "m"}, "response": {"output": "x"}},
        {"prompt": {"raw": "say hi"}, "provider": {"id": "m"}, "response": {"output": "x"}}]}}, [3, 1]),
    "promptfoo of version 1": Kind("promptfoo", {"version": 1, "stats": {}, "table": {}, "results": [
        {"prompt": {"raw": "say hi"}, "vars": {"x": "hi"}, "response": {"output": "hi"}}]}, [1]),
    "chatgpt": Kind("chatgpt-export", CHATGPT, [4]),
    "chatbotui": Kind("chatbotui", {"version": 4, "folders": [], "prompts": [], "history": [
        {"id": "c", "name": "n", "model": {"id": "gpt-4"}, "messages": CHAT[:1]}]}, [1]),
    "claude-ai": Kind("claude-ai-export", CLAUDE_AI, [2]),
    "grok": Kind("grok-export", GROK, [2]),
    "ai-studio": Kind("ai-studio", AI_STUDIO, [2]),
    "librechat": Kind("librechat", LIBRECHAT, [4]),
    "open-webui": Kind("open-webui", OPEN_WEBUI, [3]),
    "sharegpt": Kind("sharegpt", [{"conversations": [
        {"from": "human", "value": "Weather?"}, {"from": "function_call", "value": '{"name": "w", "arguments": {}}'},
        {"from": "observation", "value": "sunny"}, {"from": "gpt", "value": "Sunny."}]}], [4]),
    "hf-chat": Kind("hf-chat", parquet(), [2]),
    "openai-batch": Kind("openai-batch", lines({"custom_id": "a", "method": "POST", "url": "/v1/chat/completions",
        "body": {"model": "m", "messages": CHAT}}), [3]),
    "anthropic-batch": Kind("anthropic-batch", {"requests": [{"custom_id": "a", "params": {
        "model": "m", "max_tokens": 1, "messages": BLOCKS}}]}, [3]),
    "bedrock-batch": Kind("bedrock-batch", lines({"recordId": "a", "modelInput": {
        "anthropic_version": "bedrock-2023-05-31", "max_tokens": 1, "messages": BLOCKS}}), [3]),
    "vertex-batch": Kind("vertex-batch", lines(
        {"request": {"contents": [{"role": "user", "parts": [{"text": "hi"}]}]}}), [1]),
    "invocation-log": Kind("bedrock-invocation-log", {"schemaType": "ModelInvocationLog", "operation": "InvokeModel",
        "input": {"inputBodyJson": {"anthropic_version": "b", "max_tokens": 1, "messages": BLOCKS}}}, [3]),
    "finetune": Kind("openai-finetune", lines(*[{"messages": [
        {"role": "user", "content": "hi"}, {"role": "assistant", "content": "yo"}]}] * 2), [2, 2]),
    "conversation-items": Kind("openai-conversations-items", {"object": "list", "has_more": False, "data": [
        {"id": "fco_1", "type": "function_call_output", "call_id": "c", "output": "sunny"},
        {"id": "fc_1", "type": "function_call", "call_id": "c", "name": "weather", "arguments": "{}"},
        {"id": "msg_1", "type": "message", "role": "user", "content": [
            {"type": "input_text", "text": "Weather?"}]}]}, [3]),
    "thread": Kind("openai-assistants-thread", {"object": "list", "data": [{"object": "thread.message",
        "role": "user", "content": [{"type": "text", "text": {"value": "hi"}}]}]}, [1]),
    "vcr": Kind("vcr-cassette", CASSETTE.encode(), [1]),
    "vcr of Ruby": Kind("vcr-cassette", RUBY_CASSETTE.encode(), [1]),
    "betamax": Kind("vcr-cassette", BETAMAX, [3]),
    "http-recorder": Kind("opencode-http-recorder", {"version": 1, "interactions": [{"request": {
        "url": "https://api.openai.com/v1/chat/completions", "body": json.dumps({"model": "m", "messages": CHAT})},
        "response": {"status": 200, "body": "data: {}\n\n"}}]}, [3]),
    "http-recorder with parsed bodies": Kind("http-recording", {"interactions": [{"request": {
        "method": "POST", "url": "https://api.openai.com/v1/chat/completions", "path": "/v1/chat/completions",
        "content": {"model": "m", "messages": CHAT}},
        "response": {"status_code": 200, "content": {"data": base64.b64encode(b'{"choices": []}').decode()}}}]}, [3]),
    "google-genai replay": Kind("http-recording", {"replay_id": "chat/mldev", "interactions": [{"request": {
        "method": "post", "url": "{MLDEV_URL_PREFIX}/models/gemini-2.5-pro:generateContent", "headers": {},
        "body_segments": [{"contents": [{"role": "user", "parts": [{"text": "Weather?"}]}]}]},
        "response": {"status_code": 200, "body_segments": [{"candidates": [
            {"content": {"role": "model", "parts": [{"text": "Sunny."}]}}]}], "byte_segments": []}}]}, [1]),
    "claude-tap": Kind("claude-tap", lines(*TAP), [3]),
    "nock": Kind("http-recording", NOCK, [3]),
    "wiremock": Kind("http-recording", WIREMOCK, [3]),
    "httprr": Kind("http-recording", httprr({"model": "m", "messages": CHAT[:1]}, {"model": "m", "messages": [
        {"role": "user", "content": "Gr\u00fcezi"}, {"role": "user", "content": "?"}]}), [1, 2]),
    "charles": Kind("charles", CHARLES, [3]),
    "managed-agents": Kind("anthropic-managed-agents", lines(*MANAGED), [3]),
    "atif": Kind("atif", TRAJECTORY, [6]),
    "hermes": Kind("hermes", HERMES, [3]),
    "codex-cloud": Kind("codex-cloud", CLOUD_TASK, [2]),
}  # fmt: skip
