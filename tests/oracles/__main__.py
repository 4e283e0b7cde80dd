"""Ask every oracle about many mutants, and print where the workbench disagrees.

python -m tests.oracles --mutants 2000
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable

from tests.oracles.agreement import agreement
from tests.oracles.histories import History, base_histories
from tests.oracles.mutants import mutants
from tests.oracles.sdk import Sdk, running_sdk
from tests.oracles.test_sdk_verdicts import PAIRS, refusals
from tests.oracles.test_validators import BOTH_WAYS
from tests.oracles.validators import Validator

Ask = Callable[[list[History]], Iterable[str | None]]


def _compare(name: str, format_name: str, target: str, number: int, ask: Ask) -> None:
    for kind, histories in (
        ("samples", list(base_histories(format_name))),
        ("mutants", list(mutants(format_name, number))),
    ):
        found = agreement(histories, target, ask(histories))
        print(f"{name}, {format_name}, {kind}: {found.told()}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutants", type=int, default=2000, help="how many broken histories per format")
    number = parser.parse_args().mutants
    with running_sdk() as sdk:
        for format_name, version in PAIRS:
            _compare(f"ai@{version}", format_name, f"ai@{version}", number, _asking(sdk, version))
    for target, (format_name, refusal, _) in BOTH_WAYS.items():
        _compare(target, format_name, target, number, _each_by(refusal))


def _each_by(refusal: Validator) -> Ask:
    return lambda histories: [refusal(history.messages) for history in histories]


def _asking(sdk: Sdk, version: str) -> Ask:
    return lambda histories: refusals(sdk, version, histories)


if __name__ == "__main__":
    main()
