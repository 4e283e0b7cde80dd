"""The provider's own sentence is extracted from every envelope, with its place and code."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.locating.error_envelopes import ENVELOPES, Wrap
from workbench.locating.envelopes import unwrap
from workbench.locating.plain import plain

SENTENCE = "Invalid 'messages[3].name': string does not match pattern. Expected one that matches '^[a-z]+$'."


@pytest.mark.parametrize("wrap", ENVELOPES.values(), ids=ENVELOPES)
def test_the_sentence_is_extracted_from_the_envelope(wrap: Wrap) -> None:
    assert plain(unwrap(wrap(SENTENCE)).sentence) == plain(SENTENCE)


@pytest.mark.parametrize("outer", ["an OpenAI body", "a gateway", "a router", "a proxy", "a Python exception"])
@pytest.mark.parametrize("inner", ["an Anthropic body", "a Google body with violations", "a gateway", "a router"])
def test_the_sentence_is_extracted_from_nested_envelopes(outer: str, inner: str) -> None:
    assert plain(unwrap(ENVELOPES[outer](ENVELOPES[inner](SENTENCE))).sentence) == plain(SENTENCE)


def test_a_refusal_has_its_place_code_and_type() -> None:
    body = {"error": {"message": "No.", "param": "tools[0]", "code": "bad_tool", "type": "invalid_request_error"}}
    assert unwrap(json.dumps(body)).refusals == (("No.", "tools[0]", "bad_tool", "invalid_request_error"),)


def test_every_detail_is_kept_with_its_place() -> None:
    details = [{"loc": ["body", "messages", 0, "name"], "msg": "One."}, {"loc": ["body", "n"], "msg": "Two."}]
    refusals = unwrap(json.dumps({"object": "error", "message": {"detail": details}})).refusals
    assert [(refusal.words, refusal.place) for refusal in refusals] == [
        ("One.", "body.messages.0.name"),
        ("Two.", "body.n"),
    ]


def test_a_violation_has_its_field_as_the_place() -> None:
    violation = {"field": "contents[0].parts[1]", "description": "Cannot find field."}
    body = {"error": {"code": 400, "message": "Invalid payload.", "details": [{"fieldViolations": [violation]}]}}
    assert unwrap(json.dumps(body)).refusals[1][:2] == ("Cannot find field.", "contents[0].parts[1]")


def test_data_that_an_error_quotes_is_not_a_body() -> None:
    quoting = 'ToolInvocation must have a result: {"state":"call","toolName":"f","args":{"message":"hello"}}'
    assert unwrap(f"AI_MessageConversionError: {quoting}").sentence == quoting


def test_a_page_is_reduced_to_its_text() -> None:
    page = "<html><head><title>413 Too Large</title></head><body><center><h1>413 Too Large</h1></center></body></html>"
    assert unwrap(page).sentence == "413 Too Large"


@settings(deadline=None)
@given(st.text() | st.binary().map(repr) | st.integers())
def test_no_input_makes_unwrap_raise(text: object) -> None:
    assert unwrap(text).refusals


@pytest.mark.parametrize(
    "text",
    [
        "{“error”: {“message”: “Invalid value: ‘tool’.”, “param”: “input[1]”}}",
        "Support wrote: {„error“: {„message“: „Invalid value: ‚tool‘.“, „param“: „input[1]“}}",
        "{“error”: {“message”: “Invalid value: ‘tool’.”, “param”: “input[1]”",
    ],
)
def test_a_body_with_typographic_quotes_is_opened(text: str) -> None:
    unwrapped = unwrap(text)
    assert (unwrapped.sentence, unwrapped.has_body) == ("Invalid value: 'tool'.", True)


def test_typographic_quotes_inside_of_a_sentence_stay() -> None:
    assert unwrap('{"error": {"message": "It’s “quoted”."}}').sentence == "It’s “quoted”."
