"""A broken schema is reported as a problem with its kind, its path in the document and its facts."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Required

import pytest
from hypothesis import given
from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from tests.strategies.json_values import json_values
from workbench.checks.schema import MISSING, TYPE, UNKNOWN, VALUE, Problem, problems_of
from workbench.json.pointer import follow


class Text(TypedDict, total=False):
    type: Required[Literal["text"]]
    text: Required[str]


class Picture(TypedDict, total=False):
    type: Required[Literal["picture"]]
    picture: Required[dict[str, int]]


class Message(TypedDict, total=False):
    role: Required[Literal["user", "assistant"]]
    content: Required[str | list[Annotated[Text | Picture, Field(discriminator="type")]]]


SCHEMA: TypeAdapter[Any] = TypeAdapter(list[Message])


def kinds_and_paths(problems: list[Problem]) -> list[tuple[str, tuple[str | int, ...]]]:
    return [(problem.kind, problem.path) for problem in problems]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("Hello", []),
        ([{"type": "text", "text": "Hello"}], []),
        ([{"type": "text"}], [(MISSING, (0, "content", 0, "text"))]),
        ([{"type": "text", "text": 5}], [(TYPE, (0, "content", 0, "text"))]),
        ([{"type": "picture", "picture": {"width": "5"}}], [(TYPE, (0, "content", 0, "picture", "width"))]),
        ([{"type": "sound"}], [(VALUE, (0, "content", 0, "type"))]),
        ([{"text": "Hello"}], [(MISSING, (0, "content", 0, "type"))]),
        (["Hello"], [(TYPE, (0, "content", 0))]),
        (5, [(TYPE, (0, "content"))]),
        (None, [(TYPE, (0, "content"))]),
    ],
)
def test_each_problem_is_reported_once_with_its_path(
    content: Any, expected: list[tuple[str, tuple[str | int, ...]]]
) -> None:
    assert kinds_and_paths(problems_of(SCHEMA, [{"role": "user", "content": content}])) == expected


def test_a_value_that_may_have_several_types_lists_them_all() -> None:
    (problem,) = problems_of(SCHEMA, [{"role": "user", "content": 5}])
    assert problem.facts == {"value": 5, "expected": ["string", "array"]}


def test_a_value_outside_a_closed_set_is_reported_with_the_set() -> None:
    (problem,) = problems_of(SCHEMA, [{"role": "model", "content": "Hello"}])
    assert problem == Problem(VALUE, (0, "role"), {"value": "model", "allowed": ["user", "assistant"]})


def test_only_a_closed_schema_reports_unknown_fields() -> None:
    message = {"role": "user", "content": [{"type": "text", "text": "Hello", "cache": True}], "id": 1}
    assert problems_of(SCHEMA, [message]) == []
    closed = problems_of(SCHEMA, [message], closed=True)
    assert kinds_and_paths(closed) == [(UNKNOWN, (0, "content", 0, "cache")), (UNKNOWN, (0, "id"))]


@given(json_values)
def test_every_path_leads_to_the_value_or_to_the_object_that_lacks_it(value: Any) -> None:
    document: Any = [value, {"role": "user", "content": value}, {"role": "user", "content": [value]}]
    for problem in problems_of(SCHEMA, document, closed=True):
        if problem.kind == MISSING:
            assert problem.path[-1] not in follow(document, problem.path[:-1])
        else:
            assert follow(document, problem.path) == problem.facts["value"]
