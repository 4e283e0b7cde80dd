"""The key appears nowhere: in no file, log, URL, export, output, exception or stack trace of a replay."""

from __future__ import annotations

import base64
import gc
import logging
import traceback
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote, quote_plus

import pytest
from click.testing import CliRunner

from tests.replays.histories import AGENT_RUN, BROKEN, KEY, agent_run, conversation
from tests.replays.servers import http, server, sse
from workbench.cli import main
from workbench.json.text import compact
from workbench.rehearsal import FAILURES, Rehearsal
from workbench.replays import Endpoint
from workbench.replays.embedded_model import rehearsal_endpoint
from workbench.replays.export import EXPORTS, export
from workbench.replays.keys import key_variable_for
from workbench.replays.run import replay


def echo(request: bytes) -> bytes:
    """Repeat the key everywhere a server can put it."""
    return http(400, compact({"error": {"message": KEY, "param": KEY, "code": KEY, "type": KEY}}), x_request_id=KEY)


def echo_stream(request: bytes) -> bytes:
    return sse(
        compact({"id": KEY, "model": KEY, "choices": [{"index": 0, "delta": {"content": f"Your key is {KEY}."}}]}),
        compact(
            {"choices": [{"index": 0, "delta": {"tool_calls": [{"index": 0, "id": KEY, "function": {"name": KEY}}]}}]}
        ),
        compact({"error": {"message": f"stopped, {KEY}"}}),
    )


def test_the_key_appears_nowhere(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    outputs: list[str] = []
    with Rehearsal(keep=tmp_path / "kept") as rehearsal, server(echo) as one, server(echo_stream) as other:
        endpoints = [
            replace(rehearsal_endpoint(rehearsal, "openai", fault=fault), key=KEY, timeout=0.4)
            for fault in ("", *(fault for fault in FAILURES if fault != "slow"), "slow:1")
        ]
        endpoints += [Endpoint(url, "m", key=KEY, retries=0) for url in (one, other, f"https://x:{KEY}@127.0.0.1:9/v1")]
        endpoints += [Endpoint(f"{one}?key={KEY}", "m", key=f" {KEY}\n", organisation="org", retries=0)]
        for number, endpoint in enumerate(endpoints):
            for history in (
                agent_run(),
                conversation(BROKEN),
                conversation([*AGENT_RUN, {"role": "user", "content": KEY}]),
            ):
                record = replay(history, endpoint, stream=number % 2 == 0)
                record.save(tmp_path / f"{number}-{record.ended}-{len(history.messages)}.json")
                outputs += [repr(record), str(record.error), repr(record.error), repr(endpoint)]
                outputs += [export(record, kind) for kind in EXPORTS] if record.exchanges else []
                outputs += traceback.format_exception(record.error) if record.error else []
    out, err = capfd.readouterr()
    outputs += [out, err, caplog.text]
    outputs += [path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.json") if path.parent.name != "kept"]
    outputs += [str(path) for path in tmp_path.rglob("*")]
    assert [text[:200] for text in outputs if KEY in text] == []
    received = [path.read_text() for path in (tmp_path / "kept").iterdir()]
    assert sum(KEY in text for text in received) == sum("Thank you." in text and KEY in text for text in received)


def test_the_command_shows_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    file = tmp_path / "chat.json"
    file.write_text(compact({"messages": AGENT_RUN}), encoding="utf-8")
    with server(echo) as url:
        for extra in ([], ["--output", "json"], ["--no-stream"], ["--export", "curl"], ["--out", str(tmp_path / "r")]):
            arguments = ["replay", str(file), "--base-url", url, "--model", "m", "--key-env", "MY_KEY", *extra]
            result = CliRunner().invoke(main, arguments)
            assert result.exit_code == 1
            assert KEY not in result.output
    assert KEY not in (tmp_path / "r").read_text()


def test_an_error_refers_to_no_exception_that_contains_the_key() -> None:
    with server(echo) as url:
        error = replay(agent_run(), Endpoint(url, "m", key=KEY, retries=0)).error
    assert error is not None
    exceptions = [item for item in gc.get_referents(error) if isinstance(item, BaseException)]
    assert exceptions == []
    assert error.__traceback__ is None


def test_a_key_in_the_environment_is_sent_only_to_its_own_provider(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    requests: list[bytes] = []

    def refuse(request: bytes) -> bytes:
        requests.append(request)
        return http(400, compact({"error": {"message": "no"}}))

    file = tmp_path / "chat.json"
    file.write_text(compact({"messages": AGENT_RUN}), encoding="utf-8")
    with server(refuse) as url:
        arguments = ["replay", str(file), "--base-url", url, "--model", "m"]
        refused = CliRunner().invoke(main, arguments)
        assert "note: no key is sent to 127.0.0.1; --key-env OPENAI_API_KEY sends that one." in refused.stderr
        assert [request for request in requests if KEY.encode() in request] == []
        CliRunner().invoke(main, [*arguments, "--key-env", "OPENAI_API_KEY"])
        assert [request for request in requests if KEY.encode() in request] == requests[1:]


@pytest.mark.parametrize(
    ("address", "variable"),
    [
        ("https://api.openai.com/v1", "OPENAI_API_KEY"),
        ("https://api.openai.com.evil.example/v1", None),
        ("https://evil.example/api.openai.com", None),
        ("https://api.openai.com@evil.example/v1", None),
        ("https://api.mistral.ai/v1", "MISTRAL_API_KEY"),
        ("", None),
        ("http://[", None),
    ],
)
def test_an_address_may_only_receive_the_key_of_its_provider(address: str, variable: str | None) -> None:
    assert key_variable_for(address) == variable


def test_a_key_never_follows_a_redirect(monkeypatch: pytest.MonkeyPatch) -> None:
    requests: list[bytes] = []

    def answer(request: bytes) -> bytes:
        requests.append(request)
        return http(200, "{}")

    with server(answer) as other, server(http(307, "", location=f"{other}/chat/completions")) as first:
        record = replay(agent_run(), Endpoint(first, "m", key=KEY, retries=0), stream=False)
    assert requests == []
    assert record.error is not None
    assert "redirects to" in str(record.error)


def test_a_secret_that_is_encoded_in_the_address_is_masked_in_every_form_that_a_server_repeats() -> None:
    """A server sees the parameter and the password decoded, and the password in the header for basic authentication."""
    password, parameter = "pass/word+99", "sec ret=value/77"
    basic = base64.b64encode(f"ada:{password}".encode()).decode()
    repeated = f"{password} {parameter} {quote(password, safe='')} {quote_plus(parameter)} Basic {basic}"

    def answer(request: bytes) -> bytes:
        return http(401, compact({"error": {"message": f"Wrong: {repeated}. {request.decode()}"}}))

    with server(answer) as url:
        address = url.replace("://", f"://ada:{quote(password, safe='')}@") + f"?sig={quote_plus(parameter)}"
        record = replay(agent_run(), Endpoint(address, "m", retries=0), stream=False)
    written = compact(record.as_json()) + repr(record) + str(record.error)
    assert "Wrong: ***" in written
    forms = (password, parameter, quote(password, safe=""), quote_plus(parameter), quote(parameter, safe=""), basic)
    assert [form for form in forms if form in written] == []
