"""Replays as rows, their details, the proof of a repair, and edited requests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.replays.histories import AGENT_RUN, BROKEN, agent_run, conversation
from workbench.replays import PRESETS, ReplayRecord, endpoint_at
from workbench.replays.record import EDITED
from workbench.replays.request import Options
from workbench.replays.sending import ReplaySettings, send
from workbench.view.exchanges import exchange_row, outcome, proof_of
from workbench.view.opened_exchange import headers_text, request_text, response_text, stream_text, timeline
from workbench.view.resending import (
    Editable,
    NotJsonError,
    cannot_resend,
    editable,
    edited_body,
    edited_conversation,
)


@pytest.fixture(scope="module")
def answered() -> ReplayRecord:
    return send(agent_run(), ReplaySettings())


@pytest.fixture(scope="module")
def refused() -> ReplayRecord:
    return send(conversation(BROKEN), ReplaySettings())


def test_the_row_of_an_answer_shows_its_calls_tokens_and_origin(answered: ReplayRecord) -> None:
    row = exchange_row(answered)
    assert (row.sent, row.mark, row.origin, row.endpoint) == ("original", "✓", "rehearsed", "the embedded model")
    assert row.outcome == 'weather({"city":"example"})'
    assert row.reason == ""
    into, _, out = row.tokens.partition(" → ")
    assert int(into) > 0
    assert int(out) > 0


def test_the_row_of_a_refusal_shows_its_status_its_message_and_the_providers_error(refused: ReplayRecord) -> None:
    row = exchange_row(refused)
    assert (row.mark, row.outcome, row.tokens) == ("✖", "400 at message 1", "")
    assert row.reason.startswith("Invalid parameter: messages with role 'tool'")


def test_a_row_states_how_far_was_sent_and_what_was_called() -> None:
    row = exchange_row(send(agent_run(), ReplaySettings(options=Options(up_to=1))))
    assert row.sent == "original, up to message 0"
    assert row.outcome == '"I look at both."'


def test_a_row_of_a_failure_names_its_status() -> None:
    row = exchange_row(send(agent_run(), ReplaySettings(fault="rate-limit")))
    assert (row.mark, row.outcome) == ("✖", "failed 429")


@pytest.mark.parametrize(("seconds", "shown"), [(0.0123, "12 ms"), (1.25, "1.2 s")])
def test_time_is_shown_in_a_fitting_unit(answered: ReplayRecord, seconds: float, shown: str) -> None:
    assert exchange_row(replace(answered, seconds=seconds)).time == shown


def test_the_text_of_a_row_is_one_harmless_line(answered: ReplayRecord) -> None:
    content = {"speaker": "ai", "blocks": [{"type": "text", "text": "one\ntwo\u202e" + "x" * 900}]}
    exchange = replace(answered.exchanges[0], contents=(content,))
    said = outcome(replace(answered, exchanges=(exchange,)))
    assert said.startswith('"one two\\u202exxx')
    assert len(said) < 300


def test_a_proof_pairs_the_newest_repaired_one_with_the_same_endpoint(
    answered: ReplayRecord, refused: ReplayRecord
) -> None:
    repaired = replace(answered, variant="repaired", target=refused.target, endpoint=refused.endpoint)
    elsewhere = replace(refused, endpoint={**refused.endpoint, "model": "another"})
    proof = proof_of([repaired, elsewhere, refused])
    assert proof is not None
    assert tuple(proof) == (refused, repaired)
    assert proof.conclusion == "The repair works: the original was refused, and the repaired conversation was answered."
    assert proof_of([repaired, elsewhere]) is None
    assert proof_of([refused]) is None


def test_a_repair_that_is_refused_proves_nothing(refused: ReplayRecord) -> None:
    proof = proof_of([replace(refused, variant="repaired"), refused])
    assert proof is not None
    assert proof.conclusion.startswith("The repaired conversation was also refused.")


def test_an_opened_exchange_shows_request_and_response(answered: ReplayRecord, refused: ReplayRecord) -> None:
    exchange = refused.exchanges[0]
    assert headers_text(exchange).startswith("POST http://127.0.0.1:")
    assert "authorization: ***" in headers_text(exchange)
    assert "\nHTTP 400\n" in headers_text(exchange)
    assert request_text(exchange).startswith("POST /v1/chat/completions\n{")
    assert '"tool_call_id": "call_9"' in request_text(exchange)
    assert response_text(exchange).startswith('HTTP 400\n{\n  "error"')
    assert stream_text(answered).startswith('data: {"')
    assert stream_text(refused) == ""


def test_a_long_body_is_shortened_and_states_by_how_much(answered: ReplayRecord) -> None:
    shown = request_text(replace(answered.exchanges[0], body={"messages": ["x" * 100_000]}))
    assert len(shown) < 61_000
    assert shown.endswith("more characters are in the download")


def test_the_timing_lists_every_attempt(refused: ReplayRecord) -> None:
    endpoint_faults = send(agent_run(), ReplaySettings(fault="server-error"))
    assert [what for _, what in timeline(refused)] == [
        "request 1 sent",
        "status 400 received",
        "failed",
        "end: refused",
    ]
    assert "status 500 received" in [what for _, what in timeline(endpoint_faults)]


def _edited(record: ReplayRecord, number: int, **change: str) -> dict[str, Any]:
    return edited_body(record, number, editable(record, number)._replace(**change))


def test_a_message_and_a_parameter_can_be_edited(refused: ReplayRecord) -> None:
    assert edited_body(refused, 1, editable(refused, 1)) == refused.request
    body = _edited(refused, 1, message='{"role": "user", "content": "a.txt"}', settings='{"model": "m", "seed": 1}')
    assert body["messages"] == [BROKEN[0], {"role": "user", "content": "a.txt"}, BROKEN[2]]
    assert {key: body[key] for key in body if key != "messages"} == {"model": "m", "seed": 1}


def test_an_empty_message_is_removed(refused: ReplayRecord) -> None:
    assert _edited(refused, 1, message=" \n")["messages"] == [BROKEN[0], BROKEN[2]]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"message": '{"role": }'}, "Message 1 is not JSON: Expecting value in line 1, column 10."),
        ({"settings": "[1]"}, "must be an object"),
        ({"settings": ""}, "The request without its messages is not JSON"),
        ({"message": "[" * 100_000}, "Message 1 is nested too deep."),
    ],
)
def test_invalid_json_is_reported_with_its_position(refused: ReplayRecord, change: dict[str, str], words: str) -> None:
    with pytest.raises(NotJsonError, match=words.replace(".", r"\.").replace("[", r"\[")):
        _edited(refused, 1, **change)


def test_an_edited_request_is_sent_and_its_refusal_is_located_in_it(refused: ReplayRecord) -> None:
    body = _edited(refused, 0, message='{"role": "user", "content": "Hello."}')
    record = send(edited_conversation(refused, body), ReplaySettings(target=refused.target, options=Options(body=body)))
    assert (record.request, record.ended) == (body, "refused")
    assert record.located is not None
    assert record.located.message_index == 1
    answered = send(edited_conversation(refused, whole := _edited(refused, 1, message="")), _sending(refused, whole))
    assert exchange_row(replace(answered, variant=EDITED)).sent == "edited"
    assert answered.ended == "answered"


def _sending(record: ReplayRecord, body: dict[str, Any]) -> ReplaySettings:
    return ReplaySettings(target=record.target, options=Options(body=body))


def test_a_request_is_not_sent_to_an_endpoint_of_another_api(refused: ReplayRecord) -> None:
    endpoint = endpoint_at(PRESETS["openai"], "gpt", "sk-1")
    assert cannot_resend(refused, endpoint) == cannot_resend(refused, None) == ""
    anthropic = send(conversation(AGENT_RUN), ReplaySettings(target="anthropic"))
    assert "This request is for Anthropic Messages" in cannot_resend(anthropic, endpoint)
    assert "no request to edit" in cannot_resend(replace(refused, exchanges=()), None)
    assert editable(anthropic, 99) == Editable("", editable(anthropic, 0).settings)
