"""Thought signatures of Gemini 3."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.json.text import Json
from workbench.rules.contract import Violation, at, rule
from workbench.targets.contract import Target


@rule("TH908", "thought-signature-missing")
def thought_signature_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A call of Gemini 3 has lost its thought signature.

    Gemini 3 refuses the call without it; older models take it. It usually comes from a converter that does not know
    the field. Only calls since the user's last words are checked.

    Bad (gemini):
        {"model": "gemini-3-pro", "contents": [{"role": "user", "parts": [{"text": "Look."}]},
         {"role": "model", "parts": [{"functionCall": {"name": "read", "args": {}}}]},
         {"role": "user", "parts": [{"functionResponse": {"name": "read", "response": {"output": "ok"}}}]}]}
    Good (gemini):
        {"model": "gemini-3-pro", "contents": [{"role": "user", "parts": [{"text": "Look."}]},
         {"role": "model", "parts": [{"functionCall": {"name": "read", "args": {}}, "thoughtSignature": "c2ln"}]},
         {"role": "user", "parts": [{"functionResponse": {"name": "read", "response": {"output": "ok"}}}]}]}
    """
    model = chat.settings.get("model")
    if not isinstance(model, str) or "gemini-3" not in model:
        return
    last_words = max((text.message for text in chat.texts if chat.roles[text.message] == "user"), default=-1)
    before = -1
    for call in chat.calls:
        first_of_message = call.message != before
        before = call.message
        current = first_of_message and call.message >= last_words
        if current and isinstance(call.raw, dict) and not _signature(call.raw):
            yield at(call, f"The call of {call.name!r} has no thought signature.", position=call.message + 1)


@rule("TH909", "thought-signature-misplaced")
def thought_signature_misplaced(chat: Chat, target: Target) -> Iterator[Violation]:
    """A thought signature stands inside the call and not beside it.

    The provider looks for it as a sibling of `functionCall`.

    Bad (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Look."}]},
         {"role": "model", "parts": [{"functionCall": {"name": "read", "args": {}, "thoughtSignature": "c2ln"}}]},
         {"role": "user", "parts": [{"functionResponse": {"name": "read", "response": {"output": "ok"}}}]}]}
    Good (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Look."}]},
         {"role": "model", "parts": [{"functionCall": {"name": "read", "args": {}}, "thoughtSignature": "c2ln"}]},
         {"role": "user", "parts": [{"functionResponse": {"name": "read", "response": {"output": "ok"}}}]}]}
    """
    for call in chat.calls:
        inner = call.raw.get("functionCall", call.raw.get("function_call")) if isinstance(call.raw, dict) else None
        if isinstance(inner, dict) and _signature(inner):
            yield at(call, "The thought signature stands inside the call.")


def _signature(part: dict[str, Json]) -> bool:
    return bool(part.get("thoughtSignature") or part.get("thought_signature"))
