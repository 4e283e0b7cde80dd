"""Roles and the order of turns."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.pairing import pairs_of
from workbench.json.text import Json
from workbench.rules.contract import Violation, at_message, rule
from workbench.rules.pairing import orphan_cause
from workbench.targets.contract import WARNING, Target

_MISTRAL_AFTER = {
    "system": {"system", "user", "assistant"},
    "user": {"user", "assistant", "system"},
    "assistant": {"user", "assistant", "tool"},
    "tool": {"tool", "assistant", "user"},
}
_NO_SYSTEM_MODELS = ("o1-mini", "o1-preview")


@rule("RO401", "role-unsupported")
def role_unsupported(chat: Chat, target: Target) -> Iterator[Violation]:
    """A message has a role that the target, or this model of it, does not take.

    Some reasoning models refuse `system` and `developer`, servers other than OpenAI's `developer`. An unknown role
    usually comes from another format.

    Bad (openai):
        {"model": "o1-mini", "messages": [{"role": "system", "content": "Be brief."},
         {"role": "user", "content": "Hello"}]}
    Good (openai):
        {"model": "gpt-5", "messages": [{"role": "system", "content": "Be brief."},
         {"role": "user", "content": "Hello"}]}
    """
    model = chat.settings.get("model")
    refuses_system = isinstance(model, str) and model.rsplit("/", 1)[-1].startswith(_NO_SYSTEM_MODELS)
    refused = target.limits.refused_roles
    for index, role in enumerate(chat.roles):
        if role != "other" and not ((refuses_system or refused) and role == "system"):
            continue
        message = chat.messages[index]
        if not isinstance(message, dict) or chat.format.role_key not in message:
            continue
        word = message[chat.format.role_key]
        if role == "system" and not refuses_system and word not in refused:
            continue
        text = f"The role {word!r} is not supported{' by this model' if refuses_system else ''}."
        yield _at_role(chat, index, text, role=word)


@rule("RO402", "role-consecutive")
def role_consecutive(chat: Chat, target: Target) -> Iterator[Violation]:
    """Two messages of one role follow each other, and the target wants roles to alternate.

    Most providers merge such turns today; this one does not say so. It usually comes from a stream stored in pieces,
    or from results stored as messages of their own.

    Bad (bedrock):
        [{"role": "user", "content": [{"text": "Hello"}]}, {"role": "user", "content": [{"text": "Anybody?"}]}]
    Good (bedrock):
        [{"role": "user", "content": [{"text": "Hello"}, {"text": "Anybody?"}]}]
    """
    answering = {result.message for result in chat.results}
    start = 0
    for index in range(1, len(chat.roles)):
        role = chat.roles[index]
        if role != chat.roles[index - 1]:
            start = index
        elif role in ("user", "assistant"):
            text = f"This message and the one before it are both of the {role}."
            # Results in pieces make the roles repeat: joining them mends both.
            cause = f"split {start - 1}" if index in answering and start in answering else ""
            yield at_message(index, text, partner=index - 1, cause=cause, role=role)


@rule("RO403", "role-first-not-user")
def role_first_not_user(chat: Chat, target: Target) -> Iterator[Violation]:
    """The conversation does not begin with the user.

    Some models refuse it. It usually comes from trimming a history to its last messages.

    Bad (anthropic):
        [{"role": "assistant", "content": [{"type": "text", "text": "Hello"}]},
         {"role": "user", "content": [{"type": "text", "text": "Hi"}]}]
    Good (anthropic):
        [{"role": "user", "content": [{"type": "text", "text": "Hi"}]}]
    """
    first = next((index for index, role in enumerate(chat.roles) if role != "system"), None)
    if first is not None and chat.roles[first] == "assistant":
        yield _at_role(chat, first, "The first message is not the user's.", role=chat.roles[first])


@rule("RO404", "role-last-assistant")
def role_last_assistant(chat: Chat, target: Target) -> Iterator[Violation]:
    """The conversation ends with the assistant, and is sent to get the assistant's next words.

    Some models read it as the beginning of their answer, some refuse it. It is refused for sure by Mistral (unless
    the message says `prefix`) and by Claude on Bedrock when tools are set.

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
        return  # a call that waits for its result, which other rules judge
    surely = target.limits.refuses_prefill or _is_claude_with_tools(chat)
    text = "The last message is the assistant's." + ("" if surely else " Some models refuse that.")
    yield _at_role(chat, last, text, severity=None if surely else WARNING, role="assistant")


@rule("RO405", "role-system-misplaced")
def role_system_misplaced(chat: Chat, target: Target) -> Iterator[Violation]:
    """A system message stands among the messages, and the target keeps the system prompt beside them.

    It usually comes from sending an OpenAI history as it is. Newer models take a system message in the middle.

    Bad (anthropic):
        {"model": "claude-3-haiku", "max_tokens": 100, "messages": [{"role": "system", "content": "Be brief."},
         {"role": "user", "content": "Hello"}]}
    Good (anthropic):
        {"model": "claude-3-haiku", "max_tokens": 100, "system": "Be brief.",
         "messages": [{"role": "user", "content": "Hello"}]}
    """
    leading = True
    for index, role in enumerate(chat.roles):
        leading = leading and role == "system"
        if role == "system":
            text = "The system prompt stands among the messages; here it belongs beside them."
            yield _at_role(chat, index, text, severity=None if leading else WARNING, role="system")


@rule("RO406", "role-order-mistral")
def role_order_mistral(chat: Chat, target: Target) -> Iterator[Violation]:
    """A role follows one that it may not follow.

    Mistral checks which role may follow which: no system prompt after the assistant, no tool result after the user.

    Bad (mistral):
        [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi"},
         {"role": "system", "content": "Be brief."}, {"role": "user", "content": "Now?"}]
    Good (mistral):
        [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello"},
         {"role": "assistant", "content": "Hi"}, {"role": "user", "content": "Now?"}]
    """
    orphans = {result.message: result for result in pairs_of(chat, target.pairing).orphans}
    for index in range(1, len(chat.roles)):
        before, role = chat.roles[index - 1], chat.roles[index]
        if before in _MISTRAL_AFTER and role in _MISTRAL_AFTER and role not in _MISTRAL_AFTER[before]:
            text = f"A {role} message may not follow a {before} message."
            fault = _at_role(chat, index, text, role=role, previous=before)
            # A result without its call stands in the wrong place because of that: one cause, told by two rules.
            yield fault._replace(cause=orphan_cause(chat, orphans[index])) if index in orphans else fault


@rule("RO407", "role-order-gemini")
def role_order_gemini(chat: Chat, target: Target) -> Iterator[Violation]:
    """A turn that calls tools does not follow a user turn or a turn of results.

    It usually comes from a history that was cut so that it begins with the model's call. Where another turn of the
    model stands before the call, newer models take it: that is a warning.

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
            yield at_message(0, "The history begins with a call; no user turn stands before it.")
        elif chat.roles[index - 1] == "assistant" and index - 1 not in calling:
            text = "The turn that calls follows another turn of the model. Some models refuse that."
            yield at_message(index, text, partner=index - 1, severity=WARNING)


@rule("RO408", "messages-empty")
def messages_empty(chat: Chat, target: Target) -> Iterator[Violation]:
    """There are no messages.

    Bad (ai@5):
        {"messages": []}
    Good (ai@5):
        {"messages": [{"role": "user", "content": "Hello"}]}
    """
    if not chat.messages:
        yield Violation(-1, (), "The conversation has no messages.")


def _is_claude_with_tools(chat: Chat) -> bool:
    model = chat.settings.get("model") or chat.settings.get("modelId")
    return isinstance(model, str) and "claude" in model and "toolConfig" in chat.settings


def _at_role(chat: Chat, index: int, text: str, severity: str | None = None, **facts: Json) -> Violation:
    message = chat.messages[index]
    path = (chat.format.role_key,) if isinstance(message, dict) and chat.format.role_key in message else ()
    return at_message(index, text, path, severity=severity, **facts)
