"""Redaction: no private content remains, and the findings stay the same at the same locations."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from workbench.checks.chat import read_chat
from workbench.checks.check import check
from workbench.conversation import Conversation
from workbench.detection import detected
from workbench.json.pointer import leaves
from workbench.json.text import compact, parse_or_none
from workbench.loading import load_value
from workbench.redaction.redact import KINDS, redact
from workbench.redaction.structural_words import is_vocabulary
from workbench.samples import Sample, samples

SECRETS = {
    "OpenAI key": "sk-proj-Zk3vQ8wLm2Np5Rt7Yx1Bc4Df6Gh9Jk",
    "AWS key": "AKIAQ4X7T2M9ZP6K3VWB",
    "GitHub token": "ghp_Zk3vQ8wLm2Np5Rt7Yx1Bc4Df6Gh9JkAbCdEf",
    "bearer": "Authorization: Bearer q7Xv.T2m9Zp6K3vWbRt",
    "cookie": "Cookie: session=Qw8Er5Ty2Ui; theme=Zx9Cv6Bn",
    "connection string": "postgres://anna:Tz7pLq9Xw@db.example.org:5432/shop",
    "Azure connection string": "AccountName=shop;AccountKey=Zm9vYmFyMTIzNDU2Nzg5MA==;Suffix=core",
    "private key": "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEAq7Xv\nT2m9Zp6K\n-----END RSA PRIVATE KEY-----",
    "JSON web token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.q7XvT2m9Zp6K3vWbRtYx1Bc4Df6",
    "password": 'password = "Tz7pLq9Xw!"',
}
SECRET_PARTS = {
    "bearer": "q7Xv.T2m9Zp6K3vWbRt",
    "cookie": "Qw8Er5Ty2Ui",
    "connection string": "Tz7pLq9Xw",
    "Azure connection string": "Zm9vYmFyMTIzNDU2Nzg5MA",
    "private key": "T2m9Zp6K",
    "password": "Tz7pLq9Xw",
}
"""The part that must be replaced, if the rest of the text may stay."""


def load_detected(sample: Sample) -> Conversation:
    return detected(sample.load(), target=sample.target)


def findings_of(conversation: Conversation, target: str) -> list[tuple[str, str, str]]:
    return sorted((row.code, row.at, row.severity) for row in check(conversation, target).findings)


def contents_of(conversation: Conversation) -> set[str]:
    """Return every text, argument and output that is long enough to search for, except words of the format."""
    chat = read_chat(conversation.format, conversation.messages, conversation.settings)
    values: list[Any] = [event.value for event in (*chat.texts, *chat.calls, *chat.results)]
    values += [parse_or_none(value) for value in values if isinstance(value, str)]
    texts = {text for value in values for _, text in leaves(value) if isinstance(text, str)}
    keys = set(re.findall(r'"([^"\\]+)\\*":', compact(conversation.payload)))
    return {text for text in texts if len(re.findall(r"\w", text)) > 5 and not is_vocabulary(text)} - keys


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_a_redacted_sample_has_the_same_findings_and_none_of_its_contents(sample: Sample) -> None:
    before = load_detected(sample)
    redacted = redact(before, sample.target, KINDS)
    assert redacted.kept == ()
    assert redacted.same_findings
    assert findings_of(redacted.conversation, sample.target) == findings_of(before, sample.target)
    redacted_text = compact(redacted.conversation.payload)
    assert [text for text in contents_of(before) if json.dumps(text, ensure_ascii=False)[1:-1] in redacted_text] == []


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_replaced_everywhere(name: str) -> None:
    secret = SECRET_PARTS.get(name, SECRETS[name])
    history = [
        {"role": "user", "content": f"This does not work: {SECRETS[name]} why?"},
        {"role": "tool", "tool_call_id": "call_9", "content": json.dumps({"echo": SECRETS[name], SECRETS[name]: 1})},
    ]
    before = load_value(history, "leak")
    redacted = redact(before, "openai")
    redacted_text = compact(redacted.conversation.payload)
    assert secret not in redacted_text
    assert json.dumps(secret)[1:-1] not in redacted_text
    assert "This does not work:" in redacted_text
    assert redacted.counts["secrets"] >= 1
    assert findings_of(redacted.conversation, "openai") == findings_of(before, "openai")


def test_the_recorded_response_is_redacted_too() -> None:
    secret = SECRETS["GitHub token"]
    message = {"role": "assistant", "content": f"Anna, your token is {secret}."}
    recording = {
        "request": {"model": "gpt-4.1", "messages": [{"role": "user", "content": "Who am I?"}]},
        "response": {"object": "chat.completion", "choices": [{"index": 0, "message": message}]},
    }
    before = load_value(recording, "recording")
    assert before.response is not None
    only_secrets = compact(redact(before, "openai").conversation.response)
    assert secret not in only_secrets
    assert "Anna, your token is" in only_secrets
    assert "Anna" not in compact(redact(before, "openai", ["texts"]).conversation.response)


def test_a_key_can_mark_its_value_as_a_secret() -> None:
    body = {"api_key": "Hq7", "messages": [{"role": "user", "content": "hi", "metadata": {"password": "Tz7pLq9Xw"}}]}
    assert "Tz7pLq9Xw" not in compact(redact(load_value(body, "body"), "openai").conversation.payload)


def test_a_name_next_to_a_value_can_mark_it_as_a_secret() -> None:
    headers = [{"name": "api-key", "value": "3f9a1c7be0d24680"}, {"name": "accept", "value": "application/json"}]
    body = {"headers": headers, "cookies": [{"value": "Qw8Er5Ty2Ui", "name": "session"}], "messages": []}
    redacted_text = compact(redact(load_value(body, "body"), "openai").conversation.payload)
    assert "3f9a1c7be0d24680" not in redacted_text
    assert "Qw8Er5Ty2Ui" not in redacted_text
    assert "application/json" in redacted_text


def test_ordinary_words_and_ids_are_not_secrets() -> None:
    call = {"id": "call_abcDEF123456789", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
    history: list[Any] = [
        {"role": "user", "content": "The token: none. Password: please reset it. Basic training, max_tokens: 4096."},
        {"role": "assistant", "content": None, "tool_calls": [call]},
    ]
    redacted = redact(load_value(history, "plain"), "openai")
    assert redacted.conversation.payload == history
    assert redacted.counts == {}


def test_only_the_requested_kinds_are_replaced() -> None:
    text = "Write to anna.berg@example.org or call 0151 2345678."
    history = [{"role": "user", "name": "anna", "content": text}]

    def after(*kinds: str) -> Any:
        return redact(load_value(history, "chat"), "openai", kinds).conversation.messages[0]

    assert after("emails")["content"] == "Write to xxxx.xxxx@xxxxxxx.xxx or call 0151 2345678."
    assert after("numbers")["content"] == "Write to anna.berg@example.org or call 0000 0000000."
    assert after("names")["name"] != "anna"
    assert after("names")["content"] == text
    assert after("texts")["content"] == "Xxxxx xx xxxx.xxxx@xxxxxxx.xxx xx xxxx 0000 0000000."
    assert after("texts")["name"] == "anna"


def test_ids_keep_their_prefix_and_stay_equal_or_different() -> None:
    def call(call_id: str) -> Any:
        return {"id": call_id, "type": "function", "function": {"name": "ls", "arguments": "{}"}}

    history = [
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [call("call_Kp27"), call("hist_tool_Kp27"), call("toolu_9")],
        },
        {"role": "tool", "tool_call_id": "call_Kp27", "content": "x"},
    ]
    messages = redact(load_value(history, "chat"), "openai", KINDS).conversation.messages
    first, same, other = (call["id"] for call in messages[0]["tool_calls"])
    assert first.startswith("call_")
    assert first != "call_Kp27"
    assert same == first.replace("call_", "hist_tool_")
    assert other.startswith("toolu_")
    assert messages[1]["tool_call_id"] == first


def test_arguments_stay_json_with_the_same_keys() -> None:
    arguments = '{"city": "Oslo", "days": 14,\n "notes": ["a \\"b\\"", null, true]}'
    call = {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": arguments}}
    history = [{"role": "assistant", "content": None, "tool_calls": [call]}]
    after = redact(load_value(history, "chat"), "openai", KINDS).conversation.messages[0]["tool_calls"][0]["function"]
    assert len(after["arguments"]) == len(arguments)
    assert list(json.loads(after["arguments"])) == ["city", "days", "notes"]
    assert "Oslo" not in after["arguments"]
    assert json.loads(after["arguments"])["notes"] == ['x "x"', None, True]
    assert after["name"] != "weather"


def test_a_text_from_outside_the_conversation_is_redacted_too() -> None:
    redacted = redact(load_value([{"role": "user", "content": "my name is Anna"}], "chat"), "openai", ["texts"])
    assert redacted.redactor.redact_text("Anna wrote this") == "Xxxx xxxxx xxxx"


def test_the_second_half_of_a_truncated_image_is_blanked() -> None:
    data = "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBD"
    part = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{data}"}}
    redacted_text = compact(
        redact(load_value([{"role": "user", "content": [part]}], "cut"), "openai", ["texts"]).conversation.payload
    )
    assert data not in redacted_text
    assert data[:16] in redacted_text
