"""Reasoning and text in one place, which the model's chat template refuses."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.patch import add, replace
from workbench.rules.contract import Violation, at_message, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.occasions import has_calls
from workbench.targets.contract import WARNING, Target
from workbench.targets.templates import template_named

_ANALYSIS, _FINAL = "<|channel|>analysis<|message|>", "<|channel|>final<|message|>"
_MARKS = (_ANALYSIS, _FINAL)
_THOUGHTS = ("thinking", "reasoning_content", "reasoning")


@rule("TH921", "thinking-beside-content", occasion=has_calls)
def thinking_beside_content(chat: Chat, target: Target) -> Iterator[Violation]:
    """A message with tool calls has both text and reasoning, but the model's chat template accepts only one of them.

    The template of gpt-oss raises an error, which the server passes on. Another version of the template may accept it.

    Bad (llama-cpp):
        {"model": "gpt-oss-20b", "messages": [{"role": "user", "content": "Weather?"},
         {"role": "assistant", "content": "Let me see.", "reasoning_content": "Look it up.", "tool_calls": [
           {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "sunny"}]}
    Good (llama-cpp):
        {"model": "gpt-oss-20b", "messages": [{"role": "user", "content": "Weather?"},
         {"role": "assistant", "content": "", "reasoning_content": "Look it up.", "tool_calls": [
           {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "sunny"}]}
    """
    if not template_named(chat.facts.template).thought_or_text:
        return
    for index in sorted({call.message for call in chat.calls}):
        message = chat.messages[index]
        if isinstance(message, dict) and message.get("content") and any(message.get(key) for key in _THOUGHTS):
            yield at_message(index, "The message has both text and reasoning next to its calls.", severity=WARNING)


def part_channels(context: RepairContext, finding: Finding) -> Fix | None:
    """Move the reasoning out of the text into its own field, and drop the marks that separated them."""
    holder, _, key = finding.at.rpartition("/")
    text, message = context.value(finding.at), context.value(holder)
    if (
        key != "content"
        or not isinstance(text, str)
        or not isinstance(message, dict)
        or message.keys() & set(_THOUGHTS)
    ):
        return None
    if (channels := _channels(text)) is None:
        return None
    analysis, final = channels
    patch = (replace(finding.at, final), add(f"{holder}/reasoning_content", analysis))
    why = "Each part is where the template expects it; only the marks between them are gone."
    return Fix("Move the reasoning into its own field", patch, True, why, 0.85)


def _channels(text: str) -> tuple[str, str] | None:
    """The reasoning and the answer of a text that consists of these two, or of reasoning alone."""
    analysis, _, final = text.strip().partition(f"<|start|>assistant{_FINAL}")
    if not analysis.startswith(_ANALYSIS):
        return None
    analysis = analysis.removeprefix(_ANALYSIS).strip().removesuffix("<|end|>")
    if any(mark in part for part in (analysis, final) for mark in _MARKS):
        return None
    return analysis, final.removesuffix("<|return|>").removesuffix("<|end|>")


@rule("TH922", "channel-marks-in-text", fix=part_channels)
def channel_marks_in_text(chat: Chat, target: Target) -> Iterator[Violation]:
    """An answer contains the marks with which the model separates its reasoning from its text.

    This usually comes from a program that stores what the model wrote, unread. The template of gpt-oss raises an error,
    which the server passes on. Another version of the template may accept it.

    Bad (llama-cpp):
        {"model": "gpt-oss-20b", "messages": [{"role": "user", "content": "Weather?"}, {"role": "assistant",
         "content": "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Sunny."},
         {"role": "user", "content": "Thanks"}]}
    Good (llama-cpp):
        {"model": "gpt-oss-20b", "messages": [{"role": "user", "content": "Weather?"},
         {"role": "assistant", "content": "Sunny.", "reasoning_content": "Hm."}, {"role": "user", "content": "Thanks"}]}
    """
    if not template_named(chat.facts.template).thought_or_text:
        return
    for index, message in enumerate(chat.messages):
        if chat.roles[index] != "assistant" or not isinstance(message, dict):
            continue
        for key in ("content", "thinking"):
            text = message.get(key)
            if isinstance(text, str) and any(mark in text for mark in _MARKS):
                yield at_message(index, "The answer contains the model's own marks.", (key,), severity=WARNING, key=key)
