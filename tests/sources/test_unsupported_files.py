"""Files of unsupported programs are reported by their name, and never judged."""

from __future__ import annotations

from typing import Any

import pytest

from tests.sources.documents import all_of, lines
from tests.sources.kinds_of_programs import database
from workbench.loading import LoadError
from workbench.sources import SOURCES

RPC = {"jsonrpc": "2.0", "id": 1}
UNREAD: dict[str, tuple[bytes | Any, str, str]] = {
    "realtime": (lines({"type": "session.created"}, {"type": "response.done", "response": {"output": [
        {"type": "message", "role": "assistant", "content": []}]}}), "openai-realtime", "not supported"),
    "codex exec": (lines({"type": "thread.started", "thread_id": "t"}, {"type": "item.completed", "item": {
        "id": "item_0", "type": "reasoning", "text": "x"}}), "codex", "~/.codex/sessions"),
    "gemini stream": (lines({"type": "init"}, {"type": "tool_use", "tool_id": "t", "tool_name": "ls"}), "gemini-cli",
                      "~/.gemini/tmp"),
    "cursor-agent": (lines(
        {"type": "system", "subtype": "init", "session_id": "s"},
        {"type": "tool_call", "subtype": "started", "call_id": "c", "tool_call": {"readToolCall": {}}},
        {"type": "assistant", "message": {"role": "assistant", "content": []}, "session_id": "s"}),
        "cursor", "state.vscdb"),
    "droid exec": (lines({"type": "system", "subtype": "init", "session_id": "s"},
                         {"type": "message", "role": "user", "text": "hi", "session_id": "s"},
                         {"type": "completion", "finalText": "yo", "session_id": "s"}), "factory", "~/.factory"),
    "opencode run": (lines(*({"type": "text", "sessionID": "s", "part": {"type": "text"}} for _ in "ab")), "opencode",
                     "opencode export"),
    "opencode server": (lines(
        {"type": "server.connected", "properties": {}},
        {"type": "session.created", "properties": {"info": {"id": "ses_1"}}},
        {"type": "session.updated", "properties": {"info": {"id": "ses_1"}}},
        {"type": "message.updated", "properties": {"info": {"id": "msg_1", "sessionID": "ses_1", "role": "user"}}}),
        "opencode", "opencode export"),
    "acp": (lines({**RPC, "method": "session/prompt", "params": {}}, {**RPC, "result": {}}), "acp", "session file"),
    "acp updates": (lines(*({"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "hi"}}
                            for _ in "ab")), "acp", "session file"),
    "datadog apm": ([[{"trace_id": 1, "span_id": 2, "name": "openai.request", "service": "s", "resource": "r",
                       "meta": {"openai.request.model": "m"}, "metrics": {}}]], "datadog", "LLM Observability"),
    "mcp": (lines({**RPC, "method": "tools/call", "params": {}}, {**RPC, "result": {"content": []}}), "mcp", "tools"),
    "gemini takeout": ([{"header": "Gemini Apps", "title": "Prompted", "time": "2026"}], "gemini-takeout", "prompts"),
    "kiro chat": ({"executionId": "e", "chat": [{"role": "human", "content": "hi"}]}, "kiro", "not supported"),
    "windsurf": ({"cascadeId": "c", "steps": []}, "windsurf", "not supported"),
    "windsurf transcript": (lines({"type": "user_input", "user_input": {"user_response": "hi"}},
        {"type": "planner_response", "planner_response": {"response": "yo"}}), "windsurf", "on the screen"),
    "character.ai": ({"turns": [{"turn_key": {}, "author": {}, "candidates": []}]}, "character-ai", "not supported"),
    "perplexity": ({"entries": [{"query_str": "hi", "text": "yo"}]}, "perplexity", "as texts"),
    "dify": ({"data": [{"conversation_id": "c", "query": "hi", "answer": "yo"}]}, "dify", "as texts"),
    "anythingllm": ([{"id": 1, "prompt": "hi", "response": "yo", "workspace": "w", "sent_at": "2026"}], "anythingllm",
                    "as JSONL"),
    "old adk cases": ([{"query": "hi", "expected_tool_use": [], "reference": "yo"}], "google-adk-eval", "as texts"),
    "old adk evaluation set": ([{"name": "n", "data": [{"query": "hi", "expected_tool_use": [], "reference": "yo"}]}],
                               "google-adk-eval", "as texts"),
    "cohere stream": (lines(
        {"type": "message-start", "delta": {"message": {"role": "assistant", "content": [], "tool_calls": []}}},
        {"type": "content-delta", "index": 0, "delta": {"message": {"content": {"text": "Sun"}}}},
        {"type": "message-end", "delta": {"finish_reason": "COMPLETE"}}), "cohere", "pieces of one answer"),
    "ai sdk stream": ([{"type": "start"}, {"type": "start-step"}, {"type": "text-delta", "id": "t", "delta": "Sun"}],
                      "ai-sdk", "pieces of one answer"),
    "promptfoo configuration": ({"prompts": ["{{question}}"], "providers": ["openai:chat"], "defaultTest": {"options": {
        "rubricPrompt": [{"role": "system", "content": "Grade it."}]}}}, "promptfoo", "templates"),
    "rasa": ({"sender_id": "s", "events": [{"event": "user", "text": "hi"}]}, "rasa", "as texts"),
    "letta agent": ({"agent_type": "memgpt_agent", "core_memory": [], "tools": [], "system": "s", "messages": [
        {"role": "user", "text": "hi"}]}, "letta", "not supported"),
    "livekit": ({"items": [{"id": "i", "type": "message", "role": "user", "content": ["hi"], "interrupted": False}]},
                "livekit", "not supported"),
    "vapi": ({"assistantId": "a", "messages": [{"role": "bot", "message": "hi", "time": 1}]}, "vapi", "not supported"),
    "elevenlabs": ({"transcript": [{"role": "agent", "message": "hi"}]}, "elevenlabs", "not supported"),
    "retell": ({"call_id": "c", "transcript_object": []}, "retell", "not supported"),
    "open interpreter": ([{"role": "user", "type": "message", "content": "hi"},
                          {"role": "computer", "type": "console", "format": "output", "content": "1"}],
                         "open-interpreter", "not supported"),
    "atof": (lines({"atof_version": 1, "kind": "scope"}, {"atof_version": 1}), "hermes", "not supported"),
    "cohere": ({"message": "hi", "chat_history": [{"role": "USER", "message": "a"}]}, "cohere", "second version"),
    "interactions": ({"model": "m", "input": "hi", "generation_config": {}}, "gemini-interactions", "not supported"),
    "azure evaluation": ([{"query": [], "response": [], "tool_definitions": []}], "azure-evaluation", "not supported"),
    "antigravity database": (database(trajectory_meta=[{"cascade_id": "c"}], steps=[{"idx": 0, "step_payload": "x"}]),
                             "antigravity", "transcript.jsonl"),
    "slack": ([{"type": "message", "user": "U", "text": "hi", "ts": "1.0"}], "slack", "between people"),
    "slack api": ({"ok": True, "messages": [{"type": "message", "text": "hi", "ts": "1"}]}, "slack", "between people"),
    "discord": ({"guild": {}, "channel": {}, "messages": [{"id": "1", "content": "hi"}]}, "discord", "between people"),
    "telegram": ({"messages": [{"id": 1, "date": "2026", "from_id": "u", "text": "hi"}]}, "telegram", "between people"),
    "messenger": ({"participants": [], "messages": [{"sender_name": "J", "timestamp_ms": 1, "content": "hi"}]},
                  "messenger", "between people"),
    "teams": ({"value": [{"messageType": "message", "body": {"content": "hi"}}]}, "teams", "between people"),
    "flow": ({"nodes": [{"data": {"inputs": {"agentMessages": [{"role": "system", "content": "Translate."},
                                                              {"role": "user", "content": "{{text}}"}]}}}],
              "edges": []}, "agent-flow", "open a conversation"),
    "flow of n8n": ({"name": "w", "nodes": [{"parameters": {"responses": {"values": [{"role": "user", "content": "hi"},
                                                                                    {"role": "assistant",
                                                                                     "content": "yo"}]}}}],
                     "connections": {}}, "agent-flow", "open a conversation"),
    "flow of dify": ({"kind": "app", "workflow": {"graph": {"nodes": [{"data": {"prompt_template": [
        {"role": "system", "text": "Translate."}]}}], "edges": []}}}, "agent-flow", "open a conversation"),
    "openapi": ({"info": {}, "paths": {"/chat": {"post": {"example": {"question": "hi", "history": [
        {"role": "userMessage", "content": "hi"}, {"role": "apiMessage", "content": "yo"}]}}}}},
        "interface-description", "which values"),
    "json schema": ({"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "examples": [
        {"messages": [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "yo"}]}]},
        "interface-description", "which values"),
    "langgraph stream": (lines(*([{"type": "AIMessageChunk", "content": text, "id": "r", "tool_call_chunks": []},
                                  {"langgraph_step": 1, "langgraph_node": "agent"}] for text in ("He", "llo"))),
                         "langgraph", "pieces of one answer"),
    "langgraph stream of subgraphs": ([[["supervisor:1"], [{"lc": 1, "type": "constructor", "id": ["AIMessageChunk"],
                                                            "kwargs": {"content": "He"}},
                                                           {"langgraph_step": 1, "langgraph_node": "agent"}]]],
                                      "langgraph", "pieces of one answer"),
    "langchain stream": ([{"type": "human", "content": "hi"}, *(
        {"type": "AIMessageChunk", "content": text, "id": "run-1", "tool_call_chunks": []} for text in ("He", "llo"))],
        "langchain", "pieces of an answer"),
    "azure on your data": ({"object": "chat.completion", "choices": [{"messages": [
        {"role": "tool", "content": "{}"}, {"role": "assistant", "content": "yo"}]}]}, "azure-openai", "searched"),
    "notebook": ({"cells": [], "nbformat": 4}, "notebook", "cells"),
    "tools": ([{"type": "function", "function": {"name": "f", "parameters": {}}}], "tool-definitions", "the request"),
    "alpaca": ([{"instruction": "Add", "input": "1", "output": "2"}], "instruction-data", "prompts and answers"),
    "questions": (lines({"query": "Hi", "response": "Yo", "history": []}, {"query": "a", "response": "b", "history": [
        ["Hi", "Yo"]]}), "instruction-data", "prompts and answers"),
    "preferences": ([{"prompt": "a", "chosen": "b", "rejected": "c"}], "preference-data", "prompts and answers"),
}  # fmt: skip


@pytest.mark.parametrize(("content", "source", "words"), UNREAD.values(), ids=UNREAD)
def test_an_unsupported_file_is_reported_by_its_name(content: bytes | Any, source: str, words: str) -> None:
    (refused,) = all_of(content)
    assert isinstance(refused, LoadError)
    assert (refused.source, words in str(refused)) == (source, True)
    assert str(refused).startswith("file: this looks like a")
    assert "it was not judged" in str(refused)


def test_every_title_is_in_a_file_of_these() -> None:
    named = {source.slug for source in SOURCES if source.read.__qualname__.startswith(("_unread.", "_not_a_chat."))}
    assert named == {source for _, source, _ in UNREAD.values()} - {"antigravity", "langchain", "preference-data"}
