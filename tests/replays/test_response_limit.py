"""Responses are limited in size, and a silent server is reported."""

from __future__ import annotations

import gzip
import tracemalloc

import pytest

from tests.replays.histories import agent_run
from tests.replays.servers import http, server
from workbench.replays import Endpoint, Moment, replay_run, response_limit
from workbench.replays.run import replay

_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: %s\r\nConnection: close\r\n\r\n"


@pytest.fixture(autouse=True)
def small_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_limit.BoundedTransport.__init__, "__defaults__", (1024 * 1024,))


@pytest.mark.parametrize("stream", [True, False])
def test_an_endless_answer_is_cut_off(stream: bool) -> None:
    kind = b"text/event-stream" if stream else b"application/json"
    endless = _HEAD % kind + b"data: " + b"x" * (3 * 1024 * 1024)
    with server(endless) as url:
        record = replay(agent_run(), Endpoint(url, "m", retries=0), stream=stream)
    assert record.error is not None
    assert (record.error.kind, record.ended) == ("too-large", "failed")
    assert "larger than 1 MB" in str(record.error)


def test_a_compressed_answer_is_rejected_before_it_is_decompressed() -> None:
    compressed = gzip.compress(b"x" * 200_000_000, 9)
    with server(http(200, compressed, content_encoding="gzip")) as url:
        tracemalloc.start()
        record = replay(agent_run(), Endpoint(url, "m", retries=0), stream=False)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert record.error is not None
    assert "compressed (gzip)" in str(record.error)
    assert peak < 50_000_000


def test_a_silent_server_is_reported_while_it_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_run, "_SILENCE_SECONDS", 0.2)
    events: list[Moment] = []
    with server(b"", hang=True) as url:
        replay(agent_run(), Endpoint(url, "m", timeout=1.0, retries=0), on_event=events.append)
    assert [moment.kind for moment in events].count("waiting") >= 2
