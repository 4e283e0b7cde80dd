"""What is broken and where, in the words of each kind of server."""

from __future__ import annotations

import pytest

from workbench.checks.check import check
from workbench.checks.findings import Finding
from workbench.loading import load
from workbench.targets import TARGETS
from workbench.targets.families import FAMILIES
from workbench.targets.requests import REQUESTS


def found(text: str, target: str, format_name: str = "openai-chat") -> list[Finding]:
    report = check(load(text.encode(), format=format_name), target)
    return [finding for finding in report.findings if finding.severity == "error"]


WITHOUT_TEXT = '[{"role": "user", "content": [{"type": "text"}]}]'


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("openai", "Missing required parameter: 'messages[0].content[0].text'."),
        ("deepseek", "Failed to deserialize the JSON body into the target type: messages[0].content[0]: "
                     "missing field `text`"),
        ("mistral", '{"detail":[{"type":"missing","loc":["body","messages",0,"user","content",0,"text"],'
                    '"msg":"Field required"}]}'),
        ("groq", "'messages.0' : for 'role:user' the following must be satisfied"
                 "[('messages.0.content.0' : property 'text' is missing)]"),
        ("cerebras", "messages.0.user.content.0.text: Field required"),
    ],
)  # fmt: skip
def test_a_text_part_without_text_is_refused_in_the_words_of_the_server(target: str, words: str) -> None:
    (finding,) = found(WITHOUT_TEXT, target)
    assert (finding.rule, finding.at, finding.provider_error) == ("field-missing", "/0/content/0", words)


def test_openai_names_the_parameter_and_the_code() -> None:
    (finding,) = found(
        '[{"role": "user", "content": "a"}, {"role": "assistant", "tool_calls": {}, "content": "b"}]', "openai"
    )
    assert finding.provider_error == (
        "Invalid type for 'messages[1].tool_calls': expected an array of objects, but got an object instead."
    )
    assert (finding.param, finding.error_code) == ("messages[1].tool_calls", "invalid_type")


def test_openai_lists_the_values_that_it_takes() -> None:
    body = '{"messages": [{"role": "user", "content": "a"}], "response_format": {"type": "json"}}'
    (finding,) = found(body, "openai")
    assert (finding.at, finding.message_index) == ("/response_format/type", -1)
    assert finding.provider_error == (
        "Invalid value: 'json'. Supported values are: 'text', 'json_object', and 'json_schema'."
    )


def test_anthropic_puts_the_kind_of_the_block_into_the_place() -> None:
    (finding,) = found('[{"role": "user", "content": [{"type": "image"}]}]', "anthropic", "anthropic")
    assert finding.provider_error == "messages.0.content.0.image.source: Field required"


def test_gemini_does_not_know_a_field_of_another_format() -> None:
    (finding,) = found('[{"role": "user", "parts": [{"type": "text", "text": "a"}]}]', "gemini", "gemini")
    assert finding.provider_error == (
        "Invalid JSON payload received. Unknown name \"type\" at 'contents[0].parts[0]': Cannot find field."
    )


def test_botocore_refuses_before_anything_is_sent() -> None:
    (finding,) = found('[{"role": "user", "content": [{"image": {"format": "png"}}]}]', "bedrock", "bedrock-converse")
    assert finding.provider_error == (
        'Parameter validation failed:\nMissing required parameter in messages[0].content[0].image: "source"'
    )


def test_every_family_belongs_to_a_target_and_every_target_with_terms_exists() -> None:
    own = {terms.family.name for terms in REQUESTS.values() if terms.family}
    of_models = {inner.family.name for terms in REQUESTS.values() for inner in terms.model_fields}
    assert own | of_models == set(FAMILIES)
    assert set(REQUESTS) <= set(TARGETS)
