"""No rule and no fix raises where a value of a request has another type than the one it was written for."""

from __future__ import annotations

import contextlib
import copy
import json
import random
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from workbench.json.pointer import containers, follow, leaves, to_pointer
from workbench.loading import LoadError, load
from workbench.repairs.plan import plan

ROWS = [
    row for path in sorted((Path(__file__).parent / "refusals").glob("*.json")) for row in json.loads(path.read_text())
]
VALUES: list[Any] = [{}, [], None, 7, "x", True, [{}], {"a": []}]
LOTS = 16


def retyped(request: Any, choice: random.Random) -> Iterator[tuple[str, Any]]:
    """Yield the request once for every value in it, with another value there."""
    for path, _ in chain(leaves(request), containers(request)):
        if path:
            document = copy.deepcopy(request)
            follow(document, path[:-1])[path[-1]] = copy.deepcopy(choice.choice(VALUES))
            yield to_pointer(path), document


@pytest.mark.slow
@pytest.mark.parametrize("lot", range(LOTS))
def test_a_request_with_a_value_of_another_type_is_checked_and_planned_for(lot: int) -> None:
    choice = random.Random(lot)
    for row in ROWS[lot::LOTS]:
        for pointer, document in retyped(row["request"], choice):
            with contextlib.suppress(LoadError):
                conversation = load(json.dumps(document).encode())
                try:
                    plan(conversation, row["target"])
                except Exception as error:
                    error.add_note(f"{row['target']}, {pointer}: {json.dumps(document)}")
                    raise
