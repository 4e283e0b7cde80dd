"""The embedded model under load: every client gets its own answer or a clear refusal, and memory stays bounded."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import socket
import subprocess
import sys
from collections.abc import Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request

from workbench.rehearsal import Rehearsal, RequestLog, bodies, request_log

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
    monkeypatch.setattr(bodies, "MAX_BODY_BYTES", 100_000)
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
    monkeypatch.setattr(bodies, "MAX_BODY_BYTES", 300)
    monkeypatch.setattr(bodies, "MAX_DISCARDED_BYTES", 1_000)
    left = [{"type": "http.request", "body": b"x" * 100, "more_body": number > 0} for number in reversed(range(parts))]

    async def receive() -> MutableMapping[str, Any]:
        return left.pop(0)

    async def read_it() -> None:
        async with bodies.Bodies().read(Request({"type": "http", "method": "POST", "headers": []}, receive)):
            pass

    with pytest.raises(HTTPException, match="413"):
        asyncio.run(read_it())
    assert parts - len(left) == read


def test_bodies_beyond_the_limit_for_all_together_are_refused_and_later_ones_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bodies, "MAX_TOTAL_BYTES", 150_000)
    with Rehearsal() as rehearsal:
        held = socket.create_connection(("127.0.0.1", rehearsal.port), timeout=60)
        held.sendall(HEAD + b"Content-Length: 200000\r\n\r\n" + b" " * 100_000)  # and never the rest
        waited = 0
        while (answer := ask(rehearsal.port, "x" * 50_000))[0] != 503 and waited < 100:
            waited += 1
        assert answer[0] == 503
        assert "try again later" in json.loads(answer[1])["error"]["message"]
        assert ask(rehearsal.port, "tool")[0] == 200
        held.close()
        assert any(ask(rehearsal.port, "x" * 50_000)[0] != 503 for _ in range(100))


def test_a_request_whose_rest_does_not_arrive_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "MAX_SILENCE_SECONDS", 0.2)
    with Rehearsal() as rehearsal:
        with socket.create_connection(("127.0.0.1", rehearsal.port), timeout=60) as half:
            half.sendall(HEAD + b"Content-Length: 100\r\n\r\n{")
            assert b" 408 " in half.recv(65536).partition(b"\r\n")[0]
        assert ask(rehearsal.port, "tool")[0] == 200


def test_the_log_keeps_as_many_large_requests_as_its_memory_limit_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_log, "_MAX_BYTES", 1_000)
    log = RequestLog()
    for size in (400, 400, 400, 5_000):
        log.add("openai-chat", "openai", {"size": size}, b"x" * size)
    assert [(request.number, request.body) for request in log] == [(2, {"size": 400}), (3, {"size": 400}), (4, None)]


SERVER = """
import sys, time
from workbench.rehearsal import Rehearsal, bodies, request_log
bodies.MAX_BODY_BYTES, bodies.MAX_TOTAL_BYTES, request_log._MAX_BYTES = 2_000_000, 8_000_000, 1_000_000
with Rehearsal() as rehearsal:
    print(rehearsal.port, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def bounded() -> Iterator[tuple[int, int]]:
    """Return the port and the process id of a server that may hold at most eight megabytes of requests."""
    started = subprocess.Popen([sys.executable, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert started.stdin
    assert started.stdout
    yield int(started.stdout.readline()), started.pid
    started.stdin.close()
    started.wait(60)
    started.stdout.close()


def peak(process: int) -> int:
    """Return the peak memory of a process, in bytes."""
    status = Path(f"/proc/{process}/status").read_text()
    return 1024 * int(status.partition("VmHWM:")[2].split()[0])


def half_sent(port: int) -> socket.socket:
    """Open a request, send most of its body and never the rest."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=120)
    with contextlib.suppress(OSError):
        connection.sendall(HEAD + b"Content-Length: 1900000\r\n\r\n" + b" " * 1_800_000)
    return connection


def endless(port: int) -> bytes:
    """Send chunks until the server closes the connection, and return its answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=120) as connection:
        connection.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
        with contextlib.suppress(OSError):
            for _ in range(400):
                connection.sendall(chunk)
            connection.sendall(b"0\r\n\r\n")
            return connection.recv(65536)
        return RESET


def never_reading(port: int, number: int) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=120)
    text = f"never reading {number} " * 40_000
    body = json.dumps({"model": "m", "stream": number % 2 == 0, "messages": [{"role": "user", "content": text}]})
    with contextlib.suppress(OSError):
        connection.sendall(HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body.encode())
    return connection


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not report the memory of a process")
def test_memory_stays_bounded_whatever_two_hundred_clients_send(bounded: tuple[int, int]) -> None:
    """Together they send about 700 megabytes. Without limits the server would hold all of it, and parsed values."""
    port, process = bounded
    assert ask(port, "tool")[0] == 200
    before = peak(process)
    with ThreadPoolExecutor(CLIENTS) as clients, contextlib.ExitStack() as held:
        for connection in clients.map(lambda _: half_sent(port), range(60)):
            held.enter_context(connection)
        chunked = clients.map(lambda _: endless(port), range(20))
        for connection in clients.map(lambda number: never_reading(port, number), range(60)):
            held.enter_context(connection)
        large = clients.map(lambda number: ask(port, f"tool_{number}" + " " * 700_000), range(60))
        refusals = [answer.partition(b"\r\n")[0] for answer in chunked]
        statuses = {status for status, _ in large}
    assert all(b" 413 " in answer or b" 503 " in answer or answer == RESET for answer in refusals)
    assert statuses <= {200, 400, 503}
    assert peak(process) - before < 200_000_000
    answers = [ask(port, f"tool_{number}") for number in range(20)]
    called = [json.loads(body)["choices"][0]["message"]["tool_calls"][0]["function"]["name"] for _, body in answers]
    assert called == [f"tool_{number}" for number in range(20)]


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
