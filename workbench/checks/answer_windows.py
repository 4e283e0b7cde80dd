"""Where may the result of a call be? For every message, the messages whose calls a result in it may answer.

A call opens a window; a result counts if it is in it. How the window closes is the target's `pairing`:
contiguous — the run of tool messages right after the call's message; turn — the whole next turn, adjacent messages of
one role counting as one; name — the same, pairing by tool name where there are no ids; segment — up to the next user
or system message; run — up to the next item that says something, calls in a row counting as one; anywhere — the whole
history, so there are no windows.
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
_CLOSED = range(0)


def may_close(pairing: Pairing) -> frozenset[str]:
    """The roles of messages that may close the window of the call before them."""
    if pairing == "anywhere":
        return frozenset()
    return _CLOSED_BY[pairing] | {"assistant"} if pairing == "run" else _CLOSED_BY[pairing]


def windows_of(chat: Chat, pairing: Pairing) -> list[range]:
    """From the first to the last of those messages: all that call between the two belong to it, others do not matter.

    Bounds and no list of them, because one segment may hold ten thousand calls.
    """
    if pairing == "anywhere":
        return [_CLOSED] * len(chat.roles)
    closed_by = _CLOSED_BY[pairing]
    merges = pairing in ("turn", "name", "segment")
    calling = {call.message for call in chat.calls}
    windows: list[range] = []
    window = _CLOSED
    before = ""
    for index, role in enumerate(chat.roles):
        if index in calling:
            windows.append(window if role != "assistant" else _CLOSED)
            in_a_row = pairing == "run" and index - 1 in calling
            keeps = pairing == "segment" or (merges and before == "assistant") or in_a_row
            window = range(window.start if keeps and window else index, index + 1)
        else:
            speaks = pairing == "run" and role == "assistant" and _speaks(chat, index)
            if speaks or (role in closed_by and not (merges and role == before == "assistant")):
                window = _CLOSED
            windows.append(window)
        before = role
    return windows


def _speaks(chat: Chat, index: int) -> bool:
    return any(event.kind == "text" for event in chat.of_message(index))
