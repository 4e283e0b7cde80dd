"""Files of other writers, older versions and viewers are read correctly, or not judged."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from typing import Any

import pytest

from tests.sources.documents import conversations, lines
from tests.sources.kinds import PARTS, PI, TRAJECTORY
from workbench import check
from workbench.conversation import Conversation
from workbench.json.pointer import resolve
from workbench.loading import LoadError, load_all

CALL_ITEM = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "weather", "arguments": "{}"}
OUTPUT_ITEM = {"type": "function_call_output", "call_id": "call_1", "output": "sunny"}
ASKED = [{"role": "user", "content": "Weather?"}]


def opened(content: Any | bytes | str, name: str = "file") -> list[Conversation | LoadError]:
    data = content if isinstance(content, bytes) else content.encode() if isinstance(content, str) else None
    return list(load_all(json.dumps(content).encode() if data is None else data, name))


def only(content: Any | bytes | str, name: str = "file") -> Conversation:
    (found,) = opened(content, name)
    assert isinstance(found, Conversation), found
    return found


def errors(conversation: Conversation) -> list[str]:
    return [finding.rule for finding in check(conversation).findings if finding.severity == "error"]


def managed(kind: str, **fields: Any) -> Any:
    return ["client.beta.sessions.events.stream", {"type": kind, "id": f"sevt_{kind.replace('.', '_')}", **fields}]


WORDS = [{"type": "text", "text": "Weather?"}]
RUN_STATE = {
    "$schemaVersion": "1.13", "original_input": "Weather?", "generated_items": [
        {"type": "tool_call_item", "raw_item": CALL_ITEM}, {"type": "tool_approval_item", "raw_item": CALL_ITEM},
        {"type": "tool_call_output_item", "raw_item": OUTPUT_ITEM}],
}  # fmt: skip
COPILOT = {
    "responderUsername": "GitHub Copilot", "requests": [{"requestId": "r", "message": {"text": "Weather?"}, "result": {
        "metadata": {
            "toolCallRounds": [{"response": "", "toolCalls": [
                {"id": "toolu_01TfJ8ANZnNxo5ENPkU4Drpk__vscode-1762883113094", "name": "weather", "arguments": "{}"}]}],
            "toolCallResults": {"toolu_01TfJ8ANZnNxo5ENPkU4Drpk__vscode-1762883113094": {
                "content": [{"value": "sunny"}]}}}}}],
}  # fmt: skip
RUN_IDS = json.loads(json.dumps(PARTS).replace('"call_1"', '["run_1", "call_1"]'))
INGESTED = {
    "batch": [
        {"type": "trace-create", "body": {"id": "t", "input": {"messages": ASKED}}},
        {"type": "generation-create", "body": {"id": "g", "traceId": "t", "input": {"messages": ASKED}}},
        {"type": "generation-update", "body": {"id": "g", "output": {"role": "assistant", "content": "Sunny."}}},
    ],
    "metadata": {},
}
GENERATION = {"trace": {}, "observations": [{
    "id": "o", "type": "GENERATION", "traceId": "t",
    "input": [*ASKED, {**CALL_ITEM, "arguments": {"city": "Rome"}}, OUTPUT_ITEM]}]}  # fmt: skip
EVENTS = {"trace": {}, "observations": [{"id": "o", "type": "GENERATION", "traceId": "t", "input": json.dumps([
    {"role": "user", "content": "Weather?", "event.name": "gen_ai.user.message"}])}]}  # fmt: skip


@pytest.mark.parametrize(
    ("content", "name", "source", "messages"),
    [
        (lines({"type": "session", "id": "s", "cwd": "/"},
               {"type": "message", "id": "m1", "message": {"role": "user", "content": "Weather?"}},
               {"type": "message", "id": "m2", "message": {"role": "assistant", "content": WORDS}},
               {"type": "message", "id": "m3", "message": {"role": "user", "content": "Again?"}}),
         "file", "pi-agent", 3),
        (lines({"type": "session", "id": "s", "cwd": "/"},
               {"type": "model_change", "id": "mc", "parentId": "s"},
               {"type": "message", "id": "m1", "parentId": "s", "message": {"role": "user", "content": WORDS}},
               {"type": "message", "id": "m2", "parentId": "m1", "message": {"role": "assistant", "content": [
                   {"type": "toolCall", "id": "tc", "name": "weather", "arguments": {}}]}},
               {"type": "message", "id": "m3", "parentId": "tc", "message": {
                   "role": "toolResult", "toolCallId": "tc", "content": "sunny"}}),
         "file", "pi-agent", 3),
        ({"session": {"id": "s", "cwd": "/"}, "items": [*ASKED, {"role": "assistant", "content": "Sunny."}]},
         "file", "codex", 2),
        (lines({"type": "session_meta", "payload": {"id": "s"}},
               {"type": "event_msg", "payload": {"type": "user_message", "message": "Weather?"}},
               {"type": "response_item", "payload": {"role": "assistant", "content": [
                   {"type": "input_text", "text": "Sunny."}]}},
               {"type": "response_item", "payload": {"type": "token_count", "input_tokens": 1}}),
         "file", "codex", 2),
        ({"conversations": [{"conversation": {"title": "x"}, "responses": [
            {"sender": "human", "message": "Weather?"}, {"sender": "assistant", "message": "Sunny."}]}]},
         "file", "grok-export", 2),
        ([managed("user.message", content=WORDS),
          managed("agent.tool_use", name="weather", input={}),
          managed("agent.tool_result", tool_use_id="sevt_agent_tool_use", content=WORDS),
          managed("agent.mcp_tool_use", name="search", input={}),
          managed("agent.mcp_tool_result", mcp_tool_use_id="sevt_agent_mcp_tool_use", content=WORDS),
          managed("agent.message", content=WORDS)],
         "file", "anthropic-managed-agents", 6),
        (RUN_STATE, "file", "openai-agents-runstate", 3),
        (lines(TRAJECTORY), "file", "atif", 6),
        (COPILOT, "file", "copilot-chat", 3),
        ([{"role": "user", "content": WORDS}, {"role": "assistant", "content": WORDS, "modelInfo": {}}],
         "tasks/1/api_conversation_history.json", "cline", 2),
        ({"sessionId": "s", "startTime": "2026-01-14", "messages": [
            {"type": "user", "content": "Weather?"}, {"type": "model", "content": "Sunny."}]}, "file", "gemini-cli", 2),
        ({"gen_ai.operation.name": "chat", "gen_ai.input.messages": json.dumps(PARTS), "input": "{}"},
         "file", "otel-genai", 3),
        ({"gen_ai.operation.name": "chat", "gen_ai.input.messages": json.dumps(RUN_IDS)}, "file", "otel-genai", 3),
        ({"openinference.span.kind": "LLM", "llm.model_name": "m", "input.value": json.dumps(PARTS)},
         "file", "otel-openinference", 3),
        ([{"name": "ai.streamText.doStream", "spanContext": {"traceId": "t", "spanId": "s"},
           "attributes": {"ai.prompt.messages": json.dumps(ASKED)}}], "file", "otel-genai", 1),
        ([{"name": "chat", "context": {"span_id": "s"}, "attributes": {"gen_ai.operation.name": "chat"}, "events": [
            {"name": "gen_ai.client.inference.operation.details",
             "attributes": {"gen_ai.input.messages": json.dumps(PARTS)}}]}], "file", "otel-genai", 3),
        (INGESTED, "file", "langfuse", 1),
        (GENERATION, "file", "langfuse", 3),
        (EVENTS, "file", "langfuse", 1),
        (lines({"id": "r", "turn": 1, "transport": "websocket",
                "request": {"path": "/v1/responses", "body": {"model": "gpt-5", "input": ASKED}},
                "response": {"body": None}}), "file", "claude-tap", 1),
    ],
)  # fmt: skip
def test_a_healthy_file_of_another_writer_is_read_without_an_error(
    content: Any | bytes, name: str, source: str, messages: int
) -> None:
    found = only(content, name)
    assert found.origin is not None
    assert (found.origin.source, len(found.messages), errors(found)) == (source, messages, [])


@pytest.mark.parametrize(
    "content",
    [
        'Apache License\n\n   replace the fields enclosed by brackets "[]" with your own. (No brackets!)',
        "packages: []\nname: x\nversion: 1",
        "# Manual\n\nUse `{ async execute(id) { return 1 } }` to run it.\n",
        {"input": "What is 2+2?", "output": "4", "metadata": {}},
        {word: number for number, word in enumerate(("trajectory", "history", "info", "source", "action", "messages"))},
        [{"input": "Which word?", "target": "yes"}, {"input": "Which other?", "target": "no"}],
        {"model": "text-embedding-3-small", "input": "Embed this."},
        {"model": "m", "input": "Embed this.", "encoding_format": "float"},
        {"name": "case", "input": {"messageId": "m", "chunks": [{"type": "start"}]}},
        "version: 1\ninteractions:\n- kind: message\n  direction: received\n  data:\n    tools: []\n",
        "# Manual\n\n" + "How to call the service. " * 60 + 'messages=[{"role": "user", "content": "hi"}]',
        {"id": "msg_1", "sessionID": "ses_1", "role": "user", "time": {"created": 1}},
        {"id": "prt_1", "messageID": "msg_1", "type": "text", "text": "hi"},
        {"id": "ses_1", "projectID": "p", "directory": "/", "time": {"created": 1}},
        [{"id": "1", "ts": 1700000000000, "task": "Review", "tokensIn": 1}],
        {"current_diff_task_turn": {"output_items": [{"type": "pr", "output_diff": {"diff": "+"}}]}},
        {"history": [{"role": "human", "content": "Weather?"}, {"role": "assistant", "result": "Sunny."}]},
        [{"role": "human", "content": "Weather?"}, {"role": "assistant", "content": "Sunny."}],
        {"id": "c", "title": "x", "messages": [{"role": "user", "content": "Hi"}, {"role": "bot", "content": "Hi"}]},
        {"model": "m", "input": "A joke?", "generation_config": {"temperature": 1}},
        {"model": "m", "input": ASKED, "generation_config": {}, "previous_interaction_id": "v1_a"},
        {
            "interactions": [
                {
                    "request": {
                        "method": "POST",
                        "uri": "https://x.example/v1beta/interactions",
                        "body": json.dumps({"model": "m", "input": "A joke?"}),
                    },
                    "response": {},
                }
            ]
        },
    ],
)
def test_a_file_without_a_conversation_is_not_judged(content: Any | str) -> None:
    assert [item for item in opened(content) if isinstance(item, Conversation) and item.detection.recognised] == []


def test_a_question_of_a_data_set_is_not_read_as_a_responses_request() -> None:
    (found,) = opened({"input": [{"role": "user", "content": [{"type": "text", "text": "Spoken?"}]}], "target": "rose"})
    assert isinstance(found, Conversation)
    assert found.format != "openai-responses"


def test_the_address_of_a_batch_determines_its_format() -> None:
    request = {"custom_id": "1", "method": "POST", "url": "/v1/chat/completions", "body": {"messages": ASKED}}
    batch = [item for item in opened(lines(request, {**request, "custom_id": "2"})) if isinstance(item, Conversation)]
    assert [(item.format, item.detection.confidence) for item in batch] == [("openai-chat", 1.0)] * 2


def test_a_role_that_no_provider_knows_is_still_refused_in_a_request() -> None:
    found = only({"model": "gpt-4o", "messages": [{"role": "human", "content": "Weather?"}, *ASKED]})
    assert errors(found) == ["role-unsupported"]


def test_a_recorded_request_is_judged_for_its_recorded_address() -> None:
    body = {"model": "llama3", "messages": [{"role": "user", "content": "What?", "images": ["iVBORw0KGgo="]}]}
    found = only({"request": {"method": "POST", "url": "http://localhost:11434/api/chat", "body": body},
                  "response": {"body": {}}})  # fmt: skip
    assert (check(found).target.name, errors(found)) == ("ollama", [])


def test_empty_client_options_are_not_part_of_the_request() -> None:
    inputs = {"model": "gpt-4o", "messages": ASKED, "extra_headers": None, "extra_query": None, "extra_body": None}
    found = only({"post": [{"id": "r", "run_type": "llm", "inputs": inputs}]})
    assert check(found).findings == ()


def test_an_answer_without_its_request_is_identified() -> None:
    found = only({"id": "chatcmpl-1", "object": "chat.completion", "choices": [
        {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Sunny."}}]})  # fmt: skip
    assert [note.kind for note in found.notes] == ["answer"]
    assert errors(found) == []


@pytest.mark.parametrize(
    "answer",
    [
        {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-opus-5", "stop_reason": "tool_use",
         "content": [{"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {}}], "usage": {}},
        {"output": {"message": {"role": "assistant", "content": [{"text": "Sunny."}]}}, "stopReason": "end_turn"},
        {"object": "chat.completion", "model": "magistral", "choices": [{"finish_reason": "stop", "message": {
            "role": "assistant", "tool_calls": None, "content": [
                {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}]}}]},
        {"message": {"role": "assistant", "content": "Sunny.", "tool_plan": "Look."}, "finish_reason": "COMPLETE"},
        {"model": "m", "message": {"role": "assistant", "content": "Sunny."}, "done": True},
    ],
    ids=["anthropic", "bedrock", "mistral", "cohere", "ollama"],
)  # fmt: skip
def test_an_answer_is_not_judged(answer: Any) -> None:
    found = only(answer)
    assert found.is_answer
    assert check(found).verdict.outcome == "accepted"


def test_arguments_of_an_answer_that_are_cut_are_still_found() -> None:
    call = {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Ro'}}
    found = only({"choices": [{"finish_reason": "length", "message": {"role": "assistant", "tool_calls": [call]}}]})
    assert [(finding.rule, finding.severity) for finding in check(found).findings] == [
        ("tool-args-invalid-json", "warning")
    ]


def test_the_lines_of_a_subagent_in_a_stream_are_not_part_of_the_main_conversation() -> None:
    def line(role: str, block: Any, parent: str | None = None) -> Any:
        return {"type": role, "parent_tool_use_id": parent, "session_id": "s", "message": {"content": [block]}}

    def use(call: str) -> Any:
        return {"type": "tool_use", "id": call, "name": "Task", "input": {}}

    def result(call: str) -> Any:
        return {"type": "tool_result", "tool_use_id": call, "content": "done"}

    main, side = opened([line("assistant", use("t1")), line("user", WORDS[0], "t1"), line("assistant", use("t2"), "t1"),
                         line("user", result("t2"), "t1"), line("user", result("t1"))])  # fmt: skip
    assert isinstance(main, Conversation)
    assert isinstance(side, Conversation)
    assert side.origin is not None
    assert (len(main.messages), len(side.messages), side.origin.started_by) == (2, 3, "t1")
    assert check(main).verdict.outcome == "accepted"


def test_a_search_without_an_id_is_no_fault_of_a_codex_session() -> None:
    search = {"type": "web_search_call", "status": "completed", "action": {"type": "search", "query": "news"}}
    unknown = {"type": "tool_call", "function": {"name": "shell"}}
    found = only(lines({"type": "session_meta", "payload": {"id": "s"}}, *(
        {"type": "response_item", "payload": item} for item in (
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "News?"}]}, search, unknown,
            {**CALL_ITEM, "id": "item_7"}, OUTPUT_ITEM))))  # fmt: skip
    assert [message.get("type") for message in found.messages] == [
        "message", "web_search_call", "function_call", "function_call_output"]  # fmt: skip
    assert check(found).verdict.outcome == "accepted"


def test_unsigned_thoughts_in_claude_code_are_omitted() -> None:
    thought = {"type": "thinking", "thinking": "Hm.", "signature": ""}
    found = only(lines(
        {"type": "user", "uuid": "a", "parentUuid": None, "sessionId": "s", "message": ASKED[0]},
        {"type": "assistant", "uuid": "b", "parentUuid": "a", "sessionId": "s", "message": {
            "role": "assistant", "model": "qwen3-plus", "content": [thought, WORDS[0]]}}))  # fmt: skip
    assert found.messages[1]["content"] == WORDS
    assert errors(found) == []


def agents_store(*items: Any) -> bytes:
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("create table agent_messages (id integer primary key, session_id text, message_data text)")
        for item in items:
            connection.execute("insert into agent_messages values (null, 's', ?)", (json.dumps(item),))
        connection.commit()
        return bytes(connection.serialize())


def test_placeholder_ids_of_the_agents_sdk_are_not_sent() -> None:
    made_up = {"id": "__fake_id__", "provider_data": {"model": "litellm/x"}}
    found = only(agents_store(
        *ASKED, {**CALL_ITEM, **made_up}, OUTPUT_ITEM,
        {"type": "message", "role": "assistant", "status": "completed", **made_up,
         "content": [{"type": "output_text", "text": "Sunny.", "annotations": []}]}))  # fmt: skip
    assert [message.get("id") for message in found.messages] == [None] * 4
    assert check(found).findings == ()


def test_a_call_that_cline_answers_itself_is_not_an_error() -> None:
    task = [{"role": "user", "content": WORDS, "ts": 1700000000000},
            {"role": "assistant", "ts": 1700000000001, "content": [
                {"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {}, "call_id": "c"}]},
            {"role": "user", "content": WORDS, "ts": 1700000000002}]  # fmt: skip
    report = check(only(task))
    assert [(finding.rule, finding.severity) for finding in report.findings] == [("tool-result-missing", "warning")]
    assert "Cline answers this call itself" in report.findings[0].text


def test_the_screen_events_of_kimi_are_not_its_context() -> None:
    event = {"timestamp": 1.0, "message": {"type": "TurnBegin", "payload": {"user_input": "hi"}}}
    (refused,) = opened(lines({"type": "metadata", "protocol_version": "1.8"}, event))
    assert isinstance(refused, LoadError)
    assert (refused.source, "open context.jsonl" in str(refused)) == ("kimi-cli", True)


@pytest.mark.parametrize(
    "content",
    [
        {"analyzerId": "a", "apiVersion": "2025", "contents": [{"markdown": "# Invoice", "kind": "document"}]},
        [
            {"role": "agent", "kind": "message", "content": "Hi."},
            {"role": "agent", "kind": "tool_use", "content": "{}"},
        ],
        [{"role": role, "content": {"type": "text", "text": "Hi."}} for role in ("user", "assistant", "tool")],
    ],
    ids=["other contents", "role agent", "one part for content"],
)
def test_messages_with_unknown_keys_are_not_judged(content: Any) -> None:
    found = [item for item in opened(content) if isinstance(item, Conversation)]
    assert [check(item).verdict.outcome for item in found if item.messages] in ([], ["not-judged"])


def test_all_conversations_of_an_object_with_arbitrary_keys_are_opened() -> None:
    found = opened({"ab12": {"input": {"messages": ASKED}}, "cd34": {"input": {"messages": [*ASKED, *ASKED]}}})
    assert [len(item.messages) for item in found if isinstance(item, Conversation)] == [1, 2]


def test_a_span_alone_and_the_export_of_a_viewer_are_read() -> None:
    in_gemini = [{"role": "user", "parts": [{"text": "Weather?"}]}]
    attributes = {"gen_ai.operation.name": "llm_call", "gen_ai.input.messages": json.dumps(in_gemini)}
    alone = only({"scopeName": "gemini-cli", "spanName": "llm_call", "attributes": attributes})
    tags = [
        {"key": "gen_ai.operation.name", "value": "chat"},
        {"key": "gen_ai.input.messages", "value": json.dumps(PARTS)},
    ]
    jaeger = only({"data": [{"traceID": "t", "spans": [{"spanID": "s", "operationName": "chat m", "tags": tags}]}]})
    assert alone.origin is not None
    assert jaeger.origin is not None
    assert [(alone.origin.source, alone.format, len(alone.messages)), (jaeger.origin.source, len(jaeger.messages))] == [
        ("otel-genai", "gemini", 1),
        ("otel-genai", 3),
    ]


def test_a_branch_of_lobechat_is_chosen_as_the_app_chooses_it() -> None:
    def message(key: str, parent: str | None, role: str, **more: Any) -> Any:
        return {"id": key, "parentId": parent, "role": role, "content": key, "createdAt": ord(key), "updatedAt": 1,
                "meta": {}, **more}  # fmt: skip

    tree = [message("a", None, "user", metadata={"activeBranchIndex": 1}), message("b", "a", "assistant"),
            message("c", "a", "assistant", tools=[{"id": "t", "identifier": "web", "apiName": "search"}]),
            message("d", "c", "tool", tool_call_id="t"), message("e", "d", "assistant")]  # fmt: skip
    found = only(tree)
    assert [message["content"] for message in found.messages] == ["a", "c", "d", "e"]
    assert errors(found) == []


def test_an_unknown_log_of_events_is_described_and_not_judged() -> None:
    said = {"type": "user/message", "data": {"role": "user", "content": [{"type": "text", "text": "hi"}]}}
    others = [
        {"type": kind, "seq": n, "data": {}} for n, kind in enumerate(("turn/start", "step/start", "request/header"))
    ]
    (refused,) = opened(lines({"type": "session/opened", "id": "s"}, *others, said, *others))
    assert isinstance(refused, LoadError)
    assert "a log of events (session/opened, turn/start" in str(refused)


@pytest.mark.parametrize(
    "content",
    [
        lines({"custom_id": "1", "url": "/v1/embeddings", "body": {"model": "m-embed", "input": "x"}}),
        lines(*({"key": str(n), "request": {"model": "models/gemini-embedding-2", "contents": [
            {"parts": [{"text": "A document."}]}]}} for n in range(2))),
    ],
    ids=["openai", "gemini"],
)  # fmt: skip
def test_a_batch_of_embeddings_is_not_judged(content: bytes) -> None:
    assert [item for item in opened(content) if isinstance(item, Conversation)] == []


def test_an_answer_at_the_end_of_a_training_row_is_not_an_error() -> None:
    row = {
        "system": [{"text": "Be brief."}],
        "messages": [
            {"role": "user", "content": [{"text": "Weather?"}]},
            {"role": "assistant", "content": [{"text": "Sunny."}]},
        ],
    }
    found = [item for item in opened(lines(row, row)) if isinstance(item, Conversation)]
    assert [(item.format, check(item).findings) for item in found] == [("bedrock-converse", ())] * 2


def test_calls_without_ids_in_the_store_of_the_agents_sdk_are_answered_in_order() -> None:
    call, output = {**CALL_ITEM, "id": "__fake_id__", "call_id": ""}, {**OUTPUT_ITEM, "call_id": ""}
    found = only(agents_store(*ASKED, call, output, call, output))
    assert [message.get("call_id") for message in found.messages] == [None, "call_1", "call_1", "call_3", "call_3"]
    assert check(found).verdict.outcome == "accepted"


def test_a_state_without_messages_is_described_by_its_channels() -> None:
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("create table checkpoints (thread_id text, checkpoint_id text, checkpoint blob)")
        state = json.dumps({"channel_values": {"input": "hello", "user_feedback": "ok"}}).encode()
        connection.execute("insert into checkpoints values ('1', 'a', ?)", (state,))
        connection.commit()
        (refused,) = opened(bytes(connection.serialize()))
    assert "contains no messages (input and user_feedback)" in str(refused)


def test_extra_fields_of_a_program_are_not_parameters() -> None:
    record = {"session_id": "s", "language": "en", "stages": ["a"], "messages": ASKED, "metadata": {"turns": 2}}
    assert (only(record).settings, errors(only(record))) == ({}, [])


def test_entries_that_name_parents_but_have_no_ids_are_read_in_their_order() -> None:
    head, *entries = json.loads(json.dumps(PI))
    for entry in entries:
        del entry["id"]
    assert only(lines(head, *entries)).messages == only(lines(*PI)).messages


def test_calls_and_results_on_lines_of_their_own_are_not_left_out_of_an_accepted_conversation() -> None:
    call = {"type": "tool_use", "id": "t1", "name": "bash", "input": {"command": "ls"}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "a.txt"}
    said = [{"type": "message", "role": role, "content": "ls"} for role in ("user", "assistant")]
    (refused,) = opened(lines(said[0], call, result, said[1]))
    assert isinstance(refused, LoadError)
    assert "a log of events (message, tool_use and tool_result)" in str(refused)


def test_a_call_of_gemini_in_a_chat_store_has_no_id_and_its_result_names_the_tool() -> None:
    def said(role: str, **more: Any) -> Any:
        return {"role": role, "additional_kwargs": more, "blocks": [{"block_type": "text", "text": role}]}

    calls = [{"id": "", "name": "add", "args": {"item": item}} for item in ("milk", "eggs")]
    store = {"store": {"me": [said("user"), said("assistant", tool_calls=calls), said("tool", tool_call_id="add"),
                              said("tool", tool_call_id="add"), said("assistant")]}}  # fmt: skip
    conversation = only(store)
    made = conversation.messages[1]["tool_calls"]
    assert [call["function"]["name"] for call in made] == ["add", "add"]
    assert [json.loads(call["function"]["arguments"])["item"] for call in made] == ["milk", "eggs"]
    assert check(conversation).findings == ()


def test_a_task_of_tau_bench_is_a_conversation_only_if_it_continues_one() -> None:
    earlier = [
        {"role": "user", "content": "Make a task."},
        {"role": "assistant", "tool_calls": [{"id": "c", "name": "make", "arguments": {}}]},
        {"role": "tool", "id": "c", "content": "made"},
    ]
    task: dict[str, Any] = {"id": "1", "user_scenario": {"instructions": "x"}, "evaluation_criteria": {"actions": []}}
    conversation = only([task, {**task, "initial_state": {"message_history": earlier}}])
    assert (conversation.origin and conversation.origin.source, len(conversation.messages)) == ("tau-bench", 3)
    assert check(conversation).findings == ()
    (refused,) = opened([task])
    assert "it contains tasks" in str(refused)


def test_a_call_among_events_is_at_the_event_that_began_it_and_a_snapshot_stays_as_it_is() -> None:
    called = {"id": "c1", "type": "function", "function": {"name": "w", "arguments": "{}"}}
    snapshot = {"type": "MESSAGES_SNAPSHOT", "messages": [{"id": "m", "role": "assistant", "toolCalls": [called]}]}
    start = {"type": "TOOL_CALL_START", "toolCallId": "c2", "toolCallName": "w", "parentMessageId": "m"}
    (conversation,) = conversations([{"type": "RUN_STARTED", "threadId": "t"}, snapshot, start])
    assert [call["id"] for call in conversation.messages[0]["tool_calls"]] == ["c1", "c2"]
    assert conversation.in_file("/0/tool_calls/1") == "/2"
    assert conversation.origin is not None
    assert resolve(conversation.origin.document, "/1/messages/0/toolCalls") == [called]


def test_a_task_of_roo_keeps_results_of_calls_since_its_summary_whatever_the_ids_are() -> None:
    turns: list[Any] = [
        {"role": "user", "content": "Earlier."},
        {"role": "user", "content": "A summary.", "isSummary": True},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "ls", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "a"}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "cut off", "content": "b"}]},
        {"role": "assistant", "content": [{"type": "text", "text": "Done.", "id": {}}]},
    ]
    task = only([{**turn, "ts": 1_700_000_000_000 + number} for number, turn in enumerate(turns)])
    assert task.origin
    assert (task.origin.source, [message["role"] for message in task.messages]) == (
        "roo",
        ["user", "assistant", "user", "assistant"],
    )
    assert "cut off" not in json.dumps(task.messages)


def test_an_image_in_a_result_of_pi_is_sent_in_anthropics_form() -> None:
    def result(*images: str) -> Any:
        content = [{"type": "image", "data": data, "mimeType": "image/png"} for data in images]
        message = {"role": "toolResult", "toolCallId": "c|f", "content": [{"type": "text", "text": "seen"}, *content]}
        return only(lines(*PI[:3], {"type": "message", "id": "c", "parentId": "b", "message": message}))

    pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    shown = result(pixel)
    assert check(shown).errors == []
    assert shown.messages[2]["content"][0]["content"][1]["source"]["media_type"] == "image/png"
    elsewhere = result("blob:sha256:00")
    assert check(elsewhere).errors == []
    assert [note.text for note in elsewhere.notes] == ["1 image is in another file and omitted"]


def test_a_session_is_named_by_what_the_user_asked_first() -> None:
    def item(role: str, words: str) -> Any:
        content = [{"type": "input_text", "text": words}]
        return {"type": "response_item", "payload": {"type": "message", "role": role, "content": content}}

    header = {"type": "session_meta", "payload": {"id": "s", "cwd": "/w"}}
    rollout = [header, item("user", "<environment_context>x"), item("user", "Weather?"), item("user", "And Rome?")]
    events = [{"type": "user.message", "data": {"content": asked}} for asked in ("Weather?", "And Rome?")]
    words = [("user", "Weather?"), ("assistant", "Sunny.")]
    spoken = [{"role": role, "message": {"content": [{"type": "text", "text": said}]}} for role, said in words]
    for records in (rollout, [{"type": "session.start", "data": {"sessionId": "s"}}, *events], spoken):
        origin = only(lines(*records)).origin
        assert origin is not None
        assert origin.facts.title == "Weather?"


def test_steps_that_count_from_zero_again_keep_ids_of_their_own() -> None:
    step = {"source": "MODEL", "type": "RUN_COMMAND", "content": "sunny"}
    asked = {"step_index": 0, "source": "USER_EXPLICIT", "type": "USER_INPUT", "content": "Weather?"}
    found = only(lines(asked, *({"step_index": index, **step} for index in (1, 0, 0, 1))))
    assert len({message["tool_call_id"] for message in found.messages if message["role"] == "tool"}) == 4
    assert check(found).findings == ()
