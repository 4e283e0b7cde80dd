"""What the workbench shows as converted is what the AI SDK posts through its provider packages.

What stays different, and why:

- SDK 5 sends each tool message to Gemini as a turn of its own, and a Bedrock document under its whole file name; later
  versions do not.
- Before SDK 7 a failed or denied result reaches Gemini as if it had succeeded; the workbench shows it as `error`, as
  7 sends it.
- With `store`, which is OpenAI's default, the SDK sends references to stored items to the Responses API; the workbench
  shows the items, because only they say anything. SDK 7 writes an answer there as a string, not as a list of one text.
- SDK 7 rewrites the old shapes of files in results before it writes them as JSON to Chat Completions, and loses SDK
  5's `media` on the way to Anthropic and Gemini; the workbench keeps it.
- What a provider's package runs itself (`providerExecuted`) each package sends in another way.
"""

from __future__ import annotations

import pytest

from tests.oracles.bodies import KEYS, Compared, compared
from tests.oracles.features import FEATURES
from tests.oracles.sdk import Sdk
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.json.text import Json
from workbench.stages import stages
from workbench.targets import TARGETS

_FAILED = {"a failed result", "a failed result of JSON", "a denied call", "a denied call without a reason"}
_FILES = {"a medium in a result", "a picture in a result", "a file in a result", "a picture by address in a result"}
EXPLAINED = {
    "openai": {*_FILES, "a call that the provider ran", "a file in a result, as SDK 7 writes it"},
    "openai-responses": {
        *_FAILED,
        "reasoning item of OpenAI",
        "a message item of OpenAI",
        "a call that the provider ran",
    },
    "anthropic": {"a medium in a result"},
    "google": {*_FAILED, "parallel results in two messages", "a medium in a result"},
    "amazon-bedrock": {"a named PDF", "a call that the provider ran"},
}
EQUAL = 0.95


@pytest.mark.parametrize("version", ["5", "6", "7"])
@pytest.mark.parametrize("provider", KEYS)
def test_the_converted_history_is_the_body_that_the_sdk_posts(sdk: Sdk, provider: str, version: str) -> None:
    rows = compared(sdk, provider, version, "vercel-v5-model")
    differing = [row for row in rows if _plain(row.theirs) != _plain(row.ours)]
    unexplained = [row for row in differing if row.feature not in EXPLAINED[provider]]
    assert len(unexplained) <= (1 - EQUAL) * len(rows), [_told(row) for row in unexplained]


def _plain(value: Json) -> Json:
    """An answer of one text is the same as a string and as a list of one part."""
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if not isinstance(value, dict):
        return value
    content = value.get("content")
    if isinstance(content, list) and len(content) == 1 and content[0].get("type") == "output_text":
        return {**value, "content": content[0]["text"]}
    return value


def _told(row: Compared) -> str:
    return f"{row.feature}: {row.theirs} is shown as {row.ours}"


def test_string_results_go_to_ai_sdk_4_in_quotes_and_to_others_as_they_are(sdk: Sdk) -> None:
    """Spec 004 sends the bare string; the SDK's own way is the default for the SDK."""
    messages = FEATURES["vercel-v4-core"]["a call and its result"]
    conversation = detected(Conversation("a", messages, messages), format="vercel-v4-core")
    by_sdk = stages(conversation, TARGETS["ai@4"]).wire
    assert by_sdk.messages == sdk.send("4", "openai", messages).made["messages"]
    assert by_sdk.messages[2]["content"] == '"open"'
    assert stages(conversation, TARGETS["openai"]).wire.messages[2]["content"] == "open"


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
