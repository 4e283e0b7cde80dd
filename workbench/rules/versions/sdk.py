"""UI messages instead of model messages, and shapes of another version of the SDK."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.checks.approvals import is_about_to_run
from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.program_validation import UNCONVERTED
from workbench.formats.contract import Event
from workbench.json.description import quoted, tool_of
from workbench.json.patch import replace
from workbench.json.text import Json, compact
from workbench.rules.contract import Violation, at, at_message, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.converting import convert_all
from workbench.rules.editing.placeholders import add_missing_result
from workbench.rules.editing.unpacking import unpack_message
from workbench.rules.occasions import has_calls
from workbench.targets.contract import ERROR, WARNING, Target

UI_KEYS = frozenset({"parts", "toolInvocations", "experimental_attachments"})


@rule("FM802", "ui-message-as-model-message", fix=convert_all)
def ui_message_as_model_message(chat: Chat, target: Target) -> Iterator[Violation]:
    """UI messages are passed where model messages are expected.

    From version 5 on, the SDK no longer converts automatically: call `convertToModelMessages` first. It reads only UI
    messages of its own generation: convert those of version 4 with tools to the new shape first.

    Bad (ai@5):
        [{"id": "1", "role": "user", "parts": [{"type": "text", "text": "x"}]}]
    Good (ai@5):
        [{"role": "user", "content": [{"type": "text", "text": "x"}]}]
    """
    if not _are_ui_messages(chat):
        return
    for index, message in enumerate(chat.messages):
        if isinstance(message, dict) and not UI_KEYS.isdisjoint(message):
            text = "This is a UI message; the SDK expects model messages."
            if any(_has_tools_of_version_4(other) for other in chat.messages):
                text += (
                    " `convertToModelMessages` of this version does not read the tools of version 4 in this history: "
                    "convert it to the newer UI messages first."
                )
            yield at_message(index, text, cause=UNCONVERTED)
            return


def _has_tools_of_version_4(message: object) -> bool:
    """Whether a UI message has tools in the shape of version 4."""
    if not isinstance(message, dict):
        return False
    parts = message.get("parts")
    kinds = (part.get("type") for part in parts if isinstance(part, dict)) if isinstance(parts, list) else ()
    return bool(message.get("toolInvocations")) or "tool-invocation" in kinds


def state_output_type(context: RepairContext, finding: Finding) -> Fix | None:
    """Add the type of an output; for any other finding, convert the whole history."""
    if not finding.at.endswith("/output"):
        return convert_all(context, finding)
    output = _typed_output(context.value(finding.at))
    return Fix("State the type of the output", (replace(finding.at, output),), True, "The value does not change.", 0.95)


def _typed_output(value: Json) -> Json:
    return {"type": "text" if isinstance(value, str) else "json", "value": value}


@rule("FM803", "sdk-version-shape", fix=state_output_type)
def sdk_version_shape(chat: Chat, target: Target) -> Iterator[Violation]:
    """The message has the shape of another version of the SDK.

    Version 4 uses `args` and `result`, version 5 and later `input` and `output`. This usually comes from upgrading the
    SDK over a stored history. Not every version refuses unknown fields: all of them accept a call whose arguments are
    elsewhere, and send it without arguments; version 4 accepts a newer result too, and sends it without a value.

    Bad (ai@5):
        [{"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "f", "args": {}}]},
         {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "c1", "toolName": "f", "result": "r"}]}]
    Good (ai@5):
        [{"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "f", "input": {}}]},
         {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "c1", "toolName": "f",
           "output": {"type": "text", "value": "r"}}]}]
    """
    own = target.limits.tool_keys
    foreign = {"args", "result", "input", "output"} - own
    for event in (*chat.calls, *chat.results):
        raw = event.raw
        if _is_newer_ui_tool(raw, target) and event.kind == "call":
            text = "This version does not support this part: it sends neither the call nor its result."
            yield at(event, text, severity=WARNING, cause="sdk version")
        if isinstance(raw, dict) and raw.get("type") in ("tool-call", "tool-result"):
            if own.isdisjoint(raw) and not foreign.isdisjoint(raw):
                key = quoted(min(foreign & raw.keys()))
                text = f"The part has {key}, as in another version of the SDK; this version does not read it."
                is_accepted = event.kind == "call"  # the call is then sent without its arguments
                yield at(event, text, severity=WARNING if is_accepted else None, cause="sdk version")
            elif "output" in own and "output" in raw and not _is_output(raw["output"]):
                text = "The output has no type; version 5 and later require a type and a value."
                yield at(event, text, "value", cause="sdk version")


def is_ui_message(message: object, target: Target) -> bool:
    """Whether it is a UI message, and the target's version requires model messages."""
    if target.limits.converts_ui_messages or "ui-message-as-model-message" not in target.rules:
        return False
    return isinstance(message, dict) and not UI_KEYS.isdisjoint(message)


def _is_newer_ui_tool(part: Any, target: Target) -> bool:
    """Whether it is a tool part of SDK 5 or later, and the target's version reads only `tool-invocation`."""
    kind = part.get("type") if target.limits.converts_ui_messages and isinstance(part, dict) else None
    return isinstance(kind, str) and "state" in part and kind != "tool-invocation"


def _are_ui_messages(chat: Chat) -> bool:
    """Whether the format is one of UI messages, the only ones in which a result is part of its call."""
    return chat.format.complete is not None


def _is_output(output: object) -> bool:
    return isinstance(output, dict) and isinstance(output.get("type"), str)


@rule(
    "FM804",
    "ui-tool-state-incomplete",
    with_rules=("tool-result-missing",),
    fix=add_missing_result,
    last_resort=True,
    occasion=has_calls,
)
def ui_tool_state_incomplete(chat: Chat, target: Target) -> Iterator[Violation]:
    """A tool part of a UI message never got its result.

    The user closed the page, or the tool waits for an approval. Version 4 throws at once; version 5 sends the call
    with an empty tool message, so the provider refuses; version 6 throws.

    Bad (ai@4):
        [{"id": "1", "role": "assistant", "content": "", "parts": [{"type": "tool-invocation", "toolInvocation":
          {"state": "call", "toolCallId": "c1", "toolName": "f", "args": {}}}]},
         {"id": "2", "role": "user", "content": "And?", "parts": [{"type": "text", "text": "And?"}]}]
    Good (ai@4):
        [{"id": "1", "role": "assistant", "content": "", "parts": [{"type": "tool-invocation", "toolInvocation":
          {"state": "result", "toolCallId": "c1", "toolName": "f", "args": {}, "result": "r"}}]},
         {"id": "2", "role": "user", "content": "And?", "parts": [{"type": "text", "text": "And?"}]}]
    """
    if not _are_ui_messages(chat):
        return
    answered = {(result.message, result.path) for result in chat.results}
    for call in chat.calls:
        if is_about_to_run(chat, call):
            continue
        if (call.message, call.path) not in answered and not _answered_elsewhere(chat, call):
            state = _state(call)
            pending = call.message == len(chat.messages) - 1 and not target.limits.converts_ui_messages
            stopped = (
                f"stopped in state {quoted(state)}, without a result" if state else "has neither a state nor a result"
            )
            text = f"The call of {tool_of(call.name)} {stopped}."
            yield at(
                call, text, severity=WARNING if pending else None, cause=f"missing {call.id}", state=state, ids=call.id
            )


def _answered_elsewhere(chat: Chat, call: Event) -> bool:
    try:
        return bool(chat.results_by_id.get(call.id))
    except TypeError:  # an id that is a list or an object has no result
        return False


def _state(call: Event) -> Json:
    raw = call.raw if isinstance(call.raw, dict) else {}
    inner = raw.get("toolInvocation")
    return (inner if isinstance(inner, dict) else raw).get("state")


@rule("FM805", "ui-parts-missing", with_rules=("ui-message-as-model-message",), fix=convert_all)
def ui_parts_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A UI message has no `parts`.

    Messages of version 4 may have their text only in `content`. From version 5 on, the SDK reads `parts` without a
    check, and throws a TypeError.

    Bad (ai@5):
        [{"id": "1", "role": "user", "content": "x"},
         {"id": "2", "role": "assistant", "content": "y", "toolInvocations": []}]
    Good (ai@5):
        [{"role": "user", "content": "x"}, {"role": "assistant", "content": "y"}]
    """
    if not _are_ui_messages(chat):
        return
    for index, message in enumerate(chat.messages):
        if isinstance(message, dict) and not isinstance(message.get("parts"), list):
            yield at_message(index, "The UI message has no parts.", cause=UNCONVERTED)


def write_known_content(context: RepairContext, finding: Finding) -> Fix | None:
    if context.format.name not in context.target.formats:
        return convert_all(context, finding)
    if (unpacked := unpack_message(context, finding)) is not None:
        return unpacked
    message = context.value(finding.at)
    if (wrapped := _in_message(message)) is not None:
        why = "The part is the same; messages contain parts, and its type shows whose message it is."
        return Fix("Put the part into a message", (replace(finding.at, wrapped),), True, why, 0.85)
    if not isinstance(message, dict) or "content" not in message:
        return None
    if message["content"] is None:
        why = "Nothing is lost: the content is null."
        return Fix("Write an empty text", (replace(f"{finding.at}/content", ""),), True, why, 0.9)
    content = message["content"]
    only_text = (
        isinstance(content, dict) and content.keys() <= {"type", "text"} and isinstance(content.get("text"), str)
    )
    text = content["text"] if only_text else compact(content)
    return Fix(
        "Write the content as text", (replace(f"{finding.at}/content", text),), True, "The content is the same.", 0.8
    )


_SPEAKER_OF_PART = {"tool-call": "assistant", "tool-result": "tool"}


def _in_message(part: object) -> dict[str, Json] | None:
    """The message for a part that stands in the place of a message, with the output in the SDK's shape."""
    role = _SPEAKER_OF_PART.get(str(part.get("type"))) if isinstance(part, dict) and "role" not in part else None
    if not isinstance(part, dict) or role is None or not isinstance(part.get("toolCallId"), str):
        return None
    if "output" in part and not _is_output(part["output"]):
        part = {**part, "output": _typed_output(part["output"])}
    return {"role": role, "content": [part]}


@rule("FM806", "format-wrong-for-target", on="file", fix=write_known_content)
def format_wrong_for_target(chat: Chat, target: Target) -> Iterator[Violation]:
    """The messages are in a format that the SDK does not accept.

    OpenAI's own messages look much like the SDK's, and are refused as soon as they call a tool. Convert them first.
    Messages that the SDK can read anyway, such as plain texts, are not reported.

    Bad (ai@4):
        [{"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "f", "args": {}}]},
         {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "c1", "toolName": "f", "result": "r"}]},
         {"role": "user", "content": {"text": "y"}}]
    Good (ai@4):
        [{"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "f", "args": {}}]},
         {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "c1", "toolName": "f", "result": "r"}]},
         {"role": "user", "content": "y"}]
    """
    if chat.format.name not in target.formats:
        yield from _thrown_unconverted(chat, target)
        return
    if chat.format.traits.calls_beside_content:
        return  # in such a format, a call is a message without content
    for index, message in enumerate(chat.messages):
        is_known = isinstance(message, dict) and (isinstance(message.get("content"), (str, list)) or "parts" in message)
        if not is_known:
            yield at_message(index, "The SDK does not accept the shape of this message.")


def _thrown_unconverted(chat: Chat, target: Target) -> Iterator[Violation]:
    """The first message that the SDK throws on, if it receives a provider's messages unconverted. Formats of other
    programs are not checked, because those programs convert them first."""
    if target.throws is None or chat.format.wire is None:
        return
    thrown = [error for error in target.throws(chat.messages) if error.severity == ERROR]
    for error in thrown[:1]:
        text = f"This is a message of {chat.format.title}. Convert the history first: {target.title} refuses it."
        call = next((call.id for call in chat.calls if call.message == error.message), error.id)
        yield at_message(error.message, text, id=call)._replace(words=error.words, as_given=True)
