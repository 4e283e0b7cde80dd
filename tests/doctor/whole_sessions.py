"""One healthy session of each kind that repairs are written into: two calls at once, then a single one, then thanks."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from workbench.json.text import JsonObject


class Call(NamedTuple):
    id: str
    city: str
    sky: str

    @property
    def input(self) -> Any:
        return {"city": self.city}

    @property
    def arguments(self) -> str:
        return json.dumps(self.input)


FIRST = (Call("call_rome", "Rome", "sunny"), Call("call_oslo", "Oslo", "snow"))
SECOND = (Call("call_lima", "Lima", "mist"),)
ASKED = "Weather in Rome and Oslo?"
ANSWERED = "Rome is sunny, Oslo has snow."
ASKED_AGAIN = "And in Lima?"
ANSWERED_AGAIN = "Lima has mist."
THANKED = "Thanks."
TURNS: tuple[str | tuple[Call, ...], ...] = (ASKED, FIRST, ANSWERED, ASKED_AGAIN, SECOND, ANSWERED_AGAIN, THANKED)
TIME = "2026-01-01T00:00:00.000Z"


def by_speaker() -> Iterator[tuple[str, str | tuple[Call, ...]]]:
    """Yield each turn with who speaks: calls are followed by their results."""
    for turn in TURNS:
        if isinstance(turn, str):
            yield "assistant" if turn in (ANSWERED, ANSWERED_AGAIN) else "user", turn
        else:
            yield "calls", turn
            yield "results", turn


def lines(values: list[JsonObject]) -> str:
    return "".join(f"{json.dumps(value)}\n" for value in values)


def pretty(value: Any) -> str:
    return json.dumps(value, indent=2) + "\n"


def chat() -> list[JsonObject]:
    messages: list[JsonObject] = []
    for speaker, said in by_speaker():
        if isinstance(said, str):
            messages.append({"role": speaker, "content": said})
        elif speaker == "calls":
            messages.append({"role": "assistant", "content": "", "tool_calls": openai_calls(said)})
        else:
            messages += [{"role": "tool", "tool_call_id": call.id, "content": call.sky} for call in said]
    return messages


def openai_calls(calls: tuple[Call, ...]) -> Any:
    return [
        {"id": call.id, "type": "function", "function": {"name": "weather", "arguments": call.arguments}}
        for call in calls
    ]


def blocks() -> list[JsonObject]:
    messages: list[JsonObject] = []
    for speaker, said in by_speaker():
        if isinstance(said, str):
            messages.append({"role": speaker, "content": [{"type": "text", "text": said}]})
        elif speaker == "calls":
            messages.append({"role": "assistant", "content": [
                {"type": "tool_use", "id": call.id.replace("call", "toolu"), "name": "weather", "input": call.input}
                for call in said]})  # fmt: skip
        else:
            messages.append({"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": call.id.replace("call", "toolu"), "content": call.sky}
                for call in said]})  # fmt: skip
    return messages


def contents(snake: bool = False, with_ids: bool = True) -> list[JsonObject]:
    call_key, result_key = ("function_call", "function_response") if snake else ("functionCall", "functionResponse")
    messages: list[JsonObject] = []
    for speaker, said in by_speaker():
        role = "user" if speaker in ("user", "results") else "model"
        if isinstance(said, str):
            messages.append({"role": role, "parts": [{"text": said}]})
            continue
        ids: list[dict[str, Any]] = [{"id": call.id} if with_ids else {} for call in said]
        if speaker == "calls":
            parts: Any = [
                {call_key: {**id_, "name": "weather", "args": call.input}} for id_, call in zip(ids, said, strict=True)
            ]
        else:
            parts = [
                {result_key: {**id_, "name": "weather", "response": {"output": call.sky}}}
                for id_, call in zip(ids, said, strict=True)
            ]
        messages.append({"role": role, "parts": parts})
    return messages


def responses() -> list[JsonObject]:
    items: list[JsonObject] = []
    for speaker, said in by_speaker():
        if isinstance(said, str):
            kind = "output_text" if speaker == "assistant" else "input_text"
            items.append({"type": "message", "role": speaker, "content": [{"type": kind, "text": said}]})
        elif speaker == "calls":
            items += [
                {"type": "function_call", "call_id": call.id, "name": "weather", "arguments": call.arguments}
                for call in said
            ]
        else:
            items += [{"type": "function_call_output", "call_id": call.id, "output": call.sky} for call in said]
    return items


def linked(records: list[JsonObject], id_key: str, parent_key: str) -> list[JsonObject]:
    """The records as a chain of eight-digit ids."""
    ids = [None, *(f"{number:08x}" for number in range(1, len(records) + 1))]
    return [
        {id_key: own, parent_key: parent, **record} for own, parent, record in zip(ids[1:], ids, records, strict=False)
    ]


def claude_code() -> str:
    """A block of an answer is a line of its own; the results of parallel calls are too."""
    head = {"isSidechain": False, "sessionId": "s", "cwd": "/w", "version": "2.1.0", "timestamp": TIME}
    records: list[JsonObject] = []
    for number, message in enumerate(blocks()):
        answer = {"id": f"msg_{number}"} if message["role"] == "assistant" else {}
        records += [
            {**head, "type": message["role"], "message": {**message, **answer, "content": [block]}}
            for block in message["content"]
        ]
    return lines(linked(records, "uuid", "parentUuid"))


def claude_code_whole() -> str:
    """Every message is one line."""
    head = {"isSidechain": False, "sessionId": "s", "cwd": "/w", "version": "2.1.0", "timestamp": TIME}
    records: list[JsonObject] = [{**head, "type": message["role"], "message": message} for message in blocks()]
    return lines(linked(records, "uuid", "parentUuid"))


def claude_code_plain() -> str:
    """A copy without links."""
    return lines([{"type": message["role"], "message": message, "timestamp": TIME} for message in blocks()])


def codex() -> str:
    head = {"timestamp": TIME, "type": "session_meta", "payload": {"id": "0199", "cwd": "/w"}}
    return lines([head, *({"timestamp": TIME, "type": "response_item", "payload": item} for item in responses())])


def codex_with_item_ids() -> str:
    """Items have ids of their own, and what a tool returned is a list of texts."""
    items: list[JsonObject] = []
    for number, item in enumerate(responses()):
        prefix = {"function_call": "fc", "function_call_output": "fco"}.get(item.get("type", ""))
        output = {"output": [{"type": "input_text", "text": item["output"]}]} if "output" in item else {}
        items.append({**item, **output, **({"id": f"{prefix}_{number}"} if prefix else {})})
    head = {"timestamp": TIME, "type": "session_meta", "payload": {"id": "0199", "cwd": "/w"}}
    return lines([head, *({"timestamp": TIME, "type": "response_item", "payload": item} for item in items)])


def pi() -> str:
    records: list[JsonObject] = []
    for speaker, said in by_speaker():
        if isinstance(said, str):
            extra = {"stopReason": "stop", "api": "anthropic-messages"} if speaker == "assistant" else {}
            records.append({"role": speaker, "content": [{"type": "text", "text": said}], **extra})
        elif speaker == "calls":
            records.append({"role": "assistant", "stopReason": "toolUse", "api": "anthropic-messages", "content": [
                {"type": "toolCall", "id": call.id, "name": "weather", "arguments": call.input} for call in said
            ]})  # fmt: skip
        else:
            records += [
                {"role": "toolResult", "toolCallId": call.id, "toolName": "weather",
                 "content": [{"type": "text", "text": call.sky}], "isError": False} for call in said
            ]  # fmt: skip
    entries: list[JsonObject] = [{"type": "message", "timestamp": TIME, "message": record} for record in records]
    head = {"type": "session", "version": 3, "id": "0199", "timestamp": TIME, "cwd": "/w"}
    return lines([head, *linked(entries, "id", "parentId")])


def qwen_code() -> str:
    records: list[JsonObject] = []
    for (speaker, _), message in zip(by_speaker(), contents(), strict=True):
        kind = {"calls": "assistant", "results": "tool_result"}.get(speaker, speaker)
        records.append({"sessionId": "s", "cwd": "/w", "version": "1", "timestamp": TIME, "type": kind,
                        "message": message})  # fmt: skip
    return lines(linked(records, "uuid", "parentUuid"))


def gemini_cli_messages() -> list[JsonObject]:
    numbers = count(1)
    messages: list[JsonObject] = []
    for speaker, said in by_speaker():
        if isinstance(said, str):
            kind = "gemini" if speaker == "assistant" else "user"
            messages.append({"id": str(next(numbers)), "timestamp": TIME, "type": kind, "content": said})
        elif speaker == "calls":
            head = {"id": str(next(numbers)), "timestamp": TIME, "type": "gemini", "content": ""}
            messages.append({**head, "toolCalls": [
                {"id": call.id, "name": "weather", "args": call.input, "status": "success", "result": [
                    {"functionResponse": {"id": call.id, "name": "weather", "response": {"output": call.sky}}}]}
                for call in said]})  # fmt: skip
    return messages


def gemini_cli() -> str:
    head = {"sessionId": "s", "projectHash": "h", "startTime": TIME, "lastUpdated": TIME, "kind": "main"}
    return lines([head, *gemini_cli_messages()])


def gemini_cli_whole() -> str:
    head = {"sessionId": "s", "projectHash": "h", "startTime": TIME, "lastUpdated": TIME}
    return pretty({**head, "messages": gemini_cli_messages()})


def opencode_messages() -> list[tuple[JsonObject, list[JsonObject]]]:
    """Each message with its parts. A part of a tool is call and result."""
    messages: list[tuple[JsonObject, list[JsonObject]]] = []
    for speaker, said in by_speaker():
        if speaker == "results":
            continue
        number = len(messages) + 1
        role = "user" if speaker == "user" else "assistant"
        info = {"id": f"msg_{number}", "sessionID": "ses_1", "role": role, "time": {"created": number}}
        own = {"sessionID": "ses_1", "messageID": info["id"]}
        if isinstance(said, str):
            parts: list[JsonObject] = [{"id": f"prt_{number}0", **own, "type": "text", "text": said}]
        else:
            parts = [
                {"id": f"prt_{number}{index}", **own, "type": "tool", "callID": call.id, "tool": "weather", "state": {
                    "status": "completed", "input": call.input, "output": call.sky, "title": "", "metadata": {},
                    "time": {"start": number, "end": number}}} for index, call in enumerate(said)
            ]  # fmt: skip
        messages.append((info, parts))
    return messages


def opencode() -> str:
    info = {"id": "ses_1", "projectID": "p", "directory": "/w", "version": "1", "time": {"created": 1, "updated": 2}}
    return pretty({"info": info, "messages": [{"info": own, "parts": parts} for own, parts in opencode_messages()]})


def opencode_storage(folder: Path) -> Path:
    storage = folder / "opencode" / "storage"
    files: dict[str, Any] = {"session/p/ses_1.json": {"id": "ses_1", "title": "Weather", "directory": "/w"}}
    for info, parts in opencode_messages():
        files[f"message/ses_1/{info['id']}.json"] = info
        files |= {f"part/{info['id']}/{part['id']}.json": part for part in parts}
    for name, value in files.items():
        (storage / name).parent.mkdir(parents=True, exist_ok=True)
        (storage / name).write_text(json.dumps(value, indent=2))
    return storage


def opencode_database(folder: Path) -> Path:
    file = folder / "opencode.db"
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute(
            "create table session (id text, title text, parent_id text, revert text, time_updated integer)"
        )
        connection.execute("create table message (id text, session_id text, time_created integer, data text)")
        connection.execute("create table part (id text, message_id text, session_id text, data text)")
        connection.execute("insert into session values ('ses_1', 'Weather', null, null, 1)")
        for number, (info, parts) in enumerate(opencode_messages()):
            row = (info["id"], number, json.dumps(info))
            connection.execute("insert into message values (?, 'ses_1', ?, ?)", row)
            for part in parts:
                row = (part["id"], info["id"], json.dumps(part))
                connection.execute("insert into part values (?, ?, 'ses_1', ?)", row)
        connection.commit()
    return file


def agents_database(folder: Path) -> Path:
    file = folder / "agents.db"
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("create table agent_sessions (session_id text primary key)")
        connection.execute(
            "create table agent_messages (id integer primary key autoincrement, session_id text, message_data text)"
        )
        connection.execute("insert into agent_sessions values ('one')")
        insert = "insert into agent_messages (session_id, message_data) values ('one', ?)"
        connection.executemany(insert, [(json.dumps(item),) for item in responses()])
        connection.commit()
    return file


def strands(folder: Path) -> Path:
    messages: list[JsonObject] = []
    for speaker, said in by_speaker():
        role = "user" if speaker in ("user", "results") else "assistant"
        if isinstance(said, str):
            content: Any = [{"text": said}]
        elif speaker == "calls":
            content = [{"toolUse": {"toolUseId": call.id, "name": "weather", "input": call.input}} for call in said]
        else:
            content = [
                {"toolResult": {"toolUseId": call.id, "status": "success", "content": [{"text": call.sky}]}}
                for call in said
            ]
        messages.append({"role": role, "content": content})
    agent = folder / "session_1" / "agents" / "agent_a" / "messages"
    agent.mkdir(parents=True)
    for number, message in enumerate(messages):
        value = {"message": message, "message_id": number, "created_at": TIME, "updated_at": TIME}
        (agent / f"message_{number}.json").write_text(json.dumps(value, indent=2))
    return agent


def timed() -> list[JsonObject]:
    return [{**message, "ts": 1_700_000_000_000 + 10 * number} for number, message in enumerate(blocks())]


def langchain_fields() -> list[tuple[str, dict[str, Any]]]:
    messages: list[tuple[str, dict[str, Any]]] = []
    for speaker, said in by_speaker():
        if isinstance(said, str):
            messages.append(("ai" if speaker == "assistant" else "human", {"content": said}))
        elif speaker == "calls":
            calls = [{"name": "weather", "args": call.input, "id": call.id, "type": "tool_call"} for call in said]
            messages.append(("ai", {"content": "", "tool_calls": calls}))
        else:
            messages += [
                ("tool", {"content": call.sky, "name": "weather", "tool_call_id": call.id, "status": "success"})
                for call in said
            ]
    return [(kind, {**fields, "id": f"m{number}"}) for number, (kind, fields) in enumerate(messages)]


def langchain_flat() -> list[JsonObject]:
    return [{"type": kind, **fields} for kind, fields in langchain_fields()]


def langchain_dumped() -> list[JsonObject]:
    names = {"human": "HumanMessage", "ai": "AIMessage", "tool": "ToolMessage"}
    return [
        {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", names[kind]],
         "kwargs": {**fields, "type": kind}} for kind, fields in langchain_fields()
    ]  # fmt: skip


def pydantic_ai() -> str:
    messages: list[JsonObject] = []
    for speaker, said in by_speaker():
        if isinstance(said, str) and speaker == "user":
            messages.append({"parts": [{"content": said, "part_kind": "user-prompt"}], "kind": "request"})
        elif isinstance(said, str):
            messages.append({"parts": [{"content": said, "part_kind": "text"}], "kind": "response"})
        elif speaker == "calls":
            messages.append({"parts": [
                {"tool_name": "weather", "args": call.input, "tool_call_id": call.id, "part_kind": "tool-call"}
                for call in said], "kind": "response"})  # fmt: skip
        else:
            messages.append({"parts": [
                {"tool_name": "weather", "content": call.sky, "tool_call_id": call.id, "timestamp": TIME,
                 "part_kind": "tool-return"} for call in said], "kind": "request"})  # fmt: skip
    return pretty(messages)


def adk() -> str:
    events: list[JsonObject] = []
    for (speaker, _), message in zip(by_speaker(), contents(snake=True), strict=True):
        author = "user" if speaker == "user" else "forecaster"
        events.append({"invocation_id": "i", "author": author, "content": message, "actions": {},
                       "id": f"ev{len(events):06}", "timestamp": 1.5 + len(events)})  # fmt: skip
    return pretty({"id": "s", "app_name": "a", "user_id": "u", "state": {}, "events": events, "last_update_time": 9.5})


def ag_ui() -> str:
    named = {"tool_calls": "toolCalls", "tool_call_id": "toolCallId"}
    return pretty([
        {"id": f"m{number}", **{named.get(key, key): value for key, value in message.items()}}
        for number, message in enumerate(chat())
    ])  # fmt: skip


def continue_session() -> str:
    named = {"tool_calls": "toolCalls", "tool_call_id": "toolCallId"}
    history = [
        {"message": {named.get(key, key): value for key, value in message.items()}, "contextItems": []}
        for message in chat()
    ]
    return pretty({"sessionId": "s", "title": "t", "workspaceDirectory": "/w", "history": history})


def llama_index() -> str:
    messages: list[JsonObject] = []
    for message in chat():
        kept = {key: message[key] for key in ("tool_calls", "tool_call_id") if key in message}
        text = [{"block_type": "text", "text": message["content"]}] if message["content"] else []
        messages.append({"role": message["role"], "additional_kwargs": kept, "blocks": text})
    return pretty({"class_name": "SimpleChatStore", "store": {"me": messages}})


def sharegpt() -> str:
    turns: list[JsonObject] = []
    for speaker, said in by_speaker():
        if isinstance(said, str):
            turns.append({"from": "gpt" if speaker == "assistant" else "human", "value": said})
        elif speaker == "calls":
            calls = [{"name": "weather", "arguments": call.input} for call in said[:1]]
            turns.append({"from": "function_call", "value": json.dumps(calls[0])})
        else:
            turns += [{"from": "observation", "value": call.sky} for call in said[:1]]
    return pretty([{"conversations": turns}])


def kimi_code() -> str:
    records: list[JsonObject] = [
        {"type": "metadata", "protocol_version": "1.4", "created_at": 1},
        {"type": "config.update", "modelAlias": "moonshot-ai/kimi-k2", "systemPrompt": "Be brief."},
    ]
    steps = (f"s{number}" for number in count(1))
    step = ""
    for speaker, said in by_speaker():
        events: list[JsonObject] = []
        if speaker == "user":
            content = [{"type": "text", "text": said}]
            message = {"role": "user", "content": content, "origin": {"kind": "user"}}
            records.append({"type": "context.append_message", "message": message, "time": 1})
        elif isinstance(said, str):
            step = next(steps)
            events = [{"type": "step.begin", "uuid": step},
                      {"type": "content.part", "stepUuid": step, "part": {"type": "text", "text": said}},
                      {"type": "step.end", "uuid": step}]  # fmt: skip
        elif speaker == "calls":
            step = next(steps)
            calls: list[JsonObject] = [
                {"type": "tool.call", "uuid": f"u-{call.id}", "stepUuid": step, "toolCallId": call.id,
                 "name": "weather", "args": call.input} for call in said
            ]  # fmt: skip
            events = [{"type": "step.begin", "uuid": step}, *calls]
        else:
            results: list[JsonObject] = [
                {"type": "tool.result", "parentUuid": f"u-{call.id}", "toolCallId": call.id,
                 "result": {"output": call.sky}} for call in said
            ]  # fmt: skip
            events = [*results, {"type": "step.end", "uuid": step}]
        records += [{"type": "context.append_loop_event", "event": event, "time": 1} for event in events]
    return lines(records)


def kimi_cli() -> str:
    return lines([{"role": "_system_prompt", "content": "Be brief."}, {"role": "_usage", "token_count": 9}, *chat()])


def mistral_vibe() -> str:
    return lines([
        {**message, "message_id": str(number), "injected": False, "reasoning_content": None}
        for number, message in enumerate(chat())
    ])  # fmt: skip


def factory() -> str:
    entries: list[JsonObject] = [{"type": "message", "timestamp": TIME, "message": message} for message in blocks()]
    return lines([{"type": "session_start", "id": "s", "title": "Weather", "cwd": "/w"},
                  *linked(entries, "id", "parentId")])  # fmt: skip


def autogen() -> str:
    messages: list[JsonObject] = []
    for speaker, said in by_speaker():
        if isinstance(said, str):
            kind, source = ("AssistantMessage", "a") if speaker == "assistant" else ("UserMessage", "user")
            messages.append({"content": said, "source": source, "type": kind})
        elif speaker == "calls":
            calls = [{"id": call.id, "arguments": call.arguments, "name": "weather"} for call in said]
            messages.append({"content": calls, "source": "a", "type": "AssistantMessage"})
        else:
            results = [{"content": call.sky, "name": "weather", "call_id": call.id, "is_error": False} for call in said]
            messages.append({"content": results, "type": "FunctionExecutionResultMessage"})
    return pretty({"messages": messages})


def goose() -> str:
    messages: list[JsonObject] = []
    for number, (speaker, said) in enumerate(by_speaker()):
        role = "user" if speaker in ("user", "results") else "assistant"
        if isinstance(said, str):
            content: Any = [{"type": "text", "text": said}]
        elif speaker == "calls":
            content = [
                {"type": "toolRequest", "id": call.id, "toolCall": {
                    "status": "success", "value": {"name": "weather", "arguments": call.input}}} for call in said
            ]  # fmt: skip
        else:
            content = [
                {"type": "toolResponse", "id": call.id, "toolResult": {
                    "status": "success", "value": [{"type": "text", "text": call.sky}]}} for call in said
            ]  # fmt: skip
        messages.append({"role": role, "created": number, "content": content})
    return lines([{"working_dir": "/w", "message_count": len(messages), "description": "Weather"}, *messages])


def librechat() -> str:
    messages: list[JsonObject] = []
    for speaker, said in by_speaker():
        if speaker == "results":
            continue
        parent = f"m{len(messages)}" if messages else "00000000-0000-0000-0000-000000000000"
        ids = {"messageId": f"m{len(messages) + 1}", "createdAt": f"2026-01-01T00:00:0{len(messages)}Z",
               "parentMessageId": parent}  # fmt: skip
        if isinstance(said, str):
            messages.append({**ids, "isCreatedByUser": speaker == "user", "text": said})
        else:
            content = [
                {"type": "tool_call", "tool_call": {
                    "id": call.id, "name": "weather", "args": call.arguments, "output": call.sky}} for call in said
            ]  # fmt: skip
            messages.append({**ids, "isCreatedByUser": False, "text": "", "content": content})
    return pretty({"conversationId": "c", "title": "t", "messages": messages})


def open_webui() -> str:
    messages: dict[str, Any] = {}
    for speaker, said in by_speaker():
        if speaker == "results":
            continue
        number = len(messages) + 1
        head: JsonObject = {"id": f"m{number}", "parentId": f"m{number - 1}" if messages else None, "childrenIds": []}
        if isinstance(said, str):
            messages[head["id"]] = {**head, "role": speaker, "content": said}
        else:
            calls = [
                {"type": "function_call", "call_id": call.id, "name": "weather", "arguments": call.arguments}
                for call in said
            ]
            outputs = [
                {"type": "function_call_output", "call_id": call.id,
                 "output": [{"type": "input_text", "text": call.sky}]} for call in said
            ]  # fmt: skip
            messages[head["id"]] = {**head, "role": "assistant", "content": "", "output": [*calls, *outputs]}
    history = {"currentId": f"m{len(messages)}", "messages": messages}
    return pretty([{"id": "x", "chat": {"title": "t", "history": history}}])


def openai_batch() -> str:
    head = {"custom_id": "a", "method": "POST", "url": "/v1/chat/completions"}
    return lines([{**head, "body": {"model": "gpt-4o", "messages": chat()}}, {**head, "custom_id": "b", "body": {
        "model": "gpt-4o", "messages": [{"role": "user", "content": "Hi."}]}}])  # fmt: skip


def anthropic_batch() -> str:
    params = {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": blocks()}
    return lines([{"custom_id": "a", "params": params}])


def bedrock_batch() -> str:
    body = {"anthropic_version": "bedrock-2023-05-31", "max_tokens": 9, "messages": blocks()}
    return lines([{"recordId": "a", "modelInput": body}])


def vertex_batch() -> str:
    return lines([{"request": {"contents": contents(with_ids=False)}}])


def openai_finetune() -> str:
    return lines([{"messages": chat()[:-1]}])


def adk_eval() -> str:
    """A case of two turns: what the user asks, the calls with their responses, and the answer."""
    turns: list[JsonObject] = []
    for asked, calls, answered in ((ASKED, FIRST, ANSWERED), (ASKED_AGAIN, SECOND, ANSWERED_AGAIN)):
        uses = [{"id": call.id, "name": "weather", "args": call.input} for call in calls]
        responses = [{"id": call.id, "name": "weather", "response": {"output": call.sky}} for call in calls]
        turns.append({
            "invocation_id": f"i{len(turns)}",
            "user_content": {"role": "user", "parts": [{"text": asked}]},
            "final_response": {"role": "model", "parts": [{"text": answered}]},
            "intermediate_data": {"tool_uses": uses, "tool_responses": responses},
        })  # fmt: skip
    return pretty({"eval_set_id": "e", "name": "e", "eval_cases": [{"eval_id": "one", "conversation": turns}]})


def adk_eval_events() -> str:
    """A case of a newer version: the calls of a turn and their responses are events."""
    turns: list[JsonObject] = []
    for asked, calls, answered in ((ASKED, FIRST, ANSWERED), (ASKED_AGAIN, SECOND, ANSWERED_AGAIN)):
        uses = [{"function_call": {"id": call.id, "name": "weather", "args": call.input}} for call in calls]
        events: list[JsonObject] = [{"author": "root", "content": {"role": "model", "parts": uses}}]
        for call in calls:
            response = {"id": call.id, "name": "weather", "response": {"output": call.sky}}
            parts = [{"function_response": response}]
            events.append({"author": "root", "content": {"role": "user", "parts": parts}})
        turns.append({
            "invocation_id": f"i{len(turns)}",
            "user_content": {"role": "user", "parts": [{"text": asked}]},
            "final_response": {"role": "model", "parts": [{"text": answered}]},
            "intermediate_data": {"invocation_events": events},
        })  # fmt: skip
    return pretty({"eval_set_id": "e", "name": "e", "eval_cases": [{"eval_id": "one", "conversation": turns}]})


def ai_studio() -> str:
    chunks: list[JsonObject] = []
    for (speaker, said), message in zip(by_speaker(), contents(), strict=True):
        if isinstance(said, str):
            chunks.append({"role": "user" if speaker == "user" else "model", "text": said, "tokenCount": 3})
        else:
            chunks.append({**message, "tokenCount": 3})
    prompt = {"chunks": chunks, "pendingInputs": [{"text": "", "role": "user"}]}
    return pretty({"runSettings": {"model": "models/gemini-3"}, "systemInstruction": {}, "chunkedPrompt": prompt})


def hf_chat() -> str:
    return lines([{"conversation_id": "a", "conversation": chat()}])


FILES = {
    "claude-code": ("claude-code", "s.jsonl", claude_code()),
    "claude-code-whole": ("claude-code", "s.jsonl", claude_code_whole()),
    "claude-code-plain": ("claude-code", "s.jsonl", claude_code_plain()),
    "codex": ("codex", "rollout-1.jsonl", codex()),
    "codex-item-ids": ("codex", "rollout-2.jsonl", codex_with_item_ids()),
    "pi-agent": ("pi-agent", "s.jsonl", pi()),
    "gemini-cli": ("gemini-cli", "session-1.jsonl", gemini_cli()),
    "gemini-cli-whole": ("gemini-cli", "session-1.json", gemini_cli_whole()),
    "qwen-code": ("qwen-code", "s.jsonl", qwen_code()),
    "opencode": ("opencode", "export.json", opencode()),
    "cline": ("cline", "api_conversation_history.json", pretty(timed())),
    "roo": ("roo", "api_conversation_history.json", pretty([{**timed()[0], "condenseParent": "gone"}, *timed()[1:]])),
    "langchain-dict": ("langchain", "m.json", pretty([{"type": k, "data": f} for k, f in langchain_fields()])),
    "langchain-dumps": ("langchain", "m.json", pretty(langchain_dumped())),
    "langgraph": ("langgraph", "state.json", pretty({"values": {"messages": langchain_flat()}})),
    "pydantic-ai": ("pydantic-ai", "m.json", pydantic_ai()),
    "google-adk-session": ("google-adk-session", "s.json", adk()),
    "google-adk-eval": ("google-adk-eval", "e.evalset.json", adk_eval()),
    "google-adk-eval-events": ("google-adk-eval", "e.evalset.json", adk_eval_events()),
    "ai-studio": ("ai-studio", "prompt.json", ai_studio()),
    "ag-ui": ("ag-ui", "m.json", ag_ui()),
    "continue-session": ("continue-session", "s.json", continue_session()),
    "llama-index": ("llama-index", "store.json", llama_index()),
    "sharegpt": ("sharegpt", "rows.json", sharegpt()),
    "hf-chat": ("hf-chat", "rows.jsonl", hf_chat()),
    "kimi-cli": ("kimi-cli", "context.jsonl", kimi_cli()),
    "kimi-code": ("kimi-code", "wire.jsonl", kimi_code()),
    "mistral-vibe": ("mistral-vibe", "messages.jsonl", mistral_vibe()),
    "factory": ("factory", "s.jsonl", factory()),
    "autogen": ("autogen", "state.json", autogen()),
    "goose": ("goose", "s.jsonl", goose()),
    "librechat": ("librechat", "c.json", librechat()),
    "open-webui": ("open-webui", "chat.json", open_webui()),
    "openai-batch": ("openai-batch", "in.jsonl", openai_batch()),
    "anthropic-batch": ("anthropic-batch", "in.jsonl", anthropic_batch()),
    "bedrock-batch": ("bedrock-batch", "in.jsonl", bedrock_batch()),
    "vertex-batch": ("vertex-batch", "in.jsonl", vertex_batch()),
    "openai-finetune": ("openai-finetune", "train.jsonl", openai_finetune()),
}  # fmt: skip
"""By name: the source, the name of the file and its text."""
