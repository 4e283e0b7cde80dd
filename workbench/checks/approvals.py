"""Approvals of tool calls: an SDK keeps them in the history for itself, and the model never sees them.

A call that the user approved or denied needs no result yet: the SDK runs or answers it before it sends a request.
"""

from __future__ import annotations

from workbench.checks.chat import Chat
from workbench.formats.contract import Event
from workbench.json.text import Json, compact

_ANSWERED = "approval-responded"
"""The state of a tool part of a UI message whose approval the user has answered."""


def is_approval(event: Event) -> bool:
    return event.kind == "other" and event.name in ("tool-approval-request", "tool-approval-response")


def calls_decided_by_user(chat: Chat) -> set[Json]:
    """The ids of the calls that the user approved or denied."""
    approvals = [event for event in chat.of_kind("other") if is_approval(event) and "approvalId" in event.raw]
    decided = {compact(event.raw["approvalId"]) for event in approvals if event.name == "tool-approval-response"}
    return {
        event.id
        for event in approvals
        if event.name == "tool-approval-request"
        and isinstance(event.id, str)
        and compact(event.raw["approvalId"]) in decided
    }


def is_about_to_run(chat: Chat, call: Event) -> bool:
    """Whether the user has decided about this call of the last UI message: the SDK runs or denies it first."""
    is_last = call.message == len(chat.messages) - 1
    return is_last and isinstance(call.raw, dict) and call.raw.get("state") == _ANSWERED
