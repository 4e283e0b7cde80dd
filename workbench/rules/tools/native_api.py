"""Whether a request is for a server's own API or for its compatible copy of another."""

from __future__ import annotations

from typing import Literal

from workbench.checks.chat import Chat
from workbench.targets.contract import Target

Api = Literal["native", "compatible", "either"]


def api_used(chat: Chat, target: Target) -> Api:
    """Decide by the URL, by settings that only the server's own API has, or by arguments that only it accepts."""
    native_keys = target.limits.native_keys
    if not native_keys or "/v1/" in chat.endpoint:
        return "compatible"
    if chat.endpoint or not native_keys.isdisjoint(chat.settings):
        return "native"
    return "native" if any(isinstance(call.value, dict) for call in chat.calls) else "either"
