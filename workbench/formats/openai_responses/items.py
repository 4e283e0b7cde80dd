"""The kinds of items in a Responses history, and who runs the tool of each call."""

from __future__ import annotations

from typing import NamedTuple

from workbench.json.text import Json


class ClientTool(NamedTuple):
    """A call that the client program runs: an output item answers it."""

    name: str | None
    """The name of the tool; None if the item itself contains it."""
    value: str
    """The key of the call's arguments."""


class Output(NamedTuple):
    """The output item that answers a client call."""

    id: str
    value: str


class ServerTool(NamedTuple):
    """A call that the provider ran itself; the same item contains the outcome, if it is visible."""

    name: str | None
    value: str
    result: str | None


CALLS = {
    "function_call": ClientTool(None, "arguments"),
    "custom_tool_call": ClientTool(None, "input"),
    "local_shell_call": ClientTool("local_shell", "action"),
    "shell_call": ClientTool("shell", "action"),
    "apply_patch_call": ClientTool("apply_patch", "operation"),
    "computer_call": ClientTool("computer", "action"),
    "tool_search_call": ClientTool("tool_search", "arguments"),
}
OUTPUTS = {
    "function_call_output": Output("call_id", "output"),
    "custom_tool_call_output": Output("call_id", "output"),
    "local_shell_call_output": Output("id", "output"),
    "shell_call_output": Output("call_id", "output"),
    "apply_patch_call_output": Output("call_id", "output"),
    "computer_call_output": Output("call_id", "output"),
    "tool_search_output": Output("call_id", "tools"),
}
SERVER_TOOLS = {
    "web_search_call": ServerTool("web_search", "action", None),
    "file_search_call": ServerTool("file_search", "queries", "results"),
    "code_interpreter_call": ServerTool("code_interpreter", "code", "outputs"),
    "image_generation_call": ServerTool("image_generation", "revised_prompt", "result"),
    "mcp_call": ServerTool(None, "arguments", "output"),
}
SERVER_TOOL_SEARCH = ServerTool("tool_search", "arguments", None)
_COMPUTER_WITH_SEVERAL_ACTIONS = ClientTool("computer", "actions")

OTHER_ITEMS = {
    "item_reference": ("id",),
    "compaction": ("encrypted_content",),
    "compaction_trigger": (),
    "mcp_list_tools": ("server_label", "tools"),
    "mcp_approval_request": ("id", "name", "arguments"),
    "mcp_approval_response": ("approval_request_id", "approve"),
    "additional_tools": ("role", "tools"),
    "program": ("call_id", "code"),
    "program_output": ("call_id", "result"),
}
"""Items that are neither message, thought, call nor result, and their required fields."""

INPUT_PARTS = {"input_text": "text", "input_image": None, "input_file": None, "input_audio": None}
OUTPUT_PARTS = {"output_text": "text", "refusal": "refusal"}
"""The parts of a message and the field that holds their text: first the user's parts, then the model's."""


def client_call(item: dict[str, Json]) -> ClientTool | None:
    """Return how to read a call that the client runs, or None for other items. The server may run a tool search."""
    kind = item.get("type")
    if not isinstance(kind, str) or kind not in CALLS:
        return None
    if kind == "tool_search_call" and item.get("execution") == "server":
        return None
    return _COMPUTER_WITH_SEVERAL_ACTIONS if kind == "computer_call" and "actions" in item else CALLS[kind]


def client_output(item: dict[str, Json]) -> Output | None:
    """Return how to read the answer to a call that the client ran, or None for other items."""
    kind = item.get("type")
    if not isinstance(kind, str) or kind not in OUTPUTS:
        return None
    return None if kind == "tool_search_output" and item.get("execution") == "server" else OUTPUTS[kind]
