"""LangGraph's prebuilt agent, which checks a history before it sends it: every call must have a result somewhere."""

from __future__ import annotations

from workbench.targets.contract import ERROR, WARNING, Target, Words
from workbench.targets.langchain_messages import thrown_by_langgraph

LANGGRAPH = Target(
    name="langgraph",
    title="LangGraph agent",
    formats=("openai-chat",),
    wire="openai-chat",
    pairing="anywhere",
    rules={
        "tool-result-missing": ERROR,
        "tool-id-mismatch": ERROR,
        "tool-id-missing": ERROR,
        "tool-result-orphan": WARNING,
        "tool-name-empty": WARNING,
        "format-mixed": ERROR,
        "format-wrong-for-target": ERROR,
        "tool-id-not-string": ERROR,
        "tool-args-invalid-json": ERROR,
        "tool-args-concatenated": ERROR,
        "args-double-stringified": ERROR,
        "sdk-message-invalid": ERROR,
    },
    throws=thrown_by_langgraph,
    words={
        rule: Words(
            "Found AIMessages with tool_calls that do not have a corresponding ToolMessage. Here are the first few of "
            f"those tool calls: [{call}]",
            code="INVALID_CHAT_HISTORY",
            type="ValueError",
        )
        for rule, call in (("tool-result-missing", "{ids}"), ("tool-id-mismatch", "{call_id}"))
    },
)
