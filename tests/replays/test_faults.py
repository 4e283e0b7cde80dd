"""Every failure of a provider or the network has a clear error, and nothing already received is lost."""

from __future__ import annotations

import socket
import time
from dataclasses import replace
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest

from tests.replays.histories import AGENT_RUN, KEY, TIDES, WEATHER, agent_run, conversation
from tests.replays.servers import http, server, sse
from workbench.json.text import compact
from workbench.rehearsal import FAILURES, Rehearsal
from workbench.replays import AuthenticationError, Endpoint, ProviderError, RateLimitError, ReplayRecord
from workbench.replays.embedded_model import add_recording, rehearsal_endpoint
from workbench.replays.run import replay

WHOLE_TEXT = "I look at both."


def failed(record: ReplayRecord, kind: str) -> ProviderError:
    assert record.error is not None
    assert record.error.kind == kind
    assert record.ended == "failed"
    assert record.events[-1].kind == "error"
    return record.error


def with_fault(rehearsal: Rehearsal, fault: str, stream: bool, retries: int = 0) -> ReplayRecord:
    endpoint = rehearsal_endpoint(rehearsal, "openai", fault=fault, retries=retries)
    add_recording(rehearsal, agent_run(), endpoint, 1)
    return replay(agent_run(), endpoint, up_to=1, stream=stream)


@pytest.mark.parametrize("stream", [True, False])
def test_a_rate_limit_is_reported_with_its_waiting_time(rehearsal: Rehearsal, stream: bool) -> None:
    error = failed(with_fault(rehearsal, "rate-limit:7", stream), "rate-limit")
    assert isinstance(error, RateLimitError)
    assert (error.status, error.retry_after, error.retryable) == (429, 7.0, True)
    assert error.words == "Rate limit reached for this rehearsal. Please try again later."
    dated = failed(with_fault(rehearsal, "rate-limit-date:30", stream), "rate-limit")
    assert dated.retry_after is not None
    assert 10 < dated.retry_after <= 30


@pytest.mark.parametrize("stream", [True, False])
def test_a_server_error_can_be_tried_again(rehearsal: Rehearsal, stream: bool) -> None:
    error = failed(with_fault(rehearsal, "server-error", stream), "server")
    assert (error.status, error.retryable) == (500, True)
    assert error.words.startswith("The server had an error")
    assert error.request_id is not None


def test_exhausted_retries_report_the_last_error(rehearsal: Rehearsal) -> None:
    error = failed(with_fault(rehearsal, "rate-limit:0.01", True, retries=2), "rate-limit")
    assert (error.attempts, error.status) == (3, 429)
    assert str(error).endswith("(after 3 attempts)")


def test_a_wrong_key_is_an_authentication_error(rehearsal: Rehearsal) -> None:
    error = failed(with_fault(rehearsal, "unauthorised", True), "authentication")
    assert isinstance(error, AuthenticationError)
    assert not error.retryable
    assert str(error) == "Authentication failed: Incorrect API key provided. Please check your API key."


def test_a_cut_stream_keeps_what_was_received(rehearsal: Rehearsal) -> None:
    record = with_fault(rehearsal, "cut-stream", True)
    error = failed(record, "cut-stream")
    assert error.retryable
    assert record.text == WHOLE_TEXT
    assert record.response["choices"][0]["message"]["tool_calls"][0]["id"] == "call_w"
    assert record.response["choices"][0]["finish_reason"] is None
    assert record.usage is None  # nothing is yielded after the break
    assert any(moment.kind == "chunk" for moment in record.events)


def test_a_cut_answer_without_streaming_is_a_network_error(rehearsal: Rehearsal) -> None:
    assert failed(with_fault(rehearsal, "cut-stream", False), "network").retryable


def test_an_error_inside_a_stream_keeps_what_was_received_and_its_message(rehearsal: Rehearsal) -> None:
    record = with_fault(rehearsal, "error-in-stream", True)
    assert failed(record, "cut-stream").words == "The server is overloaded."
    assert record.text == WHOLE_TEXT


@pytest.mark.parametrize("stream", [True, False])
def test_malformed_json_is_reported(rehearsal: Rehearsal, stream: bool) -> None:
    record = with_fault(rehearsal, "malformed-json", stream)
    assert "not JSON" in str(failed(record, "not-json"))
    assert record.text == (WHOLE_TEXT if stream else "")


@pytest.mark.parametrize("stream", [True, False])
def test_a_web_page_instead_of_an_answer_is_reported(rehearsal: Rehearsal, stream: bool) -> None:
    error = failed(with_fault(rehearsal, "html", stream), "html")
    assert "'Sign in'" in str(error)
    assert "base URL" in str(error)
    assert error.status == 200


@pytest.mark.parametrize("stream", [True, False])
def test_an_empty_body_is_reported(rehearsal: Rehearsal, stream: bool) -> None:
    assert "empty body" in str(failed(with_fault(rehearsal, "empty", stream), "empty"))


@pytest.mark.parametrize("stream", [True, False])
def test_a_slow_server_is_not_an_error(rehearsal: Rehearsal, stream: bool) -> None:
    assert with_fault(rehearsal, "slow:0.01", stream).ended == "answered"


@pytest.mark.parametrize("fault", ["wrong-ids", "missing-index", "repeated-index", "late-id"])
def test_wrongly_numbered_calls_are_distinguished_and_keep_their_ids(rehearsal: Rehearsal, fault: str) -> None:
    record = with_fault(rehearsal, fault, True)
    assert record.ended == "answered"
    assert record.response["choices"][0]["message"]["tool_calls"] == AGENT_RUN[1]["tool_calls"]


def test_a_whole_answer_with_wrong_ids_loses_no_call(rehearsal: Rehearsal) -> None:
    blocks = with_fault(rehearsal, "wrong-ids", False).contents[-2]["blocks"]
    assert [block["id"] for block in blocks] == ["hist_tool_same", "hist_tool_same"]
    assert [block["name"] for block in blocks] == ["weather", "tides"]


def test_every_simulated_failure_has_a_test() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert [fault for fault in FAILURES if f'"{fault}' not in text] == []


@pytest.mark.parametrize("fault", ["cut-stream", "malformed-json", "html", "empty", "server-error", "rate-limit"])
@pytest.mark.parametrize("stream", [True, False])
def test_the_responses_api_fails_as_clearly(rehearsal: Rehearsal, fault: str, stream: bool) -> None:
    record = replay(agent_run(), rehearsal_endpoint(rehearsal, "openai-responses", fault=fault), up_to=1, stream=stream)
    assert record.ended == "failed"
    assert record.error is not None
    assert record.error.kind != "other"


# --- behaviour of incorrect or missing servers --------------------------------------------------------------------


def replay_at(base_url: str, stream: bool = True, **more: Any) -> ReplayRecord:
    endpoint = Endpoint(base_url, "m", key=KEY, retries=0, timeout=more.pop("timeout", 30.0), **more)
    return replay(conversation(AGENT_RUN, tools=[WEATHER, TIDES]), endpoint, stream=stream)


def test_an_address_where_nothing_listens_is_a_network_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    error = failed(replay_at(f"http://127.0.0.1:{port}/v1"), "network")
    assert "nothing is listening" in str(error)
    assert error.retryable
    assert error.original is not None
    assert error.original.type == "APIConnectionError"


def test_an_unknown_host_is_reported() -> None:
    error = failed(replay_at("http://no-such-host.invalid/v1"), "dns")
    assert "was not found" in str(error)
    assert not error.retryable


@pytest.mark.parametrize("url", ["127.0.0.1:80/v1", "ftp://127.0.0.1/v1", "http://[broken/v1", "://"])
def test_an_invalid_base_url_is_reported(url: str) -> None:
    assert failed(replay_at(url), "wrong-url").retryable is False


def test_https_at_an_http_server_is_reported() -> None:
    with server(b"HTTP/1.1 400 no\r\n\r\n") as url:
        error = failed(replay_at(url.replace("http:", "https:")), "tls")
    assert "Should it be http://?" in str(error)


@pytest.mark.parametrize("stream", [True, False])
def test_a_server_that_sends_nothing_times_out(stream: bool) -> None:
    with server(b"", hang=True) as url:
        began = time.monotonic()
        error = failed(replay_at(url, stream, timeout=0.3), "timeout")
    assert time.monotonic() - began < 20
    assert str(error) == "127.0.0.1 sent nothing for 0.3 seconds."
    assert error.retryable


def test_a_stream_that_falls_silent_keeps_what_was_received() -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 9999\r\n\r\n"
    chunk = compact({"choices": [{"index": 0, "delta": {"content": "Half a"}}]})
    with server(head + f"data: {chunk}\n\n".encode(), hang=True) as url:
        record = replay_at(url, timeout=2.0)
    failed(record, "timeout")
    assert record.text == "Half a"


def test_a_stream_that_closes_before_the_model_finished_is_cut() -> None:
    chunk = compact({"choices": [{"index": 0, "delta": {"content": "Half a"}}]})
    with server(sse(chunk)) as url:
        record = replay_at(url)
    assert "before the model had finished" in str(failed(record, "cut-stream"))
    assert record.text == "Half a"


def test_a_server_that_cannot_stream_is_read_as_one_response() -> None:
    body = {"choices": [{"index": 0, "message": {"role": "assistant", "content": "Whole."}, "finish_reason": "stop"}]}
    with server(http(200, compact(body))) as url:
        record = replay_at(url)
    assert (record.ended, record.text) == ("answered", "Whole.")
    assert record.usage == {"inputTokens": 0, "outputTokens": 0}


def test_a_refusal_with_status_200_is_a_refusal() -> None:
    with server(http(200, '{"error": {"message": "No credits left.", "code": 402}}')) as url:
        error = replay_at(url, stream=False).error
    assert error is not None
    assert (error.words, error.code) == ("No credits left.", "402")


def test_a_used_up_quota_is_not_retryable() -> None:
    body = '{"error": {"message": "You exceeded your current quota.", "code": "insufficient_quota"}}'
    with server(http(429, body, Retry_After=formatdate(time.time() + 20, usegmt=True))) as url:
        error = failed(replay_at(url), "rate-limit")
    assert not error.retryable
    assert error.retry_after is not None
    assert 10 < error.retry_after <= 20


def test_the_status_decides_the_kind_of_error_whatever_the_message_is() -> None:
    with server(http(403, '{"error": {"message": "connection timeout is not permitted"}}')) as url:
        error = failed(replay_at(url), "authentication")
    assert error.status == 403


def test_a_wrong_path_is_reported_with_the_base_url() -> None:
    with server(http(404, "<html><title>Not Found</title></html>", "text/html")) as url:
        error = failed(replay_at(url), "not-found")
    assert "an HTML page (Not Found)" in str(error)
    assert url in str(error)


def test_a_live_refusal_with_a_different_wording_is_still_located() -> None:
    words = "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'"
    broken = conversation([AGENT_RUN[0], AGENT_RUN[2], AGENT_RUN[5]])
    with server(http(400, compact({"error": {"message": words}}))) as url:
        record = replay(broken, Endpoint(url, "m", retries=0))
    assert record.ended == "refused"
    assert record.located is not None
    assert (record.located.rule, record.located.at) == ("tool-result-orphan", "/messages/1")


@pytest.mark.parametrize("key", ["sk-test\nwith-a-line-end", "sk-schlüssel", "sk-\x00null"])
def test_a_key_that_no_header_can_carry_is_not_sent(key: str) -> None:
    endpoint = replace(Endpoint("http://127.0.0.1:9/v1", "m"), key=key)
    record = replay(conversation(AGENT_RUN), endpoint)
    error = failed(record, "authentication")
    assert key not in compact(record.as_json())
    assert "characters" in str(error)


def test_the_key_is_masked_in_everything_that_a_server_repeats() -> None:
    def echo(request: bytes) -> bytes:
        key = request.split(b"Bearer ")[1].split(b"\r\n")[0].decode()
        return http(401, compact({"error": {"message": f"Incorrect API key: {key}"}}), x_request_id=f"req-{key}")

    with server(echo) as url:
        record = replay_at(url)
    error = failed(record, "authentication")
    assert error.words == "Incorrect API key: ***"
    assert KEY not in compact(record.as_json()) + repr(record) + str(error) + repr(error)
    assert error.__cause__ is None
    assert error.__context__ is None


def test_a_redirect_is_reported_and_not_followed() -> None:
    seen: list[bytes] = []

    def elsewhere(request: bytes) -> bytes:
        seen.append(request)
        return http(200, "{}")

    with server(elsewhere) as other:
        target = other.replace("127.0.0.1", "localhost") + "/chat/completions"
        with server(http(307, "", Location=target)) as url:
            error = failed(replay_at(url, stream=False), "wrong-url")
    assert seen == []
    assert f"redirects to {target}" in str(error)
