"""Every conversation that can be opened is unpacked unchanged, with its places in the file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.strategies.json_values import json_values
from workbench.conversation import Conversation, KeptReplay, Note
from workbench.credentials import members_without_credentials, without_credentials
from workbench.loading import LoadError, load, load_all
from workbench.samples import folder
from workbench.store.encoding import decode, encode
from workbench.store.packing import Packed, Packing, payload_without_credentials, unpack

_FILES = sorted(path for path in folder().rglob("*") if path.is_file() and path.name != "index.json")


def _unpacked(packed: Packed) -> Conversation:
    return unpack(packed.record, lambda name: decode(packed.contents[name]))


def _as_kept(conversation: Conversation) -> Conversation:
    """Return the conversation without the parts that are not stored: other branches and credentials."""
    conversation = replace(
        conversation,
        payload=payload_without_credentials(conversation),
        settings=members_without_credentials(conversation.settings),
    )
    if (origin := conversation.origin) is None:
        return conversation
    document = without_credentials(origin.document, encode(origin.document))
    return replace(conversation, origin=replace(origin, branches=(), document=document))


@pytest.mark.parametrize("path", _FILES, ids=lambda path: path.relative_to(folder()).as_posix())
def test_every_sample_is_unpacked_unchanged(path: Path) -> None:
    packing = Packing()
    for item in load_all(path):
        if isinstance(item, Conversation):
            back = _unpacked(packing.pack(item))
            assert back == _as_kept(item)
            assert [back.in_file(back.pointer(index)) for index in range(len(back.messages))] == [
                item.in_file(item.pointer(index)) for index in range(len(item.messages))
            ]


@given(st.binary() | json_values.map(lambda value: json.dumps(value).encode()))
def test_any_bytes_that_can_be_opened_are_unpacked_unchanged(data: bytes) -> None:
    for item in load_all(data, "any"):
        conversation = item.partial if isinstance(item, LoadError) else item
        if conversation is not None:
            assert repr(_unpacked(Packing().pack(conversation))) == repr(_as_kept(conversation))


def test_equal_content_has_the_same_identity_whatever_the_file_name() -> None:
    first = load(b'[{"role": "user", "content": "a"}]', "x")
    equal = load(b'[{"role":"user","content":"a"}]', "y")
    different = load(b'[{"role": "user", "content": "b"}]', "x")
    pack = Packing().pack
    assert pack(first).identity == pack(equal).identity != pack(different).identity


def test_a_conversation_from_a_capsule_is_a_separate_case_with_its_replays_and_notes() -> None:
    plain = load(b'[{"role": "user", "content": "hi"}]', "a.json")
    replays = (KeptReplay({"replay": 1, "ended": "answered"}, 1, True), KeptReplay({"replay": 1}, 1, False))
    from_capsule = replace(plain, replays=replays, notes=(Note("capsule", "Look."),))
    packed = Packing().pack(from_capsule)
    assert _unpacked(packed) == from_capsule
    assert packed.identity == Packing().pack(from_capsule).identity
    assert packed.identity != Packing().pack(plain).identity
    assert packed.identity != Packing().pack(replace(from_capsule, notes=())).identity


def test_the_key_in_recorded_traffic_is_not_packed() -> None:
    body = json.dumps({"model": "gpt-5", "messages": [{"role": "user", "content": "What is an api-key?"}]})
    headers = [
        {"name": "Authorization", "value": "Bearer sk-of-ada-1"},
        {"name": "x-api-key", "value": "sk-of-ada-2"},
        {"name": "Cookie", "value": "session=sk-of-ada-3"},
        {"name": "Content-Type", "value": "application/json"},
    ]
    request = {
        "method": "POST",
        "url": "https://api.openai.com/v1/chat/completions?key=sk-of-ada-4",
        "headers": headers,
        "cookies": [{"name": "session", "value": "sk-of-ada-3"}],
        "postData": {"text": body},
    }
    recording = {"log": {"entries": [{"request": request, "response": {"status": 200, "content": {"text": ""}}}]}}
    (item,) = load_all(json.dumps(recording).encode(), "recording.har")
    assert isinstance(item, Conversation)
    assert item.endpoint == "https://api.openai.com/v1/chat/completions?key=***"
    packed = Packing().pack(item)
    assert b"sk-of-ada" not in b"".join([packed.record, *packed.contents.values()])
    back = _unpacked(packed)
    assert back.messages == item.messages
    assert back.in_file("/messages/0") == item.in_file("/messages/0")
    assert b"application/json" in b"".join(packed.contents.values())


@pytest.mark.parametrize("at", ["{}", '[{{"id": 1}}, {}]', '{{"data": {}}}'])
def test_the_headers_around_a_recorded_body_are_not_packed_and_the_body_is_unchanged(at: str) -> None:
    parameters = {"type": "object", "properties": {"authorization": {"type": "string"}}}
    body = {
        "model": "gpt-5",
        "messages": [{"role": "user", "content": "Authorization: Bearer is what I wrote"}],
        "tools": [{"type": "function", "function": {"name": "sign_in", "parameters": parameters}}],
    }
    request = {
        "url": "https://ada:sk-of-ada-1@x.example/v1",
        "headers": {"api-key": "sk-of-ada-0123456789"},
        "body": body,
    }
    answer = {"status": 401, "body": {"error": {"message": "The key sk-of-ada-0123456789 is wrong."}}}
    items = load_all(at.format(json.dumps({"request": request, "response": answer})).encode(), "recorded")
    (item,) = (item for item in items if isinstance(item, Conversation))
    packed = Packing().pack(item)
    back = _unpacked(packed)
    assert b"sk-of-ada" not in b"".join([packed.record, *packed.contents.values()])
    assert back.messages == body["messages"]
    assert back.settings == item.settings == {"model": "gpt-5", "tools": body["tools"]}


def test_credentials_next_to_the_messages_of_a_log_are_not_packed() -> None:
    log = {
        "model": "gpt-5",
        "messages": [{"role": "user", "content": "hi"}],
        "api_key": "sk-of-ada-1",
        "api_base": "https://ada:sk-of-ada-2@x.example/v1",
        "headers": {"Authorization": "Bearer sk-of-ada-3", "Accept": "text/plain"},
        "temperature": 0,
    }
    packed = Packing().pack(load(json.dumps(log).encode(), "log"))
    assert b"sk-of-ada" not in b"".join([packed.record, *packed.contents.values()])
    assert _unpacked(packed).payload == {
        **log,
        "api_key": "***",
        "api_base": "https://***@x.example/v1",
        "headers": {"Authorization": "***", "Accept": "text/plain"},
    }


@pytest.mark.parametrize(
    "text",
    [
        "interactions:\n- request:\n    headers:\n      authorization:\n      - Bearer sk-of-ada\n    uri: https://x/v1",
        "> Authorization: Bearer sk-of-ada\n> Host: x",
        "< Set-Cookie: session=sk-of-ada\n< Server: x",
        "GET https://ada:sk-of-ada@x.example/v1?page=2",
        "GET https://x.example/v1?subscription-key=sk-of-ada",
    ],
)
def test_the_value_of_a_header_in_a_text_is_not_packed(text: str) -> None:
    assert "sk-of-ada" not in without_credentials(text, text.encode())
