"""What the workbench shows as converted is what the AI SDK posts through its provider packages.

Each version's own way (`--as ai@7`, `--as ai@5/mistral`) is the body to the letter. What stays different, and why:

- Where SDK 4 shows the model content beside a result (`experimental_content`), only its packages for Anthropic and
  Bedrock send it; the workbench shows it for the others too.
- JavaScript reads 1.0 as 1, and a number beyond 2^53 as one nearby; the workbench keeps the number as it was written.
- OpenAI's Responses API is sent references to stored items by default; the workbench shows the items, as `store: false`
  sends them, because only they say anything.
- What nobody's version is named for keeps what any version keeps: a failed result is an `error` for Gemini, as 7
  sends it, results of tools that the provider ran follow their calls, and `media` of SDK 5 stays an image.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.features import FEATURES as ONE_FEATURE
from tests.oracles.bodies import KEYS, Compared, compared
from tests.oracles.features import FEATURES
from tests.oracles.sdk import Sdk
from workbench.conversation import Conversation
from workbench.converters import as_sent_by, route
from workbench.detection import detected
from workbench.stages import stages
from workbench.targets import TARGETS

EXPLAINED = {("4", "openai-responses"): {"a picture in a result"}, ("4", "google"): {"a picture in a result"}}
NAMED_BY_THE_APPLICATION = {"file-id in result", "image-file-id in result"}
"""A server that is compatible has the name that the application gave it, and so has its file."""
EQUAL = 0.95


@pytest.mark.parametrize("version", ["4", "5", "6", "7"])
@pytest.mark.parametrize("provider", KEYS)
def test_each_version_is_converted_to_the_body_that_it_posts(sdk: Sdk, provider: str, version: str) -> None:
    rows = compared(sdk, provider, version)
    explained = EXPLAINED.get((version, provider), set())
    if provider == "openai-compatible":
        explained = NAMED_BY_THE_APPLICATION
    assert len(rows) >= 25
    assert [_told(row) for row in rows if row.theirs != row.ours and row.feature not in explained] == []


@pytest.mark.parametrize("provider", ["openai", "openai-responses", "anthropic", "google", "amazon-bedrock"])
def test_without_a_version_it_is_the_body_of_one_of_them(sdk: Sdk, provider: str) -> None:
    """What no version posts is at most one in twenty."""
    posted = {version: {row.feature: row for row in compared(sdk, provider, version, "")} for version in "567"}
    features = {feature for rows in posted.values() for feature in rows}
    unlike = [
        feature
        for feature in features
        if not any(row.theirs == row.ours for rows in posted.values() if (row := rows.get(feature)))
    ]
    assert len(unlike) <= (1 - EQUAL) * len(features), sorted(unlike)


@pytest.mark.parametrize(("target", "package"), [("mistral", "mistral"), ("openai-compatible", "openai-compatible")])
def test_a_history_of_the_sdk_goes_to_a_target_through_its_own_package(sdk: Sdk, target: str, package: str) -> None:
    messages = FEATURES["vercel-v5-model"]["a picture as a data URL"]
    conversation = detected(Conversation("a", messages, messages), format="vercel-v5-model")
    assert stages(conversation, TARGETS[target]).wire.messages == sdk.send("7", package, messages).made["messages"]


def test_every_conversion_of_a_program_replaces_an_edge() -> None:
    ways = [(edge.source, edge.target) for edge in route("vercel-v5-model", "gemini")]
    assert ways == [("vercel-v5-model", "gemini")]
    edge = route("vercel-v5-model", "gemini")[0]
    assert as_sent_by("ai@5", edge) is not edge
    assert as_sent_by("openai", edge) is edge


def _told(row: Compared) -> str:
    return f"{row.feature}: {row.theirs} is shown as {row.ours}"


@pytest.mark.parametrize("target", ["ai@4", "openai", "groq"])
def test_string_results_of_sdk_4_go_in_quotes_unless_spec_004_is_chosen(sdk: Sdk, target: str) -> None:
    """The SDK is the program that sends such a history, whoever receives it."""
    messages = FEATURES["vercel-v4-core"]["a call and its result"]
    conversation = detected(Conversation("a", messages, messages), format="vercel-v4-core")
    by_sdk = stages(conversation, TARGETS[target]).wire
    assert by_sdk.messages == sdk.send("4", "openai", messages).made["messages"]
    assert by_sdk.messages[2]["content"] == '"open"'
    chosen = replace(conversation, sent_by="spec-004")
    assert stages(chosen, TARGETS[target]).wire.messages[2]["content"] == "open"


@pytest.mark.parametrize(
    ("target", "provider"), [("anthropic", "anthropic"), ("gemini", "google"), ("bedrock", "amazon-bedrock")]
)
def test_the_stage_of_a_history_of_sdk_4_is_what_its_package_for_the_provider_posts(
    sdk: Sdk, target: str, provider: str
) -> None:
    messages = FEATURES["vercel-v4-core"]["a call and its result"]
    conversation = detected(Conversation("a", messages, messages), format="vercel-v4-core")
    posted = sdk.send("4", provider, messages, None, ["look_up"]).made
    assert list(stages(conversation, TARGETS[target]).wire.messages) == posted[KEYS[provider][1]]


def test_what_ai_sdk_4_sends_is_what_the_stage_of_its_target_shows(sdk: Sdk) -> None:
    features = {name: messages for name, messages in FEATURES["vercel-v4-core"].items() if "file" not in name}
    differing = []
    for name, messages in features.items():
        answer = sdk.send("4", "openai", messages)
        conversation = detected(Conversation(name, messages, messages), format="vercel-v4-core")
        shown = list(stages(conversation, TARGETS["ai@4"]).wire.messages)
        if answer.refused is None and answer.made["messages"] != shown:
            differing.append((name, answer.made["messages"], shown))
    assert len(differing) <= (1 - EQUAL) * len(features), differing


@pytest.mark.parametrize(
    ("format_name", "version"),
    [
        ("vercel-v5-model", "4"),
        ("vercel-v5-ui", "4"),
        ("vercel-v4-ui", "5"),
        ("vercel-v4-ui", "6"),
        ("vercel-v4-ui", "7"),
    ],
)
def test_messages_of_another_version_are_shown_as_the_sdk_reads_them(sdk: Sdk, format_name: str, version: str) -> None:
    """It takes them, and leaves out what it does not know: calls, what they were given, results."""
    compared_ones, differing = 0, []
    for feature in (feature for feature in ONE_FEATURE if feature.format == format_name):
        posted = sdk.send(version, "openai", feature.messages, None, ["look_up"])
        if posted.refused is None:
            compared_ones += 1
            asked = detected(Conversation("a", feature.messages, feature.messages), format=format_name)
            shown = list(stages(asked, TARGETS[f"ai@{version}"]).wire.messages)
            differing += [(feature.name, posted.made["messages"], shown)] if shown != posted.made["messages"] else []
    assert compared_ones >= 10
    assert differing == []
