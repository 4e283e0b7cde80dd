"""One small healthy file of each further agent program and chat app, and its expected content."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from typing import Any

import pyarrow

from tests.sources.documents import lines
from tests.sources.kinds import BLOCKS, CHAT, DUMPED, LANGCHAIN, Kind


def database(**tables: list[dict[str, Any]]) -> bytes:
    """A SQLite file with these rows; what is not plain is written as JSON."""
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        for table, rows in tables.items():
            columns = list(rows[0])
            connection.execute(f'create table "{table}" ({", ".join(columns)})')
            for row in rows:
                cells = [json.dumps(cell) if isinstance(cell, (dict, list)) else cell for cell in row.values()]
                connection.execute(f'insert into "{table}" values ({", ".join("?" * len(columns))})', cells)
        connection.commit()
        return connection.serialize()


CURSOR_ROWS: list[dict[str, Any]] = [
    {"key": "composerData:c", "value": {"composerId": "c", "name": "Weather", "fullConversationHeadersOnly": [
        {"bubbleId": "1", "type": 1}, {"bubbleId": "2", "type": 2}, {"bubbleId": "3", "type": 2}]}},
    {"key": "bubbleId:c:1", "value": {"type": 1, "text": "Weather?"}},
    {"key": "bubbleId:c:2", "value": {"type": 2, "text": "", "toolFormerData": {
        "toolCallId": "toolu_1\nfc_1", "name": "weather", "rawArgs": "{}", "result": "sunny", "status": "completed"}}},
    {"key": "bubbleId:c:3", "value": {"type": 2, "text": "Sunny."}},
]  # fmt: skip
CURSOR_TRANSCRIPT = [
    {"role": "user", "message": {"content": [{"type": "text", "text": "Weather?"}]}},
    {"role": "assistant", "message": {"content": [
        {"type": "text", "text": "I look."}, {"type": "tool_use", "name": "weather", "input": {}}]}},
]  # fmt: skip
FACTORY = [
    {"type": "session_start", "id": "s", "title": "Weather", "cwd": "/work"},
    *({"type": "message", "id": str(n), "message": message} for n, message in enumerate(BLOCKS)),
    {"type": "todo_state", "todos": []},
]
ANTIGRAVITY = [
    {"step_index": 0, "source": "USER_EXPLICIT", "type": "USER_INPUT", "content": "Weather?"},
    {"step_index": 1, "source": "SYSTEM", "type": "EPHEMERAL_MESSAGE", "content": "Be brief."},
    {"step_index": 2, "source": "MODEL", "type": "PLANNER_RESPONSE", "content": "I look."},
    {"step_index": 3, "source": "MODEL", "type": "RUN_COMMAND", "content": "sunny"},
]
CRUSH_PARTS: list[tuple[str, Any]] = [
    ("user", [{"type": "text", "data": {"text": "Weather?"}}]),
    ("assistant", [{"type": "tool_call", "data": {"id": "c", "name": "weather", "input": "{}", "finished": True}}]),
    ("tool", [{"type": "tool_result", "data": {"tool_call_id": "c", "content": "sunny", "is_error": False}}]),
]
GOOSE_MESSAGES = [
    {"role": "user", "created": 1, "content": [{"type": "text", "text": "Weather?"}]},
    {"role": "assistant", "created": 2, "content": [{"type": "toolRequest", "id": "c", "toolCall": {
        "status": "success", "value": {"name": "weather", "arguments": {"city": "Rome"}}}}]},
    {"role": "user", "created": 3, "content": [{"type": "toolResponse", "id": "c", "toolResult": {
        "status": "success", "value": [{"type": "text", "text": "sunny"}]}}]},
]  # fmt: skip
ZED_SEGMENTS = {"version": "0.2.0", "summary": "Weather", "messages": [
    {"id": 0, "role": "user", "segments": [{"type": "text", "text": "Weather?"}], "tool_uses": [], "tool_results": []},
    {"id": 1, "role": "assistant", "segments": [], "tool_uses": [{"id": "c", "name": "weather", "input": {}}],
     "tool_results": []},
    {"id": 2, "role": "user", "segments": [], "tool_uses": [],
     "tool_results": [{"tool_use_id": "c", "is_error": False, "content": {"Text": "sunny"}}]},
]}  # fmt: skip
ZED_TAGGED = {"version": "0.3.0", "title": "Weather", "messages": [
    {"User": {"id": "u", "content": [{"Text": "Weather?"}]}},
    {"Agent": {"content": [{"Text": "I look."}, {"ToolUse": {"id": "c", "name": "weather", "input": {}}}],
               "tool_results": {"c": {"tool_use_id": "c", "content": {"Text": "sunny"}}}}},
]}  # fmt: skip
KIMI = [{"role": "_system_prompt", "content": "Be brief."}, *CHAT[:1], {"role": "_usage", "token_count": 9}, *CHAT[1:]]
KIMI_WIRE = [
    {"type": "metadata", "protocol_version": "1.4", "created_at": 1},
    {"type": "config.update", "modelAlias": "moonshot-ai/kimi-k2", "systemPrompt": "Be brief."},
    {"type": "context.append_message", "message": {
        "role": "user", "content": [{"type": "text", "text": "Weather?"}], "origin": {"kind": "user"}}},
    {"type": "context.append_loop_event", "event": {"type": "step.begin", "uuid": "s1"}},
    {"type": "context.append_loop_event", "event": {
        "type": "content.part", "stepUuid": "s1", "part": {"type": "think", "think": "Hm."}}},
    {"type": "context.append_loop_event", "event": {
        "type": "tool.call", "stepUuid": "s1", "toolCallId": "Bash_0", "name": "Bash", "args": {"command": "ls"}}},
    {"type": "context.append_message", "message": {
        "role": "user", "content": [{"type": "text", "text": "Hurry."}], "origin": {"kind": "user"}}},
    {"type": "context.append_loop_event", "event": {
        "type": "tool.result", "toolCallId": "Bash_0", "result": {"output": "sunny"}}},
    {"type": "context.append_loop_event", "event": {"type": "step.end", "uuid": "s1"}},
    {"type": "context.append_loop_event", "event": {"type": "step.begin", "uuid": "s2"}},
]  # fmt: skip
CLINE_STORE = {"version": 1, "updated_at": "2026-04-22", "agent": "lead", "sessionId": "s", "messages": [
    {"id": "m1", **BLOCKS[0]},
    {"id": "m2", "role": "assistant", "ts": 1, "modelInfo": {"id": "m"}, "content": [
        {"type": "thinking", "thinking": "Hm."}, {**BLOCKS[1]["content"][0], "call_id": "c"}]},
    {"id": "m3", "role": "user", "content": [
        {**BLOCKS[2]["content"][0], "name": "weather", "content": [{"query": "sky", "result": "sunny"}]},
        {"type": "file", "path": "/w/a.py", "content": "x = 1"}]}]}  # fmt: skip
VIBE = [
    {**message, "message_id": str(n), "injected": False, "reasoning_content": None} for n, message in enumerate(CHAT)
]
HERMES_MESSAGES = [
    CHAT[0], {**CHAT[1], "reasoning": "Hm.", "codex_reasoning_items": [{"type": "summary"}]},
    {**CHAT[2], "tool_name": "weather", "finish_reason": "stop"}, {"role": "session_meta"},
]  # fmt: skip
HERMES_SESSION = {"session_id": "s", "platform": "telegram", "session_start": "2026", "model": "gpt-5",
                  "system_prompt": "Be brief.", "tools": [], "messages": HERMES_MESSAGES}  # fmt: skip
SWE_AGENT = {"trajectory": [], "info": {}, "history": [
    {**CHAT[0], "agent": "main"}, {**CHAT[1], "thought": "", "action": "weather"},
    {"role": "tool", "content": "sunny", "tool_call_ids": ["call_1"], "agent": "main"}]}  # fmt: skip
AUTOGEN_CONTEXT = [
    {"type": "UserMessage", "source": "user", "content": "Weather?"},
    {"type": "AssistantMessage", "source": "a", "content": [{"id": "c", "name": "weather", "arguments": "{}"}]},
    {"type": "FunctionExecutionResultMessage", "content": [{"call_id": "c", "name": "weather", "content": "sunny"}]},
]
AUTOGEN_TEAM = {"type": "TeamState", "agent_states": {
    "a": {"agent_state": {"type": "AssistantAgentState", "llm_context": {"messages": AUTOGEN_CONTEXT}}},
    "b": {"agent_state": {"type": "AssistantAgentState", "llm_context": {"messages": AUTOGEN_CONTEXT[:1]}}},
}}  # fmt: skip
AUTOGEN_OLD = [*CHAT[:2], {"role": "tool", "content": "sunny", "tool_responses": [
    {"tool_call_id": "call_1", "role": "tool", "content": "sunny"}]}]  # fmt: skip
SPOKEN = [{"id": "1", "role": "user", "content": "Weather?"}, {"id": "2", "role": "assistant", "content": "Sunny."}]
IN_PARTS = [{"id": text, "role": role, "contentParts": [{"type": "text", "text": text}]}
            for role, text in (("user", "Weather?"), ("assistant", "Sunny."))]  # fmt: skip
DEEPSEEK = [{"id": "d", "title": "Weather", "mapping": {
    "root": {"id": "root", "parent": None, "children": ["1"], "message": None},
    "1": {"id": "1", "parent": "root", "children": ["2", "3"], "message": {
        "inserted_at": "2026-01-01", "fragments": [{"type": "REQUEST", "content": "Weather?"}]}},
    "2": {"id": "2", "parent": "1", "children": [], "message": {
        "inserted_at": "2026-01-02", "fragments": [{"type": "RESPONSE", "content": "Rain."}]}},
    "3": {"id": "3", "parent": "1", "children": [], "message": {
        "inserted_at": "2026-01-03", "fragments": [
            {"type": "THINK", "content": "Hm."}, {"type": "RESPONSE", "content": "Sunny."}]}},
}}]  # fmt: skip
LM_STUDIO: Any = {"name": "Weather", "createdAt": 1, "systemPrompt": "Be brief.", "messages": [
    {"currentlySelected": 0, "versions": [
        {"type": "singleStep", "role": "user", "content": [{"type": "text", "text": "Weather?"}]}]},
    {"currentlySelected": 1, "versions": [
        {"type": "multiStep", "role": "assistant", "steps": []},
        {"type": "multiStep", "role": "assistant", "steps": [
            {"type": "contentBlock", "content": [{"type": "text", "text": "Sunny."}]}]}]},
]}  # fmt: skip
LOBE = {"exportType": "sessions", "state": {"sessions": [{"id": "s", "meta": {"title": "Weather"}}], "messages": [
    {**SPOKEN[0], "sessionId": "s"}, {**SPOKEN[1], "sessionId": "s"}, {**SPOKEN[0], "sessionId": "t"}]}}  # fmt: skip
OPEN_WEBUI_CHAT = {"title": "Weather", "history": {"currentId": "2", "messages": {
    "1": {**SPOKEN[0], "parentId": None, "childrenIds": ["2"]},
    "2": {**SPOKEN[1], "parentId": "1", "childrenIds": []}}}}  # fmt: skip
ADK_CONTENTS: list[tuple[str, Any]] = [
    ("user", {"role": "user", "parts": [{"text": "Weather?"}]}), ("a", {"role": "model", "parts": [{"text": "Sunny."}]})
]  # fmt: skip

PROGRAMS = {
    "cursor": Kind("cursor", database(cursorDiskKV=CURSOR_ROWS, ItemTable=[{"key": "a", "value": "b"}]), [4]),
    "cursor-inline": Kind("cursor", database(cursorDiskKV=[{"key": "composerData:c", "value": {"conversation": [
        {"type": 1, "text": "Weather?"}, {"type": 2, "text": "Sunny."}]}}]), [2]),
    "cursor-panel": Kind("cursor", database(ItemTable=[{
        "key": "workbench.panel.aichat.view.aichat.chatdata",
        "value": {"tabs": [{"tabId": "t", "bubbles": [{"type": "user", "text": "Hi"}, {"type": "ai", "text": "Yo"}]}]},
    }]), [2]),
    "cursor-transcript": Kind("cursor", lines(*CURSOR_TRANSCRIPT), [2]),
    "factory": Kind("factory", lines(*FACTORY), [3]),
    "antigravity": Kind("antigravity", lines(*ANTIGRAVITY), [4]),
    "crush": Kind("crush", database(
        sessions=[{"id": "s", "title": "Weather", "updated_at": 1, "summary_message_id": None}],
        messages=[{"id": str(n), "session_id": "s", "role": role, "parts": parts, "model": "m"}
                  for n, (role, parts) in enumerate(CRUSH_PARTS)]), [3]),
    "goose": Kind("goose", lines({"working_dir": "/w", "message_count": 3, "description": "x"}, *GOOSE_MESSAGES), [3]),
    "goose-export": Kind("goose", {"id": "g", "working_dir": "/w", "conversation": GOOSE_MESSAGES}, [3]),
    "goose-database": Kind("goose", database(
        sessions=[{"id": "s", "name": "x", "working_dir": "/w"}],
        messages=[{"id": n, "session_id": "s", "role": message["role"], "content_json": message["content"]}
                  for n, message in enumerate(GOOSE_MESSAGES)]), [3]),
    "zed-segments": Kind("zed", ZED_SEGMENTS, [3]),
    "zed-tagged": Kind("zed", ZED_TAGGED, [3]),
    "zed-compacted": Kind("zed", {"version": "0.3.0", "messages": [*ZED_TAGGED["messages"], {"Compaction": {
        "Summary": "All done."}}, "Resume"]}, [3]),
    "zed-database": Kind("zed", database(threads=[
        {"id": "t", "summary": "Weather", "updated_at": "2026", "data_type": "json", "data": ZED_TAGGED},
        {"id": "u", "summary": "Weather", "updated_at": "2026", "data_type": "zstd",
         "data": pyarrow.compress(json.dumps(ZED_TAGGED).encode(), codec="zstd", asbytes=True)}]), [3, 3]),
    "kimi": Kind("kimi-cli", lines(*KIMI), [4]),
    "kimi-code": Kind("kimi-code", lines(*KIMI_WIRE), [4]),
    "kimi-code-compacted": Kind("kimi-code", lines(*KIMI_WIRE, {
        "type": "context.apply_compaction", "summary": "Done.", "compactedCount": 4, "keptUserMessageCount": 1}), [2]),
    "kimi-code-undone": Kind(
        "kimi-code", lines(*KIMI_WIRE[:3], KIMI_WIRE[2], {"type": "context.undo", "count": 1}), [1]),
    "cline-store": Kind("cline", CLINE_STORE, [3]),
    "mistral-vibe": Kind("mistral-vibe", lines(*VIBE), [3]),
    "mistral-vibe-json": Kind("mistral-vibe", {"metadata": {"session_id": "s", "tools_available": []},
                                               "messages": VIBE}, [3]),
    "hermes-lines": Kind("hermes", lines(*({"id": key, "source": "cli", "model_config": "{}", "messages": messages}
                                           for key, messages in (("s", HERMES_MESSAGES), ("t", CHAT)))), [3, 3]),
    "langgraph-first-version": Kind("langgraph", database(checkpoints=[
        {"thread_id": "a", "thread_ts": "1", "checkpoint": {"channel_values": {"chat": DUMPED}}}]), [3]),
    "hermes-session": Kind("hermes", HERMES_SESSION, [3]),
    "hermes-database": Kind("hermes", database(
        sessions=[{"id": "s", "source": "cli", "model": "m"}],
        messages=[{"id": n, "session_id": "s", "role": message["role"], "content": message.get("content"),
                   "tool_calls": message.get("tool_calls"), "tool_call_id": message.get("tool_call_id"),
                   "tool_name": None, "active": n < 3, "compacted": 0}
                  for n, message in enumerate([*CHAT, CHAT[0]])]), [3]),
    "llama-index-old": Kind("llama-index", {"class_name": "SimpleChatStore", "store": {"me": [
        {"role": "user", "content": "Weather?", "additional_kwargs": {}},
        {"role": "assistant", "content": None, "additional_kwargs": {"tool_calls": CHAT[1]["tool_calls"]}},
        {"role": "tool", "content": "sunny", "additional_kwargs": {"tool_call_id": "call_1"}}]}}, [3]),
    "pi-messages": Kind("pi-agent", {"systemPrompt": "Be brief.", "messages": [
        {"role": "user", "content": "Weather?", "timestamp": 1},
        {"role": "assistant", "api": "openai-completions", "provider": "openai", "model": "m", "stopReason": "toolUse",
         "content": [{"type": "toolCall", "id": "c", "name": "weather", "arguments": {}}]},
        {"role": "toolResult", "toolCallId": "c", "toolName": "weather", "isError": False,
         "content": [{"type": "text", "text": "sunny"}]}]}, [3]),
    "swe-agent": Kind("swe-agent", SWE_AGENT, [3]),
    "mini-swe-agent": Kind("swe-agent", {
        "trajectory_format": "mini-swe-agent-1", "info": {}, "messages": [*SPOKEN, {"role": "exit", "content": "x"}],
    }, [2]),
    "autogen": Kind("autogen", {"type": "AssistantAgentState", "llm_context": {"messages": AUTOGEN_CONTEXT}}, [3]),
    "autogen-team": Kind("autogen", AUTOGEN_TEAM, [3, 1]),
    "autogen-old": Kind("autogen", AUTOGEN_OLD, [3]),
    "autogen-context": Kind("autogen", {"messages": AUTOGEN_CONTEXT}, [3]),
    "nextchat-cleared": Kind("nextchat", {"chat-next-web-store": {"sessions": [{
        "id": "s", "clearContextIndex": 2, "messages": [*SPOKEN, *SPOKEN, {**SPOKEN[1], "isError": True}]}]}}, [2]),
    "chatbox-keys": Kind("chatbox", {"chat-sessions-list": [{"id": "s"}], "session:s": {"id": "s", "messages": [
        IN_PARTS[0], {"id": "m", "role": "assistant", "contentParts": [
            {"type": "reasoning", "text": "Hm."}, {"type": "text", "text": "I look."},
            {"type": "tool-call", "state": "result", "toolCallId": "c", "toolName": "weather", "args": {},
             "result": {"sky": "clear"}}, {"type": "text", "text": "Sunny."}]}]}}, [4]),
    "huggingchat-tree": Kind("huggingchat", {"title": "Weather", "messages": [
        {"id": "a", "from": "user", "content": "Weather?", "ancestors": [], "children": ["b", "c"]},
        {"id": "b", "from": "assistant", "content": "Rain.", "ancestors": ["a"], "children": []},
        {"id": "c", "from": "assistant", "content": "Sunny.", "ancestors": ["a"], "children": []}]}, [2]),
    "nextchat": Kind("nextchat", {"chat-next-web-store": {"sessions": [{"id": "s", "messages": SPOKEN}]}}, [2]),
    "typingmind": Kind("typingmind", {"data": {"chats": [{"id": "c", "messages": SPOKEN}]}}, [2]),
    "chatbox": Kind("chatbox", {"chat-sessions": [{"id": "s", "messages": IN_PARTS}]}, [2]),
    "huggingchat": Kind("huggingchat", {"title": "Weather", "model": "m", "messages": [
        {"from": "user", "content": "Weather?"}, {"from": "assistant", "content": "Sunny."}]}, [2]),
    "le-chat": Kind("le-chat", [{**message, "chatId": "c", "contentChunks": None} for message in SPOKEN], [2]),
    "lobechat": Kind("lobechat", LOBE, [2, 1]),
    "lm-studio": Kind("lm-studio", LM_STUDIO, [3]),
    "lm-studio-calls": Kind("lm-studio", {**LM_STUDIO, "systemPrompt": "", "messages": [LM_STUDIO["messages"][0], {
        "currentlySelected": 0, "versions": [{"type": "multiStep", "role": "assistant", "steps": [
            {"type": "contentBlock", "style": {"type": "thinking"}, "content": [{"type": "text", "text": "Hm."}]},
            {"type": "contentBlock", "content": [{"type": "toolCallRequest", "callId": 7, "toolCallRequestId": "r",
                                                  "name": "weather", "parameters": {"city": "Rome"}}]},
            {"type": "contentBlock", "content": [
                {"type": "toolCallResult", "callId": 7, "toolCallRequestId": "r", "content": "sunny"}]},
            {"type": "contentBlock", "content": [{"type": "text", "text": "Sunny."}]}]}]}]}, [4]),
    "deepseek": Kind("deepseek-export", DEEPSEEK, [2]),
    "jan": Kind("openai-assistants-thread", lines(*(
        {"object": "thread.message", "role": message["role"], "content": [
            {"type": "text", "text": {"value": message["content"], "annotations": []}}]} for message in SPOKEN)), [2]),
    "open-webui-database": Kind("open-webui", database(
        chat=[{"id": "c", "user_id": "u", "title": "Weather", "chat": OPEN_WEBUI_CHAT}]), [2]),
    "langchain-database": Kind("langchain", database(
        message_store=[{"id": n, "session_id": "s", "message": message} for n, message in enumerate(LANGCHAIN)]),
        [len(LANGCHAIN)]),
    "adk-database": Kind("google-adk-session", database(
        sessions=[{"id": "s", "app_name": "a", "user_id": "u", "state": "{}"}],
        events=[{"id": str(n), "session_id": "s", "invocation_id": "i", "author": author, "content": content}
                for n, (author, content) in enumerate(ADK_CONTENTS)]), [2]),
    "preferences": Kind("preference-data", lines(*(
        {"prompt": SPOKEN[:1], "chosen": SPOKEN[1:], "rejected": SPOKEN[1:]} for _ in "ab")), [2, 2, 2, 2]),
    "preferences-whole": Kind("preference-data", [{"prompt": "?", "chosen": SPOKEN, "rejected": SPOKEN}], [2, 2]),
    "wildchat": Kind("hf-chat", lines({"conversation_id": "c", "model": "m", "turn": 1, "conversation": [
        {**message, "toxic": False} for message in SPOKEN]}, {"conversation_id": "d", "conversation": SPOKEN}), [2, 2]),
}  # fmt: skip
