"""Reasoning fields that a server requires next to a call, and those that another server refuses."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.description import quoted
from workbench.json.patch import add, remove
from workbench.json.text import Json
from workbench.rules.contract import Violation, at_message, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.keeping_as_text import field_as_text
from workbench.rules.occasions import has_calls, has_refused_thought_field
from workbench.rules.thinking.switches import thinks
from workbench.targets.contract import WARNING, Target
from workbench.targets.models import NEVER, facts_of, matching_prefix

_OTHER_NAMES = ("reasoning_content", "reasoning", "thinking")
"""Servers' names for the field with the reasoning of an answer."""


def add_required_reasoning(context: RepairContext, finding: Finding) -> Fix | None:
    """Fill the required field from another field of the message, or leave it empty: only its presence is checked."""
    field = context.target.reasoning.required_field
    message = context.message(finding.message_index)
    if field is None or not isinstance(message, dict) or (field in message and message[field] is not None):
        return None
    if not message.get("tool_calls"):
        return None
    place = context.pointer(finding.message_index, (field,))
    for name in _OTHER_NAMES:
        if isinstance(thought := message.get(name), str):
            return Fix(f"Send the reasoning as {field}", (add(place, thought),), True, f"It is in {name}.", 0.95)
    why = "The reasoning is not in the file. The server requires the field, but does not check its content."
    return Fix(f"Add an empty {field}", (add(place, ""),), True, why, 0.8)


@rule("TH910", "reasoning-echo-missing", fix=add_required_reasoning, occasion=has_calls)
def reasoning_echo_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A message with tool calls has lost the reasoning that led to them, which the model requires.

    DeepSeek and Kimi refuse the request as long as thinking is on, which it is by default for their newer models. This
    usually comes from a client that supports only OpenAI's fields. The field may be empty, but must exist.

    Bad (deepseek):
        {"model": "deepseek-reasoner", "messages": [{"role": "user", "content": "Weather?"},
         {"role": "assistant", "content": "", "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "weather", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "sunny"}]}
    Good (deepseek):
        {"model": "deepseek-reasoner", "messages": [{"role": "user", "content": "Weather?"},
         {"role": "assistant", "content": "", "reasoning_content": "Look it up.", "tool_calls": [{"id": "call_1",
           "type": "function", "function": {"name": "weather", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "sunny"}]}
    """
    if target.reasoning.required_field is None or not chat.calls or (on := thinks(chat)) is False:
        return
    if facts_of(chat.model).needs_thoughts is False:
        return
    if target.reasoning.by_model and not (on and facts_of(chat.model).needs_thoughts):
        return
    with_thought = {thought.message for thought in chat.of_kind("thought")}
    is_certain = on or bool(with_thought)
    before = -1
    for call in chat.calls:
        if call.message == before or (loss := _reasoning_loss(chat, call.message, with_thought)) is None:
            continue
        before = call.message
        text = "The reasoning that led to this call is missing."
        if not is_certain:
            text += " Whether it is required depends on the model, which the file does not name."
        severity = None if is_certain and loss == "missing" else WARNING
        variant = "kimi" if matching_prefix(chat.model, ("kimi-",)) else ""
        yield at_message(call.message, text, severity=severity, variant=variant, id=call.id)
        if not is_certain:
            return  # report it once if it depends on the model


def _reasoning_loss(chat: Chat, index: int, with_thought: set[int]) -> str | None:
    """`missing` if the turn has no thought before this message, `shared` if another call comes between; else None."""
    if index in with_thought:
        return None
    if "role" in chat.messages[index] if isinstance(chat.messages[index], dict) else True:
        return "missing"
    earlier = index - 1
    while earlier >= 0 and chat.roles[earlier] == "assistant" and earlier not in with_thought:
        earlier -= 1
    if earlier not in with_thought:
        return "missing"
    return None if earlier == index - 1 else "shared"


def write_in_accepted_field(context: RepairContext, finding: Finding) -> Fix | None:
    """Move the reasoning to the field that the server accepts; if there is none, keep it as text or leave it out."""
    value, field = context.value(finding.at), finding.at.rpartition("/")[2]
    message = context.message(finding.message_index)
    if not isinstance(message, dict) or field not in message:
        return None
    if value in (None, "", []) or (isinstance(value, str) and value.isspace()):
        return Fix(f"Leave out the empty {field}", (remove(finding.at),), True, "It is empty.", 0.95)
    accepted = context.target.reasoning.accepted_field
    value = _text_of_blocks(value) or value
    if not isinstance(value, str) or accepted is None or (accepted != "content" and accepted in message):
        why = "The server has no field for it. Keep a copy of the file if you need it."
        left_out = Fix(f"Leave out {field}", (remove(finding.at),), False, why, 0.6)
        return field_as_text(context, finding) or left_out
    if accepted != "content":
        patch = (add(context.pointer(finding.message_index, (accepted,)), value), remove(finding.at))
        return Fix(
            f"Send the reasoning as {accepted}",
            patch,
            True,
            "The same reasoning, under the name that the server accepts.",
            0.9,
        )
    if context.chat.facts.thinks in (None, NEVER):
        return field_as_text(context, finding)
    return _as_part(context, finding, message, value)


def _text_of_blocks(value: Json) -> str | None:
    """The text of a list of thinking blocks that hold nothing else but their signatures."""
    blocks = value if isinstance(value, list) else []
    texts = [block.get("thinking") for block in blocks if isinstance(block, dict)]
    plain = all(isinstance(block, dict) and block.keys() <= {"type", "thinking", "signature"} for block in blocks)
    return "\n\n".join(map(str, texts)) if texts and plain and all(isinstance(text, str) for text in texts) else None


def _as_part(context: RepairContext, finding: Finding, message: dict[str, Json], thought: str) -> Fix | None:
    content = message.get("content")
    parts = content if isinstance(content, list) else [{"type": "text", "text": content}] if content else []
    if content is not None and not isinstance(content, (str, list)):
        return None
    part = {"type": "thinking", "thinking": [{"type": "text", "text": thought}]}
    patch = (add(context.pointer(finding.message_index, ("content",)), [part, *parts]), remove(finding.at))
    return Fix("Send the reasoning as a content part", patch, True, "Reasoning models accept it this way.", 0.6)


@rule("TH911", "reasoning-echo-refused", on="file", fix=write_in_accepted_field, occasion=has_refused_thought_field)
def reasoning_echo_refused(chat: Chat, target: Target) -> Iterator[Violation]:
    """A message has its reasoning in a field that the server refuses.

    This usually comes from sending one provider's answer to another: each has its own name for the field.

    Bad (groq):
        [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi", "reasoning_content": "Greet."},
         {"role": "user", "content": "How are you?"}]
    Good (groq):
        [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi"},
         {"role": "user", "content": "How are you?"}]
    """
    refused = target.reasoning.refused_fields
    if refused.isdisjoint(chat.keys) or chat.format.name not in target.formats:
        return  # another format has other fields, and the conversion writes the target's
    for index, message in enumerate(chat.messages):
        if isinstance(message, dict) and not refused.isdisjoint(message):
            for key in sorted(refused & message.keys()):
                text = f"The field {quoted(key)} is not accepted here."
                yield at_message(index, text, (key,), key=key, role=message.get("role"))
