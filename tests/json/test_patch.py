"""JSON Patch: the five operations, without modifying the document."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies.json_values import json_values
from workbench.json.patch import Operation, PatchError, apply

DOCUMENT: Any = {"list": [1, {"a/b": 2}, 3], "text": "x"}


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        ({"op": "add", "path": "/list/1", "value": 9}, {"list": [1, 9, {"a/b": 2}, 3], "text": "x"}),
        ({"op": "add", "path": "/list/-", "value": 9}, {"list": [1, {"a/b": 2}, 3, 9], "text": "x"}),
        ({"op": "add", "path": "/text", "value": 9}, {"list": [1, {"a/b": 2}, 3], "text": 9}),
        ({"op": "remove", "path": "/list/1/a~1b"}, {"list": [1, {}, 3], "text": "x"}),
        ({"op": "replace", "path": "/list/0", "value": None}, {"list": [None, {"a/b": 2}, 3], "text": "x"}),
        ({"op": "replace", "path": "", "value": [1]}, [1]),
        ({"op": "move", "from": "/list/0", "path": "/list/2"}, {"list": [{"a/b": 2}, 3, 1], "text": "x"}),
        ({"op": "test", "path": "/text", "value": "x"}, DOCUMENT),
    ],
)
def test_an_operation_follows_the_standard(operation: Any, expected: Any) -> None:
    before = copy.deepcopy(DOCUMENT)
    assert apply(DOCUMENT, [operation]) == expected
    assert before == DOCUMENT


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "remove", "path": "/absent"},
        {"op": "replace", "path": "/list/7", "value": 1},
        {"op": "add", "path": "/list/9", "value": 1},
        {"op": "add", "path": "/absent/deeper", "value": 1},
        {"op": "test", "path": "/text", "value": "y"},
        {"op": "copy", "from": "/text", "path": "/other"},
        {"op": "add", "path": "/text/0", "value": 1},
        {"op": "remove", "path": ""},
        {"op": "remove", "path": "/list/-1"},
        {"op": "remove", "path": "/list/-"},
        {"op": "add", "path": "/list/-1", "value": 1},
        {"op": "add", "path": "/list/01", "value": 1},
        {"op": "replace", "path": "/list/-1", "value": 1},
        {"op": "move", "from": "/list", "path": "/list/0"},
    ],
)
def test_a_patch_that_does_not_fit_is_refused(operation: Any) -> None:
    with pytest.raises(PatchError):
        apply(DOCUMENT, [operation])


def test_a_patch_that_fails_changes_nothing() -> None:
    patch: list[Operation] = [{"op": "replace", "path": "/text", "value": "y"}, {"op": "remove", "path": "/absent"}]
    with pytest.raises(PatchError):
        apply(DOCUMENT, patch)
    assert DOCUMENT["text"] == "x"


@given(document=st.lists(json_values, min_size=1, max_size=4), value=json_values)
def test_unchanged_values_are_shared_and_not_copied(document: list[Any], value: Any) -> None:
    changed = apply(document, [{"op": "add", "path": "/0", "value": value}])
    assert changed[0] is value
    assert all(after is before for after, before in zip(changed[1:], document, strict=True))
