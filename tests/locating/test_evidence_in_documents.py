"""Anything that an error names is found anywhere in the document; any known text is recognised in any envelope."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.locating.error_envelopes import ENVELOPES
from workbench.checks.check import check
from workbench.json.pointer import leaves, to_pointer
from workbench.loading import load
from workbench.locating import Located, locate
from workbench.locating.texts import known_texts
from workbench.rules import RULES
from workbench.targets.refusal_words import fill

SCHEMA = {"type": "object", "properties": {"path": {"type": "string"}, "tags": {"type": "array"}}}
CHAT: dict[str, Any] = {
    "model": "some-model",
    "temperature": 3,
    "reasoning": {"effort": "enormous"},
    "tools": [
        {"type": "function", "function": {"name": "list_files", "parameters": SCHEMA}},
        {"type": "function", "function": {"name": "read_file", "parameters": SCHEMA}},
    ],
    "messages": [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": [{"type": "text", "text": "Look."}, {"type": "sticker", "sticker": {"pack": 7}}]},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": "call_q7", "type": "function", "function": {"name": "list_files", "arguments": "{}"}}
            ],
        },
        {"role": "tool", "tool_call_id": "call_q7", "content": "a.txt"},
    ],
}
FACTS = {"message": 1, "part": 0, "id": "call_q7", "ids": "call_q7", "name": "list_files", "call": 0, "count": 1}


def located(error: str, chat: Any = CHAT) -> Located:
    return locate(load(json.dumps(chat).encode()), error)


@pytest.mark.parametrize(
    ("error", "at"),
    [
        ("Unknown parameter: 'messages[1].content[1].sticker.pack'.", "/messages/1/content/1/sticker/pack"),
        ("messages.1.content.1.sticker.pack: Extra inputs are not permitted", "/messages/1/content/1/sticker/pack"),
        ("Malformed input request: #/messages/1/content/1: extraneous key [sticker]", "/messages/1/content/1/sticker"),
        ("'messages.1' : for 'role:user' must be satisfied[('messages.1' : property 'sticker' is unsupported)]",
         "/messages/1/content/1/sticker"),
        ("Failed to deserialize the JSON body: messages[1]: unknown variant `sticker`, expected `text` at line 1",
         "/messages/1/content/1/type"),
        ('{"detail":[{"loc":["body","messages",1,"user","content",1,"sticker"],"msg":"Extra inputs"}]}',
         "/messages/1/content/1/sticker"),
        ("1 validation error: [{'loc': ('body', 'messages', 1, 'content', 1, 'sticker'), 'msg': 'No'}]",
         "/messages/1/content/1/sticker"),
        ("2 validation errors:\n  {'loc': ('body', 'messages', 'str'), 'msg': 'Not a string'}\n  {'loc': ('body', "
         "'messages', 'list[union[A,B]]', 1, 'content', 1, 'sticker'), 'msg': 'No'}", "/messages/1/content/1/sticker"),
        ("Value 'x' at 'messages.2.member.content.2.member.sticker' failed to satisfy constraint",
         "/messages/1/content/1/sticker"),
        ("json: cannot unmarshal string into Go struct field F.messages.tool_calls.function.arguments of type api.A",
         "/messages/2/tool_calls/0/function/arguments"),
        ("Bad message at index 3", "/messages/3"),
        ("something about id call_q7 went wrong", "/messages/2/tool_calls/0/id"),
        ("'temperature' : number must be at most 2", "/temperature"),
        ("invalid reasoning.effort", "/reasoning/effort"),
        ("Unsupported value: 'enormous'. Supported values are: 'low', 'high'.", "/reasoning/effort"),
        ("Invalid schema for function 'read_file': In context=('properties', 'tags'), array schema missing items.",
         "/tools/1/function/parameters/properties/tags"),
        ("tools.1.custom.input_schema: JSON schema is invalid.", "/tools/1/function/parameters"),
        ("* Request.tools[0].function_declarations[1].parameters.properties[tags].items: missing field.",
         "/tools/1/function/parameters/properties/tags"),
        ("Unknown name 'type' at 'tools[0].function_declarations[1].parameters.properties[1].value': Cannot find it",
         "/tools/1/function/parameters/properties/tags/type"),
        ('request failed: status=400 serverMessage="tools[1].function.parameters must be valid JSON (line 1)"',
         "/tools/1/function/parameters"),
        ("The value at toolConfig.tools.1.toolSpec.inputSchema.json.properties.tags is wrong.",
         "/tools/1/function/parameters/properties/tags"),
    ],
)  # fmt: skip
def test_the_place_that_an_error_names_is_found_in_messages_tools_and_settings(error: str, at: str) -> None:
    pointer = located(error).at
    assert pointer is not None
    assert f"{pointer}/".startswith(f"{at}/")


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_path_of_a_message_is_found_in_either_spelling(data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(CHAT["messages"]) - 1))
    path, _ = data.draw(st.sampled_from(list(leaves(CHAT["messages"][index]))))
    pointer = to_pointer(("messages", index, *path))
    bracketed = f"messages[{index}]" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    for place in (f"#{pointer}", f"'{bracketed}'"):
        assert located(f"{place}: this is quite unheard of").at == pointer


@settings(max_examples=60, deadline=None)
@given(st.from_regex(r"[a-z]{3,6}_[A-Za-z0-9]{6,12}", fullmatch=True))
def test_any_id_is_found_anywhere_in_the_document(identifier: str) -> None:
    assume("call_q7" not in identifier)
    chat = json.loads(json.dumps(CHAT).replace("call_q7", identifier))
    error = f"Unheard of: no item with id '{identifier}' can be used."
    assert located(error, chat).at == "/messages/2/tool_calls/0/id"


def test_an_error_with_a_place_in_another_format_is_traced_back() -> None:
    """Anthropic has no system message and has the arguments of a call under `input`."""
    found = located("messages.1.content.0.tool_use.input: this is quite unheard of")
    assert found.at == "/messages/2/tool_calls/0/function/arguments"


@settings(max_examples=200, deadline=None)
@given(st.sampled_from([known for known in known_texts() if known.rule in RULES]), st.sampled_from(sorted(ENVELOPES)))
def test_any_known_text_is_recognised_in_any_envelope(known: Any, envelope: str) -> None:
    sentence = fill(known.text, FACTS)
    assume("{" not in sentence)
    assert known.rule in locate(None, ENVELOPES[envelope](sentence)).rules


@pytest.mark.parametrize(
    "text",
    [
        "Rate limit reached for some-model on tokens per min: Limit 30000, Used 29000. Please try again in 8s.",
        "Incorrect API key provided. You can find your API key in your account settings.",
        "The model does not exist or you do not have access to it.",
        "messages.3.content.1: Overloaded",
        "messages[2].tool_calls[0].id: the moon is full",
        "model is required",
        "User: can you call the tool again and put the result in the previous message?",
    ],
)
def test_a_place_or_a_few_common_words_do_not_identify_a_rule(text: str) -> None:
    assert locate(None, text).rules == ()


def test_an_id_that_is_not_in_the_file_is_reported_as_missing() -> None:
    history = {"messages": [{"role": "user", "content": "Hi."}]}
    found = located("The call 'call_7Xk9' met a full moon.", history)
    assert (found.at, found.confidence) == (None, 0.0)
    assert "does not show it" in found.sentence
    assert "call_7Xk9" in found.sentence


def test_an_unknown_error_that_names_nothing_is_reported_as_unknown() -> None:
    found = located("The moon is full.", {"messages": [{"role": "user", "content": "Hi."}]})
    assert (found.at, found.confidence) == (None, 0.0)
    assert found.sentence.startswith("The workbench does not know this error")


def test_a_refusal_that_is_predicted_for_the_file_is_recognised_by_the_prediction() -> None:
    """Servers build many sentences from the place and the kind of a problem; no table can list them all."""
    chat = {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hi."}], "tools": []}
    report = check(load(json.dumps(chat).encode()), "openai")
    words = next(finding.provider_error for finding in report.errors if finding.provider_error)
    found = located(words, chat)
    assert found.finding is not None
    assert (found.at, found.finding.provider_error) == ("/tools", words)


def test_a_place_in_an_unnamed_tool_is_found_by_its_schema() -> None:
    other = {"type": "object", "properties": {"source": {"description": "where"}}}
    tools = [*CHAT["tools"], {"type": "function", "function": {"name": "copy_file", "parameters": other}}]
    error = "tools.function.parameters is not valid, details: <At path 'properties.source': type is not defined>"
    assert located(error, CHAT | {"tools": tools}).at == "/tools/2/function/parameters/properties/source"


UNREADABLE = "data:image/jpeg;base64,PGh0bWw+bm90IGZvdW5kPC9odG1sPiA8IS0tIC0tPg=="
UNSUPPORTED = (
    "You uploaded an unsupported image. Please make sure your image has of one the following formats: "
    "['png', 'jpeg', 'gif', 'webp']."
)
UNTAGGED = (
    'upstream error 422 (platform=grok type=oauth): {"error":"Failed to deserialize the JSON body into the\n  target '
    'type: data did not match any variant of untagged enum ModelInput"}'
)


@pytest.mark.parametrize(
    ("error", "request_", "at"),
    [
        (
            UNSUPPORTED,
            {
                "model": "gpt-4o",
                "messages": [
                    {"role": "user", "content": "Look."},
                    {"role": "user", "content": [{"type": "image_url", "image_url": {"url": UNREADABLE}}]},
                ],
            },
            "/messages/1/content/0/image_url/url",
        ),
        (
            UNTAGGED,
            {
                "model": "grok-4.5",
                "input": [
                    {"role": "user", "content": "Hello"},
                    {"type": "reasoning", "summary": [], "content": None},
                    {"role": "assistant", "content": "Hi"},
                    {"role": "user", "content": "Go on."},
                ],
            },
            "/input/1/content",
        ),
        (
            '({"error":{"message":"[400]: {\\"detail\\":\\"Unsupported parameter: messages\\"}"}})',
            {"model": "gpt-5.4", "instructions": "Be brief.", "messages": [{"role": "user", "content": "Hello"}]},
            "/messages",
        ),
    ],
)
def test_an_error_that_names_no_place_leads_to_what_the_rule_finds(error: str, request_: Any, at: str) -> None:
    found = located(error, request_)
    assert found.at == at, found.sentence
    assert "does not show it" not in found.sentence
