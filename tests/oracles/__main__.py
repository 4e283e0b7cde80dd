"""Ask every oracle about many mutants, and print where the workbench disagrees.

python -m tests.oracles --mutants 2000 --seed 7
python -m tests.oracles --only mistral --only repairs
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable

from tests.oracles.agreement import agreement
from tests.oracles.histories import History, base_histories
from tests.oracles.mutants import mutants
from tests.oracles.sdk import Sdk, running_sdk
from tests.oracles.test_repairs import BY_PROGRAM, BY_SDK, accepted
from tests.oracles.test_sdk_verdicts import PAIRS, converted_and_sent, refusals
from tests.oracles.test_validators import BOTH_WAYS, SHAPES, is_missed
from tests.oracles.validators import Validator

Ask = Callable[[list[History]], Iterable[str | None]]


class Run:
    """What to ask: how many mutants of which seed, and which of the oracles."""

    def __init__(self, number: int, seed: int, only: list[str]) -> None:
        self.number, self.seed, self.only = number, seed, only

    def wants(self, name: str) -> bool:
        return not self.only or any(word in name for word in self.only)

    def histories(self, format_name: str) -> Iterable[tuple[str, list[History]]]:
        yield "samples", list(base_histories(format_name, self.seed))
        yield "mutants", list(mutants(format_name, self.number, self.seed))

    def verdicts(self, format_name: str, target: str, ask: Ask) -> None:
        if self.wants(target):
            for kind, histories in self.histories(format_name):
                found = agreement(histories, target, ask(histories))
                print(f"{target}, {format_name}, {kind}: {found.told()}", flush=True)

    def shape(self, format_name: str, target: str, refusal: Validator) -> None:
        if self.wants(target):
            for kind, histories in self.histories(format_name):
                missed = [history for history in histories if is_missed(history, target, refusal)]
                print(f"{target}, {format_name}, {kind}: {1 - len(missed) / len(histories):.1%} of {len(histories)}")
                for history in missed[:6]:
                    print(f"it alone refuses: {refusal(history.messages)} | {history.name}"[:400], flush=True)

    def repairs(self, format_name: str, target: str, refusal: Callable[..., str | None]) -> None:
        if self.wants("repairs"):
            found = accepted(format_name, target, refusal, self.number // 4, self.seed)
            print(f"repaired for {target}, {format_name}: {found.share:.1%} of {found.repaired}")
            for name, words in found.refused[:6]:
                print(f"{name}: {words}"[:400], flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutants", type=int, default=2000, help="how many broken histories per format")
    parser.add_argument("--seed", type=int, default=0, help="which ones")
    parser.add_argument("--only", action="append", default=[], help="part of a target's name, or `repairs`")
    asked = parser.parse_args()
    run = Run(asked.mutants, asked.seed, asked.only)
    with running_sdk() as sdk:
        _ask_the_sdk(run, sdk)
    for target, (format_name, refusal, _) in BOTH_WAYS.items():
        run.verdicts(format_name, target, _each_by(refusal))
    for target, (format_name, refusal, _) in SHAPES.items():
        run.shape(format_name, target, refusal)
    for format_name, target, refusal, _ in BY_PROGRAM:
        run.repairs(format_name, target, _without_instructions(refusal))


def _ask_the_sdk(run: Run, sdk: Sdk) -> None:
    for format_name, version in PAIRS:
        run.verdicts(format_name, f"ai@{version}", _asking(sdk, version))
    for format_name in ("vercel-v5-ui", "vercel-v4-ui"):
        for version in "567":
            run.verdicts(format_name, f"ai@{version}-ui", _converting(sdk, version))
    for format_name, version in BY_SDK:
        run.repairs(format_name, f"ai@{version}", lambda *given, v=version: sdk.generate(v, *given).refused)


def _each_by(refusal: Validator) -> Ask:
    return lambda histories: [refusal(history.messages) for history in histories]


def _without_instructions(refusal: Validator) -> Callable[..., str | None]:
    return lambda messages, instructions: refusal(messages)


def _asking(sdk: Sdk, version: str) -> Ask:
    return lambda histories: refusals(sdk, version, histories)


def _converting(sdk: Sdk, version: str) -> Ask:
    return lambda histories: [converted_and_sent(sdk, version, history).refused for history in histories]


if __name__ == "__main__":
    main()
