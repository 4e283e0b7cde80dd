"""Thinking blocks that are missing, unsigned, changed, or there although thinking is off."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.patch import replace
from workbench.json.text import Json
from workbench.rules.contract import Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.targets.contract import Target


def turn_thinking_off(context: RepairContext, finding: Finding) -> Fix | None:
    """Thoughts that are gone cannot be made up; without thinking the request is taken."""
    body = context.conversation.base.rpartition("/")[0]
    if not context.conversation.base or "thinking" not in context.conversation.settings:
        return None
    why = "The thinking is not in the file. This changes what is asked of the model."
    return Fix("Turn thinking off for this request", (replace(f"{body}/thinking", {"type": "disabled"}),), False, why)


@rule("TH901", "thinking-missing-before-tool-use", fix=turn_thinking_off)
def thinking_missing_before_tool_use(chat: Chat, target: Target) -> Iterator[Violation]:
    """Thinking is on, and the last turn that calls a tool does not begin with its thinking.

    The provider wants the thinking that led to the call back, unchanged. It usually comes from a store that keeps
    text and calls and drops thinking. Only a whole request body shows that thinking is on.

    Bad (anthropic):
        {"thinking": {"type": "enabled", "budget_tokens": 1024}, "messages": [{"role": "user", "content": "weather?"},
         {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "weather", "input": {}}]},
         {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "sunny"}]}]}
    Good (anthropic):
        {"thinking": {"type": "enabled", "budget_tokens": 1024}, "messages": [{"role": "user", "content": "weather?"},
         {"role": "assistant", "content": [{"type": "thinking", "thinking": "Look it up.", "signature": "c2ln"},
           {"type": "tool_use", "id": "t1", "name": "weather", "input": {}}]},
         {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "sunny"}]}]}
    """
    if not _thinking_enabled(chat.settings.get("thinking")) or not chat.calls:
        return
    index = chat.calls[-1].message
    while index > 0 and chat.roles[index - 1] == "assistant":
        index -= 1
    if _thought_before(chat, index):
        return  # a turn thinks before its first call, and need not think again between its calls
    answers = [result.message for result in chat.results if result.message > index]
    ended = any(chat.roles[later] == "assistant" for later in range(chat.calls[-1].message + 1, len(chat.roles)))
    first = next(iter(chat.of_message(index)), None)
    if first is not None and first.kind != "thought" and answers and not ended:
        call = chat.calls[-1]
        kind = first.raw.get("type") if isinstance(first.raw, dict) else "text"
        text = "Thinking is on, and this turn does not begin with a thinking block."
        yield at(first, text, kind=kind)._replace(id=call.id)


def _thought_before(chat: Chat, index: int) -> bool:
    """Whether the turn thought before the calls whose results lead up to this message."""
    answering = {result.message for result in chat.results}
    while index > 0 and (chat.roles[index - 1] == "assistant" or index - 1 in answering):
        index -= 1
        if any(event.kind == "thought" for event in chat.of_message(index)):
            return True
    return False


@rule("TH902", "thinking-present-while-disabled", with_rules=("role-last-assistant",))
def thinking_present_while_disabled(chat: Chat, target: Target) -> Iterator[Violation]:
    """Thinking is off, and the final message of the assistant holds thinking.

    Bad (anthropic):
        {"thinking": {"type": "disabled"}, "messages": [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}]}]}
    Good (anthropic):
        {"thinking": {"type": "disabled"}, "messages": [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "text", "text": "y"}]}, {"role": "user", "content": "z"}]}
    """
    thinking = chat.settings.get("thinking")
    disabled = isinstance(thinking, dict) and thinking.get("type") == "disabled"
    if not disabled or not chat.roles or chat.roles[-1] != "assistant":
        return
    for event in chat.of_message(len(chat.roles) - 1):
        if event.kind == "thought":
            yield at(event, "Thinking is off, and the final message holds a thinking block.")
            return


@rule("TH903", "thinking-signature-missing")
def thinking_signature_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A thinking block has lost its signature.

    The provider signs its thinking and wants the signature back. It usually comes from a store that keeps the text
    alone, or from thinking of another provider.

    Bad (anthropic):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "y"}]},
         {"role": "user", "content": "z"}]
    Good (anthropic):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm.", "signature": "c2ln"},
           {"type": "text", "text": "y"}]}, {"role": "user", "content": "z"}]
    """
    for event in chat.of_kind("thought"):
        if isinstance(event.raw, dict) and event.raw.get("type") == "thinking" and not event.raw.get("signature"):
            yield at(event, "The thinking block has no signature.")


@rule("TH904", "thinking-signature-invalid")
def thinking_signature_invalid(chat: Chat, target: Target) -> Iterator[Violation]:
    """A thinking block carries a signature that this provider surely did not make.

    Signatures are bound to the model and the endpoint that made them; whether one is valid cannot be known offline.
    What can be seen is one that is no base64 at all.

    Bad (anthropic):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm.", "signature": "made up!"},
           {"type": "text", "text": "y"}]}, {"role": "user", "content": "z"}]
    Good (anthropic):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm.", "signature": "c2ln"},
           {"type": "text", "text": "y"}]}, {"role": "user", "content": "z"}]
    """
    for event in chat.of_kind("thought"):
        signature = event.raw.get("signature") if isinstance(event.raw, dict) else None
        if isinstance(signature, str) and any(character in signature for character in " !?.,"):
            yield at(event, "The signature of this thinking block is not one a provider makes.", "signature")


@rule("TH905", "thinking-modified")
def thinking_modified(chat: Chat, target: Target) -> Iterator[Violation]:
    """A thinking block of the latest assistant turn seems to have been changed.

    The provider compares it with what it sent and refuses any change. Offline only an emptied block can be seen.

    Bad (anthropic):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "redacted_thinking", "data": ""}, {"type": "text", "text": "y"}]},
         {"role": "user", "content": "z"}]
    Good (anthropic):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "redacted_thinking", "data": "c2ln"},
           {"type": "text", "text": "y"}]},
         {"role": "user", "content": "z"}]
    """
    for event in chat.of_kind("thought"):
        if isinstance(event.raw, dict) and event.raw.get("type") == "redacted_thinking" and not event.raw.get("data"):
            yield at(event, "The redacted thinking was emptied.")


def _thinking_enabled(thinking: Json) -> bool:
    return isinstance(thinking, dict) and thinking.get("type") == "enabled"
