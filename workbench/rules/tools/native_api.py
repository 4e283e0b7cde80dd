"""Servers with an API of their own beside a face that copies another: which of the two a request is for."""

from __future__ import annotations

from typing import Literal

from workbench.checks.chat import Chat
from workbench.targets.contract import Target

Api = Literal["native", "face", "either"]


def api_of(chat: Chat, target: Target) -> Api:
    """By the address, by settings that only the server's own API has, or by arguments that only it takes."""
    native_keys = target.limits.native_keys
    if not native_keys or "/v1/" in chat.endpoint:
        return "face"
    if chat.endpoint or not native_keys.isdisjoint(chat.settings):
        return "native"
    return "native" if any(isinstance(call.value, dict) for call in chat.calls) else "either"
