"""A guard in front of Streamlit: it only accepts requests from this computer's own pages, which load nothing external.

Streamlit also checks the host and origin of its websocket, but looks up the computer's external address to do so. The
guard rejects foreign requests before that.
"""

from __future__ import annotations

import base64
import hashlib
import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import streamlit
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnected

from workbench.app.visitor import HEADER, OTHER, visitor

NAMES = ("127.0.0.1", "localhost")
"""Not `[::1]`: nothing of ours listens there, so a page at that address belongs to another program."""

HEADERS = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'self'",
            "script-src 'self' blob: 'wasm-unsafe-eval' {inline}",
            "style-src 'self' 'unsafe-inline'",  # Streamlit writes its styles at run time
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "connect-src 'self' ws://127.0.0.1:{port} ws://localhost:{port}",
            "worker-src 'self' blob:",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@cache
def inline_scripts() -> str:
    """Return the hashes of the inline scripts in Streamlit's own page. No other inline script may run."""
    page = (Path(streamlit.__file__).parent / "static" / "index.html").read_text(encoding="utf-8")
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    digests = (base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts)
    return " ".join(f"'sha256-{digest}'" for digest in digests)


def _filled(template: str, known: dict[str, str]) -> str:
    for name, value in known.items():
        template = template.replace(name, value)
    return template


class Guard:
    def __init__(self, app: ASGIApp, port: int) -> None:
        self.app = app
        self.hosts = {f"{name}:{port}" for name in NAMES}
        known = {"{port}": str(port), "{inline}": inline_scripts()}
        self.headers = {name: _filled(value, known) for name, value in HEADERS.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
        elif not self._is_ours(Headers(scope=scope)):
            await _refuse(scope, receive, send)
        else:
            with suppress(WebSocketDisconnected):  # the visitor closed the page while Streamlit sent something
                await self.app(_with_visitor(scope), receive, self._with_headers(send))

    def _is_ours(self, headers: Headers) -> bool:
        """Whether the request comes from our own page, and not from another site or through another host name."""
        origin = headers.get("origin")
        foreign = origin is not None and urlsplit(origin).netloc not in self.hosts
        return headers.get("host") in self.hosts and not foreign

    def _with_headers(self, send: Send) -> Send:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers[name] = value
            await send(message)

        return with_headers


def _with_visitor(scope: Scope) -> Scope:
    """Set the header with the visitor's kind, and remove any value that the visitor sent."""
    if scope["type"] != "websocket":
        return scope
    who = visitor(scope["client"], scope["server"]) if scope.get("client") and scope.get("server") else OTHER
    name = HEADER.encode()
    kept = [pair for pair in scope["headers"] if pair[0].lower() != name]
    return {**scope, "headers": [*kept, (name, who.encode())]}


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": "another site"})
        return
    await PlainTextResponse("The workbench only answers requests from this computer.", 403)(scope, receive, send)
