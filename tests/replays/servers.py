"""Servers that answer with exact bytes, for behaviour that no correct server shows."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

Answer = Callable[[bytes], bytes]


@contextmanager
def server(answer: Answer | bytes, hang: bool = False) -> Iterator[str]:
    """Yield the base URL. Each connection receives the answer and is closed, or left open if `hang` is set."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(0.05)
    ended = threading.Event()

    def serve() -> None:
        hanging: list[socket.socket] = []
        while not ended.is_set():
            try:
                connection, _ = listener.accept()
            except TimeoutError:
                continue
            connection.settimeout(30)
            request = _request(connection)
            with suppress(OSError):
                connection.sendall(answer if isinstance(answer, bytes) else answer(request))
            if hang:
                hanging.append(connection)
            else:
                connection.close()
        for connection in hanging:
            connection.close()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
    finally:
        ended.set()
        thread.join()
        listener.close()


def _request(connection: socket.socket) -> bytes:
    data = b""
    try:
        while b"\r\n\r\n" not in data:
            piece = connection.recv(65536)
            if not piece:
                return data
            data += piece
            if not data.startswith((b"POST", b"GET")):
                return data  # a handshake
        head, _, body = data.partition(b"\r\n\r\n")
        length = next(
            (int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")), 0
        )
        while len(body) < length:
            body += connection.recv(65536)
        return head + b"\r\n\r\n" + body
    except OSError:
        return data


def http(status: int, body: bytes | str, kind: str = "application/json", **headers: str) -> bytes:
    content = body.encode() if isinstance(body, str) else body
    lines = [f"HTTP/1.1 {status} Said", f"Content-Type: {kind}", f"Content-Length: {len(content)}", "Connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + content


def sse(*data: str) -> bytes:
    return http(200, "".join(f"data: {line}\n\n" for line in data), "text/event-stream")
