"""Only pages of this computer can connect, over HTTP and the websocket, and no configuration file weakens that."""

from __future__ import annotations

import asyncio
import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from workbench.app.guard import Guard

LOOSE = """
[server]
address = "0.0.0.0"
enableCORS = false
enableXsrfProtection = false
allowedHosts = ["*"]
corsAllowedOrigins = ["http://evil.example"]
enableStaticServing = true
maxUploadSize = 100000
[client]
showErrorDetails = "full"
[browser]
gatherUsageStats = true
[theme]
base = "http://192.0.2.1/theme.toml"
"""
"""Streamlit loads a theme from an address, and does not start if it gets none."""
SECRETS = """
HTTPS_PROXY = "http://evil.example:3128"
"""
"""Streamlit makes environment variables of these."""

WATCHED = """
import os
import socket

def note(line):
    with open({seen!r}, "a") as seen:
        seen.write(line + "\\n")

def watch(name):
    real = getattr(socket.socket, name)
    def connecting(self, address):
        if isinstance(address, tuple) and address[0] not in ("127.0.0.1", "::1", "localhost"):
            note(str(address))
        return real(self, address)
    setattr(socket.socket, name, connecting)

class Environment(type(os.environ)):
    def __setitem__(self, name, value):
        if "evil" in value:
            note(name)
        super().__setitem__(name, value)

os.environ.__class__ = Environment

look_up = socket.getaddrinfo

def looking_up(host, *others, **named):
    if host not in (None, "", "127.0.0.1", "::1", "localhost"):
        note("the address of " + str(host))
    return look_up(host, *others, **named)

socket.getaddrinfo = looking_up
watch("connect")
watch("connect_ex")
"""
"""Python runs this before the workbench: what it looks up or connects to is written down, unless it is this computer,
and so are the environment variables that the folder sets. Without a network, a look-up fails before any connection."""


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A workbench started in a folder whose configuration would open every door."""
    folder = tmp_path_factory.mktemp("loose")
    (folder / ".streamlit").mkdir()
    (folder / ".streamlit" / "config.toml").write_text(LOOSE)
    (folder / ".streamlit" / "secrets.toml").write_text(SECRETS)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number = probe.getsockname()[1]
    seen = folder / "connected-to"
    (folder / "sitecustomize.py").write_text(WATCHED.format(seen=str(seen)))
    paths = os.pathsep.join([str(folder), str(Path(__file__).parents[2])])
    environment = {**os.environ, "PYTHONPATH": paths, "STREAMLIT_SERVER_ENABLE_CORS": "false"}
    command = [sys.executable, "-m", "workbench", "--no-browser", "--port", str(number)]
    server = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        _await(number, server)
        yield number
    finally:
        server.terminate()
        printed, _ = server.communicate(timeout=60)
    assert not seen.exists(), f"it looked for or set {seen.read_text()}"
    assert printed.decode() == f"The workbench is at http://127.0.0.1:{number}/ (stop it with Ctrl+C)\n"


def _await(number: int, server: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", number), timeout=1).close()
            return
        except OSError:
            assert server.poll() is None
            time.sleep(0.1)
    raise AssertionError("the workbench did not answer")


def ask(number: int, path: str = "/", **headers: str) -> http.client.HTTPResponse:
    with closing(http.client.HTTPConnection("127.0.0.1", number, timeout=60)) as connection:
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        answer.close()
        return answer


def test_the_page_has_headers_that_block_external_content(port: int) -> None:
    answer = ask(port)
    assert answer.status == 200
    policy = answer.getheader("Content-Security-Policy") or ""
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-eval'" not in policy.replace("'wasm-unsafe-eval'", "")
    assert answer.getheader("X-Frame-Options") == "DENY"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1:1", "127.0.0.1.evil.example", "[::1]:{port}", ""])
def test_another_host_name_is_refused(port: int, host: str) -> None:
    assert ask(port, Host=host.replace("{port}", str(port))).status == 403


@pytest.mark.parametrize("path", ["/", "/_stcore/health", "/_stcore/upload_file/a/b"])
def test_another_site_is_refused(port: int, path: str) -> None:
    assert ask(port, path, Origin="http://evil.example").status == 403
    assert ask(port, path, Origin="null").status == 403


@pytest.mark.parametrize(
    ("origin", "status"),
    [("http://evil.example", 403), ("http://[::1]:{port}", 403), ("http://127.0.0.1:{port}", 101)],
)
def test_the_websocket_opens_for_its_own_page_only(port: int, origin: str, status: int) -> None:
    answer = ask(
        port,
        "/_stcore/stream",
        Connection="Upgrade",
        Upgrade="websocket",
        Sec_WebSocket_Version="13",
        Sec_WebSocket_Key="dGhlIHNhbXBsZSBub25jZQ==",
        Origin=origin.replace("{port}", str(port)),
    )
    assert answer.status == status


def test_an_upload_over_the_limit_is_refused_before_it_is_read(port: int) -> None:
    """The configuration of the folder would allow 100 GB; the page takes 500 MB."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("GET", "/_stcore/health")
        answer = connection.getresponse()
        answer.read()
        token = (answer.getheader("Set-Cookie") or "").partition("_streamlit_xsrf=")[2].partition(";")[0]
        assert token
        connection.putrequest("PUT", "/_stcore/upload_file/session/file")
        connection.putheader("Cookie", f"_streamlit_xsrf={token}")
        connection.putheader("X-Xsrftoken", token)
        connection.putheader("Content-Type", "multipart/form-data; boundary=x")
        connection.putheader("Content-Length", str(600 * 1024 * 1024))
        connection.endheaders()
        assert connection.getresponse().status in (400, 413)


def test_it_listens_on_the_loopback_address_alone(port: int) -> None:
    """Listening sockets as the system lists them; only there where it has that list."""
    table = Path("/proc/net/tcp")
    if not table.exists():
        pytest.skip("this system has no table of sockets")
    listening = [line.split()[1] for line in table.read_text().splitlines()[1:] if line.split()[3] == "0A"]
    assert [address for address in listening if address.endswith(f":{port:04X}")] == [f"0100007F:{port:04X}"]


async def _closed_then_read(scope: Scope, receive: Receive, send: Send) -> None:
    """As Streamlit does if the visitor leaves while it sends: it reads from the closed connection, and closes it."""
    websocket = WebSocket(scope, receive, send)
    await websocket.accept()
    await websocket.close()
    try:
        await websocket.receive_bytes()
    except RuntimeError:
        await websocket.close()


def test_a_visitor_who_leaves_at_a_bad_moment_causes_no_stack_trace() -> None:
    sent: list[str] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message["type"])

    scope = {"type": "websocket", "path": "/", "headers": [(b"host", b"127.0.0.1:8501")]}
    asyncio.run(Guard(_closed_then_read, 8501)(scope, receive, send))
    assert sent == ["websocket.accept", "websocket.close"]
