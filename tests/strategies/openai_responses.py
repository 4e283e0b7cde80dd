"""Histories in OpenAI Responses, with every kind of item that occurs in practice."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.strategies.json_values import arguments, json_values, texts, tool_ids, tool_names
from workbench.json.text import compact

_item_id = st.sampled_from(["msg_1", "fc_2", "rs_3"])
_status = {"status": st.sampled_from(["completed", "incomplete"])}
_input_text = st.fixed_dictionaries({"type": st.just("input_text"), "text": texts})
_image = st.fixed_dictionaries(
    {
        "type": st.just("input_image"),
        "image_url": st.sampled_from(["data:image/png;base64,iVBORw0KGgo=", "https://a.b/c.png"]),
    },
    optional={"detail": st.sampled_from(["auto", "high"])},
)
_file = st.sampled_from(
    [
        {"type": "input_file", "filename": "a.pdf", "file_data": "data:application/pdf;base64,JVBERi0xLjQ="},
        {"type": "input_file", "file_data": "JVBERi0xLjQ="},
        {"type": "input_file", "file_url": "https://a.b/c.pdf"},
        {"type": "input_file", "file_id": "file_1"},
        {"type": "input_image", "file_id": "file_2", "detail": "low"},
    ]
)
_output_text = st.fixed_dictionaries(
    {"type": st.just("output_text"), "text": texts},
    optional={"annotations": st.just([{"type": "file_path", "file_id": "f", "index": 0}]), "logprobs": st.just([])},
)
_refusal = st.fixed_dictionaries({"type": st.just("refusal"), "refusal": texts})
_typed = {"type": st.just("message"), "id": _item_id, **_status}
_input = st.fixed_dictionaries(
    {
        "role": st.sampled_from(["user", "system", "developer"]),
        "content": texts | st.lists(_input_text | _image | _file, min_size=1, max_size=3),
    },
    optional=_typed,
)
_said = st.fixed_dictionaries(
    {
        "role": st.just("assistant"),
        "content": texts | st.lists(_output_text | _refusal, min_size=1, max_size=3),
    },
    optional={**_typed, "phase": st.sampled_from(["commentary", "final_answer"])},
)
_arguments = arguments.map(compact) | texts
_call = st.fixed_dictionaries(
    {"type": st.just("function_call"), "call_id": tool_ids, "name": tool_names, "arguments": _arguments},
    optional={"id": _item_id, "namespace": st.just("files"), **_status},
)
_output = st.fixed_dictionaries(
    {
        "type": st.just("function_call_output"),
        "call_id": tool_ids,
        "output": texts | st.lists(_input_text | _image | _file, max_size=3),
    },
    optional={"id": _item_id, **_status},
)
_custom = st.fixed_dictionaries(
    {"type": st.just("custom_tool_call"), "call_id": tool_ids, "name": tool_names, "input": texts}
)
_custom_output = st.fixed_dictionaries(
    {"type": st.just("custom_tool_call_output"), "call_id": tool_ids, "output": texts}
)
_shell_action = {"commands": ["ls"], "timeout_ms": 10}
_other_tools: st.SearchStrategy[Any] = st.sampled_from(
    [
        {"type": "shell_call", "call_id": "call_s", "action": _shell_action, "status": "completed"},
        {"type": "shell_call_output", "call_id": "call_s", "output": [{"stdout": "a", "outcome": {"type": "timeout"}}]},
        {"type": "local_shell_call", "id": "ls_1", "call_id": "call_l", "action": {"type": "exec", "command": ["ls"]}},
        {"type": "local_shell_call_output", "id": "call_l", "output": "{}"},
        {"type": "apply_patch_call", "call_id": "call_p", "operation": {"type": "delete_file", "path": "a"}},
        {"type": "apply_patch_call_output", "call_id": "call_p", "status": "failed", "output": "no such file"},
        {"type": "computer_call", "id": "cu_1", "call_id": "call_c", "action": {"type": "screenshot"}},
        {"type": "computer_call", "id": "cu_1", "call_id": "call_c", "actions": [{"type": "screenshot"}]},
        {
            "type": "computer_call_output",
            "call_id": "call_c",
            "output": {"type": "computer_screenshot", "image_url": "data:image/png;base64,iVBORw0KGgo="},
        },
        {"type": "tool_search_call", "call_id": "call_t", "execution": "client", "arguments": {"query": "x"}},
        {"type": "tool_search_output", "call_id": "call_t", "execution": "client", "tools": []},
    ]
)
_server_items: st.SearchStrategy[Any] = st.sampled_from(
    [
        {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search", "query": "x"}},
        {"type": "file_search_call", "id": "fs_1", "queries": ["x"], "results": [{"text": "found"}]},
        {"type": "code_interpreter_call", "id": "ci_1", "code": "1", "outputs": None, "container_id": "c"},
        {"type": "image_generation_call", "id": "ig_1", "status": "completed", "result": "iVBORw0KGgo="},
        {"type": "mcp_call", "id": "mcp_1", "name": "ask", "arguments": "{}", "output": None, "error": "down"},
        {"type": "tool_search_call", "id": "ts_1", "call_id": None, "execution": "server", "arguments": {}},
        {"type": "tool_search_output", "id": "to_1", "call_id": None, "execution": "server", "tools": []},
        {"type": "mcp_list_tools", "id": "mcpl_1", "server_label": "docs", "tools": []},
        {"type": "mcp_approval_request", "id": "mcpr_1", "name": "ask", "arguments": "{}", "server_label": "docs"},
        {"type": "mcp_approval_response", "approval_request_id": "mcpr_1", "approve": True},
        {"type": "additional_tools", "role": "developer", "tools": []},
        {"type": "compaction", "id": "cmp_1", "encrypted_content": "gAAA"},
        {"type": "item_reference", "id": "rs_9"},
        {"id": "msg_9"},
    ]
)
_paragraph = st.fixed_dictionaries({"type": st.just("summary_text"), "text": texts})
_raw_thought = st.fixed_dictionaries({"type": st.just("reasoning_text"), "text": texts})
_reasoning = st.fixed_dictionaries(
    {"type": st.just("reasoning"), "id": st.just("rs_1"), "summary": st.lists(_paragraph, max_size=3)},
    optional={
        "content": st.lists(_raw_thought, max_size=2),
        "encrypted_content": st.none() | st.just("gAAA"),
        **_status,
    },
)
_unknown = st.fixed_dictionaries({"type": st.just("item_of_tomorrow"), "value": json_values})

plain: st.SearchStrategy[Any] = st.one_of(_input, _said, _call, _output, _custom, _custom_output)
message: st.SearchStrategy[Any] = st.one_of(plain, _reasoning, _other_tools, _server_items, _unknown)

history: st.SearchStrategy[list[Any]] = st.lists(message, max_size=8) | texts.map(lambda text: [text])
