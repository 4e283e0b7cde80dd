"""Small healthy files of programs, frameworks and data sets with parts, steps or blocks of their own."""

from __future__ import annotations

import json
from typing import Any

from tests.sources.documents import lines
from tests.sources.kinds import Kind

GROK = [
    {"type": "system", "content": "Be brief."},
    {"type": "user", "content": [{"type": "text", "text": "<user_info>"}], "synthetic_reason": "environment_context"},
    {"type": "user", "content": [{"type": "text", "text": "Weather?"}], "prompt_index": 0},
    {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "x"},
    {"type": "assistant", "content": "", "model_id": "grok-4", "tool_calls": [
        {"id": "call-0a1b2c3d-0000-4000-8000-000000000002-0", "name": "weather", "arguments": "{}"}]},
    {"type": "tool_result", "tool_call_id": "call-0a1b2c3d-0000-4000-8000-000000000002-0", "content": "sunny"},
    {"type": "backend_tool_call", "kind": {"tool_type": "web_search", "id": "ws_1", "status": "completed"}},
    {"type": "assistant", "content": "Sunny.", "model_id": "grok-4"},
]  # fmt: skip
TAVERN = [
    {"chat_metadata": {}, "user_name": "unused", "character_name": "unused"},
    {"name": "Ada", "is_user": False, "is_system": False, "mes": "Hello!", "swipes": ["Hello!", "Hi!"], "swipe_id": 0},
    {"name": "Me", "is_user": True, "is_system": False, "mes": "Weather?", "extra": {}},
    {"name": "Me", "is_user": True, "is_system": True, "mes": "hidden", "extra": {}},
    {"name": "Ada", "is_user": False, "is_system": True, "mes": "Tool calls: weather", "extra": {"tool_invocations": [
        {"id": "call_1", "name": "weather", "parameters": "{}", "result": "sunny"}]}},
    {"name": "Ada", "is_user": False, "is_system": False, "mes": "Sunny."},
]  # fmt: skip
DOTNET = [
    {"role": "user", "contents": [{"$type": "text", "text": "Weather?"}]},
    {"role": "assistant", "contents": [
        {"$type": "reasoning", "text": "hm"}, {"$type": "functionCall", "callId": "c1", "name": "weather"}]},
    {"role": "tool", "contents": [{"$type": "functionResult", "callId": "c1", "result": "sunny"}]},
    {"role": "assistant", "contents": [{"$type": "text", "text": "Sunny."}, {"$type": "usage", "details": {}}]},
]  # fmt: skip
STREAM = [
    {"role": "assistant", "contents": [], "responseId": "r1"},
    {
        "role": "assistant",
        "contents": [{"$type": "functionCall", "callId": "c1", "name": "weather"}],
        "responseId": "r1",
    },
    {"contents": [{"$type": "functionCall", "callId": "c2", "name": "weather"}], "responseId": "r1"},
    {"role": "tool", "contents": [{"$type": "functionResult", "callId": "c1", "result": "sun"}], "responseId": "r1"},
    {"role": "tool", "contents": [{"$type": "functionResult", "callId": "c2", "result": "rain"}], "responseId": "r1"},
    {"role": "assistant", "contents": [{"$type": "text", "text": "Sun"}], "messageId": "m1", "responseId": "r1"},
    {"role": "assistant", "contents": [{"$type": "text", "text": " or rain."}], "messageId": "m1", "responseId": "r1"},
]
DELEGATED = [
    {"type": "session.start", "data": {"sessionId": "s"}},
    {"type": "user.message", "data": {"content": "Weather?"}},
    {"type": "assistant.message", "data": {"content": "", "toolRequests": [
        {"toolCallId": "c1", "name": "task", "arguments": {"prompt": "Look it up."}}]}},
    {"type": "assistant.message", "data": {"parentToolCallId": "c1", "content": "", "toolRequests": [
        {"toolCallId": "c2", "name": "weather", "arguments": {}}]}},
    {"type": "tool.execution_complete", "data": {
        "parentToolCallId": "c1", "toolCallId": "c2", "result": {"content": "sunny"}}},
    {"type": "tool.execution_complete", "data": {"toolCallId": "c1", "result": {"content": "It is sunny."}}},
    {"type": "assistant.message", "data": {"content": "Sunny.", "toolRequests": []}},
]  # fmt: skip
MOCKS = """\
when:
  path: /v1/chat/completions
  method: POST
  header: [{name: accept, value: '*/*'}]
  body: '{"model":"m","messages":[{"role":"user","content":"How *cold* is it?"}]}'
then:
  status: 200
  body: '{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"Very."}}]}'
---
when:
  path: /v1/messages
  method: POST
  body: '{"model":"claude-sonnet-4-5","max_tokens":9,"messages":[{"role":"user","content":"How *cold*?"}]}'
then:
  status: 529
  body: ''
"""


def _fragment(kind: str, **part: Any) -> Any:
    return {"ft": "content", "fId": "f", "part": {"pt": kind, **part}}


TRAJECTORY = [
    {"role": "system", "content": "Be brief.", "tool_calls": None, "tool_call_id": None},
    {"role": "user", "content": "Weather?", "tool_calls": None, "tool_call_id": None},
    {"role": "assistant", "content": "", "tool_call_id": None, "tool_calls": [
        {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": {"city": "Rome"}}}]},
    {"role": "tool", "content": "sunny", "tool_calls": None, "tool_call_id": "call_1", "name": "weather"},
    {"role": "assistant", "content": "Sunny.", "tool_calls": None, "tool_call_id": None},
]  # fmt: skip
APART = """\
requests:
- body: !!binary |
    eyJtb2RlbCI6Im0iLCJtZXNzYWdlcyI6W3sicm9sZSI6InVzZXIiLCJjb250ZW50IjoiSGkifV19
  headers: {}
  method: POST
  uri: https://api.openai.com/v1/chat/completions
- body: '{"model":"m","messages":[{"role":"user","content":"Again"}]}'
  headers: {}
  method: POST
  uri: '**REDACTED**'
responses:
- body: {string: '{"choices":[{"index":0,"message":{"role":"assistant","content":"Yo"}}]}'}
  headers: {}
  status: {code: 200, message: OK}
- body: {string: ''}
  headers: {}
  status: {code: 500, message: no}
"""
RECORDED = [
    {"mode": "create", "response": {"content": "None", "finish_reason": "stop"}, "stream": [], "messages": [
        {"content": "Be brief.", "type": "SystemMessage"},
        {"content": ["Weather?", "In Rome."], "source": "User", "type": "UserMessage"}]},
    {"mode": "create", "response": {"content": "Sunny."}, "stream": [], "messages": [
        {"content": "Weather?", "source": "User", "type": "UserMessage"}]},
]  # fmt: skip
AGI = {
    "id": "c1", "systemPurposeId": "Generic", "userTitle": "Weather", "messages": [
        {"id": "1", "role": "user", "created": 1, "fragments": [
            _fragment("text", text="Weather?"), _fragment("doc", data={"idt": "text", "text": "Rome"})]},
        {"id": "2", "role": "assistant", "created": 2, "fragments": [
            {"ft": "void", "fId": "f", "part": {"pt": "ma", "aType": "reasoning", "aText": "hm"}},
            _fragment("tool_invocation", id="t1", invocation={
                "type": "function_call", "name": "weather", "args": "{}"}),
            _fragment("tool_response", id="t1", error=False, response={
                "type": "function_call", "name": "weather", "result": "sunny"}),
            _fragment("text", text="Sunny.")]},
        {"id": "3", "role": "assistant", "created": 3, "fragments": [_fragment("error", error="overloaded")]},
    ]}  # fmt: skip
FLOWISE = [
    {"id": "1", "role": "userMessage", "content": "Weather?", "chatflowid": "f", "chatType": "INTERNAL", "chatId": "a"},
    {"id": "2", "role": "apiMessage", "content": "Sunny.", "chatflowid": "f", "chatId": "a", "usedTools": [{}]},
    {"id": "3", "role": "userMessage", "content": "Hello", "chatflowid": "f", "chatType": "EXTERNAL", "chatId": "b"},
]
PYTHON = [
    {"type": "chat_message", "role": {"type": "role", "value": "user"}, "contents": [
        {"type": "text", "text": "Weather?"}, {"type": "uri", "uri": "https://example.com/a.png"}]},
    {"type": "chat_message", "role": {"type": "role", "value": "assistant"}, "contents": [
        {"type": "function_call", "call_id": "c1", "name": "weather", "arguments": "{}"}]},
    {"type": "chat_message", "role": {"type": "role", "value": "tool"}, "contents": [
        {"type": "function_result", "call_id": "c1", "result": {"sky": "clear"}}]},
]  # fmt: skip
FACTORY_ROW = {"messages": [
    {"role": "user", "loss_weight": 0.0, "content": [
        {"type": "text", "value": "Weather?"}, {"type": "image_url", "value": "images/1.jpg"}]},
    {"role": "assistant", "content": [{"type": "reasoning", "value": "hm"}, {
        "type": "tool_call", "value": '{"name": "weather", "arguments": {"city": "Rome"}}'}]},
    {"role": "tool", "content": [{"type": "text", "value": "sunny"}]},
    {"role": "assistant", "content": [
        {"type": "tool_call", "value": '{"name": "weather", "arguments": {"city": "Oslo"}}'},
        {"type": "tool_call", "value": '{"name": "weather", "arguments": {"city": "Bern"}}'}]},
    {"role": "tool", "content": [{"type": "text", "value": '[{"content": "snow"}, {"content": "rain"}]'}]},
]}  # fmt: skip
PREFERRED = {"chosen_messages": FACTORY_ROW["messages"][:1], "rejected_messages": FACTORY_ROW["messages"]}
SENT = [
    {"role": "system", "content": [{"type": "text", "text": "Use tools."}]},
    {"role": "user", "content": [{"type": "text", "text": "Weather?"}]},
    {"role": "tool-call", "content": [{"type": "text", "text": "Calling tools: weather"}]},
    {"role": "tool-response", "content": [{"type": "text", "text": "Observation: sunny"}]},
]
SMOLAGENTS = [
    {"task": "Weather?", "task_images": None},
    {"step_number": 1, "timing": {}, "model_input_messages": SENT[:2], "observations": "sunny"},
    {"step_number": 2, "timing": {}, "model_input_messages": SENT, "observations": "Sunny.", "model_output_message": {
        "role": "assistant", "content": None, "tool_calls": [
            {"id": "c2", "type": "function", "function": {"name": "final_answer", "arguments": {"answer": 1}}}]}},
]  # fmt: skip
GENKIT: list[Any] = [
    {"role": "system", "content": [{"text": "Be brief."}]},
    {"role": "user", "content": [{"text": "Weather?"}, {"media": {"url": "https://example.com/a.png"}}]},
    {"role": "model", "content": [{"toolRequest": {"name": "weather", "input": {}}},
                                  {"toolRequest": {"name": "time", "ref": "r2", "input": {}}}]},
    {"role": "tool", "content": [{"toolResponse": {"name": "weather", "output": "sunny"}},
                                 {"toolResponse": {"name": "time", "ref": "r2", "output": 12}}]},
]  # fmt: skip
GENKIT_TRACE = {"traceId": "t", "spans": {
    name: {"spanId": name, "displayName": "googleai/gemini", "attributes": {
        "genkit:metadata:subtype": kind, "genkit:input": json.dumps({"messages": messages})}}
    for name, kind, messages in (("a", "flow", GENKIT), ("b", "model", GENKIT[:2]), ("c", "model", GENKIT))
}}  # fmt: skip
TAU = {"info": {"agent_info": {"llm": "gpt-4.1"}}, "tasks": [], "simulations": [
    {"id": "s", "task_id": "1", "termination_reason": "user_stop", "trial": 0, "messages": [
        {"role": "assistant", "content": "Hi!", "turn_idx": 0},
        {"role": "user", "content": None, "tool_calls": [
            {"id": "u1", "name": "look", "arguments": {}, "requestor": "user"}]},
        {"role": "tool", "id": "u1", "content": "no signal", "requestor": "user"},
        {"role": "user", "content": "No signal."},
        {"role": "assistant", "content": None, "tool_calls": [
            {"id": "a1", "name": "reset", "arguments": {"line": 1}, "requestor": "assistant"},
            {"id": "a2", "name": "check", "arguments": {}, "requestor": "assistant"}]},
        {"role": "tool", "tool_messages": [
            {"role": "tool", "id": "a1", "content": "ok", "requestor": "assistant"},
            {"role": "tool", "id": "a2", "content": "ok", "requestor": "assistant"}]}]}]}  # fmt: skip
CHERRY = {"time": 1, "version": 5, "localStorage": {}, "indexedDB": {
    "topics": [{"id": "t1", "name": "Weather", "messages": [
        {"id": "m0", "role": "user", "blocks": ["b0"]},
        {"id": "mc", "role": "user", "type": "clear", "blocks": []},
        {"id": "m1", "role": "user", "blocks": ["b1", "b9"]},
        {"id": "m2", "role": "assistant", "askId": "m1", "useful": True, "blocks": ["b2", "b3"]},
        {"id": "m3", "role": "assistant", "askId": "m1", "blocks": ["b4"]}]}],
    "message_blocks": [
        {"id": "b0", "messageId": "m0", "type": "main_text", "content": "old"},
        {"id": "b1", "messageId": "m1", "type": "main_text", "content": "Weather?"},
        {"id": "b9", "messageId": "m1", "type": "image", "url": "https://example.com/a.png"},
        {"id": "b2", "messageId": "m2", "type": "thinking", "content": "hm"},
        {"id": "b3", "messageId": "m2", "type": "main_text", "content": "Sunny."},
        {"id": "b4", "messageId": "m3", "type": "main_text", "content": "Rainy."}]}}  # fmt: skip
SPRING = [
    {"messageType": "SYSTEM", "text": "Be brief.", "metadata": {"messageType": "SYSTEM"}},
    {"messageType": "USER", "text": "Weather?", "metadata": {"messageType": "USER"}, "media": []},
    {"messageType": "ASSISTANT", "text": "", "metadata": {}, "toolCalls": [
        {"id": "call_1", "type": "function", "name": "weather", "arguments": "{}"}]},
    {"messageType": "TOOL", "text": "", "metadata": {}, "responses": [
        {"id": "call_1", "name": "weather", "responseData": "sunny"}]},
]  # fmt: skip
DEMONSTRATION = {"history": [
    {"role": "user", "content": "Fix it.", "agent": "main", "message_type": "observation"},
    {"role": "assistant", "content": "I look.", "agent": "main", "message_type": "action", "tool_calls": [
        {"id": "call_1", "type": "function", "function": {"name": "open", "arguments": "{}"}}]},
    {"role": "tool", "content": "text", "agent": "main", "message_type": "observation", "tool_call_ids": ["call_1"]},
]}  # fmt: skip

NEWER = {
    "grok-cli": Kind("grok-cli", lines(*GROK), [6]),
    "sillytavern": Kind("sillytavern", lines(*TAVERN), [5]),
    "extensions-ai": Kind("extensions-ai", DOTNET, [4]),
    "tau-bench trajectory": Kind("tau-bench", [{"task_id": 0, "reward": 1.0, "info": {}, "traj": TRAJECTORY}], [5]),
    "vcr with two lists": Kind("vcr-cassette", APART.encode(), [1, 1]),
    "autogen recorder": Kind("autogen", RECORDED, [2, 1]),
    "big-agi": Kind("big-agi", AGI, [4]),
    "big-agi backup": Kind("big-agi", {"conversations": [AGI, {**AGI, "id": "c2"}], "models": {}}, [4, 4]),
    "flowise": Kind("flowise", FLOWISE, [2, 1]),
    "flowise prediction": Kind("flowise", {"question": "And now?", "history": FLOWISE[:2]}, [3]),
    "extensions-ai stream": Kind("extensions-ai", STREAM, [4]),
    "copilot-cli subagent": Kind("copilot-cli", lines(*DELEGATED), [4, 2]),
    "httpmock": Kind("http-recording", MOCKS.encode(), [1, 1]),
    "extensions-ai thread": Kind("extensions-ai", {"storeState": {"messages": DOTNET}}, [4]),
    "agent-framework": Kind("agent-framework", PYTHON, [3]),
    "agent-framework thread": Kind("agent-framework", {"chat_message_store_state": {"messages": PYTHON}}, [3]),
    "llama-factory": Kind("llama-factory", lines(FACTORY_ROW, PREFERRED), [6, 1, 6]),
    "smolagents": Kind("smolagents", SMOLAGENTS, [6]),
    "genkit": Kind("genkit", {"messages": GENKIT, "tools": []}, [5]),
    "genkit trace": Kind("genkit", GENKIT_TRACE, [5]),
    "tau-bench": Kind("tau-bench", TAU, [5]),
    "cherry-studio": Kind("cherry-studio", CHERRY, [2]),
    "spring-ai": Kind("spring-ai", SPRING, [4]),
    "spring-ai memory": Kind("spring-ai", {"conversationId": "c", "messages": SPRING}, [4]),
    "swe-agent demonstration": Kind("swe-agent", DEMONSTRATION, [3]),
}
