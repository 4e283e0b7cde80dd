"""The address that the command prints works from the moment it is printed."""

from __future__ import annotations

import socket

import pytest
import uvicorn

from workbench.app import serve


@pytest.mark.parametrize("browser", [True, False])
def test_the_printed_address_accepts_connections_immediately(monkeypatch: pytest.MonkeyPatch, browser: bool) -> None:
    monkeypatch.setattr(uvicorn.Server, "run", lambda self, sockets: None)
    monkeypatch.setattr(serve, "_application", lambda port: None)
    monkeypatch.setattr("webbrowser.open", lambda url: True)
    connected = []

    def connect(sentence: str) -> None:
        host, _, port = sentence.split("http://")[1].split("/")[0].partition(":")
        with socket.create_connection((host, int(port)), timeout=5):
            connected.append(sentence)

    with serve.bound_socket(None) as listening:
        serve.serve(listening, browser=browser, say=connect)
    assert len(connected) == 1
