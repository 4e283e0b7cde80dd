"""The order of turns."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.pairing import pairs_of
from workbench.json.patch import add, move, remove, replace
from workbench.json.text import Json
from workbench.rules.contract import Violation, at_message, at_role, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.ending import end_with_user_turn
from workbench.rules.editing.value_shapes import first_of
from workbench.rules.occasions import has_calls, is_empty
from workbench.rules.results.orphan import orphan_cause
from workbench.rules.thinking.switches import thinks
from workbench.targets.contract import ERROR, WARNING, Target
from workbench.targets.templates import template_named


def merge_messages(context: RepairContext, finding: Finding) -> Fix | None:
    """Merge the adjacent messages of one role: their blocks in order, or their texts with an empty line between.

    All findings of a run share one fix. Fixes of single pairs would change the same messages, so that only every other
    pair could be merged at once.
    """
    if context.target.rules.get(finding.rule) == "info" or not context.in_list:
        return None
    run = context.once("mergeable runs", lambda: _mergeable_runs(context.chat)).get(finding.message_index)
    return context.once(("merged", run), lambda: _merged(context, run)) if run is not None else None


def _mergeable_runs(chat: Chat) -> dict[int, range]:
    """Map each message that can be merged into the one before it to the entire run of such messages."""
    runs: dict[int, range] = {}
    start = 0
    for index in range(1, len(chat.roles) + 1):
        if index == len(chat.roles) or not _can_be_merged(chat, index):
            run = range(start, index)
            runs |= dict.fromkeys(run[1:], run)
            start = index
    return runs


def _can_be_merged(chat: Chat, index: int) -> bool:
    """Whether a message has the role and the kind of content of the one before it, and nothing else."""
    first, second = chat.messages[index - 1], chat.messages[index]
    if chat.roles[index] != chat.roles[index - 1] or not isinstance(first, dict) or not isinstance(second, dict):
        return False
    key = _content_key(second)
    return not set(second) - {"role", key} and any(
        isinstance(first.get(key), kind) and isinstance(second.get(key), kind) for kind in (str, list)
    )


def _content_key(message: dict[str, Json]) -> str:
    return next((key for key in ("content", "parts") if key in message), "")


def _merged(context: RepairContext, run: range) -> Fix:
    """Return the fix that merges a run of messages into its first one."""
    key = _content_key(context.chat.messages[run[1]])
    contents = [context.chat.messages[index][key] for index in run]
    removals = [remove(context.pointer(index)) for index in run[1:]]
    title = f"Merge messages {run[0]} {'and' if len(run) == 2 else 'to'} {run[-1]}"
    why = f"{'Both' if len(run) == 2 else 'These'} messages have the same role; everything stays, in order."
    if isinstance(contents[0], str):
        joined = replace(context.pointer(run[0], (key,)), "\n\n".join(contents).strip())
        return Fix(title, (joined, *removals), True, why, 0.9)
    blocks = [add(context.pointer(run[0], (key, "-")), block) for content in contents[1:] for block in content]
    return Fix(title, (*blocks, *removals), True, why, 0.95)


@rule("RO402", "role-consecutive", may_be_healed=True, fix=merge_messages)
def role_consecutive(chat: Chat, target: Target) -> Iterator[Violation]:
    """Two messages in a row have the same role, but the target requires alternating roles.

    Most providers merge such turns today; on Bedrock it depends on the model. For unknown models it is a warning. This
    usually comes from a stream stored in pieces, or from results stored as messages of their own.

    Bad (bedrock):
        {"modelId": "anthropic.claude-3-sonnet-20240229-v1:0", "messages": [
         {"role": "user", "content": [{"text": "Hello"}]}, {"role": "user", "content": [{"text": "Anybody?"}]}]}
    Good (bedrock):
        {"modelId": "amazon.nova-pro-v1:0", "messages": [
         {"role": "user", "content": [{"text": "Hello"}]}, {"role": "user", "content": [{"text": "Anybody?"}]}]}
    """
    merged = chat.facts.merges_turns
    if merged or not _requires_alternation(chat, target):
        return
    answering = {result.message for result in chat.results}
    start = 0
    for index in range(1, len(chat.roles)):
        role = chat.roles[index]
        if role != chat.roles[index - 1]:
            start = index
        elif role in ("user", "assistant") and chat.says_role(index):
            text = f"This message and the one before it both have the role {role}."
            # Split results repeat the role: joining them repairs both.
            cause = f"split {start - 1}" if index in answering and start in answering else ""
            if merged is None:
                text += _UNNAMED if chat.model is None else _UNKNOWN
            severity = WARNING if merged is None else None
            yield at_message(index, text, partner=index - 1, severity=severity, cause=cause, role=role)


_UNNAMED = " Whether that is accepted depends on the model, which the file does not name."
_UNKNOWN = " Whether this model accepts that is not known."


def _requires_alternation(chat: Chat, target: Target) -> bool:
    """Whether the target requires alternating roles. If the chat template decides, another rule checks that; if it may
    decide, only strict templates and unknown models count."""
    if target.turns.perhaps_by_template:
        return template_named(chat.facts.template).alternates or not chat.facts.prefix
    return not target.turns.by_template


NO_EARLIER_TURN = "No earlier message of the user is recorded."
"""True whether the beginning was cut off or the assistant spoke first."""


def add_first_user_turn(context: RepairContext, finding: Finding) -> Fix | None:
    """Add a user turn at the beginning that states only the known fact. Not safe if the beginning may be accepted."""
    placeholder = context.user_message([NO_EARLIER_TURN])
    if finding.message_index != 0 or placeholder is None or not context.in_list:
        return None
    why = "The conversation must begin with a user turn, which is not in the file."
    is_refused = finding.severity == ERROR
    return Fix("Add a user turn that states it", (add(context.pointer(0), placeholder),), is_refused, why, 0.7)


@rule("RO403", "role-first-not-user", fix=add_first_user_turn, last_resort=True)
def role_first_not_user(chat: Chat, target: Target) -> Iterator[Violation]:
    """The conversation does not begin with a user message.

    Some models refuse it; Claude Sonnet 4.5 and 4.6 and Haiku 4.5 accept it, but Bedrock does not. This usually comes
    from trimming a history to its last messages.

    Bad (anthropic):
        [{"role": "assistant", "content": [{"type": "text", "text": "Hello"}]},
         {"role": "user", "content": [{"type": "text", "text": "Hi"}]}]
    Good (anthropic):
        [{"role": "user", "content": [{"type": "text", "text": "Hi"}]}]
    """
    first = next((index for index, role in enumerate(chat.roles) if role != "system"), None)
    is_accepted = chat.facts.begins and not target.turns.user_first
    if first is not None and not is_accepted and chat.roles[first] == "assistant":
        yield at_role(chat, first, "The first message is not from the user.", role=chat.roles[first])


@rule("RO404", "role-last-assistant", fix=end_with_user_turn)
def role_last_assistant(chat: Chat, target: Target) -> Iterator[Violation]:
    """The conversation ends with an assistant message, so there is nothing to answer.

    Some models read it as the beginning of their answer, some refuse it. Mistral (unless the message has `prefix`),
    the newest Claude models, and older ones on Bedrock when tools are set always refuse it; llama.cpp while the model
    thinks.

    Bad (mistral):
        [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi"}]
    Good (mistral):
        [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi"},
         {"role": "user", "content": "How are you?"}]
    """
    if not chat.roles or chat.roles[-1] != "assistant":
        return
    last = len(chat.roles) - 1
    message = chat.messages[last]
    if isinstance(message, dict) and message.get("prefix"):
        return
    if any(event.kind == "call" for event in chat.of_message(last)):
        return  # other rules check a call that waits for its result
    refused = _refuses_prefill(chat, target)
    if refused is False:
        return
    if target.turns.continues_unless_thinking:
        if thinks(chat):
            text = "The last message is from the assistant, but the server does not continue it while the model thinks."
            yield at_role(chat, last, text, severity=WARNING, role="assistant")
        return
    text = "The last message is from the assistant." + (
        "" if refused else " Some models refuse that; whether this one does is unknown."
    )
    violation = at_role(chat, last, text, severity=None if refused else WARNING, role="assistant")
    by_format = target.limits.schemas_forbid_prefill and _requires_schema(chat)
    yield violation._replace(variant="with format" if by_format else "with tools" if _has_tools(chat) else "")


def move_prompt_before_answer(context: RepairContext, finding: Finding) -> Fix | None:
    """Move a system prompt that follows an answer before that answer."""
    index, roles = finding.message_index, context.chat.roles
    if not context.in_list or not 0 < index < len(roles) or roles[index] != "system":
        return None
    place = index
    while place > 0 and roles[place - 1] in ("assistant", "tool"):
        place -= 1
    patch = (move(context.pointer(index), context.pointer(place)),)
    why = "Every word stays; the model then reads the prompt before the answer that it followed."
    return Fix("Move the system prompt before the answer", patch, True, why, 0.7)


def no_prefix(context: RepairContext, finding: Finding) -> Fix | None:
    """Leave out the mark of a prefix in a message that others follow: the answer was continued."""
    if not finding.at.endswith("/prefix"):
        return None
    why = "Other messages follow it, so nothing continues it."
    return Fix("Leave out prefix", (remove(finding.at),), True, why, 0.9)


@rule(
    "RO406",
    "role-order-mistral",
    fix=first_of(no_prefix, move_prompt_before_answer, add_first_user_turn),
    explains="consequence",
)
def role_order_mistral(chat: Chat, target: Target) -> Iterator[Violation]:
    """A message follows a role that it may not follow.

    Mistral restricts which role may follow which: no system prompt after the assistant, no tool result after the user.
    The assistant may not come first, and only the last message may be a prefix of the answer.

    Bad (mistral):
        [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi"},
         {"role": "system", "content": "Be brief."}, {"role": "user", "content": "Now?"}]
    Good (mistral):
        [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello"},
         {"role": "assistant", "content": "Hi"}, {"role": "user", "content": "Now?"}]
    """
    after = target.turns.after
    if chat.roles[:1] == ["assistant"]:
        yield at_role(chat, 0, "The conversation may not begin with the assistant.", role="assistant")._replace(
            variant="first"
        )
    for index, message in enumerate(chat.messages[:-1]) if "prefix" in chat.keys else ():
        if isinstance(message, dict) and message.get("prefix") is True:
            text = "Only the last message may be a prefix."
            yield at_message(index, text, ("prefix",))._replace(variant="prefix")
    orphans = {result.message: result for result in pairs_of(chat, target.pairing).orphans}
    for index in range(1, len(chat.roles)):
        before, role = chat.roles[index - 1], chat.roles[index]
        if before in after and role in after and role not in after[before]:
            text = f"A {role} message may not follow a {before} message."
            violation = at_role(chat, index, text, role=role, previous=before)
        elif role in target.turns.after_by_server.get(before, ()):
            text = f"Some servers do not accept a {role} message after a {before} message; the newest do."
            violation = at_role(chat, index, text, severity=WARNING, role=role, previous=before)
        else:
            continue
        # A result without its call is misplaced for the same cause, which two rules report.
        orphan = orphans.get(index) or orphans.get(index - 1)
        yield violation._replace(cause=orphan_cause(chat, orphan)) if orphan else violation


@rule("RO407", "role-order-gemini", fix=add_first_user_turn, last_resort=True, occasion=has_calls)
def role_order_gemini(chat: Chat, target: Target) -> Iterator[Violation]:
    """A turn with tool calls does not follow a user turn or a turn of results.

    This usually comes from a history that was cut so that it begins with the model's call. Newer models accept a call
    after another model turn: that is a warning.

    Bad (gemini):
        {"contents": [{"role": "model", "parts": [{"functionCall": {"name": "read", "args": {}}}]},
         {"role": "user", "parts": [{"functionResponse": {"name": "read", "response": {"output": "ok"}}}]}]}
    Good (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Read it."}]},
         {"role": "model", "parts": [{"functionCall": {"name": "read", "args": {}}}]},
         {"role": "user", "parts": [{"functionResponse": {"name": "read", "response": {"output": "ok"}}}]}]}
    """
    calling = dict.fromkeys(call.message for call in chat.calls if chat.roles[call.message] == "assistant")
    for index in calling:
        if index == 0:
            yield at_message(0, "The history begins with a call; there is no user turn before it.")
        elif chat.roles[index - 1] == "assistant" and index - 1 not in calling:
            text = "The turn with the call follows another model turn. Some models refuse that."
            yield at_message(index, text, partner=index - 1, severity=WARNING)


@rule("RO408", "messages-empty", occasion=is_empty)
def messages_empty(chat: Chat, target: Target) -> Iterator[Violation]:
    """The conversation has no messages.

    Bad (ai@5):
        {"messages": []}
    Good (ai@5):
        {"messages": [{"role": "user", "content": "Hello"}]}
    """
    if not chat.messages:
        yield Violation(-1, (), "The conversation has no messages.")


def _refuses_prefill(chat: Chat, target: Target) -> bool | None:
    """Whether a request that ends with the assistant is refused. None: it depends on the model, and is unknown."""
    if target.limits.refuses_prefill or (target.limits.schemas_forbid_prefill and _requires_schema(chat)):
        return True
    if target.limits.tools_forbid_prefill and _has_tools(chat) and chat.facts.prefills_with_tools is not None:
        return not chat.facts.prefills_with_tools
    return None if chat.facts.prefills is None else not chat.facts.prefills


def _requires_schema(chat: Chat) -> bool:
    """Whether the answer must follow a schema, in the current setting or in that of the beta."""
    config = chat.settings.get("output_config")
    return bool(chat.settings.get("output_format") or (isinstance(config, dict) and config.get("format")))


def _has_tools(chat: Chat) -> bool:
    return any(chat.settings.get(key) for key in ("tools", "toolConfig"))
