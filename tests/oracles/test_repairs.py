"""What `fix` calls repaired is taken by the program it was repaired for, and is still in its format."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.oracles import validators
from tests.oracles.mutants import mutants
from tests.oracles.sdk import Sdk
from tests.oracles.test_validators import need
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.json.text import Json
from workbench.repairs.repair import Repaired, repair

NUMBER = 120
ACCEPTED = 0.98

Oracle = Callable[[list[Json], Json], str | None]
"""Messages and the instructions beside them → why they are refused."""


def repaired_histories(format_name: str, target: str) -> Iterator[tuple[str, Repaired]]:
    for history in mutants(format_name, NUMBER):
        before = detected(Conversation("broken", history.messages, history.messages), target=target)
        after = repair(before, target, mind_others=False)
        if after.applied:
            assert after.conversation.format == before.format, history
            yield history.name, after


def _accepted_share(format_name: str, target: str, refusal: Oracle) -> tuple[float, list[tuple[str, str]]]:
    whole = [(name, after) for name, after in repaired_histories(format_name, target) if not after.remaining]
    refused = []
    for name, after in whole:
        settings = after.conversation.settings
        said = refusal(list(after.conversation.messages), settings.get("instructions", settings.get("system")))
        if said is not None:
            refused.append((name, said))
    return 1 - len(refused) / max(1, len(whole)), refused


@pytest.mark.parametrize(
    ("format_name", "version"),
    [("vercel-v4-core", "4"), ("vercel-v5-model", "5"), ("vercel-v5-model", "6"), ("vercel-v5-model", "7")],
)
def test_a_repaired_history_is_taken_by_the_sdk(sdk: Sdk, format_name: str, version: str) -> None:
    def refusal(messages: list[Json], system: Json) -> str | None:
        return sdk.generate(version, messages, system).refused

    share, refused = _accepted_share(format_name, f"ai@{version}", refusal)
    assert share >= ACCEPTED, refused


@pytest.mark.parametrize(
    ("format_name", "target", "refusal", "package"),
    [
        ("openai-chat", "langgraph", validators.langgraph, "langgraph"),
        ("a2a", "a2a-sdk@1", validators.a2a_sdk, "a2a"),
    ],
)
def test_a_repaired_history_is_taken_by_the_program(
    format_name: str, target: str, refusal: validators.Validator, package: str
) -> None:
    need(package)
    share, refused = _accepted_share(format_name, target, lambda messages, system: refusal(messages))
    assert share >= ACCEPTED, refused
