"""A repair is proved by sending both versions and keeping both answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.replays.histories import AGENT_RUN, BROKEN, agent_run, conversation
from tests.replays.servers import http, server
from workbench.cli import main
from workbench.json.text import compact, parse_or_none
from workbench.replays import Endpoint
from workbench.replays.proof import send_both
from workbench.replays.record import record_from_json
from workbench.replays.run import replay
from workbench.replays.sending import ReplaySettings

ANSWER: Any = {"choices": [{"message": {"role": "assistant", "content": "Two files."}, "finish_reason": "stop"}]}


def test_a_refused_conversation_is_answered_after_the_repair() -> None:
    proof = send_both(conversation(BROKEN), ReplaySettings())
    assert (proof.original.ended, proof.original.variant) == ("refused", "as-it-was")
    assert proof.repaired is not None
    assert (proof.repaired.ended, proof.repaired.variant) == ("answered", "repaired")
    assert proof.fixes == ("Keep the result as text, since its call is missing",)
    assert proof.proved


def test_a_conversation_that_needs_no_repair_is_sent_once() -> None:
    proof = send_both(agent_run(), ReplaySettings())
    assert (proof.original.ended, proof.repaired, proof.proved) == ("answered", None, False)


def test_a_live_endpoint_receives_both_versions() -> None:
    bodies: list[Any] = []

    def answer(request: bytes) -> bytes:
        body: Any = parse_or_none(request.partition(b"\r\n\r\n")[2].decode())
        bodies.append(body)
        broken = any(message["role"] == "tool" for message in body["messages"])
        return http(400, compact({"error": {"message": "no call"}})) if broken else http(200, compact(ANSWER))

    with server(answer) as url:
        proof = send_both(conversation(BROKEN), ReplaySettings(Endpoint(url, "m", retries=0)))
    assert proof.proved
    assert sorted(len(body["messages"]) for body in bodies) == [3, 3]


def test_an_edited_request_is_sent_unchanged() -> None:
    bodies: list[Any] = []

    def answer(request: bytes) -> bytes:
        bodies.append(parse_or_none(request.partition(b"\r\n\r\n")[2].decode()))
        return http(200, compact(ANSWER))

    body = {"messages": AGENT_RUN[:1], "model": "other", "seed": 7, "nobody_knows": [None]}
    with server(answer) as url:
        replay(conversation(AGENT_RUN[:1]), Endpoint(url, "m", retries=0), body=body)
    assert bodies == [body]


def test_a_refusal_keeps_the_response_body() -> None:
    refused = {"error": {"message": "no", "hint": "only here"}}
    with server(http(400, compact(refused))) as url:
        record = send_both(conversation(BROKEN), ReplaySettings(Endpoint(url, "m", retries=0))).original
    assert record.response == refused


@pytest.mark.parametrize("stream", [True, False])
def test_a_web_page_instead_of_an_answer_is_kept_as_text(stream: bool) -> None:
    with server(http(502, "<html><title>Bad gateway</title></html>", content_type="text/html")) as url:
        record = replay(agent_run(), Endpoint(url, "m", retries=0), stream=stream)
    assert record.response == "<html><title>Bad gateway</title></html>"


def test_a_record_without_a_variant_is_still_read() -> None:
    record = send_both(conversation(BROKEN), ReplaySettings()).original
    old = {name: value for name, value in record.as_json().items() if name != "variant"}
    assert record_from_json(old).variant == "as-it-was"


def _both(tmp_path: Path, messages: list[Any], *arguments: str) -> Result:
    file = tmp_path / "chat.json"
    file.write_text(compact(messages), encoding="utf-8")
    return CliRunner().invoke(main, ["replay", str(file), "--both", *arguments])


def test_the_command_shows_both_answers(tmp_path: Path) -> None:
    result = _both(tmp_path, BROKEN)
    assert result.exit_code == 0
    assert "Original:\n  ✗ Invalid request: Invalid parameter: messages with role 'tool'" in result.stdout
    assert "Repaired (Keep the result as text, since its call is missing):\n" in result.stdout
    assert "✓ The repair works: the original was refused, and the repaired conversation was answered." in result.stdout


def test_the_command_prints_both_records_as_json(tmp_path: Path) -> None:
    result = _both(tmp_path, BROKEN, "--output", "json", "--out", str(tmp_path / "proof.json"))
    proof: Any = parse_or_none(result.stdout)
    assert set(proof) == {"proved", "fixes", "original", "repaired"}
    assert (proof["proved"], proof["original"]["ended"], proof["repaired"]["ended"]) == (True, "refused", "answered")
    assert parse_or_none((tmp_path / "proof.json").read_text(encoding="utf-8")) == proof


def test_the_command_reports_that_nothing_needs_repair(tmp_path: Path) -> None:
    result = _both(tmp_path, AGENT_RUN)
    assert result.exit_code == 0
    assert "Repaired: not sent. No safe repair is known or needed." in result.stdout


@pytest.mark.parametrize("arguments", [("--up-to", "1"), ("--export", "curl")])
def test_the_command_rejects_options_that_do_not_go_with_both(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    result = _both(tmp_path, BROKEN, *arguments)
    assert result.exit_code == 2
    assert "--both sends the entire conversation twice" in result.stderr
