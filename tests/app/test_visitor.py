"""Only the user who runs the workbench sees recent cases. The system knows the user of a connection."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from workbench.app.guard import _with_visitor
from workbench.app.visitor import HEADER, OTHER, OWNER, visitor

_HEAD = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"


def _table(path: Path, user: int) -> Path:
    """As the system shows a connection from port 50000 to 8501 of this computer, at both its ends."""
    ends = ("0100007F:C350 0100007F:2135", user), ("0100007F:2135 0100007F:C350", os.getuid())
    lines = [
        f"   {n}: {pair} 01 00000000:00000000 00:00000000 00000000 {who:5} 0 1\n" for n, (pair, who) in enumerate(ends)
    ]
    path.write_text(_HEAD + "".join(lines))
    return path


_CLIENT, _SERVER = ("127.0.0.1", 50000), ("127.0.0.1", 8501)


def test_the_same_user_is_the_owner_and_another_is_not(tmp_path: Path) -> None:
    assert visitor(_CLIENT, _SERVER, _table(tmp_path / "tcp", os.getuid())) == OWNER
    assert visitor(_CLIENT, _SERVER, _table(tmp_path / "tcp", os.getuid() + 1)) == OTHER


def test_a_local_visitor_is_the_owner_if_the_system_does_not_know_the_user(tmp_path: Path) -> None:
    assert visitor(_CLIENT, _SERVER, tmp_path / "missing") == OWNER


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="this system does not say whose a connection is")
def test_a_real_connection_of_this_user_is_the_owner_s() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        assert visitor(client.getsockname(), server.getsockname()) == OWNER


def test_a_header_that_the_visitor_sends_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.app.guard.visitor", lambda *_: OTHER)
    forged = [(HEADER.encode(), b"owner"), (b"host", b"127.0.0.1:8501"), (HEADER.upper().encode(), b"owner")]
    scope = {"type": "websocket", "client": _CLIENT, "server": _SERVER, "headers": forged}
    assert _with_visitor(scope)["headers"] == [(b"host", b"127.0.0.1:8501"), (HEADER.encode(), b"other")]
