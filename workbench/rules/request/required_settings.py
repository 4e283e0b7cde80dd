"""Settings that a server accepts in one form only: a flag that must be set, an id that must be text."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.findings import Finding, Fix
from workbench.checks.request_problems import is_request
from workbench.json.description import quoted
from workbench.json.patch import add, remove, replace
from workbench.rules.contract import Violation, rule
from workbench.rules.editing.context import RepairContext
from workbench.rules.editing.value_shapes import first_of
from workbench.rules.request.definitions import at_setting
from workbench.targets.contract import WARNING, Target
from workbench.targets.models import matching_prefix


def set_required_flag(context: RepairContext, finding: Finding) -> Fix | None:
    """Set a required flag. Missing instructions cannot be invented."""
    name = str(finding.id)
    required = context.target.request.settings.required.get(name)
    if not isinstance(required, bool):
        return None
    place = f"{context.conversation.body}/{name}"
    why = "The server accepts no other value, and the conversation does not change."
    return Fix(f"Set {name} to {str(required).lower()}", (add(place, required),), True, why, 0.9)


@rule("RQ218", "store-required-false", fix=set_required_flag)
def store_required_false(chat: Chat, target: Target) -> Iterator[Violation]:
    """The backend accepts only one value for a setting, but the request has another.

    The backend of ChatGPT, which Codex uses, stores nothing and always streams: `store` must be false, `stream` true,
    and there must be instructions.

    Bad (codex):
        curl https://chatgpt.com/backend-api/codex/responses -d '{"model": "gpt-5-codex", "stream": true,
          "store": true, "instructions": "Be brief.", "input": [{"role": "user", "content": "Hello"}]}'
    Good (codex):
        curl https://chatgpt.com/backend-api/codex/responses -d '{"model": "gpt-5-codex", "stream": true,
          "store": false, "instructions": "Be brief.", "input": [{"role": "user", "content": "Hello"}]}'
    """
    required = target.request.settings.required if is_request(chat) else {}
    flags = {name for name, value in required.items() if isinstance(value, bool)}
    if flags.isdisjoint(chat.settings):  # not the whole request: the program adds these when it sends it
        return
    for name, wanted in required.items():
        value = chat.settings.get(name)
        is_flag = isinstance(wanted, bool)
        if value is wanted if is_flag else value is not None:  # an empty text is accepted
            continue
        text = f"This server requires {name} to be {str(wanted).lower() if is_flag else 'set'}."
        may_be_added = not is_flag and name not in chat.settings
        severity = WARNING if may_be_added else None
        yield at_setting((name,) if name in chat.settings else (), text, id=name, variant=name, severity=severity)


def write_container_id(context: RepairContext, finding: Finding) -> Fix | None:
    container = context.value(finding.at)
    if not isinstance(container, dict) or container.keys() != {"id"} or not isinstance(container["id"], str):
        return None
    why = "It contains only the id."
    return Fix("Write the id as text", (replace(finding.at, container["id"]),), True, why, 0.95)


@rule("RQ219", "container-not-string", fix=write_container_id)
def container_not_string(chat: Chat, target: Target) -> Iterator[Violation]:
    """The code container is an object without skills, but then only its id is accepted.

    An object is accepted only with skills, in a beta of the API. This usually comes from sending back the `container`
    of an answer, which is an object with an id and an expiry date.

    Bad (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 9, "container": {"id": "container_1"},
         "messages": [{"role": "user", "content": "Hello"}]}
    Good (anthropic):
        {"model": "claude-sonnet-4-5", "max_tokens": 9, "container": "container_1",
         "messages": [{"role": "user", "content": "Hello"}]}
    """
    container = chat.settings.get("container")
    if isinstance(container, dict) and not container.get("skills"):
        shown = quoted(container.get("id"))
        yield at_setting(
            ("container",), f"The container {shown} is an object without skills; its id is required instead."
        )


def keep_the_more_specific(context: RepairContext, finding: Finding) -> Fix | None:
    """Leave out the setting of a pair that adds nothing to the other: the same value, or a bare switch."""
    holder, _, name = finding.at.rpartition("/")
    pair = next((pair for pair in context.target.request.settings.exclusive if pair[0] == name), None)
    if pair is None:
        return None
    value, other = context.value(finding.at), context.value(f"{holder}/{pair[1]}")
    if value == {"type": "disabled"}:
        patch, why = remove(f"{holder}/{pair[1]}"), f"{name} switches off what {pair[1]} controls."
    elif value in (other, {"type": "enabled"}):
        patch, why = remove(finding.at), f"{pair[1]} says the same."
    else:
        return None
    return Fix(f"Leave out {patch['path'].rpartition('/')[2]}", (patch,), True, why, 0.8)


def write_as_first_message(context: RepairContext, finding: Finding) -> Fix | None:
    """Write the instructions as the first message, which a request that continues a stored conversation may have."""
    text, given = context.value(finding.at), context.value(context.conversation.base)
    if not finding.at.endswith("/instructions") or not isinstance(text, str):
        return None
    user = [{"role": "user", "content": given}] if isinstance(given, str) else given
    if not isinstance(user, list):
        return None
    messages = [{"role": "system", "content": text}, *user]
    why = "The same words, where this API accepts them."
    patch = (remove(finding.at), replace(context.conversation.base, messages))
    return Fix("Write the instructions as the first message", patch, True, why, 0.75)


@rule("RQ221", "settings-exclusive", fix=first_of(keep_the_more_specific, write_as_first_message))
def settings_exclusive(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request has two settings, but the API accepts only one of them.

    This usually comes from two programs that set the same thing under two names, or from continuing a stored
    conversation with a request that was written for a new one.

    Bad (moonshot):
        {"model": "kimi-k2.6", "messages": [{"role": "user", "content": "Hello"}], "thinking": {"type": "enabled"},
         "reasoning_effort": "low"}
    Good (moonshot):
        {"model": "kimi-k2.6", "messages": [{"role": "user", "content": "Hello"}], "reasoning_effort": "low"}
    """
    if matching_prefix(chat.model, target.request.settings.exclusive_unless):
        return
    for name, other in target.request.settings.exclusive:
        if chat.settings.get(name) and chat.settings.get(other):
            text = f"{name} and {other} cannot both be set."
            yield at_setting((name,), text, one=name, other=other)
