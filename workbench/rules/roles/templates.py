"""The order of turns that chat templates, and hosts that are as strict, require."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.json.patch import add, move
from workbench.rules.contract import Violation, at, at_message, at_role, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.value_shapes import first_of
from workbench.rules.roles.order import NO_EARLIER_TURN, merge_messages
from workbench.rules.roles.unsupported import prompt_by_user
from workbench.targets.contract import ERROR, WARNING, Target
from workbench.targets.templates import template_named

_LETTERS = re.compile(r"[A-Za-z0-9]+")
_UNKNOWN = " Whether that is accepted depends on the model's chat template, and the model is unknown."


@rule("RO409", "role-alternation-template", fix=merge_messages)
def role_alternation_template(chat: Chat, target: Target) -> Iterator[Violation]:
    """User and assistant do not alternate, but the host or the model's chat template requires it.

    After the system prompt, user and assistant must alternate, beginning with the user; results count as the user's.
    The templates of Mistral-7B, Mixtral, Llama 2 and Gemma raise an error otherwise, which the server passes on. If the
    template is unknown, or differs between builds of the model, it is a warning.

    Bad (perplexity):
        [{"role": "user", "content": "Hello"}, {"role": "user", "content": "Anybody?"}]
    Good (perplexity):
        [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Yes?"},
         {"role": "user", "content": "Anybody?"}]
    """
    template = template_named(chat.facts.template)
    known = target.turns.alternate or template.alternates
    if not known and not (target.turns.by_template and not chat.facts.prefix):
        return
    before = "assistant"
    calling = {call.message for call in chat.calls} if template.skips_tools else frozenset()
    for index, role in enumerate(chat.roles):
        is_late_prompt = role == "system" and index > 0 and template.takes_system  # counts as a turn, not the user's
        speaker = "user" if role == "tool" else "assistant" if is_late_prompt else role
        if speaker not in ("user", "assistant") or index in calling or (role == "tool" and template.skips_tools):
            continue
        is_result_turn = role == "tool" or (index > 0 and chat.roles[index - 1] == "tool" and not template.skips_tools)
        if speaker == before and not is_result_turn:
            text = (
                f"Two {role} messages follow each other." if index else "The conversation does not begin with the user."
            )
            violation = at_message(index, text if known else text + _UNKNOWN, partner=max(0, index - 1), role=role)
            raises = template.raises_on_turns and not target.turns.perhaps_by_template
            severity = None if target.turns.alternate or raises else WARNING
            yield violation._replace(severity=severity, variant=template.variant)
        before = speaker


@rule("RO410", "role-last-not-user")
def role_last_not_user(chat: Chat, target: Target) -> Iterator[Violation]:
    """The conversation does not end with a message that the model can answer.

    Bad (perplexity):
        [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi"}]
    Good (perplexity):
        [{"role": "user", "content": "Hello"}]
    """
    allowed = target.turns.last
    if allowed and chat.roles and chat.roles[-1] not in allowed and chat.roles[-1] != "other":
        role = chat.roles[-1]
        yield at_role(chat, len(chat.roles) - 1, f"The last message has the role {role}.", role=role)


def move_prompt_up(context: RepairContext, finding: Finding) -> Fix | None:
    index, roles = finding.message_index, context.chat.roles
    if not context.in_list or not 0 < index < len(roles) or roles[index] != "system":
        return None
    place = next((number for number, role in enumerate(roles) if role != "system"), 0)
    patch = (move(context.pointer(index), context.pointer(place)),)
    why = "Every word stays, but the messages before the prompt then follow it, which may change their meaning."
    return Fix("Move the system prompt to the beginning", patch, False, why, 0.6)


def send_prompt_as_user(context: RepairContext, finding: Finding) -> Fix | None:
    """A prompt that is refused where it is, as a message of the user at the same place."""
    index = finding.message_index
    if finding.severity != ERROR or not 0 < index < len(context.chat.roles):
        return None
    return prompt_by_user(context, index, "A system prompt is accepted only at the beginning.")


@rule("RO411", "system-not-first", fix=first_of(merge_messages, send_prompt_as_user, move_prompt_up))
def system_not_first(chat: Chat, target: Target) -> Iterator[Violation]:
    """A system prompt follows other messages, but the host or the model's chat template requires it first.

    Some accept only one. Two at the beginning are then merged.

    Bad (cohere):
        [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi"},
         {"role": "system", "content": "Be brief."}, {"role": "user", "content": "Now?"}]
    Good (cohere):
        [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello"}]
    """
    template = template_named(chat.facts.template if target.turns.by_template else None)
    if not target.turns.system_first and not template.system_first:
        return
    is_certain = target.turns.system_first or template.raises_on_system
    has_begun = False
    for index, role in enumerate(chat.roles):
        if role == "system" and has_begun:
            text = "The system prompt is not at the beginning."
            yield at_role(chat, index, text, severity=None if is_certain else WARNING, role="system")
        elif role == "system" and index and (target.turns.single_system or template.raises_on_system):
            variant = "several" if target.turns.single_system else ""
            yield at_role(chat, index, "There is more than one system message.", role="system")._replace(
                variant=variant
            )
        has_begun = has_begun or role != "system"


def add_user_turn(context: RepairContext, finding: Finding) -> Fix | None:
    """Add a user turn after the system prompt that states only the known fact."""
    placeholder = context.user_message([NO_EARLIER_TURN])
    if finding.severity != ERROR or placeholder is None or not context.in_list:
        return None
    roles = context.chat.roles
    place = next((number for number, role in enumerate(roles) if role != "system"), len(roles))
    if place == len(roles):
        return None  # there is nothing that a user could have begun
    why = "A user turn is required, and the file has none."
    return Fix("Add a user turn that states it", (add(context.pointer(place), placeholder),), True, why, 0.7)


@rule("RO412", "user-missing", fix=add_user_turn)
def user_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """No message is from the user.

    GLM, and the chat templates of Qwen 3, refuse a history without one. This usually comes from trimming a long history
    to its last calls and results.

    Bad (zhipu):
        {"model": "glm-4.7", "messages": [{"role": "system", "content": "Be brief."},
         {"role": "assistant", "content": "Done."}]}
    Good (zhipu):
        {"model": "glm-4.7", "messages": [{"role": "system", "content": "Be brief."},
         {"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Done."}]}
    """
    by_model = target.turns.by_template and template_named(chat.facts.template).needs_user
    if chat.roles and "user" not in chat.roles and (target.turns.needs_user or by_model):
        yield at_message(0, "No message is from the user.")


@rule("RO413", "tool-role-template")
def tool_role_template(chat: Chat, target: Target) -> Iterator[Violation]:
    """The model's chat template does not support tools as the history uses them.

    Llama 3 allows one call per turn, Gemma and Phi have no tool messages, and the templates of older Mistral models
    require ids of nine letters and digits. The server may use another template, so it is a warning.

    Bad (vllm):
        {"model": "google/gemma-2-9b-it", "messages": [{"role": "user", "content": "Weather?"},
         {"role": "assistant", "content": "", "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "weather", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "sunny"}]}
    Good (vllm):
        {"model": "Qwen/Qwen3-8B", "messages": [{"role": "user", "content": "Weather?"},
         {"role": "assistant", "content": "", "tool_calls": [{"id": "call_1", "type": "function",
           "function": {"name": "weather", "arguments": "{}"}}]},
         {"role": "tool", "tool_call_id": "call_1", "content": "sunny"}]}
    """
    template = template_named(chat.facts.template if target.turns.by_template else None)
    if not template.has_tools:
        for result in chat.results[:1]:
            text = "The chat template of this model has no tool messages."
            yield at(result, text, severity=WARNING)._replace(variant="no tools")
    elif template.one_call_per_turn:
        for first, second in zip(chat.calls, chat.calls[1:], strict=False):
            if first.message == second.message:
                yield at(second, "The chat template of this model allows one call per turn.", severity=WARNING)
        for index, message in enumerate(chat.messages):
            if isinstance(message, dict) and message.get("tool_calls") == []:
                text = "The list of calls is empty; older servers pass it to the template, which requires one call."
                yield at_message(index, text, ("tool_calls",), severity=WARNING)
    elif (length := template.id_length) is not None:
        for call in chat.calls:
            if len(str(call.id)) != length or not _LETTERS.fullmatch(str(call.id)):
                text = "The chat template of this model requires ids of nine letters and digits."
                yield at(call, text, "id", severity=WARNING)._replace(variant="ids")


@rule("RO414", "assistant-run-at-end", fix=merge_messages)
def assistant_run_at_end(chat: Chat, target: Target) -> Iterator[Violation]:
    """The conversation ends with several assistant messages, but the server continues only one.

    Bad (llama-cpp):
        {"model": "qwen3-8b", "messages": [{"role": "user", "content": "Hello"},
         {"role": "assistant", "content": "Hi"}, {"role": "assistant", "content": "there"}]}
    Good (llama-cpp):
        {"model": "qwen3-8b", "messages": [{"role": "user", "content": "Hello"},
         {"role": "assistant", "content": "Hi there"}]}
    """
    limit = target.turns.assistants_at_end
    if limit is None:
        return
    run = 0
    while run < len(chat.roles) and chat.roles[-1 - run] == "assistant":
        run += 1
    if run > limit:
        yield at_message(len(chat.roles) - 1, f"The last {run} messages are from the assistant.")
