"""The problems of an entire request with the schema of its format, computed once for several rules."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.checks.schema import TYPE, VALUE, Problem, problems_of
from workbench.checks.schema_gate import gate_for
from workbench.formats.contract import RequestSchema
from workbench.json.pointer import Path
from workbench.targets.contract import Target
from workbench.targets.severities import WARNING, Severity

_REQUEST_SETTINGS = frozenset(
    {
        *("model", "modelId", "anthropic_version"),
        *("generationConfig", "generation_config", "systemInstruction", "system_instruction", "inferenceConfig"),
    }
)
"""Settings that only a request has. One with the model in its address is known by its version or other settings."""
_PART_TYPE = "messages[].content[].type"
"""The kind of a part, of which a server may have more than the format's own provider."""
_AT_ONCE = 1000
"""How many messages are validated together. If one breaks the schema, its batch is validated a second time."""


def request_problems(chat: Chat, target: Target, kind: str) -> list[Problem]:
    """Return the problems of one kind, with paths from the request's root, except those that the server accepts."""
    problems = _all_problems(chat, target)
    return [problem for problem in problems if problem.kind == kind and not _is_accepted(problem, target)]


def breaks_schema(chat: Chat, target: Target) -> bool:
    """Whether there is a problem of any kind, even one that the target's server accepts."""
    return bool(_all_problems(chat, target))


def _all_problems(chat: Chat, target: Target) -> list[Problem]:
    closed = target.request.unknown_fields is not None
    make = target.request.schema or chat.format.schema
    if make is None:
        return []
    key = (make, closed)
    problems: list[Problem] | None = chat.memo.get(key)
    if problems is None:
        problems = chat.memo[key] = _validate(chat, make(), closed)
    return problems


def _is_accepted(problem: Problem, target: Target) -> bool:
    """Whether the server accepts a value that its schema does not."""
    terms = target.request
    is_null = problem.kind in (TYPE, VALUE) and problem.facts.get("value", problem) is None
    if is_null and (terms.null_is_absent or (len(problem.path) == 1 and not terms.refuses_null)):
        return True  # hardly any refusal of a parameter that is null is known
    place, value = pattern_of(problem.path), problem.facts.get("value")
    if place == _PART_TYPE and isinstance(value, str) and value in (target.limits.part_types or ()):
        return True
    return place in terms.lenient_places


def problem_of_message(chat: Chat, target: Target, index: int) -> Problem | None:
    """Return the first problem of one message, even if it is in another format than the others."""
    make = target.request.schema or chat.format.schema
    if make is None:
        return None
    closed = target.request.unknown_fields is not None
    for kind, path, facts in problems_of(make().for_messages, [chat.messages[index]], closed=closed):
        return Problem(kind, (chat.format.list_key, index, *path[1:]), facts)
    return None


def severity_of_unknown(chat: Chat, problem: Problem, target: Target) -> Severity | None:
    """Return the target's severity for unknown fields, or None (the rule's severity) for a field of another API.

    It is a warning if the field may be newer than the schema, because it belongs to a preview or the provider wrote
    it, or if the request may be for another address of the provider.
    """
    place, terms = pattern_of(problem.path), target.request
    if place in terms.foreign_fields:
        return None
    may_be_new = bool(named_previews(chat, target)) or _is_handed_back(chat, problem, target)
    may_go_elsewhere = not terms.other_endpoint_settings.isdisjoint(chat.settings)
    if may_be_new or may_go_elsewhere or place.startswith(terms.doubtful_fields):
        return WARNING
    return terms.unknown_fields if is_request(chat) else terms.unknown_in_files or terms.unknown_fields


def named_previews(chat: Chat, target: Target) -> list[str]:
    """Return the previews that the request names, in its body or in a header."""
    terms = target.request.previews
    values = [chat.settings[name] for name in terms if chat.settings.get(name)]
    in_body = [str(name) for value in values for name in (value if isinstance(value, list) else [value])]
    return [*in_body, *(chat.previews or ())] if terms else []


def _is_handed_back(chat: Chat, problem: Problem, target: Target) -> bool:
    """Whether a field is inside a part that the provider wrote, or a tool of its own."""
    if not target.request.returned_parts:
        return False
    kinds = (value.get("type") for value in chat.along(problem.path[:-1]) if isinstance(value, dict))
    return any(isinstance(kind, str) and kind in target.request.returned_parts for kind in kinds)


def is_request(chat: Chat) -> bool:
    """Whether the object around the messages is a request, and not a thread or a file that only contains them."""
    return not _REQUEST_SETTINGS.isdisjoint(chat.settings)


def pattern_of(path: Path) -> str:
    """Convert a path such as `("messages", 3, "content", 0, "type")` to `messages[].content[].type`."""
    return "".join("[]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


def _validate(chat: Chat, schema: RequestSchema, closed: bool) -> list[Problem]:
    gate = gate_for(schema, closed)
    problems: list[Problem] = []
    for start in range(0, len(chat.messages), _AT_ONCE):
        messages = chat.messages[start : start + _AT_ONCE]
        if not gate.passes(messages):
            problems += _batch_problems(chat, schema, closed, start)
    if chat.settings and not gate.passes_settings(chat.settings):
        problems += problems_of(schema.for_settings, dict(chat.settings), closed=closed)
    return problems


def _batch_problems(chat: Chat, schema: RequestSchema, closed: bool, start: int) -> Iterator[Problem]:
    """Yield the problems of one batch, except those of messages in another format."""
    in_other_format = {index for index, _ in chat.odd}
    messages = list(chat.messages[start : start + _AT_ONCE])
    for kind, path, facts in problems_of(schema.for_messages, messages, closed=closed):
        index = start + int(path[0])
        if index not in in_other_format:
            yield Problem(kind, (chat.format.list_key, index, *path[1:]), facts)
