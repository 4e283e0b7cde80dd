"""No rule and no fix raises where a value of a request has another type than the one it was written for."""

from __future__ import annotations

import contextlib
import copy
import json
import re
from collections import Counter, defaultdict
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
_NUMBER = re.compile(r"\d+")


def retyped(request: Any, tried: Counter[str], first: int) -> Iterator[tuple[str, Any]]:
    """Yield the request once for every value in it, with a value of another type there, beginning with the `first`.

    `tried` counts the values for each place, whatever the numbers in its pointer: a hundred tools have as
    many places as one of them.
    """
    for path, _ in chain(leaves(request), containers(request)):
        pointer = to_pointer(path)
        place = _NUMBER.sub("N", pointer)
        if path and tried[place] < len(VALUES):
            document = copy.deepcopy(request)
            follow(document, path[:-1])[path[-1]] = copy.deepcopy(VALUES[(first + tried[place]) % len(VALUES)])
            tried[place] += 1
            yield pointer, document


@pytest.mark.parametrize("lot", range(LOTS))
def test_a_request_with_a_value_of_another_type_is_checked_and_planned_for(lot: int) -> None:
    tried: dict[tuple[str, str | None], Counter[str]] = defaultdict(Counter)
    for number, row in enumerate(ROWS[lot::LOTS]):
        for pointer, document in retyped(row["request"], tried[row["target"], row.get("rule")], number):
            with contextlib.suppress(LoadError):
                conversation = load(json.dumps(document).encode())
                try:
                    plan(conversation, row["target"])
                except Exception as error:
                    error.add_note(f"{row['target']}, {pointer}: {json.dumps(document)}")
                    raise
