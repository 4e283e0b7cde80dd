"""Approvals of calls in SDK 6 and 7: if the last message is a tool message, each approval in it must name a request of
the history, and the request a call. The SDK checks that before it looks for missing results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.json.description import as_python, quoted
from workbench.json.text import Json
from workbench.targets.contract import Thrown

_REQUEST = "tool-approval-request"
_RESPONSE = "tool-approval-response"


def unmatched_approvals(messages: Sequence[Json]) -> Iterator[Thrown]:
    last = messages[-1] if messages else None
    if not isinstance(last, dict) or last.get("role") != "tool":
        return
    written = [part for message in messages if _role(message) == "assistant" for part in parts_of(message)]
    requests = {as_python(part.get("approvalId")): part for part in written if part.get("type") == _REQUEST}
    calls = {as_python(part.get("toolCallId")) for part in written if part.get("type") == "tool-call"}
    results = {as_python(part.get("toolCallId")) for part in parts_of(last) if part.get("type") == "tool-result"}
    for at, part in enumerate(last["content"]) if isinstance(last.get("content"), list) else ():
        if not isinstance(part, dict) or part.get("type") != _RESPONSE:
            continue
        approval, request = part.get("approvalId"), requests.get(as_python(part.get("approvalId")))
        call_id = request.get("toolCallId") if request else None
        if request is None:
            text = f"No message asks for the approval {quoted(approval)}."
            words = (
                f'AI_InvalidToolApprovalError: Tool approval response references unknown approvalId: "{approval}". '
                "No matching tool-approval-request found in message history."
            )
            yield Thrown(len(messages) - 1, ("content", at), text, words)
        elif as_python(call_id) not in results | calls:
            text = f"No message makes the call {quoted(call_id)} that is approved here."
            words = (
                f'AI_ToolCallNotFoundForApprovalError: Tool call "{call_id}" not found for approval request '
                f'"{approval}".'
            )
            yield Thrown(len(messages) - 1, ("content", at), text, words, call_id)


def _role(message: object) -> Json:
    return message.get("role") if isinstance(message, dict) else None


def parts_of(message: object) -> list[dict[str, Json]]:
    content = message.get("content") if isinstance(message, dict) else None
    return [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []
