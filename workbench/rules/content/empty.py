"""Empty content."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.formats.contract import Event
from workbench.json.lost_words import has_no_words
from workbench.json.patch import add, remove, replace
from workbench.rules.contract import Violation, at, at_message, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.leaving_out import without_message
from workbench.rules.editing.unpacking import unpack_message
from workbench.rules.occasions import has_content_other_than_text, has_rest, has_texts
from workbench.targets.contract import ERROR, WARNING, Target

EMPTY_RESULT = "The tool returned an empty result."


def empty_instead_of_null(context: RepairContext, finding: Finding) -> Fix | None:
    if context.message(finding.message_index) == {}:
        return unpack_message(context, finding)
    if context.target.rules.get("content-empty") == ERROR:  # an empty text would be refused too
        return without_message(context, finding)
    pointer = finding.at if finding.at.endswith("/content") else f"{finding.at}/content"
    if context.value(pointer) is not None or not isinstance(context.value(pointer.rpartition("/")[0]), dict):
        return None
    return Fix("Write an empty text", (add(pointer, ""),), True, "Nothing is lost: the content is null.", 0.9)


_INSTEAD_OF_CONTENT = ("tool_calls", "function_call", "refusal", "audio")


@rule("CO601", "content-null", fix=empty_instead_of_null, occasion=has_content_other_than_text)
def content_null(chat: Chat, target: Target) -> Iterator[Violation]:
    """A message has no content.

    Null is allowed only if the assistant calls tools instead of writing text. This usually comes from a stream that
    ended before its first word, or from a database that stores an empty text as null.

    Bad (openai):
        [{"role": "user", "content": null}]
    Good (openai):
        [{"role": "user", "content": "Hello"}]
    """
    for index, message in enumerate(chat.messages):
        if not isinstance(message, dict) or message.get("content") is not None:
            continue
        absent = "content" not in message
        if "parts" in message or any(message.get(key) for key in _INSTEAD_OF_CONTENT):
            if absent and target.limits.calls_need_content and "parts" not in message:
                text = "The message has no content field; some models require it, even if it is null."
                yield at_message(index, text, severity=WARNING, variant="calls", role=chat.roles[index])
            elif not absent and target.limits.calls_doubt_null:
                text = "The content is null; some models of this server require a text, even next to calls."
                yield at_message(index, text, ("content",), severity=WARNING, role=chat.roles[index])
            continue
        lenient = (absent and not target.limits.answers_need_content) or target.limits.accepts_null_answers
        by_model = lenient and chat.roles[index] == "assistant"
        severity = WARNING if by_model or (target.limits.accepts_null and not absent) else None
        text = "The message has no content." if absent else "The content is null."
        path = () if absent else ("content",)
        role = chat.roles[index]
        yield at_message(index, text, path, severity=severity, variant=role, role=role)


def without_block(context: RepairContext, finding: Finding) -> Fix | None:
    event = context.event(finding.at, "text")
    if event is None:
        return _stated_as_empty(context, finding)
    if not event.path or not isinstance(event.path[-1], int) or str(event.value or "").strip():
        return None
    siblings = context.value(context.pointer(event.message, event.path[:-1]))
    blank = finding.rule == "content-whitespace-text"
    why = "It contains only whitespace." if blank else "It is empty."
    safe = not blank or finding.severity == ERROR  # some models accept it
    if isinstance(siblings, list) and len(siblings) == 1 and len(event.path) == 2:
        if not context.in_list or len(context.chat.messages) < 2 or not has_no_words(context.message(event.message)):
            return None
        return Fix("Leave out the empty message", (remove(context.pointer(event.message)),), safe, why, 0.9)
    return Fix("Leave out the empty block", (remove(context.at(event)),), safe, why, 0.9)


def _stated_as_empty(context: RepairContext, finding: Finding) -> Fix | None:
    """The fix for a result that is an empty text, which the target refuses: state that it is empty."""
    result = context.event(finding.at, "result")
    if result is None or result.value != "" or "value" not in result.places:
        return None
    why = "The tool returned nothing, and an empty text is refused. The new text states only that."
    return Fix("Write that the result is empty", (replace(context.at(result, "value"), EMPTY_RESULT),), True, why, 0.8)


@rule("CO603", "content-empty-text", may_be_healed=True, fix=without_block, occasion=has_texts)
def content_empty_text(chat: Chat, target: Target) -> Iterator[Violation]:
    """A text block is empty.

    This usually comes from a tool that returned nothing, or from an assistant that only called tools.

    Bad (anthropic):
        [{"role": "user", "content": [{"type": "text", "text": ""}, {"type": "text", "text": "Hello"}]}]
    Good (anthropic):
        [{"role": "user", "content": [{"type": "text", "text": "Hello"}]}]
    """
    for event in chat.texts:
        if event.value == "" and event.path:
            variant = "in result" if len(event.path) > 2 else ""
            yield at(event, "The text block is empty.", "value")._replace(variant=variant)
    for result in chat.results if target.limits.refuses_empty_results else ():
        if result.value == "" and not result.path:  # the message is the result, and its text the only block
            yield at(result, "The result of the tool is an empty text.", "value")._replace(variant="in result")


@rule("CO604", "content-whitespace-text", may_be_healed=True, fix=without_block, occasion=has_texts)
def content_whitespace_text(chat: Chat, target: Target) -> Iterator[Violation]:
    """A text block contains only whitespace.

    Next to other blocks, some models accept it. A message of nothing else is refused.

    Bad (anthropic):
        [{"role": "user", "content": [{"type": "text", "text": " \\n"}, {"type": "text", "text": "Hello"}]}]
    Good (anthropic):
        [{"role": "user", "content": [{"type": "text", "text": "Hello"}]}]
    """
    for event in chat.texts:
        if isinstance(event.value, str) and event.value and event.path and event.value.isspace():
            variant = "in result" if len(event.path) > 2 else ""
            alone = len(chat.of_message(event.message)) == 1
            is_break = target.limits.accepts_line_breaks_next_to_blocks and not event.value.strip("\n")
            severity = WARNING if not alone and (target.limits.accepts_blank_next_to_blocks or is_break) else None
            violation = at(event, "The text block contains only whitespace.", "value", severity=severity)
            yield violation._replace(variant=variant)


EMPTY_MESSAGE = "(This message is empty.)"


def only_changes_settings(message: object) -> bool:
    """Whether a message has a setting for the turns after it instead of content, as only Anthropic's API has it."""
    return isinstance(message, dict) and message.get("content") == [] and "output_config" in message


def _is_content(event: Event) -> bool:
    return event.kind in ("image", "file") or (event.kind == "text" and bool(event.value))


def leave_out_or_state_empty(context: RepairContext, finding: Finding) -> Fix | None:
    """Leave out an empty message; if it is the only user message, state that it is empty."""
    roles, index = context.chat.roles, finding.message_index
    if not 0 <= index < len(roles) or roles[index] != "user" or roles.count("user") > 1:
        return without_message(context, finding)
    key = context.format.traits.parts_key
    message = context.message(index)
    if not isinstance(message, dict) or message.get(key) not in ("", []):
        return None
    content = EMPTY_MESSAGE if message[key] == "" else [context.text_block(EMPTY_MESSAGE)]
    why = "The only user message is empty. The new text states only that."
    return Fix("State that the message is empty", (replace(context.pointer(index, (key,)), content),), True, why, 0.7)


@rule("CO605", "content-empty", fix=leave_out_or_state_empty, may_be_healed=True)
def content_empty(chat: Chat, target: Target) -> Iterator[Violation]:
    """A message is empty.

    Anthropic accepts it as the final assistant message. Some servers refuse it only from an assistant that calls no
    tool; xAI refuses it from every role. This usually comes from an answer that was stopped before its first word.

    Bad (anthropic):
        [{"role": "user", "content": ""}, {"role": "user", "content": "Hello"}]
    Good (anthropic):
        [{"role": "user", "content": "Hello"}]
    """
    key = chat.format.traits.parts_key
    last = len(chat.messages) - 1
    for index, message in enumerate(chat.messages):
        if not isinstance(message, dict) or message.get(key, "" if key == "parts" else None) not in ("", []):
            continue
        role = chat.roles[index]
        if role not in target.limits.empty_roles or role == "other" or only_changes_settings(message):
            continue
        if chat.format.is_report(message) or any(_is_content(event) for event in chat.of_message(index)):
            continue  # it is not sent, or has its content in another field
        if role == "tool" and target.limits.refuses_empty_results:
            continue  # another rule reports its empty text
        if index == last and role == "assistant" and target.limits.accepts_empty_end:
            continue
        calls = any(event.kind == "call" for event in chat.of_message(index))
        if calls and not (target.limits.may_refuse_empty_with_calls and chat.format.name in target.formats):
            continue  # other formats put calls next to an empty content
        path = (key,) if key in message else ()
        text = "The message is empty."
        if target.rules.get("content-empty") == WARNING:
            text += " Some servers refuse that; whether this one does is unknown."
        severity = WARNING if calls else None
        yield at_message(index, text, path, severity=severity, variant="calls" if calls else role, role=role)


def without_summary(context: RepairContext, finding: Finding) -> Fix | None:
    """Leave out an empty summary, unless its message has nothing else."""
    holder = finding.at.rpartition("/")[0]
    blocks = context.value(holder.rpartition("/")[0])
    if not isinstance(blocks, list) or len(blocks) < 2:
        return None
    return Fix("Leave out the empty summary", (remove(holder),), True, "It is empty.", 0.9)


@rule("CO629", "summary-empty", fix=without_summary, occasion=has_rest)
def summary_empty(chat: Chat, target: Target) -> Iterator[Violation]:
    """A block that should hold the summary of earlier messages is empty.

    This usually comes from storing an answer whose summary failed: the service returns null, and accepts it back, but a
    program stored an empty text instead.

    Bad (anthropic):
        {"model": "claude-opus-4-6", "max_tokens": 100, "betas": ["compact-2026-01-12"],
         "messages": [{"role": "user", "content": "Hello"},
         {"role": "assistant", "content": [{"type": "compaction", "content": ""}, {"type": "text", "text": "Hi"}]},
         {"role": "user", "content": "How are you?"}]}
    Good (anthropic):
        {"model": "claude-opus-4-6", "max_tokens": 100, "betas": ["compact-2026-01-12"],
         "messages": [{"role": "user", "content": "Hello"},
         {"role": "assistant", "content": [{"type": "text", "text": "Hi"}]},
         {"role": "user", "content": "How are you?"}]}
    """
    for index, message in enumerate(chat.messages):
        content = message.get("content") if isinstance(message, dict) else None
        for part, block in enumerate(content) if isinstance(content, list) else ():
            if isinstance(block, dict) and block.get("type") == "compaction" and block.get("content") == "":
                yield at_message(index, "The summary is empty.", ("content", part, "content"), part=part)
