"""Each provider refuses what it is known to refuse: the rules by name, and words that are filled in."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest

from tests.rules.test_examples import EXAMPLES, checked
from tests.rules.test_real_shapes import SHAPES
from tests.rules.test_real_shapes import checked as shape_checked
from tests.test_samples import INDEX
from tests.test_samples import checked as sample_checked
from workbench.checks.report import Report
from workbench.rules import RULES
from workbench.targets import TARGETS

CHAT = """tool-result-missing tool-result-orphan tool-id-mismatch tool-result-not-adjacent tool-result-duplicate
    tool-id-missing tool-id-too-long tool-name-bad-chars tool-name-empty tool-args-invalid-json content-null
    content-type-mismatch image-no-data-prefix role-unsupported tool-call-type-missing"""
SDK = """format-mixed ui-tool-state-incomplete tool-result-missing tool-result-orphan sdk-version-shape
    format-wrong-for-target tool-result-name-missing messages-empty image-data-invalid tool-id-duplicate"""
HOSTS_AND_SERVERS = (
    *("zhipu", "xai", "groq", "cerebras", "fireworks", "together", "openrouter", "perplexity", "cohere"),
    "nearai",
    *("ollama", "vllm", "sglang", "llama-cpp", "lm-studio", "volcengine"),
    *("nvidia", "github-copilot", "databricks", "cloudflare", "gemini-openai"),
)
REFUSED = {
    "openai": CHAT,
    "azure-openai": CHAT,
    "openai-compatible": CHAT,
    "deepseek": CHAT,
    "moonshot": CHAT,
    "minimax": CHAT,
    "qwen": CHAT,
    **dict.fromkeys(HOSTS_AND_SERVERS, CHAT),
    "xai-responses": "tool-result-missing tool-result-orphan tool-id-too-long tool-name-empty image-empty",
    "deepseek-anthropic": "tool-result-missing tool-result-orphan tool-id-bad-chars content-empty",
    "bedrock-anthropic": "tool-result-missing tool-result-orphan thinking-signature-missing image-url-unsupported",
    "vertex-anthropic": "tool-result-missing tool-result-orphan thinking-signature-missing content-empty",
    "vertex-gemini": "tool-count-mismatch role-order-gemini thought-signature-missing tool-result-name-missing",
    "openai-responses": """tool-result-missing tool-result-orphan reasoning-item-unpaired reasoning-item-not-found
        item-id-prefix item-id-bad-chars tool-id-too-long tool-name-empty image-empty""",
    "codex": "tool-result-missing tool-result-orphan store-required-false parameter-unsupported role-unsupported",
    **dict.fromkeys(
        ("llama-cpp-responses", "ollama-responses"), "item-type-unsupported tool-result-missing value-unsupported"
    ),
    **dict.fromkeys(
        ("lm-studio-responses", "openrouter-responses", "compatible-responses"), "tool-result-missing tool-name-empty"
    ),
    "vllm-responses": "tool-result-missing field-missing field-wrong-type",
    "deepseek-responses": "tool-result-not-adjacent tool-result-missing tool-result-orphan",
    "anthropic": """tool-result-missing tool-result-orphan tool-result-not-first tool-result-not-adjacent
        tool-result-duplicate tool-id-duplicate tool-id-bad-chars server-tool-result-orphan tool-args-not-object
        tool-name-bad-chars content-empty-text content-whitespace-text content-empty assistant-trailing-whitespace
        role-last-assistant role-first-not-user role-consecutive role-system-misplaced
        thinking-missing-before-tool-use thinking-present-while-disabled thinking-signature-missing
        thinking-signature-invalid thinking-modified image-media-type-unsupported image-media-type-mismatch
        lone-surrogate cache-control-too-many""",
    "gemini": """tool-count-mismatch role-order-gemini tool-result-not-adjacent tool-result-mixed-with-text
        tool-result-name-missing thought-signature-missing thought-signature-misplaced tool-name-bad-chars
        role-last-assistant""",
    "ai@4": SDK,
    "ai@5": f"{SDK} ui-message-as-model-message ui-parts-missing",
    "ai@6": f"{SDK} ui-message-as-model-message ui-parts-missing",
    "ai@7": f"{SDK} ui-message-as-model-message ui-parts-missing role-system-among-messages",
    "ai@5-ui": f"{SDK} ui-parts-missing",
    "ai@6-ui": f"{SDK} ui-parts-missing",
    "ai@7-ui": f"{SDK} ui-parts-missing role-system-among-messages",
    "mistral": """tool-id-format-mistral tool-count-mismatch tool-result-orphan role-order-mistral
        role-last-assistant tool-id-mismatch tool-id-duplicate tool-id-missing tool-name-bad-chars
        content-and-tool-calls""",
    "bedrock": """tool-result-missing tool-result-split tool-result-orphan tool-result-mixed-with-text
        tool-result-empty-error tool-config-missing role-consecutive tool-id-bad-chars tool-id-too-long
        tool-name-bad-chars image-media-type-unsupported""",
    "a2a-sdk@1": """a2a-message-id-missing a2a-parts-empty a2a-version-mismatch content-empty-text
        a2a-mixed-response-and-text""",
    "google-adk": "a2a-mixed-response-and-text tool-result-orphan",
    "google-adk-gemini": "tool-result-orphan",
    "langgraph": "tool-result-missing",
}
"""Target → the rules that its provider is known to enforce."""

ROUTE = """tool-id-collision tool-id-mismatch-created tool-id-mismatch-healed tool-id-not-round-trip message-dropped
    block-dropped error-text-lost falsy-result-erased python-repr-output args-double-stringified round-trip-changed"""


def test_every_target_is_in_the_book() -> None:
    assert set(REFUSED) == set(TARGETS)


@pytest.mark.parametrize("target", REFUSED)
def test_a_target_enforces_every_rule_it_is_known_for(target: str) -> None:
    enforced = {rule for rule in RULES if TARGETS[target].rules.get(rule) or RULES[rule].default}
    assert set(REFUSED[target].split()) <= enforced


def test_what_is_lost_on_the_way_is_a_rule_for_every_target() -> None:
    assert [rule for rule in ROUTE.split() if RULES[rule].default is None] == []


@pytest.mark.parametrize("target", TARGETS.values(), ids=lambda target: target.name)
def test_a_target_names_only_rules_that_exist(target: Any) -> None:
    named_rules = {*target.rules, *(words.partition(":")[0] for words in target.words)}
    assert named_rules <= set(RULES)


def test_no_rule_knows_a_target_by_name() -> None:
    """Targets differ in their limits, and the next version of a target may have others."""
    assert [rule.name for rule in RULES.values() if "target.name" in inspect.getsource(rule.check)] == []


UNFILLED = re.compile(r"\{[a-z_]+\}")


def unfilled(report: Report) -> list[str]:
    texts = [text for f in report.findings for text in (f.provider_error, f.param, f.text) if text]
    return [text for text in texts if UNFILLED.search(text)]


def test_the_words_for_every_example_are_filled_in() -> None:
    assert [text for _, example in EXAMPLES for text in unfilled(checked(example))] == []


def test_the_words_for_every_sample_are_filled_in() -> None:
    assert [text for entry in INDEX for text in unfilled(sample_checked(entry))] == []


def test_the_words_for_every_real_shape_are_filled_in() -> None:
    assert [text for shape in SHAPES for text in unfilled(shape_checked(shape))] == []


SYSTEM_FIRST: list[Any] = [
    {"speaker": "human", "blocks": [{"type": "text", "text": "go"}]},
    {
        "speaker": "ai",
        "blocks": [
            {"type": "tool_call", "id": "hist_tool_1", "name": "a", "parameters": {}},
            {"type": "tool_call", "id": "hist_tool_2", "name": "b", "parameters": {}},
        ],
    },
    {
        "speaker": "tool",
        "blocks": [
            {"type": "tool_response", "callId": "hist_tool_1", "result": "x"},
            {"type": "tool_response", "callId": "hist_tool_2", "result": "y"},
        ],
    },
    {"speaker": "ai", "blocks": [{"type": "tool_call", "id": "hist_tool_3", "name": "", "parameters": {}}]},
    {"speaker": "tool", "blocks": [{"type": "tool_response", "callId": "hist_tool_3", "result": "z"}]},
]


def test_the_words_count_messages_as_the_wire_has_them_and_the_finding_points_into_the_file() -> None:
    """Two results of one message are two messages on OpenAI's wire, so the third speaker's call is message 4 there."""
    from workbench.checks.check import check
    from workbench.conversation import Conversation
    from workbench.detection import detected

    report = check(detected(Conversation("wire", SYSTEM_FIRST, SYSTEM_FIRST)), "openai")
    (finding,) = report.errors
    assert (finding.rule, finding.at) == ("tool-name-empty", "/3/blocks/0/name")
    assert finding.wire_at == "/4/tool_calls/0/function/name"
    assert finding.provider_error is not None
    assert finding.provider_error.startswith("Invalid 'messages[4].tool_calls[0].function.name': empty string.")
