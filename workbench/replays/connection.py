"""The `openai` client of one replay. The record sees every request and response, but never the key.

Requests are sent as bytes written by the workbench, through the client's plain `post`: a broken history must reach the
provider unchanged, and typed parameters would alter it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import parse_qsl
from urllib.request import getproxies

import httpx2
from openai import AsyncOpenAI, AsyncStream, DefaultAsyncHttpxClient, RequestOptions, omit

from workbench.json.text import Json, compact
from workbench.replays.endpoint import Endpoint
from workbench.replays.errors import AUTHENTICATION, AuthenticationError
from workbench.replays.record import MomentKind
from workbench.replays.response_limit import BoundedTransport
from workbench.replays.secrets import safe_url

Observer = Callable[[MomentKind, Json], None]
_PLACEHOLDER = "none"
"""The client requires a key; a local server ignores it."""


@dataclass
class Connection:
    endpoint: Endpoint
    client: AsyncOpenAI
    attempts: int = 0

    async def post(self, path: str, body: object) -> httpx2.Response:
        return await self.client.post(path, cast_to=httpx2.Response, content=_bytes(body), options=self._options())

    async def stream(self, path: str, body: object) -> AsyncStream[object]:
        return await self.client.post(
            path,
            cast_to=object,
            content=_bytes(body),
            options=self._options(),
            stream=True,
            stream_cls=AsyncStream[object],
        )

    def _options(self) -> RequestOptions:
        """Return the headers. The environment's OpenAI organisation and project must not reach other providers."""
        organisation = self.endpoint.organisation or omit
        headers = {"OpenAI-Organization": organisation, "OpenAI-Project": omit, "Content-Type": "application/json"}
        return {"headers": {**headers, **self.endpoint.headers}}


def _bytes(body: object) -> bytes:
    return compact(body).encode()


@asynccontextmanager
async def connect(endpoint: Endpoint, observe: Observer) -> AsyncIterator[Connection]:
    """Yield a connection and close it with all its sockets. `observe` receives the head of each request and response.

    Raises `AuthenticationError` if the key contains characters that an HTTP header cannot carry.
    """
    key = endpoint.key.strip()
    if not key.isascii() or not key.isprintable():
        sentence = "Authentication failed: the key has characters that no header allows. Please check your API key."
        raise AuthenticationError(sentence, kind=AUTHENTICATION, provider=endpoint.name)

    async def on_request(request: httpx2.Request) -> None:
        connection.attempts += 1
        observe("request", {**_head(request.url, request.headers, endpoint), "method": request.method})

    async def on_response(response: httpx2.Response) -> None:
        observe("response", {**_head(response.url, response.headers, endpoint), "status": response.status_code})

    address, _, parameters = endpoint.base_url.partition("?")
    query = dict(parse_qsl(parameters))  # `?api-version=…` belongs after the path, not before it
    # The embedded model is plain HTTP on this machine: it needs no proxy and no certificates.
    is_live = not endpoint.embedded
    http = DefaultAsyncHttpxClient(
        timeout=httpx2.Timeout(endpoint.timeout, connect=min(endpoint.timeout, 10.0)),
        event_hooks={"request": [on_request], "response": [on_response]},
        transport=BoundedTransport(httpx2.AsyncHTTPTransport(verify=is_live, trust_env=is_live)),
        mounts=_proxy_transports() if is_live else {},
        follow_redirects=False,  # a conversation must only go to the address the user entered
        trust_env=is_live,
    )
    client = AsyncOpenAI(
        api_key=key or _PLACEHOLDER,
        admin_api_key="",
        base_url=address,
        default_query=query,
        timeout=http.timeout,
        max_retries=endpoint.retries,
        http_client=http,
    )
    connection = Connection(endpoint, client)
    async with client:
        yield connection


def _proxy_transports() -> dict[str, httpx2.AsyncBaseTransport | None]:
    """Return a transport for each proxy in the environment, with the same limit on responses."""
    mounts: dict[str, httpx2.AsyncBaseTransport | None] = {}
    for scheme, address in getproxies().items():
        if scheme in ("http", "https", "all"):
            proxied = httpx2.AsyncHTTPTransport(proxy=address)
            mounts["all://" if scheme == "all" else f"{scheme}://"] = BoundedTransport(proxied)
    for host in filter(None, getproxies().get("no", "").split(",")):
        mounts[f"all://{host.strip().lstrip('.')}"] = BoundedTransport(httpx2.AsyncHTTPTransport())
    return mounts


def _head(url: httpx2.URL, headers: Mapping[str, str], endpoint: Endpoint) -> dict[str, Json]:
    secrets = endpoint.secrets
    return {"url": secrets.hide(safe_url(str(url))), "headers": secrets.hide_headers(headers)}
