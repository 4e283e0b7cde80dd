"""Where may the result of a call be? Compute for every message which earlier messages' calls a result in it may answer.

A call opens a window, and a result counts if it is inside. The target's `pairing` decides how the window closes:
contiguous — the run of tool messages right after the call's message; turn — the entire next turn, where adjacent
messages of one role count as one; name — the same, but pairing by tool name if there are no ids; segment — up to the
next user or system message; run — up to the next item with text, where consecutive calls count as one; anywhere — the
entire history, so there are no windows.
"""

from __future__ import annotations

from workbench.checks.chat import Chat
from workbench.targets.contract import Pairing

_CLOSED_BY = {
    "contiguous": frozenset({"system", "user", "assistant", "other"}),
    "turn": frozenset({"assistant"}),
    "name": frozenset({"assistant"}),
    "segment": frozenset({"user", "system"}),
    "run": frozenset({"system", "user"}),
}
_MAY_CLOSE = {**_CLOSED_BY, "run": _CLOSED_BY["run"] | {"assistant"}, "anywhere": frozenset()}
_CLOSED = range(0)


def may_close(pairing: Pairing) -> frozenset[str]:
    """Return the roles of messages that may close the window of the call before them."""
    return _MAY_CLOSE[pairing]


def windows_of(chat: Chat, pairing: Pairing) -> list[range]:
    """Return for every message the range of messages whose calls a result in it may answer.

    All calls inside the range belong to it. It is a range and not a list, because a segment may contain ten thousand
    calls.
    """
    if pairing == "anywhere":
        return [_CLOSED] * len(chat.roles)
    closed_by = _CLOSED_BY[pairing]
    merges = pairing in ("turn", "name", "segment")
    calling = {call.message for call in chat.calls}
    windows: list[range] = []
    window = _CLOSED
    previous = ""
    for index, role in enumerate(chat.roles):
        if index in calling:
            windows.append(window if role != "assistant" else _CLOSED)
            is_consecutive = pairing == "run" and index - 1 in calling
            extends = pairing == "segment" or (merges and previous == "assistant") or is_consecutive
            window = range(window.start if extends and window else index, index + 1)
        else:
            closes_run = pairing == "run" and role == "assistant" and _has_text(chat, index)
            if closes_run or (role in closed_by and not (merges and role == previous == "assistant")):
                window = _CLOSED
            windows.append(window)
        previous = role
    return windows


def _has_text(chat: Chat, index: int) -> bool:
    return any(event.kind == "text" for event in chat.of_message(index))
