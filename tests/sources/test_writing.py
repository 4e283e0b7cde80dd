"""A broken pair is repaired in the program's own file, and everything else in it stays the same."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from tests.sources.documents import conversations, lines, only, source_of
from tests.sources.kinds import (
    ADK,
    AG_UI,
    BLOCKS,
    CHAT,
    DUMPED,
    FLAT,
    GEMINI_CLI,
    LANGCHAIN,
    LIBRECHAT,
    LLAMA_INDEX,
    OPEN_WEBUI,
    PI,
    PYDANTIC_AI,
    QWEN,
)  # fmt: skip
from tests.sources.kinds_of_programs import AUTOGEN_CONTEXT, FACTORY, GOOSE_MESSAGES, KIMI, KIMI_WIRE, VIBE
from workbench.checks.check import check
from workbench.doctor.repairing import repaired_text
from workbench.json.pointer import follow, leaves
from workbench.json.text import compact, parse_or_none
from workbench.outputs.repaired_file import repaired_file_text
from workbench.repairs.repair import repair
from workbench.sources.writing.changes import CannotBeWrittenError


class Broken(NamedTuple):
    source: str
    lost: bytes
    """The result is gone."""
    renamed: bytes = b""
    """The result names another id; empty where the provider pairs by name."""


def pretty(value: Any) -> bytes:
    return json.dumps(value, indent=2).encode()


def renamed(content: bytes, old: str, new: str) -> bytes:
    """The last time that the id is written it is another one."""
    head, _, tail = content.rpartition(old.encode())
    return head + new.encode() + tail


def claude_line(uuid: str, parent: str | None, role: str, content: Any) -> Any:
    message: dict[str, Any] = {"role": role, "content": content}
    if role == "assistant":
        message["id"] = f"msg_{uuid}"
    return {"parentUuid": parent, "sessionId": "s", "type": role, "message": message, "uuid": uuid,
            "timestamp": "2026-01-01T00:00:00.000Z"}  # fmt: skip


CLAUDE = [
    claude_line("a", None, "user", "Weather?"),
    claude_line("b", "a", "assistant", BLOCKS[1]["content"]),
    claude_line("c", "b", "user", BLOCKS[2]["content"]),
    claude_line("d", "c", "user", "and Rome?"),
]
CLAUDE_LOST = [*CLAUDE[:2], {**CLAUDE[3], "parentUuid": "b"}]
CODEX: Any = [
    {"timestamp": "2026-01-01T00:00:00.000Z", "type": "session_meta", "payload": {"id": "1"}},
    *({"timestamp": "2026-01-01T00:00:00.000Z", "type": "response_item", "payload": item} for item in (
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Weather?"}]},
        {"type": "function_call", "call_id": "call_1", "name": "weather", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "call_1", "output": "sunny"},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "and Rome?"}]})),
]  # fmt: skip
PI_NEXT = {"type": "message", "id": "d", "parentId": "c", "message": {"role": "user", "content": "and Rome?"}}
PI_PLAIN = json.loads(json.dumps(PI).replace("c|f", "toolu_1"))
QWEN_NAMED = json.loads(json.dumps(QWEN).replace('"id": "c"', '"id": "call_1"'))
QWEN_NEXT = {"uuid": "d", "parentUuid": "c", "sessionId": "s", "type": "user",
             "message": {"role": "user", "parts": [{"text": "and Rome?"}]}}  # fmt: skip
TIMED = [{**message, "ts": 1_700_000_000_000 + 10 * n} for n, message in enumerate(BLOCKS)]
ROO_TURNS = [{**TIMED[0], "condenseParent": "gone"}, *TIMED[1:]]
TIMED_NEXT = {"role": "user", "content": "and Rome?", "ts": 1_700_000_000_100}
AI_NEXT = {"type": "human", "data": {"content": "and Rome?"}}
DUMPED_NEXT = {**DUMPED[0], "kwargs": {"content": "and Rome?"}}
FLAT_NEXT = {"type": "human", "content": "and Rome?"}
AG_UI_NEXT = {"id": "4", "role": "user", "content": "and Rome?"}
PYDANTIC = json.loads(json.dumps(PYDANTIC_AI).replace('"tool_call_id": "c"', '"tool_call_id": "call_1"'))
PYDANTIC_LOST = [*PYDANTIC[:2], {**PYDANTIC[2], "parts": PYDANTIC[2]["parts"][:1]}]
ADK_NAMED = json.loads(json.dumps(ADK).replace("adk-1", "call_1"))
ADK_NEXT = {"invocation_id": "j", "author": "user", "content": {"role": "user", "parts": [{"text": "and Rome?"}]}}
ADK_LOST = {**ADK_NAMED, "events": [*ADK_NAMED["events"][:-1], ADK_NEXT]}
CHAT_NEXT = {"role": "user", "content": "and Rome?"}


def batch(messages: Any) -> bytes:
    other = {"custom_id": "b", "method": "POST", "url": "/v1/chat/completions", "body": {"messages": CHAT[:1]}}
    return lines({**other, "custom_id": "a", "body": {"model": "gpt-4o", "messages": messages}}, other)


def anthropic_batch(messages: Any) -> bytes:
    other = {"model": "claude-sonnet-4-5", "max_tokens": 1, "messages": BLOCKS[:1]}
    broken = {**other, "messages": messages}
    return pretty({"requests": [{"custom_id": "a", "params": broken}, {"custom_id": "b", "params": other}]})


def bedrock_batch(messages: Any) -> bytes:
    other = {"anthropic_version": "bedrock-2023-05-31", "max_tokens": 1, "messages": BLOCKS[:1]}
    return lines(
        {"recordId": "a", "modelInput": {**other, "messages": messages}}, {"recordId": "b", "modelInput": other}
    )


def vertex_batch(*contents: Any) -> bytes:
    other = {"contents": [{"role": "user", "parts": [{"text": "hi"}]}]}
    return lines({"request": {"contents": list(contents)}}, {"request": other})


BLOCKS_NEXT = {"role": "user", "content": "and Rome?"}
CONTENTS: list[Any] = [
    {"role": "user", "parts": [{"text": "Weather?"}]},
    {"role": "model", "parts": [{"functionCall": {"name": "weather", "args": {}}}]},
    {"role": "user", "parts": [{"text": "and Rome?"}]},
]
CONTINUED: list[Any] = [{"message": message, "contextItems": []} for message in (
    CHAT[0], {"role": "assistant", "content": "", "toolCalls": CHAT[1]["tool_calls"]},
    {"role": "tool", "content": "sunny", "toolCallId": "call_1"}, CHAT_NEXT)]  # fmt: skip
CHAT_STORE: Any = LLAMA_INDEX
STORED = CHAT_STORE["store"]["me"]
STORED_NEXT = {"role": "user", "additional_kwargs": {}, "blocks": [{"block_type": "text", "text": "and Rome?"}]}
OLD_STORED: Any = [
    {"role": message["role"], "content": message["content"], "additional_kwargs": {
        key: message[key] for key in ("tool_calls", "tool_call_id") if key in message}}
    for message in (*CHAT, CHAT_NEXT)
]  # fmt: skip
SHARED = [{"from": "human", "value": "Weather?"}, {"from": "function_call", "value": '{"name": "weather"}'},
          {"from": "observation", "value": "sunny"}, {"from": "human", "value": "and Rome?"}]  # fmt: skip
GOOSE_HEAD = {"working_dir": "/w", "message_count": 3, "description": "x"}
GOOSE_NEXT = {"role": "user", "created": 4, "content": [{"type": "text", "text": "and Rome?"}]}
AUTOGEN_NEXT = {"type": "UserMessage", "source": "user", "content": "and Rome?"}
FACTORY_LINKED = [
    {**line, "parentId": str(n - 2) if n > 1 else "s", "timestamp": "2026-01-01T00:00:00.000Z"} if n else line
    for n, line in enumerate(FACTORY[:4])
]
FACTORY_NEXT = {"type": "message", "id": "9", "parentId": "2", "message": {"role": "user", "content": "and Rome?"}}
WIRE: list[Any] = list(KIMI_WIRE)
KIMI_NEXT = [line for line in WIRE if line.get("event", {}).get("type") != "tool.result"]
LIBRE: Any = json.loads(json.dumps(LIBRECHAT).replace(', "output": "sunny"', ""))
OPEN_WEBUI_LOST: Any = json.loads(json.dumps(OPEN_WEBUI))
OPEN_WEBUI_LOST[0]["chat"]["history"]["messages"]["b"]["output"].pop()
OPEN_WEBUI_LOST[0]["chat"]["history"]["messages"]["d"] = {"id": "d", "parentId": "b", **CHAT_NEXT}
OPEN_WEBUI_LOST[0]["chat"]["history"]["currentId"] = "d"


def stored(*messages: Any) -> Any:
    return {"class_name": "SimpleChatStore", "store": {"me": list(messages)}}


def session(*history: Any) -> bytes:
    return pretty({"sessionId": "s", "title": "t", "workspaceDirectory": "/w", "history": list(history)})


def rows(messages: Any) -> bytes:
    return lines({"conversation_id": "a", "conversation": messages}, {"conversation_id": "b", "conversation": CHAT})


BROKEN = {
    "continue": Broken("continue-session", session(*CONTINUED[:2], CONTINUED[3]),
        renamed(session(*CONTINUED), "call_1", "toolu_1")),
    "llama-index": Broken("llama-index", pretty(stored(*STORED[:2], STORED_NEXT)),
        renamed(pretty(stored(*STORED, STORED_NEXT)), "call_1", "toolu_1")),
    "llama-index-old": Broken("llama-index", pretty(stored(*OLD_STORED[:2], OLD_STORED[3])),
        renamed(pretty(stored(*OLD_STORED)), "call_1", "toolu_1")),
    "llama-index-in-a-text": Broken("llama-index",
        json.dumps(json.dumps(stored(*OLD_STORED[:2], OLD_STORED[3]))).encode()),
    "sharegpt": Broken("sharegpt", pretty([{"conversations": [*SHARED[:2], SHARED[3]]}, {"conversations": SHARED}])),
    "hf-chat": Broken("hf-chat", rows([*CHAT[:2], CHAT_NEXT]),
        lines({"conversation_id": "a", "conversation": [*CHAT[:2], {**CHAT[2], "tool_call_id": "toolu_1"}, CHAT_NEXT]},
              {"conversation_id": "b", "conversation": CHAT})),
    "kimi-cli": Broken("kimi-cli", lines(*KIMI[:4], CHAT_NEXT), renamed(lines(*KIMI, CHAT_NEXT), "call_1", "toolu_1")),
    "mistral-vibe": Broken("mistral-vibe", lines(*VIBE[:2], {**CHAT_NEXT, "message_id": "9"}),
        renamed(lines(*VIBE, {**CHAT_NEXT, "message_id": "9"}), "call_1", "toolu_1")),
    "kimi-code": Broken("kimi-code", lines(*KIMI_NEXT)),
    "factory": Broken("factory", lines(*FACTORY_LINKED[:3], {**FACTORY_NEXT, "parentId": "1"}),
        renamed(lines(*FACTORY_LINKED, FACTORY_NEXT), "toolu_1", "call_1")),
    "autogen": Broken("autogen", pretty({"messages": [*AUTOGEN_CONTEXT[:2], AUTOGEN_NEXT]})),
    "goose": Broken("goose", lines(GOOSE_HEAD, *GOOSE_MESSAGES[:2], GOOSE_NEXT)),
    "librechat": Broken("librechat", pretty(LIBRE)),
    "open-webui": Broken("open-webui", pretty(OPEN_WEBUI_LOST)),
    "claude-code": Broken("claude-code", lines(*CLAUDE_LOST), renamed(lines(*CLAUDE), "toolu_1", "call_1")),
    "codex": Broken("codex", lines(*CODEX[:3], CODEX[4]), renamed(lines(*CODEX), "call_1", "toolu_1")),
    "pi": Broken("pi-agent", lines(*PI_PLAIN[:3], {**PI_NEXT, "parentId": "b"}),
        renamed(lines(*PI_PLAIN, PI_NEXT), "toolu_1", "call_1")),
    "qwen-code": Broken("qwen-code", lines(*QWEN_NAMED[:2], {**QWEN_NEXT, "parentUuid": "b"})),
    "cline": Broken("cline", pretty([*TIMED[:2], TIMED_NEXT]),
        renamed(pretty([*TIMED, TIMED_NEXT]), "toolu_1", "call_1")),
    "langchain-dict": Broken("langchain", pretty([*LANGCHAIN[:2], AI_NEXT]),
        renamed(pretty([*LANGCHAIN, AI_NEXT]), "call_1", "toolu_1")),
    "langchain-dumps": Broken("langchain", pretty([*DUMPED[:2], DUMPED_NEXT]),
        renamed(pretty([*DUMPED, DUMPED_NEXT]), "call_1", "toolu_1")),
    "langgraph": Broken("langgraph", pretty({"values": {"messages": [*FLAT[:2], FLAT_NEXT]}}),
        renamed(pretty({"values": {"messages": [*FLAT, FLAT_NEXT]}}), "call_1", "toolu_1")),
    "ag-ui": Broken("ag-ui", pretty([*AG_UI[:2], AG_UI_NEXT]),
        renamed(pretty([*AG_UI, AG_UI_NEXT]), "call_1", "toolu_1")),
    "pydantic-ai": Broken("pydantic-ai", pretty(PYDANTIC_LOST), renamed(pretty(PYDANTIC), "call_1", "toolu_1")),
    "adk": Broken("google-adk-session", pretty(ADK_LOST)),
    "roo": Broken("roo", pretty([*ROO_TURNS[:2], {**TIMED_NEXT, "condenseParent": "x"}]),
        renamed(pretty([*ROO_TURNS, TIMED_NEXT]), "toolu_1", "call_1")),
    "anthropic-batch": Broken("anthropic-batch", anthropic_batch([*BLOCKS[:2], BLOCKS_NEXT]),
        renamed(anthropic_batch([*BLOCKS, BLOCKS_NEXT]), "toolu_1", "call_1")),
    "bedrock-batch": Broken("bedrock-batch", bedrock_batch([*BLOCKS[:2], BLOCKS_NEXT]),
        renamed(bedrock_batch([*BLOCKS, BLOCKS_NEXT]), "toolu_1", "call_1")),
    "vertex-batch": Broken("vertex-batch", vertex_batch(*CONTENTS)),
    "openai-batch": Broken("openai-batch", batch([*CHAT[:2], CHAT_NEXT]),
        renamed(batch([*CHAT, CHAT_NEXT]), "call_1", "toolu_1")),
}  # fmt: skip


def without(items: Sequence[Any], index: int) -> list[Any]:
    return [*items[:index], *items[index + 1 :]]


ORPHANED = {
    "claude-code": lines(CLAUDE[0], {**CLAUDE[2], "parentUuid": "a", "toolUseResult": "sunny"}, CLAUDE[3]),
    "codex": lines(*without(CODEX, 2)),
    "pi": lines(*PI_PLAIN[:2], {**PI_PLAIN[3], "parentId": "a"}, PI_NEXT),
    "qwen-code": lines(QWEN_NAMED[0], {**QWEN_NAMED[2], "parentUuid": "a"}, QWEN_NEXT),
    "cline": pretty([*without(TIMED, 1), TIMED_NEXT]),
    "langchain-dict": pretty([*without(LANGCHAIN, 1), AI_NEXT]),
    "langchain-dumps": pretty([*without(DUMPED, 1), DUMPED_NEXT]),
    "langgraph": pretty({"values": {"messages": [*without(FLAT, 1), FLAT_NEXT]}}),
    "ag-ui": pretty([*AG_UI, {**AG_UI[2], "id": "9", "toolCallId": "call_9"}, AG_UI_NEXT]),
    "pydantic-ai": pretty(without(PYDANTIC, 1)),
    "adk": pretty({**ADK_NAMED, "events": [ADK_NAMED["events"][0], ADK_NAMED["events"][-1], ADK_NEXT]}),
    "llama-index": pretty(stored(STORED[0], *STORED[2:], STORED_NEXT)),
    "llama-index-old": pretty(stored(*without(OLD_STORED, 1))),
    "sharegpt": pretty([{"conversations": without(SHARED, 1)}, {"conversations": SHARED}]),
    "hf-chat": rows([*without(CHAT, 1), CHAT_NEXT]),
    "kimi-cli": lines(*(line for line in KIMI if "tool_calls" not in line), CHAT_NEXT),
    "mistral-vibe": lines(*without(VIBE, 1), {**CHAT_NEXT, "message_id": "9"}),
    "factory": lines(*FACTORY_LINKED[:2], {**FACTORY_LINKED[3], "parentId": "0"}, FACTORY_NEXT),
    "goose": lines(GOOSE_HEAD, *without(GOOSE_MESSAGES, 1), GOOSE_NEXT),
    "autogen": pretty({"messages": [*without(AUTOGEN_CONTEXT, 1), AUTOGEN_NEXT]}),
    "continue": session(*without(CONTINUED, 1)),
    "openai-batch": batch([*without(CHAT, 1), CHAT_NEXT]),
}
"""The call is gone, and its result is still there."""


def repaired(content: bytes) -> bytes:
    text, count = repaired_text(content.decode(), "file")
    assert count == 1
    return text.encode()


FAULTS = (
    {f"{name}-lost": (broken.source, broken.lost) for name, broken in BROKEN.items()}
    | {f"{name}-renamed": (broken.source, broken.renamed) for name, broken in BROKEN.items() if broken.renamed}
    | {f"{name}-orphaned": (BROKEN[name].source, content) for name, content in ORPHANED.items()}
)


@pytest.mark.parametrize(("source", "content"), FAULTS.values(), ids=FAULTS)
def test_a_broken_pair_is_repaired_in_the_file(source: str, content: bytes) -> None:
    assert any(check(conversation).verdict.outcome != "accepted" for conversation in conversations(content))
    sound = conversations(repaired(content))
    assert {source_of(conversation) for conversation in sound} == {source}
    assert [check(conversation).errors for conversation in sound] == [[]] * len(sound)
    assert repaired_text(repaired(content).decode(), "file") == (repaired(content).decode(), 0)


@pytest.mark.parametrize("name", [name for name, broken in BROKEN.items() if broken.renamed])
def test_only_the_line_with_the_id_changes_when_an_id_is_rewritten(name: str) -> None:
    old, new = BROKEN[name].renamed.splitlines(), repaired(BROKEN[name].renamed).splitlines()
    changed = [number for number, (a, b) in enumerate(zip(old, new, strict=True)) if a != b]
    assert len(changed) == 1


@pytest.mark.parametrize("name", ["claude-code", "codex", "pi", "qwen-code"])
def test_a_missing_result_adds_one_line_and_moves_no_other(name: str) -> None:
    old, new = BROKEN[name].lost.splitlines(), repaired(BROKEN[name].lost).splitlines()
    added = [number for number in range(len(new)) if new[:number] + new[number + 1 :] == old]
    moved = [line for line in old if line not in new]
    assert len(new) == len(old) + 1
    assert added or len(moved) == 1  # the line after it, where lines name their parent
    assert json.loads(new[-1]).get("uuid") == json.loads(old[-1]).get("uuid")


@pytest.mark.parametrize("name", BROKEN)
def test_a_missing_result_is_added_and_every_other_byte_stays(name: str) -> None:
    old, new = BROKEN[name].lost.splitlines(), repaired(BROKEN[name].lost).splitlines()
    if len(old) < 2:
        pytest.skip("the whole file is one line")
    kept = [line for line in old if line in new]
    assert len(kept) >= len(old) - 3  # the line that holds the call, the one that names it as parent, a bracket
    assert len(new) >= len(old)


@pytest.mark.parametrize("name", ORPHANED)
def test_the_text_of_a_result_without_its_call_stays_in_the_file(name: str) -> None:
    result = "clear" if name in ("pydantic-ai", "adk") else "sunny"
    sent = [message for conversation in conversations(repaired(ORPHANED[name])) for message in conversation.messages]
    (note,) = [text for message in sent if "whose call is not in this history" in (text := json.dumps(message))]
    assert result in note


@pytest.mark.parametrize(
    "name", [name for name, content in ORPHANED.items() if not content.startswith((b"[\n", b"{\n"))]
)
def test_only_the_line_of_a_result_without_its_call_is_rewritten(name: str) -> None:
    old, new = ORPHANED[name].splitlines(), repaired(ORPHANED[name]).splitlines()
    assert sum(a != b for a, b in zip(old, new, strict=True)) == 1


def test_claude_codes_copy_of_a_result_is_removed_with_it() -> None:
    line = json.loads(repaired(ORPHANED["claude-code"]).splitlines()[1])
    assert "toolUseResult" not in line
    assert [block["type"] for block in line["message"]["content"]] == ["text"]


BESIDE = "Written to the log of the harbour office."
"""What a program keeps of a result for its own use, and does not send."""
BESIDE_RESULTS = {
    "claude-code": lines(CLAUDE[0], {**CLAUDE[2], "parentUuid": "a", "toolUseResult": {"stdout": BESIDE}}, CLAUDE[3]),
    "qwen-code": lines(
        QWEN_NAMED[0], {**QWEN_NAMED[2], "parentUuid": "a", "toolCallResult": {"resultDisplay": BESIDE}}, QWEN_NEXT
    ),
    "pi": lines(
        *PI_PLAIN[:2],
        {**PI_PLAIN[3], "parentId": "a", "message": {**PI_PLAIN[3]["message"], "details": {"full": BESIDE}}},
        PI_NEXT,
    ),
}


@pytest.mark.parametrize("name", BESIDE_RESULTS)
def test_what_a_program_keeps_of_a_result_without_its_call_stays_in_the_file(name: str) -> None:
    new = repaired(BESIDE_RESULTS[name])
    assert BESIDE in new.decode()
    (sent,) = [json.dumps(conversation.messages) for conversation in conversations(new)]
    assert BESIDE not in sent


def holders_of_results(value: Any) -> Iterator[Any]:
    """Yield a copy of the document for each object around the text of the result, with a note of the program in it."""
    for path, text in leaves(value):
        if text in ("sunny", "clear"):
            for length in range(1, len(path)):
                copy = json.loads(json.dumps(value))
                if isinstance(holder := follow(copy, path[:length]), dict):
                    holder["note_of_the_program"] = BESIDE
                    yield copy


@pytest.mark.parametrize("name", ORPHANED)
def test_a_note_anywhere_around_a_result_stays_in_the_file_or_the_file_is_not_written(name: str) -> None:
    text = ORPHANED[name].decode()
    document = parse_or_none(text)
    is_lines = document is None
    noted = list(holders_of_results([json.loads(line) for line in text.splitlines()] if is_lines else document))
    assert noted
    for content in noted:
        with suppress(CannotBeWrittenError):
            new, count = repaired_text((lines(*content) if is_lines else pretty(content)).decode(), "file")
            assert count == 0 or BESIDE in new


def test_an_example_for_fine_tuning_gets_the_id_of_its_call_back() -> None:
    answer = {"role": "assistant", "content": "Sunny."}
    sound = lines({"messages": [*CHAT, answer]}, {"messages": [CHAT[0], answer]})
    assert repaired(renamed(sound, "call_1", "toolu_1")) == sound


def test_a_new_line_of_claude_code_is_on_the_chain() -> None:
    new = [json.loads(line) for line in repaired(BROKEN["claude-code"].lost).splitlines()]
    assert new[2]["parentUuid"] == "b"
    assert new[3]["parentUuid"] == new[2]["uuid"]
    assert new[2]["message"]["content"][0]["is_error"] is True


@pytest.mark.parametrize("time", ["9999-12-31T23:59:59.999Z", "0001-01-01T00:00:00+14:00", "0001-01-01"])
@pytest.mark.parametrize("name", ["claude-code", "codex", "pi"])
def test_a_time_at_the_end_of_the_calendar_is_taken_over(name: str, time: str) -> None:
    content = lines(*({**json.loads(line), "timestamp": time} for line in BROKEN[name].lost.splitlines()))
    assert [check(conversation).errors for conversation in conversations(repaired(content))] == [[]]


def test_gemini_cli_gets_the_message_again_with_its_result() -> None:
    content = lines(
        {"sessionId": "s", "projectHash": "h"},
        {"id": "1", "type": "user", "content": "Weather?"},
        {"id": "2", "type": "gemini", "content": "", "timestamp": "2026-01-01T00:00:00.000Z",
         "toolCalls": [{"id": "c", "name": "weather", "args": {}, "result": None, "status": "cancelled"}]},
        {"id": "3", "type": "user", "content": "and Rome?"},
    )  # fmt: skip
    new = repaired(content)
    assert new.startswith(content)
    again, touched = (json.loads(line) for line in new[len(content) :].splitlines())
    assert again["id"] == "2"
    assert again["toolCalls"][0]["result"][0]["functionResponse"]["response"]["error"]
    assert list(touched) == ["$set"]


def test_opencode_gets_an_error_in_the_state_of_the_call() -> None:
    tool = {"id": "prt_2", "type": "tool", "callID": "c", "tool": "ls",
            "state": {"status": "running", "input": {}, "time": {"start": 5}}}  # fmt: skip
    session = {"info": {"id": "ses_1"}, "messages": [
        {"info": {"id": "msg_1", "role": "user"}, "parts": [{"id": "prt_1", "type": "text", "text": "go"}]},
        {"info": {"id": "msg_2", "role": "assistant"}, "parts": [tool]},
        {"info": {"id": "msg_3", "role": "user"},
         "parts": [{"id": "prt_3", "type": "text", "text": "on"}]}]}  # fmt: skip
    state = json.loads(repaired(pretty(session)))["messages"][1]["parts"][0]["state"]
    assert state == {
        "status": "error",
        "input": {},
        "error": "[Tool execution was interrupted]",
        "time": {"start": 5, "end": 5},
    }


@pytest.mark.parametrize("name", ["claude-code", "codex", "pi"])
def test_line_endings_and_a_missing_last_newline_stay_the_same(name: str) -> None:
    content = BROKEN[name].lost.replace(b"\n", b"\r\n").removesuffix(b"\r\n")
    new = repaired(content)
    assert new.count(b"\r\n") == new.count(b"\n") == content.count(b"\n") + 1
    assert not new.endswith(b"\n")


def test_two_missing_results_of_parallel_calls_are_on_one_chain() -> None:
    calls = [{"type": "tool_use", "id": f"toolu_{n}", "name": "ls", "input": {}} for n in (1, 2)]
    content = lines(CLAUDE[0], claude_line("b", "a", "assistant", calls), claude_line("d", "b", "user", "and Rome?"))
    new = [json.loads(line) for line in repaired(content).splitlines()]
    chain = [new[-1]]
    by_uuid = {line["uuid"]: line for line in new}
    while chain[-1]["parentUuid"]:
        chain.append(by_uuid[chain[-1]["parentUuid"]])
    assert len(chain) == len(new) == 5


def test_a_fault_inside_a_compaction_of_codex_is_repaired_there() -> None:
    history: Any = [item["payload"] for item in (CODEX[1], CODEX[2], CODEX[4])]
    compacted = {"timestamp": "t", "type": "compacted", "payload": {"message": "", "replacement_history": history}}
    content = lines(CODEX[0], CODEX[1], compacted)
    old, new = content.splitlines(), repaired(content).splitlines()
    assert (len(new), new[:2]) == (len(old), old[:2])
    assert json.loads(new[2])["payload"]["replacement_history"][2]["output"] == "aborted"


MOVED = {
    "cline": pretty([TIMED[0], TIMED[2], TIMED[1], TIMED_NEXT]),
    "langchain-dict": pretty([LANGCHAIN[0], LANGCHAIN[2], LANGCHAIN[1], AI_NEXT]),
    "langchain-dumps": pretty([DUMPED[0], DUMPED[2], DUMPED[1], DUMPED_NEXT]),
    "langgraph": pretty({"values": {"messages": [FLAT[0], FLAT[2], FLAT[1], FLAT_NEXT]}}),
    "ag-ui": pretty([AG_UI[0], AG_UI[2], AG_UI[1], AG_UI_NEXT]),
}
"""The result is before its call."""


@pytest.mark.parametrize("content", MOVED.values(), ids=MOVED)
def test_a_result_in_the_wrong_place_is_moved_in_the_file(content: bytes) -> None:
    before = only(content)
    after = repair(before).conversation
    new = repaired_file_text(content.decode(), [(before, after)]).encode()
    assert repair(only(new)).applied == ()
    assert sorted(compact(record) for record in messages_in(new)) == sorted(map(compact, messages_in(content)))


def messages_in(content: bytes) -> list[Any]:
    document = json.loads(content)
    held: list[Any] = document["values"]["messages"] if isinstance(document, dict) else document
    return held


CANNOT_HOLD = {
    "pi": (lines(*PI_PLAIN[:2], {**PI_NEXT, "parentId": "a"}, {**PI_NEXT, "id": "e", "parentId": "d"}), "nearai"),
}


@pytest.mark.parametrize(("content", "target"), CANNOT_HOLD.values(), ids=CANNOT_HOLD)
def test_a_repair_that_the_file_would_not_be_read_with_is_not_written(content: bytes, target: str) -> None:
    """Merged messages: nothing is written as if it were repaired."""
    before = conversations(content)[0]
    repaired = repair(before, target)
    assert repaired.applied
    with pytest.raises(CannotBeWrittenError):
        repaired_file_text(content.decode(), [(before, repaired.conversation)], target)


def test_what_a_tool_returned_is_never_replaced_by_a_placeholder() -> None:
    """Written in another way it would look like a result that went and another that was added."""
    content = pretty([*LANGCHAIN, AI_NEXT])
    before = only(content)
    messages = json.loads(json.dumps(before.messages))
    messages[2]["content"] = [{"type": "text", "text": messages[2]["content"]}]
    after = replace(before, payload=messages, messages=messages)
    with pytest.raises(CannotBeWrittenError):
        repaired_file_text(content.decode(), [(before, after)])


def test_each_of_two_calls_with_one_id_gets_its_placeholder() -> None:
    content = pretty([PYDANTIC[0], PYDANTIC[1], PYDANTIC[1], {**PYDANTIC[2], "parts": PYDANTIC[2]["parts"][:1]}])
    before = only(content)
    repaired = repair(before, "openai")
    again = only(repaired_file_text(content.decode(), [(before, repaired.conversation)], "openai").encode())
    assert repair(again, "openai").applied == ()


def test_many_conversations_of_a_file_are_written_in_one_pass() -> None:
    """Reading the file again after each of them would take minutes."""
    text = batch([*CHAT[:2], CHAT_NEXT]).splitlines()[0]
    content = b"".join(text.replace(b'"a"', f'"request {n}"'.encode()) + b"\n" for n in range(300))
    before = conversations(content)
    changed = [(one, repair(one, mind_others=False).conversation) for one in before]
    again = conversations(repaired_file_text(content.decode(), changed).encode())
    assert [one.messages for one in again] == [after.messages for _, after in changed]


def test_a_change_that_no_call_and_no_result_shows_is_not_reported_as_written() -> None:
    content = lines(*CLAUDE)
    before = only(content)
    messages = json.loads(json.dumps(before.messages))
    messages[0]["unknown"] = "field"
    after = replace(before, payload=messages, messages=messages)
    with pytest.raises(CannotBeWrittenError, match="more than calls and their results"):
        repaired_file_text(content.decode(), [(before, after)])


def test_what_else_a_repair_changes_is_written_with_the_missing_result() -> None:
    """The result is written in the program's own way; the field that the provider refuses is in another message."""
    text = rows([*CHAT[:2], {**CHAT_NEXT, "tool_call_id": "call_9"}]).decode()
    before, other = conversations(text.encode())
    new = repaired_file_text(text, [(before, repair(before, "openai").conversation)], "openai")
    sent, unchanged = conversations(new.encode())
    assert [message.get("tool_call_id") for message in sent.messages] == [None, None, "call_1", None]
    assert repair(sent, "openai").applied == ()
    assert unchanged.messages == other.messages


def test_a_file_with_many_added_results_is_still_known_as_the_files_of_its_program() -> None:
    called = {**VIBE[1], "tool_calls": [{**VIBE[1]["tool_calls"][0], "id": f"call_{n}"} for n in range(9)]}
    asked = {**CHAT_NEXT, "message_id": "9"}
    new = repaired(lines(VIBE[0], called, asked))
    assert source_of(only(new)) == "mistral-vibe"
    assert len(new.splitlines()) == 12
    assert repaired_text(new.decode(), "file") == (new.decode(), 0)


def test_entries_of_pi_without_their_header_are_not_written() -> None:
    answer = {**PI_PLAIN[2], "message": {**PI_PLAIN[2]["message"], "provider": "anthropic"}}
    piece = lines(PI_PLAIN[1], answer, {**PI_NEXT, "parentId": "b"})
    with pytest.raises(CannotBeWrittenError, match="its header is missing"):
        repaired(piece)


EMPTY: Any = {"type": "text", "text": ""}


def with_empty(message: Any) -> Any:
    return {**message, "content": [EMPTY, *message["content"]]}


EMPTY_TEXTS = {
    "claude-code": (lines(*CLAUDE[:1], {**CLAUDE[1], "message": with_empty(CLAUDE[1]["message"])}, *CLAUDE[2:]),
        lines(*CLAUDE)),
    "claude-code alone": (lines(*CLAUDE[:3], claude_line("e", "c", "assistant", [EMPTY]),
        {**CLAUDE[3], "parentUuid": "e"}), lines(*CLAUDE)),
    "factory": (lines(*FACTORY_LINKED[:2], {**FACTORY_LINKED[2], "message": with_empty(FACTORY_LINKED[2]["message"])},
        *FACTORY_LINKED[3:], FACTORY_NEXT), lines(*FACTORY_LINKED, FACTORY_NEXT)),
    "cline": (pretty([TIMED[0], with_empty(TIMED[1]), *TIMED[2:], TIMED_NEXT]), pretty([*TIMED, TIMED_NEXT])),
}  # fmt: skip


@pytest.mark.parametrize(("broken", "sound"), EMPTY_TEXTS.values(), ids=EMPTY_TEXTS)
def test_an_empty_text_is_left_out_of_its_record(broken: bytes, sound: bytes) -> None:
    assert "content-empty-text" in {finding.rule for found in conversations(broken) for finding in check(found).errors}
    assert repaired(broken) == sound


def test_an_empty_text_that_is_a_whole_message_of_a_list_stays() -> None:
    lone = {"role": "assistant", "content": [EMPTY], "ts": TIMED[2]["ts"] + 1}
    with pytest.raises((CannotBeWrittenError, AssertionError)):
        repaired(pretty([*TIMED, lone, TIMED_NEXT]))


def test_a_result_that_is_on_two_lines_is_sent_twice_and_the_second_is_removed() -> None:
    again = {**CLAUDE[2], "uuid": "c2", "parentUuid": "c"}
    doubled = lines(*CLAUDE[:3], again, {**CLAUDE[3], "parentUuid": "c2"})
    assert "tool-result-duplicate" in {finding.rule for finding in check(only(doubled)).errors}
    assert repaired(doubled) == lines(*CLAUDE)


def test_a_copy_of_a_result_is_removed_from_a_session_of_gemini_cli() -> None:
    answer = {"functionResponse": {"id": "c", "name": "weather", "response": {"output": "sunny"}}}

    def told(*answers: Any) -> bytes:
        call = {"id": "c", "name": "weather", "args": {}, "status": "success", "result": list(answers)}
        answered = {"id": "2", "type": "gemini", "content": "", "toolCalls": [call]}
        thanks = {"id": "3", "type": "user", "content": "Thanks."}
        return pretty({**GEMINI_CLI[0], "messages": [GEMINI_CLI[1], answered, thanks]})

    assert repaired(told(answer, answer)) == told(answer)
