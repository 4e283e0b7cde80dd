"""The problems of a whole request with the schema of its format, found once and asked for by several rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from workbench.checks.chat import Chat
from workbench.checks.schema import TYPE, VALUE, Problem, problems_of
from workbench.checks.schema_gate import gate_for
from workbench.formats.contract import RequestSchema
from workbench.json.pointer import Path, follow_or_none
from workbench.targets.contract import Target
from workbench.targets.severities import WARNING, Severity

_OF_REQUESTS = ("model", "modelId", "anthropic_version")
"""Settings that only a request has. A platform that has the model in its address wants a version instead."""
_AT_ONCE = 1000
"""Messages that are validated together: one that breaks the schema costs the others of its lot a second look."""


def request_problems(chat: Chat, target: Target, kind: str) -> list[Problem]:
    """The problems of one kind, with paths from the request's root, without those that the target's server takes."""
    return [one for one in _all_problems(chat, target) if one.kind == kind and not _is_taken(one, target)]


def breaks_schema(chat: Chat, target: Target) -> bool:
    """Whether there is a problem of any kind, be it one that the target's server takes."""
    return bool(_all_problems(chat, target))


def _all_problems(chat: Chat, target: Target) -> list[Problem]:
    closed = target.request.unknown_fields is not None
    make = target.request.schema or chat.format.schema
    if make is None:
        return []
    key = (make, closed)
    found = chat.memo.get(key)
    if found is None:
        found = chat.memo[key] = _found(chat, make(), closed)
    return cast(list[Problem], found)


def _is_taken(problem: Problem, target: Target) -> bool:
    """Whether the server takes what its schema does not."""
    terms = target.request
    if problem.facts.get("value", problem) is None and problem.kind in (TYPE, VALUE):
        is_taken = terms.null_is_absent or (len(problem.path) == 1 and not terms.refuses_null)
        if is_taken:  # of a parameter that is null, hardly a refusal is known
            return True
    return bool(terms.takes) and pattern_of(problem.path) in terms.takes


def problem_of_message(chat: Chat, target: Target, index: int) -> Problem | None:
    """The first problem of one message, also of one that is in another format than the others."""
    make = target.request.schema or chat.format.schema
    if make is None:
        return None
    closed = target.request.unknown_fields is not None
    for kind, path, facts in problems_of(make().for_messages, [chat.messages[index]], closed=closed):
        return Problem(kind, (chat.format.list_key, index, *path[1:]), facts)
    return None


def severity_of_unknown(chat: Chat, problem: Problem, target: Target) -> Severity | None:
    """A field of another API is refused as surely as the rule says; of any other only as surely as the target says.

    What a preview brings, and what the provider itself wrote, may be newer than the schema; and the request may be for
    another address of the provider.
    """
    place, terms = pattern_of(problem.path), target.request
    if place in terms.foreign_fields:
        return None
    may_be_new = any(chat.settings.get(name) for name in terms.previews) or _is_handed_back(chat, problem, target)
    may_go_elsewhere = not terms.of_other_address.isdisjoint(chat.settings)
    if may_be_new or may_go_elsewhere or place.startswith(terms.doubtful_fields):
        return WARNING
    return terms.unknown_fields if is_request(chat) else terms.unknown_in_files or terms.unknown_fields


def _is_handed_back(chat: Chat, problem: Problem, target: Target) -> bool:
    """Whether a field is inside a part that the provider wrote."""
    if problem.path[0] != chat.format.list_key or not target.request.handed_back:
        return False
    message, path = chat.messages[int(problem.path[1])], problem.path[2:]
    around = (follow_or_none(message, path[:length]) for length in range(len(path)))
    kinds = (part.get("type") for part in around if isinstance(part, dict))
    return any(isinstance(kind, str) and kind in target.request.handed_back for kind in kinds)


def is_request(chat: Chat) -> bool:
    """Whether what is beside the messages is a request, and not a thread or a file that only holds them."""
    return any(name in chat.settings for name in _OF_REQUESTS)


def pattern_of(path: Path) -> str:
    """`("messages", 3, "content", 0, "type")` → `messages[].content[].type`."""
    return "".join("[]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


def _found(chat: Chat, schema: RequestSchema, closed: bool) -> list[Problem]:
    gate = gate_for(schema, closed)
    found: list[Problem] = []
    for start in range(0, len(chat.messages), _AT_ONCE):
        messages = chat.messages[start : start + _AT_ONCE]
        if not gate.passes(messages):
            found += _of_messages(chat, schema, closed, start)
    if chat.settings and not gate.passes_settings(chat.settings):
        found += problems_of(schema.for_settings, dict(chat.settings), closed=closed)
    return found


def _of_messages(chat: Chat, schema: RequestSchema, closed: bool, start: int) -> Iterator[Problem]:
    """The problems of one lot, but for those of messages that are of another format."""
    elsewhere = {index for index, _ in chat.odd}
    messages = list(chat.messages[start : start + _AT_ONCE])
    for kind, path, facts in problems_of(schema.for_messages, messages, closed=closed):
        index = start + int(path[0])
        if index not in elsewhere:
            yield Problem(kind, (chat.format.list_key, index, *path[1:]), facts)
