"""The AI SDK refuses what we predict that it refuses, and accepts what we predict that it accepts.

What stays different, and why:

- A damaged history that looks like another format altogether (`developer` messages, an image without its key, text
  parts without a type, a message of another format among two of its own) is converted for the SDK like any history of
  that format, and the conversion heals it. The SDK is asked about the list as it is.
  What a provider's API takes is judged as it is.
- A history that is damaged down to a single message can be that of an older version as well: it is converted too.
- The SDK skips `data` messages, so that nothing is left of a history that has no other; the workbench converts them.
- In parts, the SDK reads a text letter by letter, and nothing else stops it; the workbench says that it is no list.
- A media type that is a number stops SDK 7 where it converts the file; the workbench leaves it to the provider.
- The SDK reads past OpenAI's calls where their message has a text too, and would send the text alone. We say that the
  call has no result.
- SDK 7 runs a tool whose call was approved, and the oracle has no tools to run.
"""

from __future__ import annotations

import pytest

from tests.oracles.agreement import BASE, MUTANTS, agreement, report_for
from tests.oracles.histories import History, base_histories
from tests.oracles.mutants import mutants
from tests.oracles.sdk import Answer, Sdk, generations
from workbench.targets.vercel.ui import refused_by_validation

NUMBER = 150
"""Mutants per pair in the test suite; `python -m tests.oracles --mutants 2000` asks about more."""

PAIRS = [
    ("vercel-v4-core", "4"),
    ("vercel-v4-ui", "4"),
    ("vercel-v5-model", "4"),
    ("vercel-v5-ui", "4"),
    ("vercel-v5-model", "5"),
    ("vercel-v4-core", "5"),
    ("vercel-v5-ui", "5"),
    ("vercel-v5-model", "6"),
    ("vercel-v4-ui", "6"),
    ("vercel-v5-model", "7"),
    ("vercel-v5-ui", "7"),
]
"""A format, and the version of the SDK that is given it."""


def refusals(sdk: Sdk, version: str, histories: list[History]) -> list[str | None]:
    answers = sdk.ask(generations(version, [history.messages for history in histories]))
    return [answer.refused for answer in answers]


@pytest.mark.parametrize(("format_name", "version"), PAIRS)
def test_samples_and_features_get_the_verdict_of_the_sdk(sdk: Sdk, format_name: str, version: str) -> None:
    histories = list(base_histories(format_name))
    found = agreement(histories, f"ai@{version}", refusals(sdk, version, histories))
    assert found.share >= BASE, found.told()


READ_PAST = "openai-chat/pending-call.json"
PROVIDERS = ["openai-chat", "openai-responses", "anthropic", "gemini", "bedrock-converse"]


@pytest.mark.parametrize("version", ["4", "5", "6", "7"])
@pytest.mark.parametrize("format_name", PROVIDERS)
def test_messages_of_a_provider_get_the_verdict_of_the_sdk_without_a_conversion(
    sdk: Sdk, format_name: str, version: str
) -> None:
    histories = [history for history in base_histories(format_name) if history.name != READ_PAST]
    found = agreement(histories, f"ai@{version}", refusals(sdk, version, histories))
    assert found.share >= BASE, found.told()


@pytest.mark.parametrize(("format_name", "version"), PAIRS)
def test_mutants_get_the_verdict_of_the_sdk(sdk: Sdk, format_name: str, version: str) -> None:
    histories = list(mutants(format_name, NUMBER))
    found = agreement(histories, f"ai@{version}", refusals(sdk, version, histories))
    assert found.share >= MUTANTS, found.told()


def test_a_refusal_of_only_the_first_releases_of_7_is_a_warning(sdk: Sdk) -> None:
    histories = [*base_histories("vercel-v5-model"), *mutants("vercel-v5-model", NUMBER)]
    differing = [
        (history.name, refusal)
        for history, refusal in zip(histories, refusals(sdk, "7-first", histories), strict=True)
        if _refused_by_some_release(history) != (refusal is not None)
    ]
    assert len(differing) <= (1 - MUTANTS) * len(histories), differing


def _refused_by_some_release(history: History) -> bool:
    report = report_for(history.messages, "ai@7")
    return report.verdict.refused or any(finding.rule == "sdk-message-invalid" for finding in report.findings)


@pytest.mark.parametrize("version", ["5", "6", "7"])
@pytest.mark.parametrize("format_name", ["vercel-v5-ui", "vercel-v4-ui"])
def test_ui_messages_get_the_verdict_after_the_sdks_own_conversion(sdk: Sdk, format_name: str, version: str) -> None:
    histories = [*base_histories(format_name), *mutants(format_name, NUMBER)]
    answers = [converted_and_sent(sdk, version, history) for history in histories]
    found = agreement(histories, f"ai@{version}-ui", [answer.refused for answer in answers])
    assert found.share >= BASE, found.told()


def converted_and_sent(sdk: Sdk, version: str, history: History) -> Answer:
    converted = sdk.convert(version, history.messages)
    return converted if converted.refused else sdk.generate(version, converted.made)


@pytest.mark.parametrize("version", ["5", "6", "7"])
def test_refusals_of_validate_ui_messages_are_predicted(sdk: Sdk, version: str) -> None:
    histories = [*base_histories("vercel-v5-ui"), *mutants("vercel-v5-ui", NUMBER)]
    differing = [
        (history.name, answer.refused)
        for history in histories
        if bool(list(refused_by_validation(int(version), history.messages)))
        != ((answer := sdk.validate(version, history.messages)).refused is not None)
    ]
    assert differing == []


@pytest.mark.parametrize(("format_name", "version"), PAIRS)
def test_the_words_are_those_of_the_sdk(sdk: Sdk, format_name: str, version: str) -> None:
    """Of what both refuse, the first line of the words is the same in nine of ten."""
    histories = list(mutants(format_name, NUMBER))
    said = [
        (report.verdict.words or "", refusal)
        for history, refusal in zip(histories, refusals(sdk, version, histories), strict=True)
        if refusal is not None and (report := report_for(history.messages, f"ai@{version}")).verdict.refused
    ]
    alike = [ours for ours, theirs in said if ours.splitlines()[:1] == theirs.splitlines()[:1]]
    assert len(alike) >= 0.9 * len(said), [pair for pair in said if pair[0] not in alike][:5]
