"""Calls that the provider's own code made, and the container in which that code waits for their results."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.formats.contract import Event
from workbench.rules.contract import Violation, at, rule
from workbench.rules.occasions import has_calls
from workbench.targets.contract import Target

_CODE = "code_execution"


@rule("RQ243", "container-missing", occasion=has_calls)
def container_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """The provider's code called a tool and waits for its result, but the request does not name its container.

    The answer with the call has a `container`; send its id back with the result. This usually comes from a loop that
    keeps only the messages of an answer.

    Bad (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 100, "messages": [{"role": "user", "content": "Revenue?"},
         {"role": "assistant", "content": [{"type": "server_tool_use", "id": "srvtoolu_1", "name": "code_execution",
           "input": {"code": "await ask()"}}, {"type": "tool_use", "id": "toolu_1", "name": "ask", "input": {},
           "caller": {"type": "code_execution_20250825", "tool_id": "srvtoolu_1"}}]},
         {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "12"}]}],
         "tools": [{"type": "code_execution_20250825", "name": "code_execution"}, {"name": "ask",
           "input_schema": {"type": "object"}, "allowed_callers": ["code_execution_20250825"]}]}
    Good (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 100, "container": "container_1",
         "messages": [{"role": "user", "content": "Revenue?"},
         {"role": "assistant", "content": [{"type": "server_tool_use", "id": "srvtoolu_1", "name": "code_execution",
           "input": {"code": "await ask()"}}, {"type": "tool_use", "id": "toolu_1", "name": "ask", "input": {},
           "caller": {"type": "code_execution_20250825", "tool_id": "srvtoolu_1"}}]},
         {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "12"}]}],
         "tools": [{"type": "code_execution_20250825", "name": "code_execution"}, {"name": "ask",
           "input_schema": {"type": "object"}, "allowed_callers": ["code_execution_20250825"]}]}
    """
    if chat.settings.get("container") or not chat.settings:
        return
    finished = {event.id for event in chat.of_kind("server_result") if isinstance(event.id, str)}
    last = max((call.message for call in chat.calls), default=-1)
    for call in chat.calls:
        code = _calling_code(call)
        if code is not None and code not in finished and call.message == last:
            yield at(call, "The provider's code made this call, and the request does not name its container.")
            return


def _calling_code(call: Event) -> str | None:
    """The id of the provider's code that made a call; None if the model made it."""
    caller = call.raw.get("caller") if isinstance(call.raw, dict) else None
    if not isinstance(caller, dict) or not str(caller.get("type")).startswith(_CODE):
        return None
    return str(caller.get("tool_id"))
