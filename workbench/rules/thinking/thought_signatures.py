"""Thought signatures of Gemini 3."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.formats.contract import Event
from workbench.json.description import tool_of
from workbench.json.media import has_non_base64_characters
from workbench.json.patch import add, remove, replace
from workbench.json.text import Json
from workbench.rules.contract import Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.occasions import has_calls
from workbench.targets.contract import ERROR, WARNING, Target

SKIPPED = "skip_thought_signature_validator"
"""The documented value for calls of another model, with which the API skips its check."""


def state_missing_signature(context: RepairContext, finding: Finding) -> Fix | None:
    """State that there is no signature, in the provider's own format or in that of its OpenAI-compatible endpoint."""
    part = context.value(finding.at)
    if finding.severity != ERROR or not isinstance(part, dict):
        return None
    if part.keys() & {"functionCall", "function_call"}:
        key = "thought_signature" if "function_call" in part else "thoughtSignature"
        stated = add(f"{finding.at}/{key}", SKIPPED)
    elif isinstance(part.get("function"), dict) and part.get("extra_content") is None:
        stated = add(f"{finding.at}/extra_content", {"google": {"thought_signature": SKIPPED}})
    else:
        return None
    why = "The documented value for a call without a signature. It asks the API not to check for one."
    return Fix("State that there is no signature", (stated,), True, why, 0.8)


@rule("TH908", "thought-signature-missing", fix=state_missing_signature, occasion=has_calls)
def thought_signature_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A call by Gemini 3 has lost its thought signature.

    Gemini 3 refuses the call without it; older models accept it. This usually comes from a converter that drops the
    field. Only the first call of each step since the last user message is checked. If the model is not named, another
    signed call shows that signatures are required: then it is a warning.

    Bad (gemini):
        {"model": "gemini-3-pro", "contents": [{"role": "user", "parts": [{"text": "Look."}]},
         {"role": "model", "parts": [{"functionCall": {"name": "read", "args": {}}}]},
         {"role": "user", "parts": [{"functionResponse": {"name": "read", "response": {"output": "ok"}}}]}]}
    Good (gemini):
        {"model": "gemini-3-pro", "contents": [{"role": "user", "parts": [{"text": "Look."}]},
         {"role": "model", "parts": [{"functionCall": {"name": "read", "args": {}}, "thoughtSignature": "c2ln"}]},
         {"role": "user", "parts": [{"functionResponse": {"name": "read", "response": {"output": "ok"}}}]}]}
    """
    signs = chat.facts.signs_calls
    if signs is False or (signs is None and not any(_is_signed(call) for call in chat.calls)):
        return
    last_user_message = _last_user_message(chat)
    before = -1
    for call in chat.calls:
        is_first = call.message != before
        before = call.message
        if is_first and call.message >= last_user_message and not _is_signed(call):
            text = f"The call of {tool_of(call.name)} has no thought signature."
            yield at(call, text, severity=None if signs else WARNING, position=call.message + 1)


def _last_user_message(chat: Chat) -> int:
    """The newest message with content from the user; results alone do not begin a turn."""
    shown = (*chat.texts, *chat.images, *chat.of_kind("file"))
    return max((event.message for event in shown if chat.roles[event.message] == "user"), default=-1)


def _is_signed(call: Event) -> bool:
    return isinstance(call.raw, dict) and _signature(call.raw)


def move_next_to_call(context: RepairContext, finding: Finding) -> Fix | None:
    """Move the signature to where the provider expects it, unless there already is one."""
    part = context.value(finding.at)
    call_key = next((key for key in ("functionCall", "function_call") if isinstance(part, dict) and key in part), None)
    inner: Any = part[call_key] if call_key else None
    key = next((key for key in _SIGNATURE_KEYS if isinstance(inner, dict) and inner.get(key)), None)
    if key is None or _signature(part):
        return None
    patch = (remove(f"{finding.at}/{call_key}/{key}"), add(f"{finding.at}/{key}", inner[key]))
    return Fix(
        "Move the signature next to the call", patch, True, "The same signature, where the API expects it.", 0.97
    )


@rule("TH909", "thought-signature-misplaced", fix=move_next_to_call, occasion=has_calls)
def thought_signature_misplaced(chat: Chat, target: Target) -> Iterator[Violation]:
    """A thought signature is inside the call instead of next to it.

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
            yield at(call, "The thought signature is inside the call.")


_SIGNATURE_KEYS = ("thoughtSignature", "thought_signature")


def _signature(part: dict[str, Json]) -> bool:
    return any(part.get(key) for key in _SIGNATURE_KEYS)


def skip_the_check(context: RepairContext, finding: Finding) -> Fix | None:
    call = context.event(finding.at, "call")
    if call is None or not isinstance(call.raw, dict):
        return None
    key = next((key for key in ("thoughtSignature", "thought_signature") if key in call.raw), None)
    if key is None:
        return None
    why = "The documented value for another model's calls. The model loses the reasoning for this call."
    return Fix("Ask the API not to check it", (replace(f"{context.at(call)}/{key}", SKIPPED),), False, why, 0.7)


@rule("TH915", "thought-signature-foreign", fix=skip_the_check, occasion=has_calls)
def thought_signature_foreign(chat: Chat, target: Target) -> Iterator[Violation]:
    """A call has a thought signature that is certainly not from this model.

    Signatures of another model, account or session are refused. Offline, only one that is not base64 can be detected.

    Bad (gemini):
        {"model": "gemini-3-pro", "contents": [{"role": "user", "parts": [{"text": "Look."}]},
         {"role": "model", "parts": [{"functionCall": {"name": "read", "args": {}}, "thoughtSignature": "not one!"}]},
         {"role": "user", "parts": [{"functionResponse": {"name": "read", "response": {"output": "ok"}}}]}]}
    Good (gemini):
        {"model": "gemini-3-pro", "contents": [{"role": "user", "parts": [{"text": "Look."}]},
         {"role": "model", "parts": [{"functionCall": {"name": "read", "args": {}}, "thoughtSignature": "c2ln"}]},
         {"role": "user", "parts": [{"functionResponse": {"name": "read", "response": {"output": "ok"}}}]}]}
    """
    for call in chat.calls:
        if not isinstance(call.raw, dict):
            continue
        signature = call.raw.get("thoughtSignature") or call.raw.get("thought_signature")
        if isinstance(signature, str) and signature not in ("", SKIPPED) and has_non_base64_characters(signature):
            yield at(call, "The thought signature is not base64.", severity=WARNING)
