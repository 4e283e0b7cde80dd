"""Thinking blocks that are missing, unsigned, changed, or there although thinking is off."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.formats.contract import Event
from workbench.json.media import has_non_base64_characters
from workbench.json.patch import remove, replace
from workbench.rules.contract import Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.leaving_out import is_one_of_several
from workbench.rules.occasions import has_calls, has_rest
from workbench.rules.thinking.switches import thinking_of
from workbench.targets.contract import WARNING, Target


def turn_thinking_off(context: RepairContext, finding: Finding) -> Fix | None:
    """Thoughts that are gone cannot be made up; without thinking the request is taken."""
    body = context.conversation.base.rpartition("/")[0]
    if not context.conversation.base or "thinking" not in context.conversation.settings:
        return None
    why = "The thinking is not in the file. This changes the request to the model."
    return Fix("Turn thinking off for this request", (replace(f"{body}/thinking", {"type": "disabled"}),), False, why)


@rule("TH901", "thinking-missing-before-tool-use", fix=turn_thinking_off, occasion=has_calls)
def thinking_missing_before_tool_use(chat: Chat, target: Target) -> Iterator[Violation]:
    """Thinking is on, but the last turn with a tool call does not begin with thinking.

    The provider requires the thinking that led to the call, unchanged. It usually comes from a store that keeps
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
    thinking = thinking_of(chat)
    if not isinstance(thinking, dict) or thinking.get("type") != "enabled" or not chat.calls:
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
        text = "Thinking is on, but this turn does not begin with a thinking block."
        yield at(first, text, kind=kind)._replace(id=call.id)


def _thought_before(chat: Chat, index: int) -> bool:
    """Whether the turn thought before the calls whose results lead up to this message."""
    answering = {result.message for result in chat.results}
    while index > 0 and (chat.roles[index - 1] == "assistant" or index - 1 in answering):
        index -= 1
        if any(event.kind == "thought" for event in chat.of_message(index)):
            return True
    return False


@rule(
    "TH902",
    "thinking-present-while-disabled",
    with_rules=("role-last-assistant", "thinking-block-last"),
    occasion=has_rest,
)
def thinking_present_while_disabled(chat: Chat, target: Target) -> Iterator[Violation]:
    """Thinking is off, but the final assistant message contains thinking.

    A whole request without `thinking` has it off. A list of messages alone does not tell: that is a warning.

    Bad (anthropic):
        {"thinking": {"type": "disabled"}, "messages": [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}]}]}
    Good (anthropic):
        {"thinking": {"type": "disabled"}, "messages": [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "text", "text": "y"}]}, {"role": "user", "content": "z"}]}
    """
    if not chat.roles or chat.roles[-1] != "assistant":
        return
    thinking = thinking_of(chat)
    if isinstance(thinking, dict) and thinking.get("type") != "disabled":
        return
    for event in chat.of_message(len(chat.roles) - 1):
        if event.kind == "thought":
            if chat.settings:
                yield at(event, "Thinking is off, but the final message contains a thinking block.")
            else:
                text = "The final message contains a thinking block. If thinking is off, it is refused."
                yield at(event, text, severity=WARNING)
            return


def keep_as_text(context: RepairContext, finding: Finding) -> Fix | None:
    """What was thought stays as a text; an empty block goes."""
    thought = context.event(finding.at, "thought")
    block = context.text_block(str(thought.value)) if thought else None
    if thought is None or block is None or not thought.path:
        return None
    if not thought.value:
        return without_thought(context, finding)
    why = "The words stay. Only a signed block counts as thinking, and the signature is missing."
    return Fix("Keep the thinking as a text", (replace(context.at(thought), block),), True, why, 0.8)


def without_thought(context: RepairContext, finding: Finding) -> Fix | None:
    thought = context.event(finding.at, "thought")
    if thought is None or not is_one_of_several(context, thought):
        return None
    says_nothing = not thought.value
    why = "It is empty." if says_nothing else "The thinking would be lost."
    return Fix("Leave out the thinking block", (remove(context.at(thought)),), says_nothing, why, 0.7)


@rule("TH903", "thinking-signature-missing", fix=keep_as_text, occasion=has_rest)
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
        if event.value and "signature" in event.places and not signature_of(event):
            surely = not target.reasoning.signed_by_model or chat.facts.signs_thoughts
            yield at(event, "The thinking block has no signature.", severity=None if surely else WARNING)


def signature_of(thought: Event) -> object:
    """What is where the format keeps the signature of a thought; None if nothing does."""
    value = thought.raw
    for step in thought.places.get("signature", ("",)):
        value = value.get(step) if isinstance(value, dict) else None
    return value


@rule("TH912", "thinking-block-empty", fix=without_thought, occasion=has_rest)
def thinking_block_empty(chat: Chat, target: Target) -> Iterator[Violation]:
    """A thinking block has neither text nor a signature.

    With a signature an empty block is taken: the provider keeps such thoughts to itself. Without one it is refused.

    Bad (anthropic):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "thinking", "thinking": "", "signature": ""},
           {"type": "text", "text": "y"}]}, {"role": "user", "content": "z"}]
    Good (anthropic):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "thinking", "thinking": "", "signature": "c2ln"},
           {"type": "text", "text": "y"}]}, {"role": "user", "content": "z"}]
    """
    for event in chat.of_kind("thought"):
        if "signature" in event.places and not event.value and not signature_of(event):
            yield at(event, "The thinking block is empty and not signed.", "value")


@rule("TH913", "thinking-block-last", fix=without_thought, occasion=has_rest)
def thinking_block_last(chat: Chat, target: Target) -> Iterator[Violation]:
    """An assistant message ends with a thinking block.

    The answer was stopped before its first word, or its text and calls were lost. Adjacent messages of the assistant
    count as one.

    Bad (anthropic):
        [{"role": "user", "content": "x"}, {"role": "assistant", "content": [{"type": "text", "text": "y"},
           {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}]}, {"role": "user", "content": "z"}]
    Good (anthropic):
        [{"role": "user", "content": "x"}, {"role": "assistant", "content": [
           {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}, {"type": "text", "text": "y"}]},
         {"role": "user", "content": "z"}]
    """
    for thought in chat.of_kind("thought"):
        if "signature" not in thought.places or chat.of_message(thought.message)[-1] is not thought:
            continue
        if chat.roles[thought.message + 1 : thought.message + 2] != ["assistant"]:
            yield at(thought, "The message ends with a thinking block.")


@rule("TH904", "thinking-signature-invalid", occasion=has_rest)
def thinking_signature_invalid(chat: Chat, target: Target) -> Iterator[Violation]:
    """A thinking block has a signature that is surely not from this provider.

    Signatures are bound to the model and the endpoint that made them; whether one is valid cannot be known offline.
    What can be detected is one that is not base64 at all.

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
            yield at(event, "No provider makes signatures like that of this thinking block.", "signature")


@rule("TH905", "thinking-modified", occasion=has_rest)
def thinking_modified(chat: Chat, target: Target) -> Iterator[Violation]:
    """A thinking block of the latest assistant turn seems to have been changed.

    The provider compares it with what it sent and refuses any change. Offline, only an emptied block can be detected.

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


@rule("TH914", "redacted-thinking-invalid", occasion=has_rest)
def redacted_thinking_invalid(chat: Chat, target: Target) -> Iterator[Violation]:
    """The data of a redacted thinking block is surely not what the provider sent.

    Whether it is valid cannot be known offline. What can be detected is data that is not base64, or the signature of
    another block.

    Bad (anthropic):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "redacted_thinking", "data": "not base64!"},
           {"type": "text", "text": "y"}]}, {"role": "user", "content": "z"}]
    Good (anthropic):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "redacted_thinking", "data": "c2lnbmVkIGRhdGE="},
           {"type": "text", "text": "y"}]}, {"role": "user", "content": "z"}]
    """
    thoughts = [event for event in chat.of_kind("thought") if isinstance(event.raw, dict)]
    signatures = {str(signature_of(event)) for event in thoughts if signature_of(event)}
    for event in thoughts:
        data = event.value
        if "signature" in event.places or not isinstance(data, str) or not data:
            continue
        if data in signatures:
            yield at(event, "The data is the signature of another block.", "value", severity=WARNING)
        elif has_non_base64_characters(data):
            yield at(event, "The data is not base64.", "value", severity=WARNING)
