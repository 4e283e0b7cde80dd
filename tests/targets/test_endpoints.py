"""The address, then the model, then the format say who receives a conversation."""

from __future__ import annotations

import json
from typing import Any

import pytest

from workbench.checks.check import check
from workbench.loading import load
from workbench.targets import default_target

BODY: Any = {"model": "m", "messages": [{"role": "user", "content": "Hello"}]}


def target_of(url: str, body: Any = BODY) -> str:
    return default_target(load(f"curl {url} -H 'Authorization: Bearer x' -d '{json.dumps(body)}'"))


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("https://api.openai.com/v1/chat/completions", "openai"),
        ("https://mine.openai.azure.com/openai/deployments/gpt-4o/chat/completions?api-version=1", "azure-openai"),
        ("https://api.deepseek.com/chat/completions", "deepseek"),
        ("https://api.deepseek.com/anthropic/v1/messages", "deepseek-anthropic"),
        ("https://api.moonshot.ai/v1/chat/completions", "moonshot"),
        ("https://api.groq.com/openai/v1/chat/completions", "groq"),
        ("https://api.cerebras.ai/v1/chat/completions", "cerebras"),
        ("https://api.x.ai/v1/chat/completions", "xai"),
        ("https://openrouter.ai/api/v1/chat/completions", "openrouter"),
        ("https://api.together.xyz/v1/chat/completions", "together"),
        ("https://api.fireworks.ai/inference/v1/chat/completions", "fireworks"),
        ("https://api.perplexity.ai/chat/completions", "perplexity"),
        ("https://api.cohere.com/v2/chat", "cohere"),
        ("https://open.bigmodel.cn/api/paas/v4/chat/completions", "zhipu"),
        ("https://dashscope-intl.aliyuncs.com/compatible-mode/v1/chat/completions", "qwen"),
        ("https://api.cloudflare.com/client/v4/accounts/a/ai/v1/chat/completions", "cloudflare"),
        ("https://generativelanguage.googleapis.com/v1beta/openai/chat/completions", "gemini-openai"),
        ("http://localhost:11434/api/chat", "ollama"),
        ("http://localhost:8000/v1/chat/completions", "vllm"),
        ("http://127.0.0.1:8080/v1/chat/completions", "llama-cpp"),
        ("http://localhost:4000/chat/completions", "openai-compatible"),
        ("https://api.mistral.ai/v1/chat/completions", "mistral"),
        ("https://api.anthropic.com/v1/messages", "anthropic"),
    ],
)
def test_a_curl_command_is_judged_for_its_host(url: str, target: str) -> None:
    assert target_of(url) == target


@pytest.mark.parametrize(
    ("host", "target"),
    [
        ("http://localhost:11434", "ollama-responses"),
        ("http://localhost:8080", "llama-cpp-responses"),
        ("http://localhost:1234", "lm-studio-responses"),
        ("https://openrouter.ai/api", "openrouter-responses"),
        ("https://router.huggingface.co", "compatible-responses"),
    ],
)
def test_items_go_to_the_responses_api_of_their_host(host: str, target: str) -> None:
    assert target_of(f"{host}/v1/responses", {"model": "m", "input": [{"role": "user", "content": "Hello"}]}) == target


def test_the_same_words_go_to_the_api_that_the_path_names() -> None:
    url = "https://europe-west1-aiplatform.googleapis.com/v1/projects/p/locations/l/publishers"
    assert target_of(f"{url}/anthropic/models/claude-sonnet-4-5:rawPredict") == "vertex-anthropic"
    contents = {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}]}
    assert target_of(f"{url}/google/models/gemini-3-pro:generateContent", contents) == "vertex-gemini"


def test_items_sent_to_xai_are_judged_by_its_own_responses_api() -> None:
    items = {"model": "grok-4", "input": [{"role": "user", "content": "Hello"}]}
    assert target_of("https://api.x.ai/v1/responses", items) == "xai-responses"
    assert default_target(load(json.dumps(items))) == "xai-responses"


@pytest.mark.parametrize(
    ("model", "target"),
    [
        ("gpt-5-mini", "openai"),
        ("deepseek-reasoner", "deepseek"),
        ("kimi-k2.5", "moonshot"),
        ("glm-4.7", "zhipu"),
        ("mistral-large-latest", "mistral"),
        ("grok-4", "xai"),
        ("sonar-pro", "perplexity"),
        ("claude-sonnet-4-5", "openai-compatible"),
        ("meta-llama/Llama-3.3-70B-Instruct", "openai-compatible"),
        ("groq/llama-3.3-70b-versatile", "groq"),
        ("my-own-model", "openai"),
    ],
)
def test_without_an_address_the_model_decides(model: str, target: str) -> None:
    calls = [{"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}]
    said = [*BODY["messages"], {"role": "assistant", "content": None, "tool_calls": calls}]
    assert default_target(load(json.dumps({"model": model, "messages": said}))) == target


def test_thinking_beside_openai_messages_is_not_anthropic() -> None:
    body = {**BODY, "model": "glm-4.7", "thinking": {"type": "enabled"}}
    conversation = load(json.dumps(body))
    assert (conversation.format, default_target(conversation)) == ("openai-chat", "zhipu")


def test_a_har_recording_is_judged_for_its_host_and_the_model_in_its_path() -> None:
    url = "https://generativelanguage.googleapis.com/v1beta/models/gemini-3-pro-preview:generateContent"
    contents = {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}]}
    entry = {"request": {"url": url, "postData": {"text": json.dumps(contents)}}}
    conversation = load(json.dumps({"log": {"entries": [entry]}}))
    assert check(conversation).target.name == "gemini"
    assert conversation.model == "gemini-3-pro-preview"


_REASONED = {
    "model": "llama-3.3-70b-versatile",
    "messages": [
        {"role": "user", "content": "Hi"},
        {"role": "assistant", "content": "Hello", "reasoning_content": "A greeting."},
        {"role": "user", "content": "And now?"},
    ],
}
_REFUSED = '400 {"error":{"message":"\'messages.1\' : for \'role:assistant\' the following must be satisfied[(…)]"}}'


@pytest.mark.parametrize(
    ("log", "target"),
    [
        (f"POST https://api.groq.com/openai/v1/chat/completions\nrequest: {json.dumps(_REASONED)}", "groq"),
        (f"request: {json.dumps(_REASONED)}\nERROR response {_REFUSED}", "groq"),
        (f"groq is fast, they say\nrequest: {json.dumps(_REASONED)}", "openai"),
        (f"see https://console.groq.com/docs\nrequest: {json.dumps(_REASONED)}", "openai"),
        (
            "POST https://api.groq.com/openai/v1/chat/completions\nPOST https://api.x.ai/v1/chat/completions\n"
            f"request: {json.dumps(_REASONED)}",
            "openai",
        ),
    ],
    ids=["address", "refusal", "prose", "other address", "two providers"],
)
def test_a_log_is_judged_for_the_provider_that_it_names(log: str, target: str) -> None:
    assert default_target(load(log)) == target
