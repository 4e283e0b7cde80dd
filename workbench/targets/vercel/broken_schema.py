"""Violations of the SDK's schema for a list of messages, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from workbench.json.description import quoted
from workbench.json.text import Json
from workbench.targets.contract import ERROR, Thrown
from workbench.targets.severities import Severity

if TYPE_CHECKING:
    from pydantic import TypeAdapter

    from workbench.checks.schema import Problem


def broken_schema(version: int, messages: Sequence[Json], words: str, severity: Severity = ERROR) -> Iterator[Thrown]:
    from workbench.targets.vercel.schema import messages_schema

    yield from thrown_problems(messages_schema(version), messages, words, severity)


def thrown_problems(
    schema: TypeAdapter[Any], messages: Sequence[Json], words: str, severity: Severity
) -> Iterator[Thrown]:
    from workbench.checks.schema import problems_of

    for problem in problems_of(schema, list(messages)):
        index, *path = problem.path or (-1,)
        if isinstance(index, int):
            yield Thrown(index, tuple(path), _sentence(problem), words, severity=severity)


def _sentence(problem: Problem) -> str:
    from workbench.checks.schema import MISSING, TYPE, VALUE, json_type

    place, facts = problem.path[-1] if problem.path else 0, problem.facts
    name = f"`{place}`" if isinstance(place, str) else "This part" if len(problem.path) > 1 else "This message"
    if problem.kind == MISSING:
        return f"{name} is missing; the SDK's schema requires it."
    if problem.kind == VALUE and isinstance(facts["value"], str):
        allowed = ", ".join(str(value) for value in facts["allowed"])
        return f"{name} is {quoted(facts['value'])}; the SDK's schema accepts {allowed}."
    if problem.kind == TYPE:
        expected = " or ".join(str(name) for name in facts["expected"])
        return f"{name} is of type {json_type(facts['value'])}; the SDK's schema requires {expected}."
    return f"{name} does not match the SDK's schema."
