"""Documents that are not histories: for any input, the only exception is that it cannot be loaded.

`python -m tests.test_arbitrary_documents 100000` runs as many documents as asked for and prints what became of them.
"""

from __future__ import annotations

import json
import random
import sys
import time
import traceback
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.random_documents import MAKERS
from tests.strategies.json_values import json_values
from workbench.checks.check import check
from workbench.converters import route
from workbench.detection import detected
from workbench.formats import FORMATS
from workbench.loading import LoadError, load
from workbench.targets import TARGETS

SEED = 2026
IN_THE_SUITE = 2_000


def carry_through(text: str, said: str | None = None, target: str | None = None) -> str | None:
    """Load, detect, convert to every format and check; the format it was taken for, None if it could not be loaded."""
    try:
        conversation = detected(load(text.encode(errors="surrogatepass")), said)
    except LoadError:
        return None
    for name in FORMATS:
        messages = conversation.messages
        for edge in route(conversation.format, name):
            messages = [row.message for row in edge.convert(messages, conversation.settings) if row.slot == "messages"]
    check(conversation, target)
    return conversation.format


def carried(number: int) -> str | None:
    """What became of document `number`: half of them a user takes for some format, and each is for another target."""
    said = [*FORMATS][number // 4 % len(FORMATS)] if number // 2 % 2 else None
    return carry_through(made(number), said, [None, *TARGETS][number % (len(TARGETS) + 1)])


def made(number: int, seed: int = SEED) -> str:
    """Document `number` of a series: each can be made again alone."""
    chance = random.Random(seed * 1_000_003 + number)
    return json.dumps(MAKERS[number % len(MAKERS)](chance), ensure_ascii=chance.random() < 0.5)


@pytest.mark.parametrize("series", range(4))
def test_no_random_document_makes_anything_raise(series: int) -> None:
    outcomes = Counter(carried(number) for number in range(series, IN_THE_SUITE, 4))
    assert outcomes.total() == IN_THE_SUITE / 4
    assert sum(count for name, count in outcomes.items() if name is not None) > outcomes.total() / 4


@settings(deadline=None, max_examples=100)
@given(value=json_values | st.lists(st.dictionaries(st.sampled_from(["role", "content", "parts"]), json_values)))
def test_no_json_value_makes_anything_raise(value: Any) -> None:
    assert carry_through(json.dumps(value)) in {None, *FORMATS}


def main(count: int) -> int:
    began, outcomes, raised = time.perf_counter(), Counter[str | None](), Counter[str]()
    for number in range(count):
        try:
            outcomes[carried(number)] += 1
        except Exception as error:  # noqa: BLE001 - what is being looked for
            place = traceback.extract_tb(error.__traceback__)[-1]
            fault = f"{type(error).__name__}: {error} at {place.filename}:{place.lineno}"
            raised[fault] += 1
            if raised[fault] == 1:
                print(f"document {number} raised {fault}: {made(number)!a}", flush=True)
    print(f"{count} documents in {time.perf_counter() - began:.0f} s")
    for name, number in outcomes.most_common():
        print(f"{number:8} {name or 'could not be loaded'}")
    print("nothing raised" if not raised else f"{raised.total()} raised: {dict(raised)}")
    return 1 if raised else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
