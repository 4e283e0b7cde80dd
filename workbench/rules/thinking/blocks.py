"""Thinking blocks that are missing, unsigned or changed, or present although thinking is off."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.formats.contract import Event
from workbench.json.media import has_non_base64_characters
from workbench.json.patch import add, remove, replace
from workbench.json.pointer import to_pointer
from workbench.rules.contract import Violation, at, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.ending import end_with_user_turn
from workbench.rules.editing.leaving_out import is_one_of_several
from workbench.rules.editing.value_shapes import first_of
from workbench.rules.occasions import has_rest
from workbench.rules.thinking.switches import thinking_setting, thinking_value
from workbench.targets.contract import ERROR, WARNING, Target


def turn_thinking_off(context: RepairContext, finding: Finding) -> Fix | None:
    """Turn thinking off: lost thinking cannot be restored, and the provider accepts the request without it.

    Like an effort or a budget, the setting only controls how the answer is generated. It is safe only for an error: if
    the finding is a warning, the provider may accept the request unchanged.
    """
    found = thinking_setting(context.chat)
    if found is None:
        return None
    place = context.conversation.body + to_pointer(found[0])
    why = "The thinking is not in the file, and the provider requires it only while thinking is on."
    others = (remove(f"{place}/{key}") for key in found[1] if key != "type")
    patch = (replace(f"{place}/type", "disabled"), *others)
    return Fix("Turn thinking off for this request", patch, finding.severity == ERROR, why, 0.7)


def begin_new_turn(context: RepairContext, finding: Finding) -> Fix | None:
    """End the request with a user turn if the answer itself is last; otherwise only turning thinking off helps."""
    return end_with_user_turn(context, finding) or turn_thinking_off(context, finding)


@rule("TH901", "thinking-missing-before-tool-use", fix=begin_new_turn)
def thinking_missing_before_tool_use(chat: Chat, target: Target) -> Iterator[Violation]:
    """Thinking is on, but the last turn with a tool call, or a final answer, does not begin with thinking.

    The provider requires the thinking that led to the call, unchanged. This usually comes from a store that keeps text
    and calls and drops thinking. Only a whole request body shows whether thinking is on.

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
    thinking = thinking_value(chat)
    if not isinstance(thinking, dict) or thinking.get("type") != "enabled":
        return
    last = len(chat.roles) - 1
    if chat.roles[-1:] == ["assistant"] and chat.facts.prefills is True and not _calls(chat, last):
        first = next(iter(chat.of_message(last)), None)
        if first is not None and first.kind != "thought":
            text = "Thinking is on, but the final answer does not begin with a thinking block."
            yield at(first, text, kind=_block_type(first))
        return
    if not chat.calls:
        return
    index = chat.calls[-1].message
    while index > 0 and chat.roles[index - 1] == "assistant":
        index -= 1
    if _thought_before(chat, index):
        return  # only the first call of a turn needs thinking before it
    answers = [result.message for result in chat.results if result.message > index]
    ended = any(chat.roles[later] == "assistant" for later in range(chat.calls[-1].message + 1, len(chat.roles)))
    first = next(iter(chat.of_message(index)), None)
    if first is not None and first.kind != "thought" and answers and not ended:
        call = chat.calls[-1]
        text = "Thinking is on, but this turn does not begin with a thinking block."
        comes_later = any(event.kind == "thought" for event in chat.of_message(index))
        variant = "not first" if comes_later else ""
        yield at(first, text, kind=_block_type(first))._replace(id=call.id, variant=variant)


_BLOCK_TYPES = {"call": "tool_use", "result": "tool_result", "file": "document"}
"""The provider's names for kinds of events, where they differ."""


def _block_type(event: Event) -> str:
    """The type of a block in the provider's own words, which a platform with other names passes on."""
    named = event.raw.get("type") if isinstance(event.raw, dict) else None
    return named if isinstance(named, str) else _BLOCK_TYPES.get(event.kind, event.kind)


def _calls(chat: Chat, index: int) -> bool:
    return any(event.kind == "call" for event in chat.of_message(index))


def _thought_before(chat: Chat, index: int) -> bool:
    """Whether an earlier message of the same turn contains thinking."""
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

    In a whole request without `thinking`, it is off. For a bare list of messages it is unknown: that is a warning.

    Bad (anthropic):
        {"thinking": {"type": "disabled"}, "messages": [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}]}]}
    Good (anthropic):
        {"thinking": {"type": "disabled"}, "messages": [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "text", "text": "y"}]}, {"role": "user", "content": "z"}]}
    """
    if not chat.roles or chat.roles[-1] != "assistant":
        return
    thinking = thinking_value(chat)
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
    """Replace the block with its text; leave out an empty one."""
    thought = context.event(finding.at, "thought")
    block = context.text_block(str(thought.value)) if thought else None
    if thought is None or block is None or not thought.path:
        return None
    if not thought.value:
        return without_thought(context, finding)
    why = "The words stay as text, because only a signed block counts as thinking."
    return Fix("Keep the thinking as text", (replace(context.at(thought), block),), True, why, 0.8)


def without_thought(context: RepairContext, finding: Finding) -> Fix | None:
    thought = context.event(finding.at, "thought")
    if thought is None or not is_one_of_several(context, thought):
        return None
    is_empty = not thought.value
    why = "It is empty." if is_empty else "The thinking would be lost."
    return Fix("Leave out the thinking block", (remove(context.at(thought)),), is_empty, why, 0.7)


@rule("TH903", "thinking-signature-missing", fix=keep_as_text, occasion=has_rest)
def thinking_signature_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A thinking block has lost its signature.

    The provider signs its thinking and requires the signature. This usually comes from a store that keeps the text
    only, or from another provider's thinking.

    Bad (anthropic):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "y"}]},
         {"role": "user", "content": "z"}]
    Good (anthropic):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm.", "signature": "c2ln"},
           {"type": "text", "text": "y"}]}, {"role": "user", "content": "z"}]
    """
    by_model = target.reasoning.signed_by_model
    if by_model and chat.facts.signs_thoughts is False:
        return
    for event in chat.of_kind("thought"):
        if event.value and "signature" in event.places and not signature_value(event):
            is_certain = not by_model or chat.facts.signs_thoughts
            yield at(event, "The thinking block has no signature.", severity=None if is_certain else WARNING)


@rule("TH923", "thought-refused-by-model", fix=keep_as_text, occasion=has_rest)
def thought_refused_by_model(chat: Chat, target: Target) -> Iterator[Violation]:
    """An answer is sent back with its reasoning, which this model does not accept.

    This usually comes from sending an answer back unchanged.

    Bad (bedrock):
        {"modelId": "us.deepseek.r1-v1:0", "messages": [{"role": "user", "content": [{"text": "Hello"}]},
         {"role": "assistant", "content": [{"reasoningContent": {"reasoningText": {"text": "Greet."}}},
           {"text": "Hi"}]}, {"role": "user", "content": [{"text": "How are you?"}]}]}
    Good (bedrock):
        {"modelId": "us.deepseek.r1-v1:0", "messages": [{"role": "user", "content": [{"text": "Hello"}]},
         {"role": "assistant", "content": [{"text": "Hi"}]}, {"role": "user", "content": [{"text": "How are you?"}]}]}
    """
    if chat.facts.accepts_thoughts_back is False:
        for event in chat.of_kind("thought"):
            yield at(event, f"The model {chat.model} does not accept its reasoning back.")


def without_signature(context: RepairContext, finding: Finding) -> Fix | None:
    """Leave out the signature; that is safe for an empty one."""
    why = "The model does not sign its reasoning, and the words of the reasoning stay."
    return Fix("Leave out the signature", (remove(finding.at),), not context.value(finding.at), why, 0.9)


@rule("TH927", "thinking-signature-refused", fix=without_signature, occasion=has_rest)
def thinking_signature_refused(chat: Chat, target: Target) -> Iterator[Violation]:
    """Reasoning is sent back with a signature, but this model does not sign its reasoning and refuses the field.

    This usually comes from a program that always writes the field, and leaves it empty for such a model.

    Bad (bedrock):
        {"modelId": "openai.gpt-oss-120b-1:0", "messages": [{"role": "user", "content": [{"text": "Hello"}]},
         {"role": "assistant", "content": [{"reasoningContent": {"reasoningText": {"text": "Greet.",
           "signature": ""}}}, {"text": "Hi"}]}, {"role": "user", "content": [{"text": "How are you?"}]}]}
    Good (bedrock):
        {"modelId": "openai.gpt-oss-120b-1:0", "messages": [{"role": "user", "content": [{"text": "Hello"}]},
         {"role": "assistant", "content": [{"reasoningContent": {"reasoningText": {"text": "Greet."}}},
           {"text": "Hi"}]}, {"role": "user", "content": [{"text": "How are you?"}]}]}
    """
    is_unsigned = target.reasoning.signed_by_model and chat.facts.signs_thoughts is False
    if not is_unsigned or chat.facts.accepts_thoughts_back is False:
        return
    for event in chat.of_kind("thought"):
        if signature_value(event) is not None:
            yield at(event, f"The model {chat.model} does not accept signatures of its reasoning.", "signature")


def signature_value(thought: Event) -> object:
    """The value of the format's signature field; None if it is absent."""
    value = thought.raw
    for step in thought.places.get("signature", ("",)):
        value = value.get(step) if isinstance(value, dict) else None
    return value


@rule("TH912", "thinking-block-empty", fix=without_thought, occasion=has_rest)
def thinking_block_empty(chat: Chat, target: Target) -> Iterator[Violation]:
    """A thinking block has neither text nor a signature.

    With a signature, an empty block is accepted: the provider hides such thinking. Without one it is refused.

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
        if "signature" in event.places and not event.value and not signature_value(event):
            yield at(event, "The thinking block is empty and not signed.", "value")


def thought_before_answer(context: RepairContext, finding: Finding) -> Fix | None:
    """Move the last thinking of a message before its text, unless it also calls tools, whose order counts."""
    thought = context.event(finding.at, "thought")
    if thought is None or len(thought.path) != 2 or not thought.value or not context.in_list:
        return None
    events = context.chat.of_message(thought.message)
    if any(event.kind == "call" for event in events) or not any(event.kind == "text" for event in events):
        return None
    first = context.pointer(thought.message, (thought.path[0], 0))
    why = "Thinking comes before the answer; everything stays in the message."
    return Fix("Move the thinking before the text", (add(first, thought.raw), remove(finding.at)), True, why, 0.8)


@rule("TH913", "thinking-block-last", fix=first_of(thought_before_answer, without_thought), occasion=has_rest)
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
    """A thinking block has a signature that is certainly not from this provider.

    Signatures are bound to the model and the endpoint that made them, so most invalid ones cannot be detected offline.
    Only one that is not base64 can, and a checksum or the name of a field, which gateways write for other models.

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
        if isinstance(signature, str) and _NO_SIGNATURE.search(signature):
            yield at(event, "The signature of this thinking block is not one that this provider makes.", "signature")


_NO_SIGNATURE = re.compile(r"[^A-Za-z0-9+/=]|\A[0-9a-f]{32,}\Z")
"""A character that is not in base64, or a checksum."""


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
    """The data of a redacted thinking block is certainly not what the provider sent.

    Offline, only data that is not base64, or that is the signature of another block, can be detected.

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
    signatures = {str(signature_value(event)) for event in thoughts if signature_value(event)}
    for event in thoughts:
        data = event.value
        if "signature" in event.places or not isinstance(data, str) or not data:
            continue
        if data in signatures:
            yield at(event, "The data is the signature of another block.", "value", severity=WARNING)
        elif has_non_base64_characters(data):
            yield at(event, "The data is not base64.", "value", severity=WARNING)
