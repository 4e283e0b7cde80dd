"""What `fix` calls repaired is taken by the program it was repaired for, and is still in its format.

A history that ends in a call without its result is left alone: the tool may still be running, and the workbench says
that it would be refused if it were sent now.

What stays different, and why: mistral-common 1.13 reads the text of a `thinking` part as one string, while Mistral's
API has a list of parts there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from tests.oracles import validators
from tests.oracles.mutants import mutants
from tests.oracles.sdk import Sdk
from tests.oracles.test_validators import need
from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.repairs.repair import Repaired, repair

NUMBER = 120
ACCEPTED = 0.98

Oracle = Callable[[list[Any], Any], str | None]
"""Messages and instructions → why they are refused."""


class Accepted(NamedTuple):
    repaired: int
    """Histories with nothing left to repair."""
    refused: list[tuple[str, str]]
    """Those of them that the oracle refuses all the same, with its words."""

    @property
    def share(self) -> float:
        return 1 - len(self.refused) / max(1, self.repaired)


def repaired_histories(format_name: str, target: str, number: int, seed: int) -> Iterator[tuple[str, Repaired]]:
    for history in mutants(format_name, number, seed):
        before = detected(Conversation("broken", history.messages, history.messages), target=target)
        after = repair(before, target, mind_others=False)
        if after.applied:
            assert after.conversation.format == before.format, history
            yield history.name, after


def accepted(format_name: str, target: str, refusal: Oracle, number: int = NUMBER, seed: int = 0) -> Accepted:
    whole = [
        (name, after)
        for name, after in repaired_histories(format_name, target, number, seed)
        if not after.remaining and not check(after.conversation, target).when_sent.refused
    ]
    refused = []
    for name, after in whole:
        settings = after.conversation.settings
        said = refusal(list(after.conversation.messages), settings.get("instructions", settings.get("system")))
        if said is not None:
            refused.append((name, said))
    return Accepted(len(whole), refused)


BY_SDK = [("vercel-v4-core", "4"), ("vercel-v5-model", "5"), ("vercel-v5-model", "6"), ("vercel-v5-model", "7")]
BY_PROGRAM = [
    ("openai-chat", "langgraph", validators.langgraph, "langgraph"),
    ("openai-chat", "mistral", validators.mistral_common, "mistral_common"),
    ("a2a", "a2a-sdk@1", validators.a2a_sdk, "a2a"),
]


@pytest.mark.parametrize(("format_name", "version"), BY_SDK)
def test_a_repaired_history_is_accepted_by_the_sdk(sdk: Sdk, format_name: str, version: str) -> None:
    def refusal(messages: list[Any], system: Any) -> str | None:
        return sdk.generate(version, messages, system).refused

    found = accepted(format_name, f"ai@{version}", refusal)
    assert found.share >= ACCEPTED, found.refused


@pytest.mark.parametrize(("format_name", "target", "refusal", "package"), BY_PROGRAM)
def test_a_repaired_history_is_accepted_by_the_program(
    format_name: str, target: str, refusal: validators.Validator, package: str
) -> None:
    need(package)
    found = accepted(format_name, target, lambda messages, system: refusal(messages))
    assert found.share >= ACCEPTED, found.refused
