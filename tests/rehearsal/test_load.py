"""The embedded model under load: every client gets its own answer or a clear refusal, and memory stays bounded."""

from __future__ import annotations

import asyncio
import errno
import json
import socket
from collections.abc import MutableMapping
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from typing import Any

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request

from workbench.rehearsal import Rehearsal
from workbench.rehearsal.app import _content

CLIENTS = 200


def ask(port: int, text: str) -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        tools = [{"type": "function", "function": {"name": text, "parameters": {"type": "object", "properties": {}}}}]
        body = {"model": "m", "messages": [{"role": "user", "content": text}], "tools": tools}
        connection.request("POST", "/v1/chat/completions", json.dumps(body), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def test_two_hundred_clients_at_once_get_their_own_answers() -> None:
    with Rehearsal() as rehearsal, ThreadPoolExecutor(CLIENTS) as clients:
        answers = list(clients.map(lambda number: ask(rehearsal.port, f"tool_{number}"), range(CLIENTS)))
    for number, (status, body) in enumerate(answers):
        called = json.loads(body)["choices"][0]["message"]["tool_calls"][0]["function"]["name"]
        assert (status, called) == (200, f"tool_{number}")


RESET = b"connection reset"


def raw(port: int, *pieces: bytes) -> bytes:
    """Return the server's answer. A server that closes before it has read everything may reset the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        try:
            for piece in pieces:
                connection.sendall(piece)
            connection.shutdown(socket.SHUT_WR)
            return connection.recv(65536)
        except OSError as error:
            if error.errno in (errno.EPIPE, errno.ECONNRESET, errno.ENOTCONN):
                return RESET
            raise


HEAD = b"POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize(
    ("pieces", "status"),
    [
        ((HEAD, b"Transfer-Encoding: chunked\r\n\r\n", b"zz\r\nrubbish\r\n"), b" 400 "),
        ((HEAD, b"Content-Length: 5\r\n\r\n", b"{]"), b""),
        ((HEAD, b"Content-Length: 2\r\n\r\n", b"{]"), b" 400 "),
        ((HEAD, b"Content-Length: minus one\r\n\r\n"), b" 400 "),
        ((b"rubbish\r\n\r\n",), b" 400 "),
        ((HEAD + b"X: " + b"y" * 200_000 + b"\r\n\r\n",), b" 4"),
    ],
)
def test_incomplete_and_broken_requests_are_refused_and_the_next_one_is_answered(
    pieces: tuple[bytes, ...], status: bytes
) -> None:
    with Rehearsal() as rehearsal:
        answer = raw(rehearsal.port, *pieces)
        assert status in answer.partition(b"\r\n")[0] or answer == RESET
        assert ask(rehearsal.port, "tool")[0] == 200


def test_a_body_over_the_limit_is_refused_and_not_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.rehearsal.app._MAX_BODY_BYTES", 100_000)
    with Rehearsal() as rehearsal:
        status, body = ask(rehearsal.port, "x" * 200_000)
        assert (status, "too large" in body) == (413, True)
        assert len(rehearsal.requests) == 0
        assert ask(rehearsal.port, "tool")[0] == 200


@pytest.mark.parametrize(("parts", "read"), [(5, 5), (50, 14)])
def test_a_body_over_the_limit_is_read_to_its_end_or_to_a_second_limit(
    monkeypatch: pytest.MonkeyPatch, parts: int, read: int
) -> None:
    """A client that is still sending when the refusal arrives would see a reset connection instead of the refusal."""
    monkeypatch.setattr("workbench.rehearsal.app._MAX_BODY_BYTES", 300)
    monkeypatch.setattr("workbench.rehearsal.app._MAX_DISCARDED_BYTES", 1_000)
    left = [{"type": "http.request", "body": b"x" * 100, "more_body": number > 0} for number in reversed(range(parts))]

    async def receive() -> MutableMapping[str, Any]:
        return left.pop(0)

    with pytest.raises(HTTPException, match="413"):
        asyncio.run(_content(Request({"type": "http", "method": "POST", "headers": []}, receive)))
    assert parts - len(left) == read


def test_slow_readers_do_not_delay_others() -> None:
    with Rehearsal() as rehearsal:
        body = json.dumps({"model": "m", "stream": True, "messages": [{"role": "user", "content": "hi"}]}).encode()
        unread = []
        for _ in range(50):
            connection = socket.create_connection(("127.0.0.1", rehearsal.port), timeout=60)
            connection.sendall(HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body)
            unread.append(connection)  # sends a request and never reads the answer
        statuses = [ask(rehearsal.port, f"tool_{number}")[0] for number in range(20)]
        for connection in unread:
            connection.close()
    assert statuses == [200] * 20
